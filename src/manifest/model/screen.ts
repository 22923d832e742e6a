// A compiled screen: everything its block draws, with resolved names and defaults.
import type { Audience } from './access'
import type { Section } from './detail'
import type { Rule, Sort } from './rule'
import type { Text } from './text'
import type { Action, Column } from './column'
import type { Block } from './block'
import type { Report } from './report'

/** A transition that runs on all selected records. */
export type BatchAction = Audience & { readonly transition: string }
/** A document that rows offer for printing. */
export type PrintAction = Audience & { readonly document: string }

/** The records of a list that wait; `tab`: the only value of `tabsBy` that they can have. */
interface Queue {
  readonly overdueWhere?: Rule
  readonly where?: Rule
  readonly sort?: Sort
  readonly tab?: string
}

export interface Screen {
  readonly path: string
  readonly module: string
  readonly title: Text
  readonly kind: ScreenKind
  /** Any one suffices; [`public`] or [`signed-in`] for the others. */
  readonly permissions: readonly string[]
  /** A further list: exists while this holds, over me, tenant and settings. */
  readonly visibleWhen?: Rule
  readonly icon?: string
  /** Further words by which it is found. */
  readonly synonyms?: readonly string[]
  readonly menuOrder: number
  readonly hideInMenu: boolean
  readonly pinnedTab: boolean
  readonly keepAlive: boolean
  readonly signInTo?: string
  readonly redirect?: string
  readonly linkTo?: string
  readonly layout: 'main' | 'empty'
  readonly entity?: string
  readonly where?: Rule
  /** States to which `where` certainly restricts; absent: any. */
  readonly states?: readonly string[]
  readonly widenRowScope?: 'tenant'
  readonly columns: readonly Column[]
  /** Fields whose columns are withheld; only on a screen that was narrowed to a caller. */
  readonly withheldColumns?: readonly string[]
  readonly filters: readonly Column[]
  readonly tabsBy?: string
  /** The audience of the tabs; absent: all callers. */
  readonly tabsAudience?: Audience
  /** Codes of the `tabsBy` choice to which `where` certainly restricts; absent: any. */
  readonly tabCodes?: readonly string[]
  readonly sort: Sort
  readonly sumWhere?: Rule
  readonly actions: readonly Action[]
  readonly batchActions: readonly BatchAction[]
  /** Endpoints, by name; `tabs` absent: always. */
  readonly endpointActions: readonly (Audience & { readonly endpoint: string; readonly tabs?: readonly string[] })[]
  /** Documents that a row offers, by name. */
  readonly printActions: readonly PrintAction[]
  readonly recordParam?: string
  readonly export: boolean
  /** How its records are imported from a sheet; `values`: additional values for `create`. */
  readonly exchange?: {
    readonly create?: string | undefined
    readonly update?: string | undefined
    /** The field of lines of which each row of a sheet is one; absent: each row is a record. */
    readonly lines?: string
    /** How a record added by an import is voided. */
    readonly void?: { readonly transition: string; readonly values: Readonly<Record<string, Rule>> }
    readonly key: readonly string[]
    readonly values: Readonly<Record<string, Rule>>
    /** Messages of rows: one for each account and kind, or one per row. */
    readonly messages: 'summary' | 'each'
    readonly webhooks: 'summary' | 'each'
  }
  readonly refreshSeconds?: number
  readonly queue?: Queue
  readonly sections: readonly Section[]
  readonly calendar?: {
    readonly dateField: string
    readonly endField?: string
    readonly slotField?: string
    readonly groupBy?: string
    readonly colorBy?: string
    readonly entryFields: readonly string[]
  }
  readonly board?: { readonly groupBy: string; readonly cardFields: readonly string[] }
  readonly gallery?: {
    readonly imageField: string
    readonly cardFields: readonly string[]
    readonly isDefault: boolean
  }
  readonly feed?: {
    readonly dateField: string
    readonly textField: string
    readonly factFields: readonly string[]
    readonly isDefault: boolean
  }
  readonly report?: Report
  readonly blocks: readonly Block[]
  /** Further lists under its address; the path of each is `path?list=name`. */
  readonly moreLists: readonly Screen[]
  readonly source: string
}

export interface Module {
  readonly name: string
  readonly title: Text
  readonly path?: string
  readonly permissions: readonly string[]
  readonly icon?: string
  readonly menuOrder: number
  readonly redirect?: string
  /** No screen is at its address. */
  readonly menuOnly: boolean
  readonly hideInMenu: boolean
  /** Paths of its screens in menu order. */
  readonly screens: readonly string[]
  readonly source: string
}

export type ScreenKind =
  | 'list'
  | 'form'
  | 'detail'
  | 'calendar'
  | 'board'
  | 'report'
  | 'dashboard'
  | 'page'
  | 'redirect'
  | 'external'

/** The order of a list where none is chosen; `isQueue`: it shows the records that wait. */
export const usualSort = ({ sort, queue }: Pick<Screen, 'sort' | 'queue'>, isQueue: boolean): Sort =>
  (isQueue ? queue?.sort : undefined) ?? sort
