// Blocks of a dashboard, a page or a list, and their figures.
import type { Audience } from './access'
import type { Text } from './text'
import type { Aggregate, DailyAggregate, Rule, Sort } from './rule'
import type { Action, Column } from './column'

/** An aggregate, or computed from the named figures before it. */
export interface Figure extends Audience {
  readonly name?: string
  readonly title: Text
  readonly type: 'int' | 'money' | 'decimal'
  readonly aggregate?: Aggregate
  readonly compute?: Rule
  /** The same records by day, of which this month's are the number itself. */
  readonly daily?: DailyAggregate
  readonly lowerIsBetter?: true
  /** What the number of a month is to reach, over the caller alone. */
  readonly target?: Rule
  readonly drillDown?: string
  /** Not for this caller; it only keeps its place among the figures. */
  readonly withheld?: true
}

/** What is to be done once, and done when enough records are there. */
export interface ChecklistStep extends Audience {
  readonly name: string
  readonly title: Text
  readonly text?: Text
  readonly entity: string
  readonly where?: Rule
  readonly atLeast: number
  /** The address of a screen or of a further list. */
  readonly screen: string
  readonly action?: Action
  /** Offers the import of the list at `screen`. */
  readonly import: boolean
}

/** A form of a built-in block of a page without a session: a proof, or a step. */
export interface PageForm {
  readonly name: string
  readonly title: Text
  readonly text?: Text
  readonly submitTitle?: Text
  readonly inputs: readonly { readonly name: string; readonly title: Text; readonly hint?: Text }[]
}

/** `screen` absent: one step back. */
export interface PageLink {
  readonly title: Text
  readonly screen?: string
}

/** What stands in place of a block when its work ended. */
export interface PageResult {
  readonly title: Text
  readonly text?: Text
  readonly links?: readonly PageLink[]
}

export interface Block extends Audience {
  readonly kind: string
  /** Its kind and what it is about, counted where several are alike; absent: not for this caller. */
  readonly name?: string
  readonly title?: Text
  readonly text?: Text
  /** Built-in blocks: the picture above, the forms, the ways on, and the ways in which they end. */
  readonly image?: string
  readonly forms: readonly PageForm[]
  readonly links: readonly PageLink[]
  readonly results: Readonly<Partial<Record<'done' | 'alone' | 'refused' | 'unasked', PageResult>>>
  readonly entity?: string
  readonly where?: Rule
  readonly columns?: readonly Column[]
  readonly sort?: Sort
  readonly limit: number
  readonly moreScreen?: string
  /** latest, reminder: what is offered on its rows. */
  readonly actions: readonly Action[]
  /** queues: one line until it is opened. */
  readonly folded: boolean
  /** queues: of how many the first records are shown at once. */
  readonly previews: number
  /** frame: the integration, the fields that its page is sent, and the transitions that take what it hands over. */
  readonly integration?: string
  readonly sentFields?: readonly string[]
  readonly imports?: Readonly<Record<string, readonly string[]>>
  readonly width: number
  /** call: the endpoint's name; its rules know me, tenant and settings. */
  readonly endpoint?: string
  readonly values: Readonly<Record<string, Rule>>
  /** Not for this caller; it only keeps its place among the blocks. */
  readonly withheld?: true
  readonly submitTitle?: Text
  readonly confirmMessage?: Text
  readonly successMessage?: Text
  readonly figures: readonly Figure[]
  readonly steps: readonly ChecklistStep[]
}
