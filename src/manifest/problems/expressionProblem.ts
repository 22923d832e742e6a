// A problem inside an expression, located by its offset.

/** An expression of the author's own, used in rules as `rule.name`; without an entity it is the app's. */
export interface NamedRule {
  readonly name: string
  readonly source: string
  readonly entity?: string
}

/** An author's mistake in a rule. `start` and `end` are offsets into the rule's own text, `end` exclusive. */
export interface RuleProblem {
  readonly code: RuleProblemCode
  readonly message: string
  readonly start: number
  readonly end: number
  readonly hint?: string
  /** `entity.name`: the field that does not exist. */
  readonly missing?: string
  /** A text that is no code, and the similar codes. */
  readonly literal?: { readonly value: string; readonly among: readonly string[] }
  /** The named rule whose text has the problem, if it is not the rule itself. */
  readonly namedRule?: NamedRule
}

/**
 * rule-syntax: unreadable; rule-name: no such name; rule-function: no such function; rule-arguments: wrong number or
 * kind of arguments; rule-type: types that do not match; rule-code: a literal that is no code of the dictionary or
 * state; rule-permission: no such permission code; rule-result: the rule returns another type than its location needs;
 * rule-cycle: a named rule that leads back to itself.
 */
export type RuleProblemCode =
  | 'rule-syntax'
  | 'rule-name'
  | 'rule-function'
  | 'rule-arguments'
  | 'rule-type'
  | 'rule-code'
  | 'rule-permission'
  | 'rule-result'
  | 'rule-cycle'
