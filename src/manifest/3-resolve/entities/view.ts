// Resolves a view: records made of the stored records of other entities, part by part.
// The rules must translate into SQL, and no field may disclose what the caller may not read. A view is read-only and no
// reference points to it.
import { fieldsInstead, reportWrongField } from '../../context/fittingFields'
import type { Rule } from '../../model/rule'
import type { ViewPart } from '../../model/entity'
import type { Field } from '../../model/field'
import type * as language from '../../language/generated'
import { findEntity, ineffective, pathFrom } from '../../context/lookup'
import { callsOfCallerOrTime } from '../../expression/analyze'
import {
  locationOf,
  childLocation,
  indexed,
  hintFor,
  ruleAt,
  createTable,
  reportProblem,
  type ManifestLocation,
  type EntityDraft,
  type CompileContext,
} from '../../context/compileContext'
import { targetOf } from '../../context/ruleTypes'

/** Keys that apply to stored records only. */
const keysOfStoredRecords = [
  'numberPrefix',
  'numberPrefixBy',
  'unique',
  'states',
  'stages',
  'transitions',
  'invariants',
  'jobs',
  'migration',
  'snapshots',
] as const satisfies readonly (keyof language.EntityManifest)[]
const keysOfInputs = [
  'required',
  'requiredWhen',
  'default',
  'min',
  'max',
  'maxLength',
  'pattern',
  'checks',
  'accept',
  'localized',
  'index',
] as const satisfies readonly (keyof language.Field)[]

export function resolveView(
  context: CompileContext,
  draft: EntityDraft,
  written: readonly language.ViewPart[],
): ViewPart[] {
  const { file } = draft
  ineffective(locationOf(context, file), file.manifest, keysOfStoredRecords, 'on a view')
  for (const [name, field] of Object.entries(file.manifest.fields)) {
    ineffective(locationOf(context, file, 'fields', name), field, keysOfInputs, 'on a field of a view')
    if (field.type === 'lines')
      reportProblem(locationOf(context, file, 'fields', name, 'type'), 'wrong-field', {
        name,
        expected: 'a field of another type: a view has no lines',
      })
  }
  refuseReferences(context, draft)
  return indexed(written).flatMap(([index, part]) => resolvePart(draft, locationOf(context, file, 'view', index), part))
}

function resolvePart(
  draft: EntityDraft,
  location: ManifestLocation,
  { entity: givenEntity, where, values }: language.ViewPart,
): ViewPart[] {
  const { context } = location
  const source = findEntity(childLocation(location, 'entity'), givenEntity)
  if (source === undefined) return []
  if (source.file.manifest.view !== undefined)
    reportWrongField(childLocation(location, 'entity'), {
      name: givenEntity,
      expected: 'an entity whose records are kept',
      fits: storedEntities(context),
    })
  if (source.entity.perTenant !== draft.entity.perTenant)
    reportProblem(childLocation(location, 'entity'), 'conflicting-keys', {
      what: `\`${givenEntity}\` and \`${draft.name}\` must both belong to tenants, or neither`,
    })
  const records = { ...context.base, record: source.shape, me: undefined, tenant: undefined }
  const checked = (ruleLocation: ManifestLocation, rule: Rule | undefined): Rule | undefined => {
    if (rule !== undefined) checkStored(ruleLocation, source, rule)
    return rule
  }
  const chosen =
    where === undefined
      ? undefined
      : checked(childLocation(location, 'where'), ruleAt(childLocation(location, 'where'), where, records, 'boolean'))
  const table = createTable<Rule>()
  for (const [name, written] of Object.entries(values)) {
    const valueLocation = childLocation(location, 'values', name)
    const field = draft.fields[name]
    if (field === undefined)
      reportProblem(
        valueLocation,
        'unknown-field',
        { entity: draft.name, name },
        { key: true, ...hintFor(name, Object.keys(draft.file.manifest.fields)) },
      )
    else if (field.system) reportProblem(valueLocation, 'system-field', { name, done: 'given' }, { key: true })
    else if (!field.stored) reportProblem(valueLocation, 'computed-field', { name, done: 'given' }, { key: true })
    else {
      const result = targetOf(context, field)
      const rule = checked(valueLocation, ruleAt(valueLocation, written, records, result))
      if (rule !== undefined) table[name] = rule
    }
  }
  return [{ entity: source.name, values: table, ...(chosen !== undefined && { where: chosen }) }]
}

const isPlain = ({ stored, localized }: Field): boolean => stored && localized !== true
const isOpen = ({ mask, readPermissions }: Field): boolean => mask === undefined && readPermissions === undefined

function checkStored(location: ManifestLocation, source: EntityDraft, { node, readPaths: reads }: Rule): void {
  for (const path of reads) {
    const reached = path === 'id' ? undefined : pathFrom(location, source, path.replace(/^(.*)\.id$/, '$1'))
    if (reached === undefined) continue
    const { field, owner } = reached
    if (isPlain(field) && isOpen(field)) continue
    const fits = fieldsInstead(path, owner.fields, (other) => isPlain(other) && isOpen(other))
    if (!isPlain(field)) reportWrongField(location, { name: path, expected: 'a stored field in one language', fits })
    if (!isOpen(field)) reportWrongField(location, { name: path, expected: 'a field that everybody may read', fits })
  }
  for (const name of callsOfCallerOrTime(node))
    reportProblem(location, 'conflicting-keys', {
      what: `A view is the same for everybody at any time and cannot ask for ${name}()`,
    })
}

function refuseReferences(context: CompileContext, draft: EntityDraft): void {
  for (const other of Object.values(context.entities))
    for (const [name, field] of Object.entries(other.file.manifest.fields)) {
      if (field.entity === draft.name)
        reportWrongField(locationOf(context, other.file, 'fields', name, 'entity'), {
          name: draft.name,
          expected: 'an entity whose records are kept: those of a view come and go',
          fits: storedEntities(context),
        })
    }
}

const storedEntities = ({ entities }: CompileContext): string[] =>
  Object.values(entities).flatMap(({ name, file }) => (file.manifest.view === undefined ? [name] : []))
