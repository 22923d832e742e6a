// Requests and answers of the calls derived from the manifests, shared by both sides.
// Unless noted, a call is POST with a JSON body that also carries `client`; the token is in the header X-Token.
import type { Sort } from '../manifest/model/rule'
import type { Text } from '../manifest/model/text'
import type { ConditionOperator } from '../manifest/fieldTypes/conditionOperators'
import type { FilterOperator } from '../manifest/fieldTypes/definition'
import type { RelativePeriod } from '../manifest/expression/values/relativeDays'

/**
 * A value on the wire: money and decimals are decimal text ("23480.00"), dates yyyy-MM-dd, moments ISO 8601 with Z,
 * references {id,label}.
 */
export type Value = string | number | boolean | null | RefValue | FileValue[] | AddressValue | LineValue[]
export interface RefValue {
  readonly id: number
  readonly label: string
}
/** The value as a request carries it: a reference as its id. */
export const withoutLabel = <T>(value: T): Exclude<T, RefValue> | number =>
  isReference(value) ? value.id : (value as Exclude<T, RefValue>)
const isReference = (value: unknown): value is RefValue => typeof value === 'object' && value !== null && 'id' in value

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
 * A record on the wire. Values are keyed by column path ("author.name"). `can` names the transitions that the caller
 * may run on it now: own ones by name, those of other entities that refer to it as entity.transition. `later` names
 * those of them for which it does not wait yet.
 */
export interface RecordData {
  readonly id: number
  readonly version: number
  readonly state?: string
  readonly label: string
  readonly values: Readonly<Record<string, Value>>
  readonly can: readonly string[]
  readonly later?: readonly string[]
}

/** One condition of a search. The field type decides the allowed operators (manifest/fieldTypes). */
export interface Filter {
  /** A path among the screen's filters or columns. */
  readonly field: string
  /**
   * equals: exact; contains: part of a text, ignoring case; in: one of; between: from and to, both inclusive, each may
   * be null; empty: true or false. A period relative to today has no value, or the count of its days.
   */
  readonly operator: FilterOperator | RelativePeriod
  readonly value: unknown
}

export interface ConditionLeaf {
  /** A readable field of the entity, or of a record that it refers to (`customer.intent`). */
  readonly field: string
  readonly operator: ConditionOperator
  readonly value?: unknown
}

/** A tree of conditions, at most three levels deep and with at most 20 leaves. */
export type Condition = { readonly all: readonly Condition[] } | { readonly any: readonly Condition[] } | ConditionLeaf

/** One number, to list the records from which it was counted. */
export interface DrillDown {
  /** The report, or the screen of the block. For a queue or a record: the list itself. */
  readonly screen: string
  /** The name of a measure; `block.figure`, by index; of a queue: waiting, late; of a record: `entity.field.id`. */
  readonly number: string
  /** The period of the report; `to` exclusive. */
  readonly from?: string
  readonly to?: string
  /** Conditions on the report's dimensions: its filters, and the dimension values of the row. */
  readonly filters?: readonly Filter[]
}

/** The rows of a list in groups of equal values; dates and moments by day, or by month. */
export interface Grouping {
  /** A path among the screen's columns. */
  readonly field: string
  readonly by?: 'month'
  /** Keys (`groupKey`) of the groups whose rows are left out. */
  readonly folded?: readonly string[]
}

/** One group over all records of the list, with the sums of its summed columns. */
export interface RecordGroup {
  /** A month is yyyy-MM. */
  readonly value: Value
  readonly count: number
  readonly sums: Readonly<Record<string, string>>
}

/** Identifies a group by its value. */
export const groupKey = (value: Value): string => String(withoutLabel(value) ?? '')

/** Maximum records in one page of a list, and of one part of a larger batch. */
export const maxPageRows = 200

/** POST /api/list: the records of a screen. Rows, total, tabs and sums are returned only on request. */
export interface ListRequest {
  readonly screen: string
  readonly filters?: readonly Filter[]
  /** Over all fields that the caller may read, in addition to the screen's filters. */
  readonly conditions?: Condition
  /** Text to find in the entity's label, sublabel and number, and in those of the records that the columns refer to. */
  readonly words?: string
  /** One value of the screen's `tabsBy` field. */
  readonly tab?: string
  /** Lists exactly the records behind this number, instead of the screen's. */
  readonly drillDown?: DrillDown
  readonly sort?: Sort
  /** The order of rows that are equal in `sort`, at most two; with a `page`, `after` is ignored. */
  readonly thenBy?: readonly Sort[]
  /** The rows come group by group, sorted within each; with a `page`, `after` is ignored. */
  readonly groupBy?: Grouping
  /** 1-based, of `size` rows, at most 200. A cursor in `after` reaches deep pages in one step. */
  readonly page?: number
  readonly size?: number
  /** Cursor of the end of the previous page (opaque, from `next`). */
  readonly after?: string
  readonly want?: {
    readonly rows?: boolean
    readonly total?: 'capped' | 'exact'
    readonly tabs?: boolean
    readonly sums?: boolean
    readonly groups?: boolean
  }
  /** Only these columns (paths among the screen's). */
  readonly columns?: readonly string[]
}
/** Title of a number and its conditions; null where a record has no value. */
export interface DrillDownAnswer {
  readonly title: Text
  /** Of a record: how many it counts, also out of the caller's reach. */ readonly counted?: number
  readonly facts: readonly { readonly title: Text; readonly value: string | null }[]
}

export interface ListAnswer {
  readonly rows?: readonly RecordData[]
  /** Present when there may be a next page. */
  readonly next?: string
  /** `more`: counting stopped at the cap. */
  readonly total?: { readonly count: number; readonly more: boolean }
  readonly tabs?: Readonly<Record<string, number>>
  readonly sums?: Readonly<Record<string, string>>
  /** The value of each row's group. */
  readonly rowGroups?: readonly Value[]
  /** In the order of the rows, folded ones included; `moreGroups`: there are more than these. */
  readonly groups?: readonly RecordGroup[]
  readonly moreGroups?: boolean
  /** Titles of reference columns with too many matching records, of which only the newest count. */
  readonly cut?: readonly Text[]
  readonly drillDown?: DrillDownAnswer
}

/** POST /api/record: one record in full, with the transitions that the caller may run on it. */
export interface RecordRequest {
  readonly entity: string
  readonly id: number
}
export interface RecordAnswer {
  readonly record: RecordData
  /** In the order of the detail view's related lists; at most 50 rows each. Only those that the caller may read. */
  readonly related: readonly {
    readonly entity: string
    readonly by: string
    readonly rows: readonly RecordData[]
    readonly more: boolean
  }[]
  /** Of an entity with stages: the states on this record's path, in order, without skipped ones. */
  readonly stages?: readonly string[]
  /** Of an entity with notes: their number. */
  readonly notes?: number
}

/** Keys that one request may replace. */
export const maxReplacedKeys = 20

/**
 * POST /api/run: a transition on a record in the version that the user saw, or (without id and version) one that
 * creates. `key` is the idempotency key of retries.
 */
export interface RunRequest {
  readonly entity: string
  readonly transition: string
  readonly id?: number
  readonly version?: number
  /** Fields and inputs of the form by name: references as id, files as FileValue[], lines as objects. */
  readonly values?: Readonly<Record<string, unknown>>
  readonly note?: string
  /** From /api/factors/prove, for a transition that requires the second factor: used up by the run that succeeds. */
  readonly factorProof?: string
  /** 8 to 64 characters, new for every attempt of the user, the same for its retries. */
  readonly key: string
  /**
   * Attempts with other content and unknown outcome. They are closed, so that none writes later; if one has written,
   * the request is refused (`attempt_already_written`). At most `maxReplacedKeys`; a retry names the same ones.
   */
  readonly replaces?: readonly string[]
}
export interface RunAnswer {
  readonly id: number
  readonly version: number
  readonly state?: string
  readonly label: string
  /** Its document number, if it has one. */
  readonly no?: string
  readonly message: string
  /** The API key that was created: in this answer only, not in that of a retry. Or the new secret of a webhook. */
  readonly secret?: string
  /** The caller's next step with the record in its new state. */
  readonly next?: { readonly transition: string; readonly title: string }
  /** The caller can undo it by POST /api/undo for this many seconds. */
  readonly undo?: { readonly run: string; readonly seconds: number }
}

/**
 * POST /api/earlyCheck: what a transition with `earlyCheck` would refuse now at these inputs. Nothing is stored; other
 * refusals come with the run.
 */
export type EarlyCheckRequest = Omit<RunRequest, 'key' | 'replaces' | 'factorProof'>
export interface EarlyCheckAnswer {
  /** A sentence by input. */
  readonly fields: Readonly<Record<string, string>>
}

/** POST /api/batch: a transition on several records, one by one. A refusal by a busy server has the answer so far. */
export interface BatchRequest {
  readonly entity: string
  readonly transition: string
  readonly records: readonly { readonly id: number; readonly version: number }[]
  readonly values?: Readonly<Record<string, unknown>>
  readonly note?: string
  /** true: a dry run; the answer is what a run would return now. */
  readonly dryRun?: boolean
  readonly key: string
}
export interface BatchAnswer {
  readonly done: number
  /** `key`: of the refusal, as in the envelope of a single run. */
  readonly refused: readonly {
    readonly id: number
    readonly label: string
    readonly key: string
    readonly message: string
  }[]
  /** The caller can undo all that was done by POST /api/undoBatch for this many seconds. */
  readonly undo?: { readonly runs: readonly string[]; readonly seconds: number }
}

/** POST /api/options: records for a reference of a form (entity, transition, input) or screen; `ids`: their labels. */
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
  /** The records that the user chose last; without words those still offered come first. */
  readonly recent?: readonly number[]
}
export interface OptionsAnswer {
  readonly options: readonly {
    readonly id: number
    readonly label: string
    readonly hint?: string
    /** Of the kind that is nearly always meant, by the field's `optionsFirstWhere`. */
    readonly first?: boolean
  }[]
  readonly more: boolean
  /** In the order of the request; left out where all options are few. */
  readonly recent?: OptionsAnswer['options']
  /** In a form with few options: its conditions in words; records that fail only one of them. */
  readonly conditions?: readonly string[]
  readonly withheld?: readonly (OptionsAnswer['options'][number] & { readonly reasons: readonly string[] })[]
  /** In a form: what creates such a record; `field`: the input of its form to which the searched words belong. */
  readonly creation?: {
    readonly title: string
    readonly entity: string
    readonly transition: string
    readonly field?: string
  }
}
