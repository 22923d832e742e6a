// Documents each function of the rules with an executed example:
// its value in JavaScript, its value with an empty field, and its SQL.
import { join } from 'node:path'
import { compile } from '../../src/manifest/compile'
import { compileRule } from '../../src/manifest/expression/check'
import { evaluate } from '../../src/manifest/expression/evaluate'
import { signatures, type Signature } from '../../src/manifest/expression/functions'
import { momentAtClock } from '../../src/manifest/expression/values/calendar'
import type { App } from '../../src/manifest/model/app'
import type { FunctionName, Rule } from '../../src/manifest/model/rule'
import { Decimal } from 'decimal.js'
import { planningOf } from '../../src/server/query/expression/planning'
import { RowSource } from '../../src/server/query/expression/rowSource'
import { valueSql } from '../../src/server/query/expression/ruleSql'
import { readSources } from '../../src/server/workers/readManifests'

const meanings: Readonly<Record<FunctionName, readonly [meaning: string, example: string]>> = {
  now: ['The moment of the request, the same for the whole request.', 'now()'],
  today: ["The day of the request in the app's time zone.", 'today()'],
  date: ["The day of a moment in the app's time zone; a day stays itself.", 'date(createdAt)'],
  daysBetween: [
    'Two days: how many days lie between them. Two moments: spans of 24 hours, cut toward zero. A day and a moment: by the day of the moment.',
    'daysBetween(due, today())',
  ],
  addDays: ['A day or a moment so many days later; a part of a day is cut off.', 'addDays(due, 7)'],
  addMonths: [
    'The same day so many months later, or the last day of that month where it is shorter, as of 31 January and one month. Use it for what runs by the month, and `date` first for a moment.',
    'addMonths(due, 1)',
  ],
  addYears: [
    'The same day so many years later; of 29 February the 28th where the year has none. Use it for what is valid for years: 365 days end a day early over a leap day.',
    'addYears(due, 2)',
  ],
  weekday: ["1 for a Monday to 7 for a Sunday, of a day, or of a moment's day in the app's time zone.", 'weekday(due)'],
  month: ["'yyyy-MM' of a day, or of a moment's day in the app's time zone.", 'month(due)'],
  hour: ["0 to 23, the hour of a moment in the app's time zone.", 'hour(createdAt)'],
  round: ['Rounds half away from zero; `digits` is a literal from 0 to 12, 0 if absent.', 'round(fine, 1)'],
  max: ['The largest; null when any argument is null.', 'max(fine, 10)'],
  min: ['The smallest; null when any argument is null.', 'min(fine, 10)'],
  abs: ['The number without its sign.', 'abs(fine)'],
  coalesce: ['The first that is not null. Use it to give an empty value a meaning.', 'coalesce(fine, 0)'],
  size: ['Characters of a text, entries of a list, files or lines; 0 of null.', 'size(reader)'],
  contains: ['Whether a text has a part, by exact characters; false when either is null.', "contains(reader, 'nn')"],
  startsWith: ['Whether a text begins so; false when either is null.', "startsWith(reader, 'A')"],
  endsWith: ['Whether a text ends so; false when either is null.', "endsWith(reader, 'a')"],
  text: ['A number, day, moment, truth value or record as a text.', 'text(fine)'],
  number: ['The number that a text writes; null for any other text.', 'number(reader)'],
  hasPermission: ['Whether the caller holds the permission code; never null.', "hasPermission('loans')"],
  roleGrants: [
    "Whether the caller's role gives the code, before the permission changes of access.json; false of null.",
    'roleGrants(reader)',
  ],
  ref: ['The record with that id, for a reference that is kept as a number; null of null.', 'ref(late)'],
}

/** The wall clock of the examples. */
const now = '2026-03-10T10:00'

const record: Readonly<Record<string, unknown>> = {
  id: 5,
  due: '2026-03-05',
  createdAt: '2026-03-01T01:30:00.000Z',
  fine: '12.35',
  reader: 'Anna',
  late: 5,
}

export function functionChapter(root: string): string {
  const compiled = compile(readSources(join(root, 'tests/manifest/fixture')))
  if (!compiled.ok) throw new Error('The fixture of the tests does not compile.')
  const { app } = compiled
  const rows = (Object.keys(signatures) as FunctionName[]).map((name) => functionEntry(app, name))
  return [
    '## Functions of the rules',
    `Each example is evaluated on a record with ${Object.entries(record)
      .map(([name, value]) => `\`${name}\` ${JSON.stringify(value)}`)
      .join(
        ', ',
      )}, at ${now.replace('T', ' ')} in ${app.product.timezone}; then on one in which all of these are empty.`,
    ...rows,
    conditionSection(app),
  ].join('\n\n')
}

/** The handling of empty values in conditions, each executed. */
const conditions = [
  'fine >= 0',
  'fine == null || fine >= 0',
  '!(fine >= 0)',
  'fine != 5',
  "reader == 'Anna'",
  "contains(reader, 'nn')",
  'coalesce(fine, 0) >= 0',
]

function conditionSection(app: App): string {
  return [
    '### Conditions and empty values',
    'A condition that gives null does not hold, wherever it stands: a check refuses, `when` offers nothing, `where` leaves the record out. `==` and `!=` compare null like any value; `<`, `<=`, `>`, `>=` and calculations give null as soon as one side is null.',
    [
      '| check | on the record | of empty fields |',
      '| --- | --- | --- |',
      ...conditions.map((source) => {
        const outcome = (fields: Fields) =>
          evaluatedOn(ruleOf(app, source), app, fields) === true ? 'passes' : 'refuses'
        return `| \`${source.replaceAll('|', '\\|')}\` | ${outcome(record)} | ${outcome({})} |`
      }),
    ].join('\n'),
  ].join('\n\n')
}

type Fields = Readonly<Record<string, unknown>>

function ruleOf(app: App, source: string): Rule {
  const entity = app.entities.loan!
  const { rule, problems } = compileRule(source, {
    record: { entity: entity.name, fields: entity.fields, states: Object.keys(entity.states) },
    settings: app.settings,
    codes: new Set(Object.keys(app.access.permissions)),
    entities: () => undefined,
    dictionaries: () => undefined,
  })
  if (rule === undefined) throw new Error(`${source}: ${problems.map((problem) => problem.message).join(' ')}`)
  return rule
}

function evaluatedOn(rule: Rule, app: App, fields: Fields): unknown {
  const { timezone } = app.product
  const moment = new Date(momentAtClock(now, timezone)!)
  return evaluate(rule.node, (_, path) => fields[path.join('.')] ?? null, { now: moment, timezone, holds: () => true })
}

function functionEntry(app: App, name: FunctionName): string {
  const [meaning, example] = meanings[name]
  const rule = ruleOf(app, example)
  const valueOn = (fields: Fields) => written(evaluatedOn(rule, app, fields))
  const planning = planningOf(app, 'en', false)
  const sql = valueSql(rule.node, { planning, source: RowSource.of(planning, app.entities.loan!) }).text
  return `### \`${signatures[name].written}\`

${meaning} ${takes(signatures[name])}

- \`${example}\` is ${valueOn(record)}; of empty fields ${valueOn({})}.
- SQL: \`${sql.replace(/\s+/g, ' ').trim()}\``
}

function takes(signature: Signature): string {
  const types = signature.takes.map((some) => some.join(' or '))
  const gives = signature.gives === 'first' ? 'the type of its first argument' : signature.gives
  return `Takes ${types.length === 0 ? 'nothing' : types.join('; ')}${signature.most > signature.takes.length ? ' (repeated)' : ''}, gives ${gives}.`
}

function written(value: unknown): string {
  return `\`${Decimal.isDecimal(value) ? value.toString() : JSON.stringify(value)}\``
}
