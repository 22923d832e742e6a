// What is a compiled screen? Everything that its block draws, with every name resolved and every default filled in.
import type { Field, FieldType, ScreenKind, Section } from './app'
import type { Aggregate, Rule, Sort } from './ruleTree'
import type { Text } from './text'

export interface Column {
  /** A path: `mobile`, `author.name`. */
  readonly field: string
  readonly title: Text
  readonly width?: number
  readonly sum: boolean
  readonly pin?: 'left' | 'right'
  readonly off: boolean
  /** The field at the end of the path. */
  readonly type: FieldType
  readonly dictionary?: string
  readonly entity?: string
  readonly format?: Field['format']
  /** Lines: the fields that stand for a line. */
  readonly brief?: readonly string[]
  readonly fields?: Readonly<Record<string, Field>>
  /** The path may be sorted by (stored, not masked by a row's state in a way that the sort would reveal). */
  readonly sortable: boolean
}

export interface Action {
  readonly entity: string
  readonly transition: string
  readonly title: Text
  /** row: offered on a record; above: creates without one. */
  readonly place: 'row' | 'above'
  /** The reference of the row whose record it runs on; absent: the row's own record. */
  readonly on?: string
  /** field of the form: value taken from the row (scope `record` is the row). */
  readonly fill: Readonly<Record<string, Rule>>
  readonly primary: boolean
}

export interface Measure {
  readonly name: string
  readonly title: Text
  readonly type: 'int' | 'money' | 'decimal'
  readonly aggregate?: Aggregate
  /** group: rule over the counted record */
  readonly by: Readonly<Record<string, Rule>>
  readonly compute?: Rule
  readonly open?: string
  readonly total: boolean
  /** Only read by other measures. */
  readonly hidden: boolean
}
export interface Chart {
  readonly kind: 'bar' | 'line' | 'pie'
  readonly title?: Text
  readonly by?: string
  readonly measures: readonly string[]
}
export interface Report {
  readonly groups: Readonly<Record<string, Field>>
  readonly choose: boolean
  readonly period?: 'month' | 'quarter' | 'year'
  readonly measures: readonly Measure[]
  /** Beside each number that of the span before. */
  readonly compare: boolean
  readonly charts: readonly Chart[]
  readonly sort?: Sort
}
/** Counted, or computed from the named figures before it. */
export interface Figure {
  readonly name?: string
  readonly title: Text
  readonly type: 'int' | 'money' | 'decimal'
  readonly aggregate?: Aggregate
  readonly compute?: Rule
  readonly open?: string
}
export interface Block {
  readonly block: string
  readonly title?: Text
  readonly text?: Text
  readonly entity?: string
  readonly where?: Rule
  readonly columns?: readonly Column[]
  readonly sort?: Sort
  readonly rows: number
  readonly open?: string
  /** A frame: the outside system, and what transitions take what its page hands over. */
  readonly outside?: string
  readonly takes?: Readonly<Record<string, readonly string[]>>
  readonly width: number
  /** call: the endpoint's name; its rules know me, tenant and settings. */
  readonly endpoint?: string
  readonly values: Readonly<Record<string, Rule>>
  readonly when?: Rule
  /** Drawn for who holds one of these. */
  readonly permission?: readonly string[]
  readonly submit?: Text
  readonly confirm?: Text
  readonly done?: Text
  readonly figures: readonly Figure[]
}
export interface Reminder {
  readonly title: Text
  readonly entity: string
  readonly where: Rule
  readonly columns: readonly Column[]
  readonly actions: readonly Action[]
  readonly sort?: Sort
}

export interface Screen {
  readonly path: string
  readonly module: string
  readonly title: Text
  readonly kind: ScreenKind
  /** Any one suffices; [`public`] or [`signed-in`] for the others. */
  readonly permission: readonly string[]
  readonly icon?: string
  readonly order: number
  readonly hidden: boolean
  readonly pinned: boolean
  readonly keep: boolean
  readonly autoLogin: boolean
  readonly redirect?: string
  readonly href?: string
  readonly layout: 'main' | 'empty'
  readonly entity?: string
  readonly where?: Rule
  /** States that `where` certainly restricts to; absent: any. */
  readonly states?: readonly string[]
  readonly scope?: 'tenant'
  readonly columns: readonly Column[]
  readonly search: readonly Column[]
  readonly tabs?: string
  /** Codes of a `tabs` choice that `where` certainly restricts to; absent: any. */
  readonly tabCodes?: readonly string[]
  readonly sort: Sort
  readonly sumWhere?: Rule
  readonly actions: readonly Action[]
  readonly batch: readonly string[]
  /** Endpoints, by name; `tabs` absent: always. */
  readonly calls: readonly { readonly endpoint: string; readonly tabs?: readonly string[] }[]
  readonly recordQuery?: string
  readonly export: boolean
  readonly refresh?: number
  readonly queue?: { readonly late?: Rule; readonly where?: Rule }
  readonly reminder?: Reminder
  readonly sections: readonly Section[]
  readonly calendar?: {
    readonly date: string
    readonly period?: string
    readonly rows?: string
    readonly colour?: string
    readonly title: readonly string[]
  }
  readonly board?: { readonly by: string; readonly card: readonly string[] }
  readonly report?: Report
  readonly blocks: readonly Block[]
  /** Further lists under its address; the path of each is `path?list=name`. */
  readonly lists: readonly Screen[]
  readonly source: string
}

export interface Module {
  readonly name: string
  readonly title: Text
  readonly path?: string
  readonly permission: readonly string[]
  readonly icon?: string
  readonly order: number
  readonly redirect?: string
  /** Nothing leads to its address. */
  readonly menuOnly: boolean
  readonly hidden: boolean
  /** Paths of its screens in menu order. */
  readonly screens: readonly string[]
  readonly source: string
}
