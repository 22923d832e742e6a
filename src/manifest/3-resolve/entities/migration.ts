// Resolves an entity's instructions for stored data:
// former names of itself, its states and fields, and what is dropped.
import type * as language from '../../language/generated'
import type { Conversion, Entity } from '../../model/entity'
import { callsOfCallerOrTime } from '../../expression/analyze'
import { compositeTypes } from '../../fieldTypes/typeSets'
import type { Rule } from '../../model/rule'
import type { FieldDraft } from '../../context/compileContext'
import {
  childLocation,
  createTable,
  indexed,
  locationOf,
  reportProblem,
  ruleAt,
  type CompileContext,
  type EntityDraft,
  type ManifestLocation,
} from '../../context/compileContext'
import { findField, stateAt } from '../../context/lookup'
import { targetOf } from '../../context/ruleTypes'

export function resolveMigration(context: CompileContext, draft: EntityDraft): Entity['migration'] {
  const migration = draft.file.manifest.migration ?? {}
  const keyAt: KeyLocation = (...path) => locationOf(context, draft.file, 'migration', ...path)
  const drop = droppedFields(keyAt, draft, migration)
  return {
    from: formerNames(keyAt, context, migration),
    states: renamedStates(keyAt, draft, migration),
    rename: renamedFields(keyAt, draft, migration),
    drop,
    convert: resolveConversions(keyAt, draft, migration, drop),
    fill: filledFields(keyAt, draft, migration),
    exempt: indexed(migration.exempt)
      .filter(([index, path]) => presentField(keyAt('exempt', index), draft, path))
      .map(([, path]) => path),
  }
}

/** The location of a key within `migration`. */
type KeyLocation = (...path: readonly (string | number)[]) => ManifestLocation

function formerNames(keyAt: KeyLocation, { entities }: CompileContext, { from = [] }: language.Migration): string[] {
  const names = typeof from === 'string' ? [from] : from
  for (const [index, name] of indexed(names))
    if (name in entities)
      stillThere(keyAt('from', ...(typeof from === 'string' ? [] : [index])), `\`${name}\` is still an entity`)
  return names
}

function renamedStates(keyAt: KeyLocation, draft: EntityDraft, migration: language.Migration): Record<string, string> {
  const states = createTable<string>()
  for (const [old, name] of Object.entries(migration.states ?? {})) {
    if (old in draft.states) stillThere(keyAt('states', old), `\`${old}\` is still a state`, { key: true })
    if (stateAt(keyAt('states', old), draft, name)) states[old] = name
  }
  return states
}

function renamedFields(keyAt: KeyLocation, draft: EntityDraft, migration: language.Migration): Record<string, string> {
  const rename = createTable<string>()
  for (const [old, name] of Object.entries(migration.rename ?? {})) {
    rename[old] = name
    if (storedField(draft, old)) stillThere(keyAt('rename', old), `\`${old}\` is still a field`, { key: true })
    const [lines, column] = name.split('.')
    const field = findField(keyAt('rename', old), draft, lines!)
    if (column !== undefined && field && !(column in (field.fields ?? {})))
      reportProblem(keyAt('rename', old), 'unknown-field', { entity: lines!, name: column })
    if (column !== undefined && old.split('.')[0] !== lines)
      stillThere(keyAt('rename', old), `\`${old}\` and \`${name}\` are not columns of the same lines`)
  }
  return rename
}

function droppedFields(keyAt: KeyLocation, draft: EntityDraft, { drop }: language.Migration): string[] {
  return indexed(drop).map(([index, name]) => {
    // A field that was stored may be computed now under the same name.
    if (storedField(draft, name)) stillThere(keyAt('drop', index), `\`${name}\` is still a field`)
    return name
  })
}

function resolveConversions(
  keyAt: KeyLocation,
  draft: EntityDraft,
  migration: language.Migration,
  dropped: readonly string[],
): Record<string, Conversion> {
  const convert = createTable<Conversion>()
  for (const [old, written] of Object.entries(migration.convert ?? {})) {
    if (storedField(draft, old)) stillThere(keyAt('convert', old), `\`${old}\` is still a field`, { key: true })
    else if (dropped.includes(old)) stillThere(keyAt('convert', old), `\`${old}\` is dropped as well`, { key: true })
    else convert[old] = resolveConversion(keyAt('convert', old), draft, old, written)
  }
  return convert
}

function filledFields(
  keyAt: KeyLocation,
  draft: EntityDraft,
  migration: language.Migration,
): Entity['migration']['fill'] {
  const fill = createTable<string | number | boolean>()
  for (const [path, value] of Object.entries(migration.fill ?? {}))
    if (presentField(keyAt('fill', path), draft, path, { key: true })) fill[path] = value
  return fill
}

/** A rule sees the former field and the own stored values: a statement over the table alone can compute it. */
function resolveConversion(
  location: ManifestLocation,
  draft: EntityDraft,
  name: string,
  { type, to: written }: language.Conversion,
): Conversion {
  const { context } = location
  const storedFields = Object.values(draft.fields).filter((field) => field.stored && isConvertible(field))
  const fields = { ...Object.fromEntries(storedFields.map((field) => [field.name, field])), [name]: { name, type } }
  const { codes, entities, dictionaries } = context.base
  const record = { entity: draft.name, fields, states: draft.shape.states }
  const environment = { record, settings: {}, codes, entities, dictionaries }
  const to = createTable<Rule>()
  for (const [path, source] of Object.entries(written)) {
    const fieldLocation = childLocation(location, 'to', path)
    const field = findField(fieldLocation, draft, path, { key: true })
    if (field === undefined) continue
    if (!field.stored || field.system || !isConvertible(field)) {
      stillThere(fieldLocation, `\`${path}\` is no value that a rule can give`, { key: true })
      continue
    }
    const rule = ruleAt(fieldLocation, source, environment, targetOf(context, field))
    if (rule === undefined) continue
    refuseCallerOrTime(fieldLocation, rule)
    to[path] = rule
  }
  return { type, to }
}

/** A migration has neither a caller nor a time of its own. */
function refuseCallerOrTime(location: ManifestLocation, { node }: Rule): void {
  for (const name of callsOfCallerOrTime(node)) stillThere(location, `a migration cannot ask for ${name}()`)
}

/** A single value that is the same in every language. */
const isConvertible = ({ type, localized }: FieldDraft): boolean =>
  !localized && type !== 'ref' && !compositeTypes.has(type)

/** Points problems at the key of the manifest, not its value. */
interface OnKey {
  readonly key: true
}

/** A stored field or column of lines; reports one that is not stored. */
function presentField(location: ManifestLocation, draft: EntityDraft, path: string, mark?: OnKey): boolean {
  const [name = '', column] = path.split('.')
  const field = findField(location, draft, name, mark)
  if (!field) return false
  const held = column === undefined ? field : field.fields?.[column]
  if (held?.stored && held.type !== 'lines') return true
  if (held === undefined) reportProblem(location, 'unknown-field', { entity: name, name: column! }, mark)
  else stillThere(location, `\`${path}\` is no value that records hold`, mark)
  return false
}

/** Whether a field, or a column of lines, is stored under that name. */
function storedField({ fields }: EntityDraft, path: string): boolean {
  const [name = '', column] = path.split('.')
  const field: FieldDraft | undefined = fields[name]
  return (column === undefined ? field : field?.fields?.[column])?.stored === true
}

const stillThere = (location: ManifestLocation, what: string, mark?: OnKey) =>
  reportProblem(location, 'conflicting-keys', { what }, mark)
