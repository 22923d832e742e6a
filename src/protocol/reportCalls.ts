// Requests and answers of calendars, reports, dashboards and exports.
import type { Filter, ListRequest, RecordData, Value } from './calls'

/**
 * POST /api/export: the records of a list, or the rows of a report, as a file (xlsx, or csv for any size), streamed;
 * the answer is the file itself.
 */
export interface ExportRequest
  extends Omit<ListRequest, 'page' | 'size' | 'after' | 'want'>, Pick<ReportRequest, 'from' | 'to' | 'group'> {
  readonly format: 'xlsx' | 'csv'
}

/** POST /api/calendar: the records of a calendar screen between two days (to exclusive). */
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

/** POST /api/report: rows by dimension with their measures, and totals. */
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
  /** Measures, by name, that are not counted because the caller may not read their records. */
  readonly withheld?: readonly string[]
  readonly before?: ReportBefore
}

/** The totals of the previous period, where the report compares. */
interface ReportBefore {
  readonly from: string
  readonly to: string
  readonly totals: Readonly<Record<string, string | null>>
}

/** POST /api/dashboard: the data of a dashboard's blocks, in their order. */
export interface DashboardRequest {
  readonly screen: string
}

export interface DashboardAnswer {
  readonly blocks: readonly BlockData[]
}

/** The value of the same days of the previous month, and thirty days from `from` to today. */
export interface MonthTrend {
  readonly before: string
  readonly from: string
  readonly days: readonly string[]
}

export type BlockData =
  | {
      readonly block: 'queues'
      readonly queues: readonly {
        readonly path: string
        readonly waiting: number
        readonly late: number
        readonly more: boolean
        /** How many of the waiting records, and of the late ones, the caller can act on now. */
        readonly actionable: number
        readonly actionableLate: number
      }[]
    }
  | {
      readonly block: 'figures'
      readonly values: readonly (string | null)[]
      /** One per figure, null where it has none; absent where none has. */
      readonly trends?: readonly (MonthTrend | null)[]
      /** Their targets for this month, likewise. */
      readonly targets?: readonly (string | null)[]
    }
  | {
      readonly block: 'checklist'
      /** The caller's steps by name. */
      readonly steps: readonly { readonly name: string; readonly done: boolean }[]
    }
  /** `more`: there are further records. */
  | { readonly block: 'latest'; readonly rows: readonly RecordData[]; readonly more: boolean }
  | {
      readonly block: 'reminder'
      readonly rows: readonly RecordData[]
      /** `more`: counting stopped at the cap. */
      readonly total: { readonly count: number; readonly more: boolean }
    }
  | { readonly block: 'call'; readonly shown: boolean; readonly values: Readonly<Record<string, unknown>> }
  /** The values of the block's facts, in their order. */
  | { readonly block: 'account'; readonly facts: readonly (string | null)[] }
  | { readonly block: 'other' }
  /** Withheld from this caller. */
  | { readonly block: 'withheld' }

/** POST /api/manual: the manual of the manifest language, for administrators. */
export interface ManualEntry {
  /** The anchor for links; for a problem its code. */
  readonly id: string
  /** The position of its chapter. */
  readonly chapter: number
  readonly title: string
  /** Its English title, if the title is translated. */
  readonly name?: string
  /** Markdown. */
  readonly text: string
  /** The entry of which it is a part. */
  readonly parent?: string
  /** true: not translated into the caller's language. */
  readonly english?: boolean
}
export interface ManualAnswer {
  readonly chapters: readonly string[]
  readonly entries: readonly ManualEntry[]
}
