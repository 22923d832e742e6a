// Which lines field is meant, and what are the cells of a line set to? What adding, changing and copying lines have in common.
import type { Rule } from '../app'
import type { RuleEnvironment } from '../rule/check'
import { below, hintFor, ruleAt, table, tell, type At, type EntityDraft, type FieldDraft, type World } from '../world'
import { targetOf } from './fields'

/** The lines field of a name that stands as a key at the place; anything else is told. */
export function linesNamed(world: World, place: At, draft: EntityDraft, name: string): FieldDraft | undefined {
  const field = draft.fields[name]
  if (field === undefined)
    tell(
      world,
      place,
      'unknown-field',
      { entity: draft.name, name },
      { key: true, ...hintFor(name, Object.keys(draft.fields)) },
    )
  else if (field.type !== 'lines')
    tell(world, place, 'wrong-field', { name, expected: 'a field of type lines' }, { key: true })
  else return field
  return undefined
}

/** Compiles what cells of a line are set to. `Empty`: null where a cell may be emptied. */
export function resolveCells<Empty extends null = never>(
  world: World,
  place: At,
  entity: string,
  { fields = {} }: FieldDraft,
  set: Readonly<Record<string, string | Empty>>,
  environment: RuleEnvironment,
): Record<string, Rule | Empty> {
  const cells = table<Rule | Empty>()
  for (const [name, source] of Object.entries(set)) {
    const own = below(place, name)
    const cell = fields[name]
    if (cell === undefined)
      tell(world, own, 'unknown-field', { entity, name }, { key: true, ...hintFor(name, Object.keys(fields)) })
    else if (!cell.stored) tell(world, own, 'computed-field', { name, done: 'set' }, { key: true })
    else if (source === null) cells[name] = source
    else {
      const { expected, target } = targetOf(world, cell)
      const rule = ruleAt(world, own, source, environment, expected, target)
      if (rule !== undefined) cells[name] = rule
    }
  }
  return cells
}
