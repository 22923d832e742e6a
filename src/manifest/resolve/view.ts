// What are the records of a view? Made of records of other entities, part by part, from what is stored in them: a database can keep that in its own
// words, and nothing that a caller may not read gets through. A view is never written and never referred to.
import type { Rule, ViewPart } from '../app'
import type * as language from '../generated/language'
import { entityNamed, ineffective, pathFrom } from '../names'
import { visit } from '../rule/check'
import { at, below, each, hintFor, ruleAt, table, tell, type At, type EntityDraft, type World } from '../world'
import { targetOf } from './fields'

/** What is written of records that are kept. */
const KEPT = [
  'number',
  'unique',
  'states',
  'stages',
  'transitions',
  'invariants',
  'timed',
  'former',
] as const satisfies readonly (keyof language.EntityManifest)[]
const FILLED = [
  'required',
  'requiredWhen',
  'default',
  'min',
  'max',
  'length',
  'pattern',
  'check',
  'accept',
  'localized',
  'index',
] as const satisfies readonly (keyof language.Field)[]

export function resolveView(world: World, draft: EntityDraft, manifest: readonly language.ViewPart[]): ViewPart[] {
  const { file } = draft
  ineffective(world, file, [], file.manifest, KEPT, 'on a view')
  for (const [name, field] of Object.entries(file.manifest.fields)) {
    ineffective(world, file, ['fields', name], field, FILLED, 'on a field of a view')
    if (field.type === 'lines')
      tell(world, at(file, 'fields', name, 'type'), 'wrong-field', {
        name,
        expected: 'a field of another type: a view has no lines',
      })
  }
  refuseReferences(world, draft)
  return each(manifest).flatMap(([index, part]) => resolvePart(world, draft, at(file, 'view', index), part))
}

function resolvePart(
  world: World,
  draft: EntityDraft,
  place: At,
  { of, where, values }: language.ViewPart,
): ViewPart[] {
  const source = entityNamed(world, below(place, 'of'), of)
  if (source === undefined) return []
  if (source.file.manifest.view !== undefined)
    tell(world, below(place, 'of'), 'wrong-field', { name: of, expected: 'an entity whose records are kept' })
  if (source.entity.tenant !== draft.entity.tenant)
    tell(world, below(place, 'of'), 'conflicting-keys', {
      what: `\`${of}\` and \`${draft.name}\` must both belong to tenants, or neither`,
    })
  const records = { ...world.base, record: source.shape, me: undefined, tenant: undefined }
  const checked = (at: At, rule: Rule | undefined): Rule | undefined => {
    if (rule !== undefined) checkStored(world, at, source, rule)
    return rule
  }
  const chosen =
    where === undefined
      ? undefined
      : checked(below(place, 'where'), ruleAt(world, below(place, 'where'), where, records, 'boolean'))
  const made = table<Rule>()
  for (const [name, written] of Object.entries(values)) {
    const own = below(place, 'values', name)
    const field = draft.fields[name]
    if (field === undefined)
      tell(
        world,
        own,
        'unknown-field',
        { entity: draft.name, name },
        { key: true, ...hintFor(name, Object.keys(draft.file.manifest.fields)) },
      )
    else if (field.system) tell(world, own, 'system-field', { name, done: 'given' }, { key: true })
    else if (!field.stored) tell(world, own, 'computed-field', { name, done: 'given' }, { key: true })
    else {
      const { expected, target } = targetOf(world, field)
      const rule = checked(own, ruleAt(world, own, written, records, expected, target))
      if (rule !== undefined) made[name] = rule
    }
  }
  return [{ entity: source.name, values: made, ...(chosen !== undefined && { where: chosen }) }]
}

function checkStored(world: World, place: At, source: EntityDraft, { node, reads }: Rule): void {
  for (const path of reads) {
    const field = path === 'id' ? undefined : pathFrom(world, place, source, path.replace(/^(.*)\.id$/, '$1'))?.field
    if (field === undefined) continue
    if (!field.stored || field.localized)
      tell(world, place, 'wrong-field', { name: path, expected: 'a stored field in one language' })
    if (field.mask !== undefined || field.read !== undefined)
      tell(world, place, 'wrong-field', { name: path, expected: 'a field that everybody may read' })
  }
  visit(node, (one) => {
    if (one.kind === 'call' && ['now', 'today', 'holds'].includes(one.name))
      tell(world, place, 'conflicting-keys', {
        what: `A view is the same for everybody at any time and cannot ask for ${one.name}()`,
      })
  })
}

function refuseReferences(world: World, draft: EntityDraft): void {
  for (const other of Object.values(world.entities))
    for (const [name, field] of Object.entries(other.file.manifest.fields)) {
      if (field.entity === draft.name)
        tell(world, at(other.file, 'fields', name, 'entity'), 'wrong-field', {
          name: draft.name,
          expected: 'an entity whose records are kept: those of a view come and go',
        })
    }
}
