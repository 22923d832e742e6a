// Compiled blocks of a dashboard, a page or a list, and their figures.
import type { Audience } from './access'
import type { Text } from './text'
import type { Aggregate, DailyAggregate, Rule, Sort } from './rule'
import type { Action, Column } from './column'

/** An aggregate, or computed from the named figures before it. */
export interface Figure extends Audience {
  readonly name?: string
  readonly title: Text
  readonly help?: Text
  readonly type: 'int' | 'money' | 'decimal'
  readonly aggregate?: Aggregate
  readonly compute?: Rule
  /** The same records by day; the number itself counts those of this month. */
  readonly daily?: DailyAggregate
  readonly lowerIsBetter?: true
  /** The target of a month's number, over the caller alone. */
  readonly target?: Rule
  readonly drillDown?: string
  /** Withheld from this caller; keeps only its position among the figures. */
  readonly withheld?: true
}

/** A one-time task, done when enough records exist. */
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

/** Shown instead of a block when its work has ended. */
export interface PageResult {
  readonly title: Text
  readonly text?: Text
  readonly links?: readonly PageLink[]
}

export interface AccountFact {
  readonly title: Text
  readonly value: Rule
}

export interface Block extends Audience {
  readonly kind: string
  /** Its kind and subject, numbered among equal ones; absent: withheld from this caller. */
  readonly name?: string
  readonly title?: Text
  readonly text?: Text
  /** Built-in blocks: the picture above, the forms, the links, and the results. */
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
  /** latest, reminder: the actions on its rows. */
  readonly actions: readonly Action[]
  /** queues: collapsed to one line at first. */
  readonly folded: boolean
  /** queues: the number of queues whose first records are shown. */
  readonly previews: number
  /** frame: the integration, the fields sent to its page, and the transitions that import its data. */
  readonly integration?: string
  readonly sentFields?: readonly string[]
  readonly imports?: Readonly<Record<string, readonly string[]>>
  readonly width: number
  /** call: the endpoint's name; its rules know me, tenant and settings. */
  readonly endpoint?: string
  readonly values: Readonly<Record<string, Rule>>
  /** account: what it shows beyond the session; its rules know me, tenant and settings. */
  readonly facts?: readonly AccountFact[]
  /** Withheld from this caller; keeps only its position among the blocks. */
  readonly withheld?: true
  readonly submitTitle?: Text
  readonly confirmMessage?: Text
  readonly successMessage?: Text
  readonly figures: readonly Figure[]
  readonly steps: readonly ChecklistStep[]
}
