// Requests and answers of the calls that start the page and draw screens; saved views.
import { jsonIn } from '../manifest/json/jsonText'
import type { Dictionary } from '../manifest/model/app'
import type { Entity } from '../manifest/model/entity'
import type { Field } from '../manifest/model/field'
import type { Module, Screen } from '../manifest/model/screen'
import type { Product } from '../manifest/model/product'
import type { Sort } from '../manifest/model/rule'
import type { Text } from '../manifest/model/text'
import type { MenuEntry, Route } from '../manifest/access/navigation'
import type { FileValue, RefValue } from './calls'
import type { EndpointInfo } from './publicEntry'

/** GET /api/boot: the caller's account, rights and routes, in the caller's language. 2999 without a valid token. */
export interface BootAnswer {
  readonly revision: string
  readonly product: Product
  readonly account: {
    readonly id: number
    readonly name: string
    readonly login: string
    readonly tenant: RefValue
    readonly unit: RefValue | null
    readonly role: RefValue | null
    readonly scope: string
    readonly administrator: boolean
    /** The entity of accounts, and that of their units. */
    readonly entity: string
    readonly unitEntity?: string
    readonly avatar: FileValue[]
  }
  /** The effective permission codes. */
  readonly codes: readonly string[]
  /** Key that seals form drafts on the device; differs by account and by its rights. */
  readonly draftKey: string
  readonly menu: readonly MenuEntry[]
  /** Entities whose records the caller may not open, so that their labels are no links. */
  readonly closedEntities: readonly string[]
  /** Every screen the caller may open, by path, redirects resolved. */
  readonly routes: Readonly<Record<string, Route>>
  readonly modules: Readonly<Record<string, Pick<Module, 'name' | 'title' | 'path'>>>
  /** Stored preferences of the account: columns by screen, and so on. */
  readonly preferences: Readonly<Record<string, unknown>>
  /** Preferences shared with the account, by reach, then by name; with those who may share, those of all roles. */
  readonly sharedPreferences: Readonly<Partial<Record<SharingReach, Readonly<Record<string, unknown>>>>>
  /** The targets for sharing: its unit, its tenant, the roles of the tenant's accounts. */
  readonly sharesWith: readonly { readonly reach: SharingReach; readonly label: string }[]
  readonly counters: Readonly<Record<string, number>>
  /** Seconds after which the server ends a read of the caller. */
  readonly readSeconds: number
  /** The largest file that the server stores. */
  readonly uploadBytes: number
  /** The frame with the map service; absent: addresses are plain fields. */
  readonly map?: string
  /** Administrators only: problems of the files on disk, when the last change was invalid. */
  readonly problems?: readonly Text[]
  /** Administrators only: warnings of the live manifests. */
  readonly warnings?: readonly Text[]
  /** Administrators only: changes of the manifests that wait for a decision, and the screen that shows them. */
  readonly waitingChanges?: { readonly count: number; readonly screen: string }
  /** Administrators only: the screen with the manual of the manifest language. */
  readonly manualScreen?: string
}

/**
 * POST /api/screen {path}: everything needed to draw one screen, in the caller's language. The entities hold only the
 * transitions that the caller may run.
 */
export interface ScreenRequest {
  readonly path: string
}
/** The parts of a declared endpoint that the page needs to call it. */
export interface CallInfo extends EndpointInfo {
  readonly title: Text
  readonly request: Readonly<Record<string, Field>>
  /** The page of a service that gives the code which the endpoint takes; `title`: of the service. */
  readonly authorize?: { readonly title: Text; readonly codeParameter: string }
}
export interface ScreenAnswer {
  readonly revision: string
  readonly screen: Screen
  readonly entities: Readonly<Record<string, Entity>>
  readonly dictionaries: Readonly<Record<string, Dictionary>>
  readonly settings: Readonly<Record<string, unknown>>
  /** Pages of integrations for the screen's frames, by integration. `boxed`: the page has no origin of its own. */
  readonly frames?: Readonly<Record<string, { readonly address: string; readonly boxed: boolean }>>
  /** Dashboards: blocks of other screens that the caller may add. */
  readonly offeredBlocks?: readonly OfferedBlock[]
  /** The endpoints that the screen calls, by name. */
  readonly calls?: Readonly<Record<string, CallInfo>>
}
/** The block that represents the charts of a report. */
export const reportCharts = 'charts'

/** A block of another screen, read with that screen; or the charts of a report. */
export interface OfferedBlock {
  readonly screen: string
  readonly block: string
  readonly kind: string
  readonly title: Text
}

/** POST /api/entity {entity}: the same for the detail view of an entity opened through a reference. */
export type EntityRequest = { readonly entity: string }
export type EntityAnswer = Omit<ScreenAnswer, 'screen' | 'frames' | 'calls' | 'offeredBlocks'>

/** The target of sharing: the unit, the tenant, or the holders of a role in the tenant (`role:` and its id). */
export type SharingReach = 'unit' | 'tenant' | `role:${number}`
export const sharingPattern = '^(unit|tenant|role:[1-9]\\d{0,15})$'
const rolePrefix = 'role:'
/** The stored form of a sharing with a role, as `sharingPattern` accepts it; `roleOfReach` reads it back. */
export const reachOfRole = (id: number): SharingReach => `${rolePrefix}${id}`
/** The id of the role; undefined: the unit or the tenant. */
export const roleOfReach = (reach: SharingReach): number | undefined =>
  reach.startsWith(rolePrefix) ? Number(reach.slice(rolePrefix.length)) : undefined

/**
 * POST /api/preference: stores a preference of the account or a shared one; value null deletes it. A view keeps the
 * parts of its former value that the caller may not see; `movedFrom`: the target of that value, if another.
 */
export interface PreferenceRequest {
  readonly name: string
  readonly value: unknown
  readonly sharedWith?: SharingReach
  readonly movedFrom?: SharingReach | 'own'
}

/** The value of a preference whose name begins with `viewPrefix`. */
export interface StoredView {
  readonly title: string
  /** The path of the list. */
  readonly screen: string
  /** The list state as a query. */
  readonly query: string
  readonly choice?: unknown
  /** Titles of its fields, for when they no longer exist. */
  readonly titles?: Readonly<Record<string, string>>
}

const savedPartKinds = ['column', 'filter', 'condition', 'sort', 'group', 'tab'] as const
/** A name in a view; of a condition with its operator and value, of a tab the value. */
export interface SavedPart {
  readonly kind: (typeof savedPartKinds)[number]
  readonly name: string
  readonly leaf?: readonly unknown[]
}

/** What the server removed from a view for this reader. */
export interface LeftOut {
  /** No longer in the product, with the titles that the view holds. */
  readonly gone: readonly { readonly kind: SavedPart['kind']; readonly title: string }[]
  /** How many others the reader may not see. */
  readonly withheld: number
}

export const viewPrefix = 'view:'
/** `f.<field>`: a filter in the query of a list's address. */
export const filterPrefix = 'f.'

/** Maximum columns that a list is ordered by. */
export const maxSorts = 3

/** The preference with the ids of the records last chosen, by entity. */
export const recentOptionsName = 'recent options'
/** Of each entity. */
export const maxRecentOptions = 5

/** The order of a list in its query: `-createdAt,name`. */
export const writeSorts = (sorts: readonly Sort[]): string =>
  sorts.map(({ field, descending }) => (descending ? '-' : '') + field).join(',')

/** The order in a query: each field once, as many as a list takes; undefined without any. */
export function readSorts(text: string): readonly Sort[] | undefined {
  const byField = new Map<string, Sort>()
  for (const written of text.split(',')) {
    const field = written.replace(/^-/, '')
    if (field !== '' && !byField.has(field)) byField.set(field, { field, descending: written.startsWith('-') })
  }
  return byField.size > 0 ? [...byField.values()].slice(0, maxSorts) : undefined
}

/** undefined: the stored value is no view. */
export function asStoredView(value: unknown): StoredView | undefined {
  const { title, screen, query } = (value ?? {}) as Partial<StoredView>
  return typeof title === 'string' && typeof screen === 'string' && typeof query === 'string'
    ? (value as StoredView)
    : undefined
}

/** Everything that a saved view names, in its order and with repetitions; `changeView` renames it. */
export function partsOfView(view: StoredView): SavedPart[] {
  const parts: SavedPart[] = []
  changeView(view, (part) => {
    parts.push(part)
    return part.name
  })
  return parts
}

/** The view with its parts renamed; parts without a new name are dropped, a grouping with its folded values. */
export function changeView(view: StoredView, nameOf: (part: SavedPart) => string | undefined): StoredView {
  const { titles, choice, ...rest } = view
  const columns = columnsOf(choice)?.flatMap((column) => {
    const field = nameOf({ kind: 'column', name: column.field })
    return field === undefined ? [] : [{ ...column, field }]
  })
  return {
    ...rest,
    query: changeQuery(view.query, nameOf),
    ...(choice !== undefined && { choice: columns ? { ...(choice as object), columns } : choice }),
    ...(titles !== undefined && { titles: titlesAfter(titles, nameOf) }),
  }
}

/** The columns that a person chose for a list. */
export function columnsOf(choice: unknown): { readonly field: string }[] | undefined {
  const { columns } = (choice ?? {}) as { readonly columns?: unknown }
  if (!Array.isArray(columns)) return undefined
  return columns.filter((column: unknown) => typeof (column as { field?: unknown } | null)?.field === 'string')
}

function changeQuery(query: string, nameOf: (part: SavedPart) => string | undefined): string {
  const changed = new URLSearchParams()
  for (const [key, text] of new URLSearchParams(query)) {
    if (key.startsWith(filterPrefix)) {
      const name = nameOf({ kind: 'filter', name: key.slice(filterPrefix.length) })
      if (name !== undefined) changed.append(filterPrefix + name, text)
    } else if (key === 'where') {
      const conditions = changeConditions(text, nameOf)
      if (conditions !== undefined) changed.append(key, conditions)
    } else if (key === 'sort') {
      const sorts = readSorts(text)?.flatMap(({ field, descending }) => {
        const name = nameOf({ kind: 'sort', name: field })
        return name === undefined ? [] : [{ field: name, descending }]
      })
      if (sorts?.length) changed.append(key, writeSorts(sorts))
    } else if (key === 'group') {
      const [, field = '', after = ''] = /^([^:]*)(.*)$/.exec(text) ?? []
      const name = nameOf({ kind: 'group', name: field })
      if (name !== undefined) changed.append(key, name + after)
    } else if (key === 'tab') {
      const name = nameOf({ kind: 'tab', name: text })
      if (name !== undefined) changed.append(key, name)
    } else changed.append(key, text)
  }
  if (!changed.has('group')) changed.delete('folded')
  return changed.toString()
}

/** `["all",["name","contains","x"]]`, as in the address. */
function changeConditions(text: string, nameOf: (part: SavedPart) => string | undefined): string | undefined {
  const written = jsonIn(text)
  // The page would not read it either.
  if (!Array.isArray(written)) return undefined
  const [join, ...leaves] = written as [unknown, ...unknown[]]
  const changed = leaves.flatMap((leaf) => {
    if (!Array.isArray(leaf) || typeof leaf[0] !== 'string') return []
    const name = nameOf({ kind: 'condition', name: leaf[0], leaf })
    return name === undefined ? [] : [[name, ...(leaf.slice(1) as unknown[])]]
  })
  return changed.length > 0 ? JSON.stringify([join, ...changed]) : undefined
}

function titlesAfter(
  titles: Readonly<Record<string, string>>,
  nameOf: (part: SavedPart) => string | undefined,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(titles).flatMap(([field, title]) => {
      const name = nameOf({ kind: 'column', name: field })
      return name === undefined ? [] : [[name, title]]
    }),
  )
}
