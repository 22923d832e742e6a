// Which records does a screen show, and when are they stale? Every read of the page, kept by its request; a change of an entity makes stale what shows it.
// Failures are shown where the data would have been, so all reads are quiet.
import { keepPreviousData, QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type {
  CalendarAnswer,
  CalendarRequest,
  DashboardAnswer,
  EntityAnswer,
  ListAnswer,
  ListRequest,
  OptionsAnswer,
  OptionsRequest,
  RecordAnswer,
  ReportAnswer,
  ReportRequest,
  ScreenAnswer,
  TimelineAnswer,
} from '../protocol/calls'
import { askForScreen } from './endpoints'
import { CallError } from './faults'
import { useRuntime, useSession } from './runtime'
import { useViewPlace } from './unsaved'

/** Data younger than this is shown without asking again; live events say so earlier. Milliseconds. */
const fresh = 20_000

/** The cache of one signed-in person. */
export function createRecords(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: fresh,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        // What was refused stays refused; what got lost on the way is tried again.
        retry: (count, error) => error instanceof CallError && error.uncertain && count < 2,
      },
    },
  })
}

interface ReadOptions {
  /** What it shows: a change of one of them makes it stale. Absent: it holds manifests, stale with the revision. */
  readonly entities?: readonly string[]
  readonly enabled?: boolean
  /** While another request is under way the answer of the last one stays. */
  readonly keep?: boolean
  readonly fresh?: number
  /** Milliseconds between two silent looks. */
  readonly every?: number
}

/** A read by POST, kept by path and body. Hidden views are not refreshed until they are seen again. */
export function useRead<T>(path: string, body: object, options: ReadOptions = {}): UseQueryResult<T, CallError> {
  const { client } = useRuntime()
  const { active } = useViewPlace()
  const language = useSession((state) => state.language)
  return useQuery<T, CallError>({
    queryKey: [path, body, language],
    queryFn: ({ signal }) => client.post<T>(path, body, { quiet: true, signal }),
    enabled: (options.enabled ?? true) && active,
    placeholderData: options.keep ? keepPreviousData : undefined,
    staleTime: options.fresh ?? fresh,
    refetchInterval: options.every && active ? options.every : false,
    meta: { entities: options.entities ?? null },
  })
}

/** Everything needed to draw one screen; kept until the manifests change. */
export const useScreen = (path: string, enabled = true) =>
  useRead<ScreenAnswer>(...askForScreen(path), { fresh: Infinity, enabled, keep: true })

/** The same for an entity that is opened through a reference. */
export const useEntity = (entity: string, enabled = true) =>
  useRead<EntityAnswer>('/api/entity', { entity }, { fresh: Infinity, enabled })

export const useList = (
  request: ListRequest,
  entities: readonly string[],
  options: Pick<ReadOptions, 'enabled' | 'every'> = {},
) => useRead<ListAnswer>('/api/list', request, { entities, keep: true, ...options })

export const useReminder = (screen: string, entities: readonly string[], enabled = true) =>
  useRead<ListAnswer>('/api/reminder', { screen }, { entities, enabled })

export const useRecord = (entity: string, id: number, entities: readonly string[], enabled = true) =>
  useRead<RecordAnswer>('/api/record', { entity, id }, { entities, enabled })

/** Newest first; `before`: older than this entry. */
export const useTimeline = (entity: string, id: number, before?: number) =>
  useRead<TimelineAnswer>('/api/timeline', before ? { entity, id, before } : { entity, id }, { entities: [entity] })

export const useOptions = (request: OptionsRequest, enabled = true) =>
  useRead<OptionsAnswer>('/api/options', request, { entities: [], enabled, keep: true })

export const useCalendar = (request: CalendarRequest, entities: readonly string[]) =>
  useRead<CalendarAnswer>('/api/calendar', request, { entities, keep: true })

export const useReport = (request: ReportRequest, entities: readonly string[]) =>
  useRead<ReportAnswer>('/api/report', request, { entities, keep: true })

export const useDashboard = (screen: string, entities: readonly string[], enabled = true) =>
  useRead<DashboardAnswer>('/api/dashboard', { screen }, { entities, keep: true, enabled })

/** Entities were changed: what shows them is read again where it is seen, and when it is seen next elsewhere. */
export function entitiesChanged(records: QueryClient, entities: readonly string[]): Promise<void> {
  const changed = new Set(entities)
  return records.invalidateQueries({ predicate: ({ meta }) => shown(meta).some((entity) => changed.has(entity)) })
}

/** The manifests changed: everything is read again, since a column or a right may be new. What is on the screen stays until then. */
export function manifestsChanged(records: QueryClient): Promise<void> {
  return records.invalidateQueries()
}

function shown(meta: Record<string, unknown> | undefined): readonly string[] {
  return (meta?.entities as readonly string[] | null | undefined) ?? []
}
