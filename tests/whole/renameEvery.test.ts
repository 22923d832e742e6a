// Tests that every named part of the shipped product can be renamed without other changes.
// LOOPS=all renames all; otherwise LOOPS_SEED draws a few, of which one has its turn each day.
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createChance } from '../../scripts/demo/chance'
import { demoAccountKeys } from '../../scripts/journeys/readJourney'
import { renamedJourneys } from '../../scripts/rename/journeys'
import { nameMakers } from '../../scripts/rename/holders'
import { renamed, RenameProblem, type Renaming } from '../../scripts/rename/renaming'
import { readJourneys, readSources } from '../../src/server/workers/readManifests'
import { loopDay, loopSeed } from '../loopSeed'
import { turnOf } from '../turns'
import { readSchemas } from './schemas'

const sources = readSources('schemas')
const journeys = readJourneys('schemas')
const accounts = demoAccountKeys('schemas')
const app = readSchemas()
const sampled = 4
const noTimeLimit = 0

const under = (kind: Renaming['kind'], owner: string, names: readonly string[]) =>
  names.map((from): Renaming => ({ kind, owner, from, to: `${from}Renamed` }))
function rulesIn(file: string): string[] {
  const { text = '{}' } = sources.find(({ path }) => path === file) ?? {}
  return Object.keys((JSON.parse(text) as { rules?: object }).rules ?? {})
}
const dictionaries = sources.flatMap(({ path }) => /([^/]+)\.dictionary\.json$/.exec(path)?.[1] ?? [])
const renamings = [
  ...under('entity', '', Object.keys(app.entities)),
  ...under('screen', '', Object.keys(app.screens)),
  ...dictionaries.flatMap((name) =>
    under(
      'code',
      name,
      (app.dictionaries[name]?.items ?? []).map(({ code }) => code),
    ),
  ),
  ...under('permission', 'permissions', Object.keys(app.access.permissions)),
  ...under('rule', '', rulesIn('app.json')),
  ...Object.values(app.entities).flatMap(({ name: owner, source, fields, states, transitions }) => [
    ...under('rule', owner, rulesIn(source)),
    ...under('state', owner, Object.keys(states)),
    ...under('transition', owner, Object.keys(transitions)),
    ...Object.values(fields)
      .filter(({ system }) => !system)
      .flatMap((field) => [
        ...under('field', owner, [field.name]),
        ...under('field', owner, Object.keys(field.fields ?? {})).map((column) => ({ ...column, lines: field.name })),
      ]),
  ]),
  // The others are refused: their names belong to a snapshot or to the steps of a job.
].filter(
  ({ kind, owner, lines, from }) => lines !== undefined || nameMakers[kind]?.(sources, app, owner, from) === undefined,
)

function drawn(): readonly Renaming[] {
  const chance = createChance(loopSeed)
  const shuffled = renamings.map((renaming) => ({ renaming, order: chance.below(1e9) }))
  const all = shuffled.sort((a, b) => a.order - b.order).map(({ renaming }) => renaming)
  if (process.env.LOOPS === 'all') return all
  // Of most kinds one, however few names it has.
  const seen = new Set<string>()
  const chosen = all.filter(({ kind }) => !seen.has(kind) && seen.add(kind)).slice(0, sampled)
  console.log(
    `Renames one of ${sampled} of ${all.length} names, drawn by LOOPS_SEED=${loopSeed} and LOOPS_DAY=${loopDay}; ` +
      'LOOPS=all renames all.',
  )
  return turnOf(chosen, sampled)
}

/** Whether a text has a name as a whole: an address, a code with a hyphen, a word. */
const isNamed = (name: string, text: string): boolean =>
  new RegExp(`(?<![\\w/])${name.replace(/[^\w/]/g, '\\$&')}(?![\\w/])`).test(text)

it('sees names that begin with a slash', () => {
  expect([isNamed('/x', '"/x"'), isNamed('/x', '"/x/y"'), isNamed('x', 'this.x == 1')]).toEqual([true, false, true])
})

/**
 * Whether nothing that stands in the way has the former name: the engine asks for a field of this name, or a rule that
 * others use, too, has the new one.
 */
const isAskedFor = ({ problems }: RenameProblem, { from }: Renaming): boolean =>
  problems.length > 0 &&
  problems.every(
    ({ column, frame = { text: '', length: 0 } }) =>
      !isNamed(from, frame.text.slice(column - 1, column - 1 + frame.length)),
  )

function attempt(renaming: Renaming): void {
  const there = renamed(sources, app, renaming)
  renamedJourneys({ journeys, accounts }, app, there, renaming)
}

it('has its new name in every place', { timeout: noTimeLimit }, async () => {
  const wrong: string[] = []
  const kept: string[] = []
  const all = drawn()
  for (const renaming of all) {
    const { kind, owner, lines, from } = renaming
    const what = `${kind} ${[owner, lines, from].filter(Boolean).join('.')}`
    try {
      attempt(renaming)
    } catch (error) {
      if (!(error instanceof RenameProblem)) throw new Error(what, { cause: error })
      if (isAskedFor(error, renaming)) kept.push(what)
      else
        wrong.push(
          [`${what}: ${error.message}`, ...error.problems.map((one) => `${one.file}:${one.line} ${one.message}`)].join(
            '\n',
          ),
        )
    }
    await setImmediate()
  }
  if (kept.length > 0) console.log(`Keep their name for the engine or in rules of others: ${kept.join(', ')}.`)
  expect(wrong).toEqual([])
})
