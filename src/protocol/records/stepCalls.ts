// The calls about steps of a record: whose turn it is, and why something cannot be done.
import type { Text } from '../../manifest/model/text'

/**
 * POST /api/turn — who can move a record on from its state, since when it waits, and for what. `after`: a transition
 * that submits it for a decision; then as it would be once that has run as its form opens.
 */
export type TurnRequest = { readonly entity: string; readonly id: number; readonly after?: string }
export interface TurnAnswer {
  /** Its own transitions, those of `of`, or those that create a record referring to it, by their names in `can`. */
  readonly steps?: readonly TurnStep[]
  /** A referring record whose own steps it waits for. */
  readonly of?: { readonly entity: string; readonly id: number; readonly label: string }
  /** ISO 8601. */
  readonly since?: string
  readonly unmet?: UnmetCheck
  /** Its own offered transitions that a check on the stored record would refuse. */
  readonly refused?: readonly { readonly transition: string; readonly message: string }[]
}
export type TurnStep = { readonly transition: string; readonly title: Text; readonly roles: readonly string[] }
/** Why the first step would be refused; `entities`: kinds of referring records that decide it. */
export interface UnmetCheck {
  readonly message: string
  readonly entities: readonly string[]
  /** What comes before it: steps of an open referring record of these kinds, or those that create one. */
  readonly before?: Pick<TurnAnswer, 'of'> & { readonly steps: readonly TurnStep[] }
}

/**
 * POST /api/why — what prevents something: a screen; a transition, on a record or creating; for a record alone, all of
 * its transitions on the caller's screens that are not possible now; for a number alone, opening its record.
 */
export interface WhyRequest {
  readonly screen?: string
  readonly entity?: string
  /** On a record as in its `can`: also one that creates a record referring to it. */
  readonly transition?: string
  readonly id?: number
  readonly number?: string
}

/**
 * permission: a right, or a right for records of this kind; withdrawn: a right that its role has, and that access.json
 * takes away; scope: the row scope of the account; state: the state of the record; fourEyes: another person than those
 * whom the record names; condition: a rule of the transition; check: a rule on the record that running would refuse,
 * although the transition is offered.
 */
export const missingKinds = ['permission', 'withdrawn', 'scope', 'state', 'fourEyes', 'condition', 'check'] as const
export type MissingKind = (typeof missingKinds)[number]

/** One unmet condition; the call runs when none is left. */
export interface MissingCondition {
  readonly kind: MissingKind
  readonly message: string
  /** Further help: present values, roles and people that hold a right, the step that leads to a state. */
  readonly details: readonly string[]
}

export interface WhyNot {
  /** Absent for a screen, and for a record that may not be opened. */
  readonly transition?: string
  readonly title: Text
  readonly conditions: readonly MissingCondition[]
}

export interface WhyAnswer {
  readonly refused: readonly WhyNot[]
}
