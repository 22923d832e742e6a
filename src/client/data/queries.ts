// Reads of the page, cached by request.
// A change of an entity invalidates the reads that show it, a write of this page all reads. Failures are shown in place
// of the data, so all reads are quiet.
import { useId } from 'react'
import {
  hashKey,
  keepPreviousData,
  QueryCache,
  QueryClient,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { ListAnswer, ListRequest, OptionsAnswer, OptionsRequest, RecordAnswer } from '../../protocol/calls'
import { noteChanges, type NotesAnswer, type TimelineAnswer } from '../../protocol/records/noteCalls'
import type { EntityAnswer, ScreenAnswer } from '../../protocol/screenCalls'
import type {
  CalendarAnswer,
  CalendarRequest,
  DashboardAnswer,
  ReportAnswer,
  ReportRequest,
} from '../../protocol/reportCalls'
import { screenRead } from '../transport/endpointAddress'
import { CallError } from '../feedback/callError'
import type { FirstRead } from '../transport/firstReads'
import { useRuntime, useSession } from '../context/clientContext'
import type { Translator } from '../text/translate'
import { useCurrentTab } from '../navigation/unsavedChanges'

/** Milliseconds for which data is shown without reading again; live events invalidate it earlier. */
const staleTimeMs = 20_000

/** Creates the cache of one session. */
export function createRecords(report: (error: CallError) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta, state }) => {
        if (holdsData(meta) && !meta?.ofForm && state.data === undefined && error instanceof CallError) report(error)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: staleTimeMs,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        // A refusal is final; a lost request is retried.
        retry: (count, error) => error instanceof CallError && error.kind === 'offline' && count < 2,
      },
    },
  })
}

interface ReadOptions {
  /**
   * The entities that it shows: a change of one invalidates it. Absent: it holds manifests, which a new revision
   * invalidates.
   */
  readonly entities?: readonly string[]
  readonly enabled?: boolean
  /** Keeps the previous answer while another request is pending. */
  readonly keep?: boolean
  readonly staleTimeMs?: number
  /** Milliseconds between two background reads. */
  readonly everyMs?: number
  /** A code of the product's languages; the user's if absent. */
  readonly language?: string | undefined
}

/** A read by POST, cached by path and body. Hidden views are refreshed when they are visible again. */
export function useRead<T>(path: string, body: object, options: ReadOptions = {}): UseQueryResult<T, CallError> {
  const { client } = useRuntime()
  const { active } = useCurrentTab()
  const users = useSession((state) => state.language)
  const { language = users } = options
  return useQuery<T, CallError>({
    queryKey: [path, body, language],
    queryFn: ({ signal }) => client.post<T>(path, body, { quiet: true, signal, language }),
    enabled: (options.enabled ?? true) && active,
    initialData: () => client.takePrefetched<T>(path, body, language),
    placeholderData: options.keep ? keepPreviousData : previousLanguageAnswer(path, body),
    staleTime: options.staleTimeMs ?? staleTimeMs,
    refetchInterval: options.everyMs && active ? options.everyMs : false,
    meta: { entities: options.entities ?? null },
  })
}

/**
 * A read of an open form's options; `key` changes with the inputs that decide the answer, `entities` invalidate it. The
 * form shows a failure itself.
 */
export function useFormRead<T>(
  key: string,
  read: (signal: AbortSignal) => Promise<T>,
  entities: readonly string[],
  enabled = true,
): UseQueryResult<T, CallError> {
  const form = useId()
  const { active } = useCurrentTab()
  const language = useSession((state) => state.language)
  return useQuery<T, CallError>({
    queryKey: ['form', form, key, language],
    queryFn: ({ signal }) => read(signal),
    enabled: enabled && active,
    gcTime: 0,
    meta: { entities, ofForm: true },
  })
}

/** Why there is nothing to show; a failed background refresh keeps the present data. */
export const errorWithoutData = ({ data, error }: Pick<UseQueryResult<unknown, CallError>, 'data' | 'error'>) =>
  data === undefined ? error : null

/** Keeps the answer in the former language until the new one arrives, so that user input stays on the page. */
function previousLanguageAnswer(path: string, body: object) {
  return <T>(previous: T | undefined, query?: { readonly queryKey: readonly unknown[] }): T | undefined =>
    query && hashKey(query.queryKey.slice(0, 2)) === hashKey([path, body]) ? previous : undefined
}

/** Everything needed to draw one screen; cached until the manifests change. */
export const useScreen = (path: string, enabled = true) =>
  useRead<ScreenAnswer>(...screenRead(path), { staleTimeMs: Infinity, enabled, keep: true })

/** The same for an entity that is opened through a reference. */
export const useEntity = (entity: string, options: Pick<ReadOptions, 'enabled' | 'language'> = {}) =>
  useRead<EntityAnswer>('/api/entity', { entity }, { staleTimeMs: Infinity, ...options })

/** The translator of a language of the product, which need not be the user's; undefined until its texts have loaded. */
export function useTranslatorIn(language: string): UseQueryResult<Translator, CallError> {
  const { language: pageLanguage } = useRuntime()
  return useQuery<Translator, CallError>({
    queryKey: ['texts', language],
    queryFn: () => pageLanguage.translatorIn(language),
    staleTime: Infinity,
  })
}

/**
 * A page of records with their totals; the previous page stays until the answer arrives. `entities`: a change of one
 * reads again; with `everyMs` it is also read in the background, as long as the tab is visible.
 */
export const useList = (
  request: ListRequest,
  entities: readonly string[],
  options: Pick<ReadOptions, 'enabled' | 'everyMs'> = {},
) => useRead<ListAnswer>('/api/list', request, { entities, keep: true, ...options })

/** A record with its fields, states and allowed transitions. Shows no previous record while another loads. */
export const useRecord = (
  entity: string,
  id: number,
  entities: readonly string[],
  options: Pick<ReadOptions, 'enabled' | 'language'> = {},
) => useRead<RecordAnswer>('/api/record', { entity, id }, { entities, ...options })

/** Newest first; `before`: older than this entry. */
export const useTimeline = (entity: string, id: number, before?: number) =>
  useRead<TimelineAnswer>('/api/timeline', before ? { entity, id, before } : { entity, id }, { entities: [entity] })

/** Newest first; `before`: older than this note. */
export const useNotes = (entity: string, id: number, before?: number) =>
  useRead<NotesAnswer>('/api/notes', before ? { entity, id, before } : { entity, id }, {
    entities: [noteChanges],
    keep: true,
  })

/**
 * The records that a reference offers, limited by the server; those of the last words stay until the answer arrives.
 * Pass `enabled` false until the choice is open, so that a form with many references reads nothing.
 */
export const useOptions = (request: OptionsRequest, entities: readonly string[], enabled = true) =>
  useRead<OptionsAnswer>('/api/options', request, { entities, enabled, keep: true })

/**
 * The events of a period; the previous period's stay until the answer arrives. `entities`: a change of one reads again.
 */
export const useCalendar = (request: CalendarRequest, entities: readonly string[]) =>
  useRead<CalendarAnswer>('/api/calendar', request, { entities, keep: true })

/**
 * The figures of a report; those of the previous request stay until the answer arrives, marked by `isPlaceholderData`.
 */
export const useReport = (request: ReportRequest, entities: readonly string[]) =>
  useRead<ReportAnswer>('/api/report', request, { entities, keep: true })

/** The data of all blocks of a screen in one read. False for `enabled`: no block needs data, so nothing is read. */
export const useDashboard = (screen: string, entities: readonly string[], enabled = true) =>
  useRead<DashboardAnswer>('/api/dashboard', { screen }, { entities, keep: true, enabled })

/** Writes of this page after which it has refreshed its data. */
const refreshedAfter = new WeakMap<QueryClient, Set<string>>()

/**
 * Entities changed: active reads of them refresh at once, the others when they are next shown. Not for a write of this
 * page that has refreshed them.
 */
export async function entitiesChanged(
  records: QueryClient,
  changes: readonly { readonly entities: readonly string[]; readonly write?: string }[],
): Promise<void> {
  const refreshed = refreshedAfter.get(records)
  // A write that touches several tenants has an event for each of them.
  const others = changes.filter(({ write }) => write === undefined || !refreshed?.has(write))
  for (const { write } of changes) if (write !== undefined) refreshed?.delete(write)
  const changed = new Set(others.flatMap(({ entities }) => entities))
  if (changed.size === 0) return
  await records.invalidateQueries({
    predicate: ({ meta, observers }) =>
      // An unobserved read is not refreshed until it is shown again.
      observers.length === 0
        ? holdsData(meta)
        : observers.some(({ options }) => shown(options.meta).some((entity) => changed.has(entity))),
  })
}

/**
 * The user wrote something: refresh all data. Only the server knows what a write affects beyond its own record (lines,
 * sums, states and rights of records that refer to it).
 * @param write its name, if it had one
 */
export function dataChanged(records: QueryClient, write?: string): Promise<void> {
  const refreshed = refreshedAfter.get(records) ?? new Set()
  if (write !== undefined) refreshedAfter.set(records, refreshed.add(write))
  return records.invalidateQueries({ predicate: ({ meta }) => holdsData(meta) })
}

/**
 * The manifests changed, or may have: refresh everything, since a column or a right may be new. The screen keeps its
 * content until then.
 */
export function manifestsChanged(records: QueryClient): Promise<void> {
  return records.invalidateQueries()
}

/** The requests for records that are on the page now; forms read theirs when they open. */
export function activeReads(records: QueryClient): readonly FirstRead[] {
  return records
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ meta }) => holdsData(meta) && !meta?.ofForm })
    .map(({ queryKey }) => [queryKey[0] as string, queryKey[1] as object])
}

/** Screens and entities change with the manifests only. */
function holdsData(meta: Record<string, unknown> | undefined): boolean {
  return Array.isArray(meta?.entities)
}

function shown(meta: Record<string, unknown> | undefined): readonly string[] {
  return (meta?.entities as readonly string[] | null | undefined) ?? []
}
