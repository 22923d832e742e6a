// Resolves an entity: labels, row scope, checks, transitions and jobs.
import { fieldsInstead, referencesTo, reportWrongField } from '../../context/fittingFields'
import { compositeTypes } from '../../fieldTypes/typeSets'
import type { Entity } from '../../model/entity'
import { typesWith, type Field, type FieldType } from '../../model/field'
import type { Rule } from '../../model/rule'
import type * as language from '../../language/generated'
import { callsOfCallerOrTime } from '../../expression/analyze'
import { findField, ineffective, pathFrom, permissionsAt, stateAt, typeAt } from '../../context/lookup'
import {
  locationOf,
  childLocation,
  indexed,
  ruleAt,
  reportProblem,
  textAt,
  type ManifestLocation,
  type EntityDraft,
  type CompileContext,
} from '../../context/compileContext'
import { conditionAt } from '../../context/ruleTypes'
import { resolveField } from '../fields/fields'
import { resolveTimed } from './jobs'
import { resolveSync } from './sync'
import { addEntityChecks, resolveChecks } from '../transitions/checks'
import { resolveTransition } from '../transitions/transitions'
import { resolveView } from './view'
import { resolveMigration } from './migration'
import { resolveThrough } from './selfThrough'
import { checkNumbers } from './numbers'

/** Resolves a declared entity except its detail view, which depends on all entities. */
export function resolveEntity(context: CompileContext, draft: EntityDraft): void {
  const { file, entity } = draft
  const { manifest } = file
  for (const [name, written] of Object.entries(manifest.fields))
    resolveField(locationOf(context, file, 'fields', name), draft.fields[name]!, written, {
      record: draft.shape,
      own: draft,
    })
  for (const [name, written] of Object.entries(manifest.transitions ?? {}))
    resolveTransition(context, draft, draft.transitions[name]!, written)
  const fact = { ...context.base, record: draft.shape, me: undefined, tenant: undefined }
  entity.rowScope = resolveScope(context, draft)
  entity.unique = indexed(manifest.unique).map(([index, unique]) =>
    resolveUnique(draft, locationOf(context, file, 'unique', index), unique),
  )
  entity.stages = resolveStages(context, draft)
  addEntityChecks(context, draft, fact)
  entity.invariants = resolveChecks(locationOf(context, file, 'invariants'), manifest.invariants, fact)
  entity.jobs = resolveTimed(context, draft, fact)
  if (manifest.sync !== undefined) entity.sync = resolveSync(context, draft, manifest.sync)
  if (manifest.readPermissions !== undefined)
    entity.readPermissions = permissionsAt(locationOf(context, file, 'readPermissions'), manifest.readPermissions, [
      'public',
      'signed-in',
      'admin',
    ])
  entity.migration = resolveMigration(context, draft)
  if (manifest.view !== undefined) entity.view = resolveView(context, draft, manifest.view)
  checkNumbers(context, draft)
  nameRecords(context, draft)
}

function resolveScope(context: CompileContext, draft: EntityDraft): Entity['rowScope'] {
  const { rowScope: scope } = draft.file.manifest
  const account = context.identity?.accountEntity
  const unit = context.entities[account ?? '']?.fields[context.identity?.unitField ?? '']?.entity
  const holders = (key: 'unitFields' | 'selfFields', target: string | undefined): string[] =>
    indexed(scope?.[key]).flatMap(([index, path]) => {
      const location = locationOf(context, draft.file, 'rowScope', key, index)
      const reached = pathFrom(location, draft, path)
      if (reached === undefined) return []
      const referred =
        reached.field.name === 'id'
          ? reached.owner.name
          : reached.field.type === 'ref'
            ? reached.field.entity
            : undefined
      if (target !== undefined && referred !== target)
        reportWrongField(location, {
          name: path,
          expected: `a reference to ${target}`,
          fits: referencesTo(context, draft, target),
        })
      return [path]
    })
  const rule = (key: 'tenantWhere' | 'where' | 'everyTenantWhere'): Rule | undefined =>
    scope?.[key] === undefined
      ? undefined
      : ruleAt(
          locationOf(context, draft.file, 'rowScope', key),
          scope[key],
          { ...context.base, record: draft.shape },
          'boolean',
        )
  const [tenantWhere, where, everyTenantWhere] = [rule('tenantWhere'), rule('where'), rule('everyTenantWhere')]
  tellIneffective(context, draft, scope ?? {})
  return {
    unitFields: holders('unitFields', unit),
    selfFields: holders('selfFields', account),
    selfThrough: resolveThrough(context, draft, account),
    ...(tenantWhere && { tenantWhere }),
    ...(where && { where }),
    ...(everyTenantWhere && { everyTenantWhere }),
  }
}

function tellIneffective(context: CompileContext, draft: EntityDraft, scope: language.RowScope): void {
  if (scope.tenantWhere !== undefined && scope.unitFields === undefined && scope.selfFields === undefined)
    ineffective(
      locationOf(context, draft.file, 'rowScope'),
      scope,
      ['tenantWhere'],
      'without `unitFields` or `selfFields`: the whole tenant reaches every row',
    )
  if (!draft.entity.perTenant)
    ineffective(
      locationOf(context, draft.file, 'rowScope'),
      scope,
      ['unitFields', 'selfFields', 'selfThrough', 'tenantWhere'],
      'with `perTenant` false: its records belong to no tenant, and everyone reaches all that `where` leaves',
    )
  // Only a view may share rows with every tenant: a stored record belongs to one tenant.
  if (draft.file.manifest.view === undefined)
    ineffective(
      locationOf(context, draft.file, 'rowScope'),
      scope,
      ['everyTenantWhere'],
      'on an entity whose records are kept: only a view is shared between tenants',
    )
}

const labelTypes: readonly FieldType[] = [
  ...typesWith(['string', 'text', 'mobile', 'choice', 'ref', 'int', 'money', 'decimal', 'date', 'datetime'], {
    without: ['boolean', 'files', 'lines', 'address'],
  }),
]

const oneText = 'a field that can be shown as one text'

const hasOneValue = ({ stored, type }: Field): boolean => stored && !compositeTypes.has(type)

function resolveUnique(
  draft: EntityDraft,
  location: ManifestLocation,
  written: language.Unique,
): Entity['unique'][number] {
  const { context } = location
  // Uniqueness over all tenants compares one value, not one per language.
  const fits = (field: Field) => hasOneValue(field) && !(written.acrossTenants && field.localized)
  for (const [index, name] of indexed(written.fields)) {
    const field = findField(childLocation(location, 'fields', index), draft, name)
    if (field !== undefined && !fits(field))
      reportWrongField(childLocation(location, 'fields', index), {
        name,
        expected: 'a stored field with one value',
        fits: fieldsInstead('', draft.fields, fits),
      })
  }
  // A database constraint sees only the columns of its own row.
  const stored = Object.fromEntries(Object.entries(draft.fields).filter(([, field]) => field.stored))
  const record = { ...draft.shape, fields: stored }
  const row = { ...context.base, record, me: undefined, tenant: undefined, settings: {} }
  const where = conditionAt(location, 'where', written.where, row)
  for (const name of where === undefined ? [] : callsOfCallerOrTime(where.node))
    reportProblem(
      childLocation(location, 'where'),
      'conflicting-keys',
      { what: `The database compares records when they are written and cannot ask for ${name}()` },
      { hint: 'Compare a state, or a field that a transition or a job sets when the time has come.' },
    )
  for (const path of where?.readPaths ?? [])
    if (path.includes('.'))
      reportWrongField(childLocation(location, 'where'), {
        name: path,
        expected: 'a field of the record itself',
        fits: Object.keys(stored),
      })
  textAt(childLocation(location, 'message'), written.message, { ...context.base, record: draft.shape })
  return {
    fields: written.fields,
    acrossTenants: written.acrossTenants === true,
    message: written.message,
    ...(where !== undefined && { where }),
  }
}

function resolveStages(context: CompileContext, draft: EntityDraft): Entity['stages'] {
  const listed = new Set<string>()
  return indexed(draft.file.manifest.stages).flatMap(([index, stage]) => {
    const location = locationOf(context, draft.file, 'stages', index)
    if (!stateAt(childLocation(location, 'state'), draft, stage.state)) return []
    if (listed.has(stage.state))
      reportProblem(childLocation(location, 'state'), 'duplicate-entry', { name: stage.state })
    listed.add(stage.state)
    const skip = conditionAt(location, 'skipWhen', stage.skipWhen, {
      ...context.base,
      record: draft.shape,
      me: undefined,
    })
    return [{ state: stage.state, ...(skip !== undefined && { skipWhen: skip }) }]
  })
}

/** Types whose values are short enough for two of them to fit beside a label. */
const shortTypes = typesWith(['string', 'mobile', 'choice', 'ref', 'money', 'date'], {
  without: ['text', 'int', 'decimal', 'datetime', 'boolean', 'files', 'lines', 'address'],
})

/**
 * Fields, also of referenced records, that distinguish records of the same label: as declared, else the sublabel and
 * the first other short field.
 */
function factsOf(context: CompileContext, draft: EntityDraft, hint: string | undefined): readonly string[] {
  const { entity, fields, file } = draft
  const { facts } = file.manifest
  if (facts !== undefined)
    return indexed(facts).flatMap(([index, path]) => {
      const location = locationOf(context, file, 'facts', index)
      const reached = pathFrom(location, draft, path)
      return reached && typeAt(location, reached, labelTypes, oneText) ? [path] : []
    })
  const other = Object.values(fields).find(
    ({ name, type, stored, system, internal, mask, secret }) =>
      stored &&
      !system &&
      !internal &&
      !mask &&
      !secret &&
      shortTypes.has(type) &&
      name !== hint &&
      name !== entity.labelField,
  )
  return [...(hint === undefined ? [] : [hint]), ...(other ? [other.name] : [])]
}

/** Sets the label field: as declared, else the number, else the field `name`, else the id. */
function nameRecords(context: CompileContext, draft: EntityDraft): void {
  const { entity, fields, file } = draft
  const { labelField: label, sublabelField: hint } = file.manifest
  entity.labelField =
    label !== undefined && label in fields ? label : 'no' in fields ? 'no' : 'name' in fields ? 'name' : 'id'
  const second =
    hint !== undefined && hint in fields
      ? hint
      : ['no', 'name'].find((name) => name in fields && name !== entity.labelField)
  if (second !== undefined) entity.sublabelField = second
  entity.facts = factsOf(context, draft, second)
  for (const key of ['labelField', 'sublabelField'] as const) {
    const name = file.manifest[key]
    if (name === undefined) continue
    const field = findField(locationOf(context, file, key), draft, name)
    if (field === undefined) continue
    const location = locationOf(context, file, key)
    if (!typeAt(location, { field, owner: draft }, labelTypes, oneText)) continue
    // The label is visible wherever a record is referred to, also to callers who may not read the field.
    if (field.readPermissions !== undefined)
      reportWrongField(location, {
        name,
        expected: 'a field that everybody may read',
        fits: fieldsInstead(
          '',
          draft.fields,
          (other) => labelTypes.includes(other.type) && other.readPermissions === undefined,
        ),
      })
  }
}
