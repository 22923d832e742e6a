// What does the server run by itself? Transitions of records that are there, which must allow the system; one may be given lines out of a file.
import type { Timed, TimedLines } from '../app'
import type * as language from '../generated/language'
import { fieldNamed } from '../names'
import type { RuleEnvironment } from '../rule/check'
import {
  at,
  below,
  each,
  hintFor,
  ruleAt,
  tell,
  type At,
  type EntityDraft,
  type TransitionDraft,
  type World,
} from '../world'
import { isForSystem, ownTransition } from './effects'
import { checkCells } from './fields'

export function resolveTimed(world: World, draft: EntityDraft, fact: RuleEnvironment): Timed[] {
  return each(draft.file.manifest.timed).flatMap(([index, timed]): Timed[] => {
    const place = at(draft.file, 'timed', index)
    const when = ruleAt(world, below(place, 'when'), timed.when, fact, 'boolean')
    const transition = transitionAt(world, below(place, 'transition'), draft, timed.transition)
    const lines = timed.lines && resolveLines(world, draft, below(place, 'lines'), transition, timed.lines)
    return when === undefined
      ? []
      : [{ transition: timed.transition, when, every: timed.every, ...(lines && { lines }) }]
  })
}

function transitionAt(world: World, place: At, draft: EntityDraft, name: string): TransitionDraft | undefined {
  const transition = ownTransition(world, place, draft, name)
  if (transition?.creates === true)
    tell(world, place, 'wrong-transition', { name, why: 'it creates, and there is no record to look at' })
  if (transition !== undefined && !isForSystem(transition))
    tell(world, place, 'not-for-system', { name, by: 'a timed rule' }, { hint: 'Add "system" to its permissions.' })
  return transition
}

function resolveLines(
  world: World,
  draft: EntityDraft,
  place: At,
  transition: TransitionDraft | undefined,
  { from, into, match, failed, reason }: language.TimedLines,
): TimedLines {
  const file = fieldNamed(world, below(place, 'from'), draft, from)
  if (file !== undefined && file.type !== 'files')
    tell(world, below(place, 'from'), 'wrong-field', { name: from, expected: 'a field of files' })
  const lines = fieldNamed(world, below(place, 'into'), draft, into)
  if (lines !== undefined && lines.type !== 'lines')
    tell(world, below(place, 'into'), 'wrong-field', { name: into, expected: 'a field of lines' })
  const asked = transition && askedAt(world, below(place, 'into'), transition, into)
  if (match !== undefined && lines?.type === 'lines') checkCells(world, below(place, 'match'), lines, match)
  if (asked !== undefined && (asked.cells === undefined) !== (match === undefined)) {
    if (match === undefined)
      tell(world, place, 'missing-part', { thing: 'a table that fills cells of lines', key: 'match' })
    else
      tell(
        world,
        below(place, 'match'),
        'ineffective-key',
        { key: 'match', where: 'where the lines themselves are asked' },
        { key: true },
      )
  }
  const other = transitionAt(world, below(place, 'failed'), draft, failed)
  if (other !== undefined) askedAt(world, below(place, 'reason'), other, reason)
  return { from, into, match: match ?? [], failed, reason }
}

function askedAt(
  world: World,
  place: At,
  { name: transition, asks }: TransitionDraft,
  name: string,
): TransitionDraft['asks'][number] | undefined {
  const ask = asks.find((one) => one.field === name)
  if (ask === undefined)
    tell(
      world,
      place,
      'unknown-name',
      { what: `field that ${transition} asks:`, name },
      hintFor(
        name,
        asks.map(({ field }) => field),
      ),
    )
  return ask
}
