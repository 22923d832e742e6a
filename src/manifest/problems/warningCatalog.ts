// Catalog of warnings about valid but surely unintended parts.
// A manifest waives one by its code, with a reason.
interface Entry {
  /** `{name}` is replaced by an argument. */
  readonly message: string
  /** The consequence for the product's users. */
  readonly why: string
}

/** Warnings, by code. */
export const warningTable = {
  'unreachable-state': {
    message: 'No record of `{entity}` ever comes into `{name}`.',
    why: 'Filters, tabs and boards offer a state in which nothing ever is.',
  },
  'dead-end-state': {
    message: 'A record of `{entity}` that comes into `{name}` never leaves it, and it is not `closed`.',
    why: 'Queues show for ever what cannot be finished.',
  },
  'closed-with-exit': {
    message: '`{name}` of `{entity}` is `closed`, but {transitions} can lead a record on from it.',
    why: 'The page shows no turn on its records, although they may still have to go on.',
  },
  'unwritten-field': {
    message: 'No transition, default or synchronization ever writes `{name}`.',
    why: 'The field stays empty in every record.',
  },
  'constant-field': {
    message: 'Every record keeps the default of `{name}`: no form, transition or synchronization writes the field.',
    why: 'People see a value that cannot be chosen or changed.',
  },
  'unread-field': {
    message: 'No screen, rule, document or detail view ever shows or reads `{name}`.',
    why: 'People enter what serves nothing.',
  },
  'unfillable-field': {
    message: '`{name}` is required here, and some who may run this transition may not read it.',
    why: 'Their form lacks the field, and each attempt is refused because of it.',
  },
  'open-unit-scope': {
    message:
      'Callers of a unit reach all records of `{entity}` of the tenant: there are `selfFields`, but no `unitFields`.',
    why: 'Who may see the records of one unit sees those of all, although others see their own only.',
  },
  'unfilled-scope': {
    message: 'Nothing ever fills `{name}`, by which `{path}` decides who reaches the record.',
    why:
      'Callers whom the row scope narrows never see the record by this path. Where no other leads to it, it waits ' +
      'in vain.',
  },
  'never-holds': {
    message: 'This can never hold: {why}.',
    why: 'What it guards is dead: never offered, never listed or always refused.',
  },
  'endless-job': {
    message:
      '`{name}` changes nothing that `where` reads: it runs on the same records every {seconds} seconds, for ever.',
    why: 'People get the same message at every look, and each record gains a version that changes nothing.',
  },
  'four-eyes-of-creator': {
    message: 'Its creator may not run this, but others than creators begin it, by `{name}`.',
    why: 'Who asks for an approval gives it alone.',
  },
  'repeated-line': {
    message: 'Two lines of `{name}` can have the same `{cell}`, on which this runs once.',
    why: 'The record changes once, while sums of the lines count it twice.',
  },
  'unreachable-screen': {
    message: 'This screen cannot be reached: {why}.',
    why: 'It was built for people who never see it.',
  },
  'unoffered-transition': {
    message: '`{name}` creates records, but no screen, effect or call offers it.',
    why: 'Those who hold its permission find it nowhere.',
  },
  'unused-permission': {
    message: 'The permission code `{name}` opens nothing.',
    why: 'Who grants it in a role grants nothing.',
  },
  'disclosed-value': {
    message: '`{source}` is protected, and its value is copied into `{target}`, which is not.',
    why: 'People who may not see the value read it there.',
  },
  'disclosing-filter': {
    message: 'The condition reads `{name}`, which some who open this screen may not read, or only in part.',
    why: 'That a record is listed discloses the value.',
  },
  'unreadable-sort': {
    message: 'The records are in the order of `{name}`, which some who open this may not read.',
    why: 'To them the list is refused as a whole: its order would disclose the values.',
  },
  'disclosing-message': {
    message: 'The message holds `{name}`, which some who may run this transition may not read.',
    why: 'Who may not see the value reads it in the refusal.',
  },
  'disclosing-notice': {
    message: 'The message holds `{name}`, which some of its receivers may not read.',
    why: 'Who may not see the value reads it in the message, on the telephone too.',
  },
  'foreign-address': {
    message: 'The address is outside of `{path}`, the address of its module.',
    why: 'Menu and breadcrumb say one place, the address another.',
  },
  'odd-address': {
    message: 'The address {why}.',
    why: 'It is mistyped easily, or means something else in a browser.',
  },
  'same-text': {
    message: 'The text is the same in {languages}.',
    why: 'Readers of one of the languages get a text in the other.',
  },
  'blank-text': { message: 'The text is blank in {language}.', why: 'People see an empty place.' },
  'odd-characters': {
    message: 'The text holds a control character or half a character.',
    why: 'Browsers, files and messages show it broken.',
  },
  'missing-text': {
    message: '{count} in {language}; the first language stands in.',
    why: 'Readers of the language get a text in another.',
  },
  'differing-placeholders': {
    message: 'The placeholders differ: {differing}.',
    why: 'Readers of one language learn less than the others.',
  },
  'other-schema': {
    message: '`$schema` names {found}, but this file is of the kind {kind}.',
    why: 'Editors complete and check by the wrong kind.',
  },
  'idle-waiver': {
    message: '`{name}` waives nothing here.',
    why: 'A waiver that outlives its warning hides the next one.',
  },
} as const satisfies Record<string, Entry>

export type WarningCode = keyof typeof warningTable
