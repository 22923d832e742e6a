// Catalog of problem codes, each with its English message and the reason for the refusal.
import type { RuleProblemCode } from './expressionProblem'
import type { WarningCode } from './warningCatalog'

interface Entry {
  /** `{name}` is replaced by an argument. */
  readonly message: string
  /** Reason for the refusal. */
  readonly why: string
}

const unresolved = 'Every name must stand for something.'

/** Problems of manifests, by code. */
export const problemTable = {
  'json-syntax': { message: 'Not JSON: {what}.', why: 'A manifest is strict JSON.' },
  'too-deep': { message: 'Nested deeper than {what} levels.', why: 'No manifest is; it bounds the work.' },
  'duplicate-key': {
    message: 'The key `{what}` stands here twice.',
    why: 'One of the two would be lost without a word.',
  },
  'unknown-key': {
    message: '`{key}` is no key of {thing}.',
    why: 'A key without a reader is a mistake of the author.',
  },
  'missing-key': {
    message: 'The key `{key}` is missing: {thing} needs it.',
    why: 'Without it the thing is not described.',
  },
  'wrong-type': {
    message: 'Expected {expected}, found {found}.',
    why: 'The value has another type than its schema declares.',
  },
  'not-one-of': { message: '{found} is none of {known}.', why: 'The language has a closed set of words here.' },
  'empty-text': { message: 'The text is empty.', why: 'An empty text says nothing.' },
  'bad-format': {
    message: '{found} does not have the form {pattern}.',
    why: 'The language prescribes the form of this text.',
  },
  'bad-pattern': {
    message: 'This pattern cannot be used: {why}',
    why: 'Patterns are the part of regular expressions that never takes long.',
  },
  'out-of-range': { message: '{found} must be {bound}.', why: 'The language bounds this number.' },
  'wrong-count': { message: 'Expected {wanted}, found {found}.', why: 'The language bounds the number of entries.' },

  'unknown-file': {
    message: 'This name belongs to no kind of manifest.',
    why: 'A file without a reader is a mistake of the author.',
  },
  'misplaced-file': {
    message: 'This kind of manifest does not belong here.',
    why: 'Its folder is its module; app.json and access.json stand above all modules.',
  },
  'missing-file': { message: '{file} is missing.', why: 'Nothing can be compiled without it.' },
  'duplicate-name': {
    message: 'The {kind} `{name}` is declared twice; the other one is in {other}.',
    why: 'A name stands for one thing.',
  },
  'bad-name': {
    message: '`{name}` cannot be a name: letters and digits, beginning with a letter.',
    why: 'Rules and addresses are made of names.',
  },
  'reserved-name': { message: '`{name}` is {what}.', why: 'The engine, or the rule language, already uses this name.' },
  'duplicate-route': { message: '`{path}` is already the address of {other}.', why: 'An address leads to one thing.' },
  'reserved-route': {
    message: 'Addresses that begin with /api/ belong to the engine.',
    why: 'The derived calls stand there.',
  },
  'duplicate-number': {
    message: 'The prefix `{prefix}` already numbers `{other}`.',
    why: 'A document number must name one document.',
  },
  'duplicate-entry': { message: '`{name}` stands in this list twice.', why: 'The second entry would have no effect.' },

  'declared-twice': {
    message: 'The set `{set}` declares `{name}`, which stands here already.',
    why: 'One of the two would be lost without a word.',
  },
  'unknown-entity': { message: 'There is no entity `{name}`.', why: unresolved },
  'unknown-field': { message: '`{entity}` has no field `{name}`.', why: unresolved },
  'unknown-dictionary': { message: 'There is no dictionary `{name}`.', why: unresolved },
  'unknown-code': { message: '`{name}` is no code of {of}.', why: unresolved },
  'unknown-permission': {
    message: 'There is no permission code `{name}`.',
    why: 'Codes are declared in access.json and in `codes` of modules.',
  },
  'unknown-state': { message: '`{entity}` has no state `{name}`.', why: unresolved },
  'unknown-transition': {
    message: '`{entity}` has no transition `{name}`.',
    why: unresolved,
  },
  'unknown-screen': {
    message: 'There is no screen with the address `{name}`.',
    why: 'Every address must lead somewhere.',
  },
  'unknown-setting': { message: 'There is no setting `{name}`.', why: unresolved },
  'unknown-operation': {
    message: 'The server has no operation `{name}`.',
    why: unresolved,
  },
  'partial-column': {
    message: 'Some callers lack the column `{name}`, but {use} needs it for all.',
    why: 'Order, tabs, cards, rows of a sheet and hits of a search would disclose its values.',
  },
  'unknown-block': { message: 'There is no block `{name}`.', why: unresolved },
  'unknown-icon': { message: 'There is no icon `{name}`.', why: unresolved },
  'unknown-name': { message: 'There is no {what} `{name}`.', why: unresolved },
  'long-path': {
    message: 'A path steps through at most {most} references.',
    why: 'Longer ones cost more than they tell.',
  },

  'wrong-field': {
    message: '`{name}` cannot stand here: expected {expected}.',
    why: 'The field has a type that this place cannot use.',
  },
  'wrong-value': {
    message: 'A field of type {expected} cannot hold this: it gives {found}.',
    why: 'Nothing is converted silently.',
  },
  'wrong-example': {
    message: 'This example is refused by {what}.',
    why: 'An example is a value that can be given.',
  },
  'wrong-fill': {
    message: 'This value does not fit the type or the limits of the field, which takes {type}.',
    why: 'What a migration writes into records is held to the rules of the field.',
  },
  'ineffective-key': {
    message: '`{key}` has no effect {where}.',
    why: 'A key without effect says something that is not so.',
  },
  'missing-part': { message: '{thing} needs `{key}`.', why: 'Without it this kind of thing is not described.' },
  'conflicting-keys': { message: '{what}.', why: 'The two say different things.' },
  'computed-field': {
    message: '`{name}` is computed and cannot be {done}.',
    why: 'A computed value follows from others.',
  },
  'system-field': {
    message: '`{name}` is kept by the engine and cannot be {done}.',
    why: 'The engine alone writes it.',
  },
  'never-written': {
    message: '`{name}` is required, but no transition asks for or sets it and it has no default.',
    why: 'A record could never be complete.',
  },
  'never-runs': {
    message: '`{name}` can never run: no record ever comes into {states}.',
    why: 'No chain of transitions leads there.',
  },
  'never-offered': { message: '`{name}` is never offered here: {why}.', why: 'The button would never be shown.' },
  'ambiguous-reference': {
    message: 'Several fields of `{entity}` refer to `{target}`: {fields}.',
    why: 'Which one is meant must be written.',
  },
  'no-reference': {
    message: 'No field of `{entity}` refers to `{target}`.',
    why: 'The two have nothing to do with each other.',
  },
  'wrong-transition': {
    message: '`{name}` cannot stand here: {why}.',
    why: 'The transition is of another kind than this place needs.',
  },
  'not-for-system': {
    message: '`{name}` is run by {by}, but its permissions do not name `system`.',
    why: 'Effects and jobs act as the system.',
  },
  'missing-value': {
    message: '`{transition}` requires `{name}`, which is not given a value.',
    why: 'The effect, or the job, would always be refused.',
  },
  cycle: { message: 'The value depends on itself: {chain}.', why: 'It could never be computed.' },
  'unknown-text': {
    message: 'No manifest has a text at `{address}`.',
    why: 'A translation of nothing is never shown.',
  },
  'unused-dictionary': { message: 'No field uses the dictionary `{name}`.', why: 'A manifest without effect.' },
  'unused-set': { message: 'No entity uses the set of fields `{name}`.', why: 'It would declare nothing.' },
  'unused-rule': { message: 'No rule uses `rule.{name}`.', why: 'It would hold nowhere.' },
  'unused-var': { message: '`vars.{name}` is never read.', why: 'It would be counted for nothing.' },
  'out-of-reach': {
    message:
      'Holders of {code} must choose `{name}`, but with row scope `self` they can never reach a record of `{target}`.',
    why: 'A form that some of those who may open it can never fill in.',
  },
  'unlocked-count': {
    message: '`{name}` is counted for a check, and nothing keeps others from adding to it at the same moment.',
    why: 'A limit that is only counted does not hold when several run at once.',
  },
  'not-undoable': {
    message: '`undo` would not take everything back: {remains}.',
    why: 'Undoing leaves what people and rules read as it was, or is not offered.',
  },
  'bad-placeholder': {
    message: '`{found}` is no placeholder.',
    why: 'Between braces stands a field, a value of `vars` or a setting.',
  },
  'undeclared-creation': {
    message: '`{name}` has no `from`, so it would create a record each time, as `{first}` does.',
    why: 'An edit that creates is noticed when the records are there twice.',
  },
  'no-label': {
    message: '`{entity}` is referred to, but has neither a number nor a field `name` to be called by.',
    why: 'A record that is chosen must have a name.',
  },
  'long-name': {
    message: 'The name `{name}` in the database has {count} characters, more than {most}.',
    why: 'PostgreSQL would cut it, and two names could become one.',
  },
} as const satisfies Record<string, Entry>

/** Problems of rules; their messages are composed where rules are checked. */
export const ruleProblemTable = {
  'rule-syntax': { why: 'The rule cannot be read.' },
  'rule-name': { why: 'A name in the rule stands for nothing here.' },
  'rule-function': { why: 'The rule language has no such function.' },
  'rule-arguments': { why: 'The function takes other arguments.' },
  'rule-type': { why: 'Types that do not go together; nothing is converted silently.' },
  'rule-code': { why: 'The text is no code of the dictionary, or no state, that it is compared with.' },
  'rule-permission': { why: 'There is no such permission code.' },
  'rule-result': { why: 'The rule gives another type than its place takes.' },
  'rule-cycle': { why: 'A named rule stands for its text, and a text cannot contain itself.' },
} as const satisfies Record<RuleProblemCode, { why: string }>

/** Problems that do not come from files alone; their messages are composed where records or answers are available. */
export const runtimeProblemTable = {
  'stored-records': {
    why:
      'Records, or roles, hold what these manifests no longer declare or allow. Only a database shows it, so that the ' +
      'server reports it at its start and of a saved change, and `npm run plan -- --server <address>` before that; ' +
      '`npm run check` knows no records.',
  },
  journey: { why: 'The product answered a step of a journey in another way than is written there.' },
} as const satisfies Record<string, { why: string }>

export type ProblemCode = keyof typeof problemTable

/** Everything printed as a problem; each has its entry in the manual. */
export type PrintedCode = ProblemCode | RuleProblemCode | WarningCode | keyof typeof runtimeProblemTable

export type Arguments = Readonly<Record<string, string>>
