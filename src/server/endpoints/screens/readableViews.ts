// Removes from saved views what their reader may not see and what no longer exists.
// The latter is named by the title that the view holds.
import { freeColumns } from '../../../manifest/access/freeColumns'
import { currentScreen } from '../../../manifest/access/screenByPath'
import type { Entity } from '../../../manifest/model/entity'
import type { Screen } from '../../../manifest/model/screen'
import type { ConditionLeaf } from '../../../protocol/calls'
import { RequestError } from '../../../protocol/requestError'
import {
  asStoredView,
  changeView,
  viewPrefix,
  type LeftOut,
  type SavedPart,
  type StoredView,
} from '../../../protocol/screenCalls'
import type { Viewer } from '../../context/callerRules'
import { listColumn, tabValues } from '../../query/list/listing'
import { readableField } from '../../query/policy/fieldAccess'
import { checkConditions, seesWholeRecords } from '../../query/search/conditions'
import { openScreen } from '../contract/openScreen'

interface ViewedList {
  readonly entity: Entity
  /** As the manifest has it. */
  readonly declared: Screen
  /** The part that is visible to the reader. */
  readonly screen: Screen
}

/** Preferences by name as their reader receives them; only views are changed. */
export function readableViews(viewer: Viewer): (stored: Readonly<Record<string, unknown>>) => Record<string, unknown> {
  const lists = new Map<string, ViewedList | undefined>()
  const listAt = (path: string) => {
    if (!lists.has(path)) lists.set(path, viewedList(viewer, path))
    return lists.get(path)
  }
  return (stored) =>
    Object.fromEntries(
      Object.entries(stored).flatMap(([name, value]) => {
        const view = name.startsWith(viewPrefix) ? asStoredView(value) : undefined
        if (!view) return [[name, value]]
        const list = listAt(view.screen)
        return list ? [[name, readableView(viewer, list, { ...view, screen: list.screen.path })]] : []
      }),
    )
}

/**
 * Whether a part of a view exists but is hidden from this account. Everything of a list that it may not open is hidden.
 */
export function hiddenPart(viewer: Viewer, { screen }: Pick<StoredView, 'screen'>): (part: SavedPart) => boolean {
  const list = viewedList(viewer, screen)
  return (part) => !list || (!isForReader(viewer, list, part) && !isGone(viewer, list, part))
}

/** The list at an address, or where this address redirects now; undefined if the reader may not open it. */
function viewedList(viewer: Viewer, address: string): ViewedList | undefined {
  const declared = currentScreen(viewer.app, address)
  const entity = viewer.app.entities[declared?.entity ?? '']
  if (!declared || !entity) return undefined
  try {
    return { entity, declared, screen: openScreen(viewer, declared.path, [declared.kind]) }
  } catch (error) {
    if (error instanceof RequestError) return undefined
    throw error
  }
}

function readableView(viewer: Viewer, list: ViewedList, view: NonNullable<ReturnType<typeof asStoredView>>): unknown {
  const { titles, ...plain } = view
  const gone = new Map<string, LeftOut['gone'][number]>()
  const withheld = new Set<string>()
  const readable = changeView(plain, (part) => {
    if (isForReader(viewer, list, part)) return part.name
    if (isGone(viewer, list, part))
      gone.set(`${part.kind} ${part.name}`, { kind: part.kind, title: titles?.[part.name] ?? part.name })
    else withheld.add(`${part.kind} ${part.name}`)
    return undefined
  })
  const left: LeftOut = { gone: [...gone.values()], withheld: withheld.size }
  return left.gone.length + left.withheld === 0 ? readable : { ...readable, left }
}

function isForReader(viewer: Viewer, { entity, screen }: ViewedList, { kind, name, leaf }: SavedPart): boolean {
  const { app, caller } = viewer
  if (kind === 'tab') return tabValues(app, screen).includes(name)
  if (kind === 'condition') return isSoundLeaf(viewer, { entity, withheld: screen.withheldColumns }, leaf)
  if (!readableField(app, entity, name, caller)) return false
  const addable = kind !== 'filter' && seesWholeRecords(viewer, entity)
  return isOffered({ entity, screen, addable }, { kind, name })
}

/** Whether a list offers a field in this place, to any reader. */
function isOffered(
  { entity, screen, addable }: Pick<ViewedList, 'entity' | 'screen'> & { readonly addable: boolean },
  { kind, name }: SavedPart,
): boolean {
  if (kind === 'group' && !listColumn({ entity, screen }, name)?.groupable) return false
  if (kind === 'sort' && [screen.sort.field, screen.queue?.sort?.field].includes(name)) return true
  if (kind === 'sort' && !listColumn({ entity, screen }, name)?.sortable) return false
  if (screen.columns.some(({ field }) => field === name)) return true
  return kind === 'filter'
    ? screen.filters.some(({ field }) => field === name)
    : addable && freeColumns(entity, screen).some(({ field }) => field === name)
}

/** Regardless of rights: the list has no such part for anyone. */
function isGone({ app, caller }: Viewer, { entity, declared }: ViewedList, part: SavedPart): boolean {
  if (part.kind === 'tab') return !tabValues(app, declared).includes(part.name)
  const field = readableField(app, entity, part.name, { ...caller, system: true })
  if (!field) return true
  // A reader without the right learns nothing of the field.
  if (!readableField(app, entity, part.name, caller)) return false
  if (part.kind === 'condition') return !field.mask
  return !isOffered({ entity, screen: declared, addable: true }, part)
}

function isSoundLeaf(
  viewer: Viewer,
  records: { readonly entity: Entity; readonly withheld?: readonly string[] | undefined },
  leaf: SavedPart['leaf'] = [],
): boolean {
  const [field, operator, ...value] = leaf
  const condition = { field, operator, ...(value.length > 0 && { value: value[0] }) } as ConditionLeaf
  try {
    checkConditions(viewer, records, { all: [condition] })
    return true
  } catch (error) {
    if (error instanceof RequestError) return false
    throw error
  }
}
