// Which calls does the engine derive from the manifests, and what do they take and answer? Both sides import these shapes.
// Without a word beside them they are POST with a JSON body that also carries `client`; the token travels in the header X-Token.
import type { Dictionary, Entity, Field, Module, Product, Screen, Text } from '../manifest/app'
import type { FilterOperator } from '../manifest/fields/definition'
import type { MenuEntry, Route } from '../manifest/navigation'
import type { EndpointInfo } from './entry'

export type { MenuEntry as MenuItem, Route as RouteInfo } from '../manifest/navigation'

/** A value as it travels: money and decimals are decimal text ("23480.00"), dates yyyy-MM-dd, moments ISO 8601 with Z, references {id,label}. */
export type Value = string | number | boolean | null | RefValue | FileValue[] | AddressValue | LineValue[]
export interface RefValue {
  readonly id: number
  readonly label: string
}
export interface FileValue {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly type: string
}
export interface AddressValue {
  readonly province: string
  readonly city: string
  readonly district: string
  readonly detail: string
  readonly lng?: number
  readonly lat?: number
}
export type LineValue = Readonly<Record<string, Value>>

/**
 * A record as it travels. Values stand by column path ("author.name"). `can` names the transitions that this caller may run on it now:
 * own ones by name, those of other entities that refer to it as entity.transition.
 */
export interface RecordData {
  readonly id: number
  readonly version: number
  readonly state?: string
  readonly label: string
  readonly values: Readonly<Record<string, Value>>
  readonly can: readonly string[]
}

/** One condition of a search; the operators a field type allows are in manifest/fields. */
export interface Filter {
  /** A path among the screen's search fields or columns. */
  readonly field: string
  /** equals: exact; contains: part of a text, any case; in: one of; between: from and to, both inclusive, each may be null; empty: true or false. */
  readonly operator: FilterOperator
  readonly value: unknown
}

/** One number, by which the records that it was counted from are listed. */
export interface Behind {
  /** The report, or the screen of the block. For a queue: the list itself. */
  readonly screen: string
  /** The name of a measure; `block.figure`, by their places; or of a queue: waiting, late. */
  readonly number: string
  /** The span of the report; `to` exclusive. */
  readonly from?: string
  readonly to?: string
  /** On the axes of the report: what it was searched for, and the group of the row. */
  readonly filters?: readonly Filter[]
}

/** POST /api/list — the records of a screen. Rows, total, tabs and sums are answered only when asked for. */
export interface ListRequest {
  readonly screen: string
  readonly filters?: readonly Filter[]
  /** Words looked for in the entity's label, hint and number. */
  readonly words?: string
  /** One value of the screen's `tabs` field. */
  readonly tab?: string
  /** Exactly the records behind this number, instead of those that the screen shows. */
  readonly behind?: Behind
  readonly sort?: { readonly field: string; readonly descending: boolean }
  /** 1-based. Deep pages are reached by `after` in one step. */
  readonly page?: number
  /** At most 200. */
  readonly size?: number
  /** Key of the last row of the page before (opaque, from `next`). */
  readonly after?: string
  readonly want?: {
    readonly rows?: boolean
    readonly total?: 'capped' | 'exact'
    readonly tabs?: boolean
    readonly sums?: boolean
  }
  /** Only these columns (paths among the screen's). */
  readonly columns?: readonly string[]
}
export interface ListAnswer {
  readonly rows?: readonly RecordData[]
  /** Present when there may be a next page. */
  readonly next?: string
  /** `more`: counting stopped at the cap. */
  readonly total?: { readonly count: number; readonly more: boolean }
  readonly tabs?: Readonly<Record<string, number>>
  readonly sums?: Readonly<Record<string, string>>
  /** What the number is called whose records these are. */
  readonly behind?: Text
}

/** POST /api/reminder {screen} -> ListAnswer: the records of the screen's reminder card. */
export interface ReminderRequest {
  readonly screen: string
}

/** POST /api/record — one record in full, with what may be done to it. */
export interface RecordRequest {
  readonly entity: string
  readonly id: number
}
export interface RecordAnswer {
  readonly record: RecordData
  /** By the entity of the detail's `related`, in its order; at most 50 rows each. Only those that the caller may read. */
  readonly related: readonly {
    readonly entity: string
    readonly by: string
    readonly rows: readonly RecordData[]
    readonly more: boolean
  }[]
  /** Of an entity that has stages: the states on this record's way, in their order, without those that it skips. */
  readonly stages?: readonly string[]
}

/** POST /api/run — a transition on a record in the version that was seen, or (without id and version) one that creates. `key` makes a retry harmless. */
export interface RunRequest {
  readonly entity: string
  readonly transition: string
  readonly id?: number
  readonly version?: number
  /** Asked fields and inputs by name: references as id, files as FileValue[], lines as objects. */
  readonly values?: Readonly<Record<string, unknown>>
  readonly note?: string
  /** 8 to 64 characters, new for every intention, the same for a retry of it. */
  readonly key: string
}
export interface RunAnswer {
  readonly id: number
  readonly version: number
  readonly state?: string
  readonly label: string
  readonly message: string
}

/** POST /api/batch — the same transition on several records, each its own transaction. */
export interface BatchRequest {
  readonly entity: string
  readonly transition: string
  readonly records: readonly { readonly id: number; readonly version: number }[]
  readonly values?: Readonly<Record<string, unknown>>
  readonly note?: string
  readonly key: string
}
export interface BatchAnswer {
  readonly done: number
  readonly refused: readonly { readonly id: number; readonly label: string; readonly message: string }[]
}

/**
 * POST /api/options — what a reference may be set to, in the context of a form (entity+transition+input) or of a search form (screen).
 * `ids` asks for the labels of values that are already there.
 */
export interface OptionsRequest {
  readonly entity?: string
  readonly transition?: string
  readonly screen?: string
  /** Field, input, path of a search column, or lines field as items.part. */
  readonly field: string
  readonly id?: number
  readonly input?: Readonly<Record<string, unknown>>
  readonly words?: string
  readonly ids?: readonly number[]
}
export interface OptionsAnswer {
  readonly options: readonly { readonly id: number; readonly label: string; readonly hint?: string }[]
  readonly more: boolean
}

/** POST /api/timeline — everything that happened to a record, newest first. */
export interface TimelineRequest {
  readonly entity: string
  readonly id: number
  readonly before?: number
}
export interface TimelineEntry {
  readonly id: number
  readonly action: string
  readonly title: Text
  readonly fromState?: string
  readonly toState?: string
  readonly by: string
  readonly at: string
  readonly remark?: string
  readonly changes: readonly {
    readonly field: string
    readonly title: Text
    readonly before: Value
    readonly after: Value
  }[]
}
export interface TimelineAnswer {
  readonly entries: readonly TimelineEntry[]
  readonly more: boolean
}

/** POST /api/export — the found records of a list, or the rows of a report, as a file (xlsx, or csv for any size), streamed; the answer is the file itself. */
export interface ExportRequest
  extends Omit<ListRequest, 'page' | 'size' | 'after' | 'want'>, Pick<ReportRequest, 'from' | 'to' | 'group'> {
  readonly format: 'xlsx' | 'csv'
}

/** POST /api/calendar — the records of a calendar screen between two days (to exclusive). */
export interface CalendarRequest {
  readonly screen: string
  readonly from: string
  readonly to: string
  readonly filters?: readonly Filter[]
}
export interface CalendarAnswer {
  readonly rows: readonly RecordData[]
  readonly more: boolean
  readonly groups?: readonly { readonly id: number | string; readonly label: string }[]
}

/** POST /api/report — rows by group with their measures, and totals. */
export interface ReportRequest {
  readonly screen: string
  readonly from?: string
  readonly to?: string
  readonly group?: string
  readonly filters?: readonly Filter[]
}
export interface ReportAnswer {
  readonly rows: readonly {
    readonly groups: Readonly<Record<string, Value>>
    readonly measures: Readonly<Record<string, string | null>>
  }[]
  readonly totals: Readonly<Record<string, string | null>>
  readonly more: boolean
  readonly before?: ReportBefore
}
/** The totals of the span before, where the report compares. */
export interface ReportBefore {
  readonly from: string
  readonly to: string
  readonly totals: Readonly<Record<string, string | null>>
}

/** POST /api/dashboard — the data of a dashboard's blocks, in their order. */
export interface DashboardRequest {
  readonly screen: string
}
export interface DashboardAnswer {
  readonly blocks: readonly DashboardBlock[]
}
export type DashboardBlock =
  | {
      readonly block: 'queues'
      readonly queues: readonly {
        readonly path: string
        readonly waiting: number
        readonly late: number
        readonly more: boolean
      }[]
    }
  | { readonly block: 'figures'; readonly values: readonly (string | null)[] }
  | { readonly block: 'latest'; readonly rows: readonly RecordData[] }
  | { readonly block: 'call'; readonly shown: boolean; readonly values: Readonly<Record<string, unknown>> }
  | { readonly block: 'other' }

/** GET /api/boot — who is here and where she may go. 2999 without a valid token. */
export interface BootAnswer {
  readonly revision: string
  readonly product: Product
  readonly account: {
    readonly id: number
    readonly name: string
    readonly login: string
    readonly tenant: RefValue
    readonly unit: RefValue | null
    readonly scope: string
    readonly administrator: boolean
    readonly avatar: FileValue[]
  }
  /** The effective permission codes. */
  readonly codes: readonly string[]
  readonly menu: readonly MenuEntry[]
  /** Every screen the caller may open, by path, redirects resolved. */
  readonly routes: Readonly<Record<string, Route>>
  readonly modules: Readonly<Record<string, Pick<Module, 'name' | 'title' | 'path'>>>
  /** Kept choices of this person: columns by screen, and so on. */
  readonly preferences: Readonly<Record<string, unknown>>
  readonly counters: Readonly<Record<string, number>>
  /** The frame with the map service; absent: addresses are plain fields. */
  readonly map?: string
  /** Role admin only: problems of the files as they are on disk now, when the last change was not sound. */
  readonly problems?: readonly string[]
}

/** POST /api/screen {path} — everything needed to draw one screen. The entities hold only the transitions that the caller may run. */
export interface ScreenRequest {
  readonly path: string
}
/** A declared endpoint as the page needs it to send to it. */
export interface CallInfo extends EndpointInfo {
  readonly title: Text
  readonly request: Readonly<Record<string, Field>>
}
export interface ScreenAnswer {
  readonly revision: string
  readonly screen: Screen
  readonly entities: Readonly<Record<string, Entity>>
  readonly dictionaries: Readonly<Record<string, Dictionary>>
  readonly settings: Readonly<Record<string, unknown>>
  /** Pages of outside systems that the screen's frames show, by the system. `boxed`: the page has no origin of its own. */
  readonly frames?: Readonly<Record<string, { readonly address: string; readonly boxed: boolean }>>
  /** The endpoints that the screen sends to, by name. */
  readonly calls?: Readonly<Record<string, CallInfo>>
}
/** POST /api/entity {entity} — the same for the detail of an entity that is opened through a reference. */
export interface EntityRequest {
  readonly entity: string
}
export type EntityAnswer = Omit<ScreenAnswer, 'screen' | 'frames' | 'calls'>

/**
 * POST /api/outside — signs the caller in to the outside system before a screen with `autoLogin`, and brings its records up to date.
 * `again`: tries now, whatever was before.
 */
export interface OutsideRequest {
  readonly screen: string
  readonly again?: boolean
}
export interface OutsideAnswer {
  readonly title: Text
  /** 1: signed in. 0: not; `reason` says why, in the caller's language, and `failed` is the screen for it. */
  readonly flag: 0 | 1
  /** The cookie in which the page keeps the flag. */
  readonly cookie: string
  readonly failed: string
  readonly reason?: string
  /** The system can be opened by /api/outside/launch. */
  readonly launch: boolean
  /** When its records were last brought in, as ISO 8601; absent: never, or the screen shows none. */
  readonly at?: string
  /** Why they could not be brought in now. */
  readonly trouble?: string
}
/** POST /api/outside/launch — an address that opens the system once, for a new tab. */
export interface LaunchAnswer {
  readonly address: string
}
/** POST /api/outside/password — keeps the caller's password there; no call ever answers it. */
export interface OutsidePasswordRequest {
  readonly password: string
}

/** GET /api/thumbnail — a small picture of a file that is one, to whoever may read the file: WebP. entity and record carry it, unless it is the caller's own upload. */
export interface ThumbnailRequest {
  readonly id: string
  readonly entity?: string
  readonly record?: number
}

/** POST /api/preference — keeps a choice of this person; value null forgets it. */
export interface PreferenceRequest {
  readonly name: string
  readonly value: unknown
}

/** GET /api/events — server-sent events over fetch (the token is a header). */
export type LiveEvent =
  | { readonly event: 'revision'; readonly revision: string }
  | { readonly event: 'problems'; readonly problems: readonly string[] }
  | { readonly event: 'changed'; readonly entities: readonly string[] }
  | { readonly event: 'counters'; readonly counters: Readonly<Record<string, number>> }
  | { readonly event: 'signedOut' }
