// Explains why a record cannot be chosen: the first failed part of the rule, with its value.
// For a record out of the caller's reach that is the reason; one of another tenant gets none.
import { untranslated } from '../../../manifest/model/text'
import { entityOf, type App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { Check, Rule, RuleNode } from '../../../manifest/model/rule'
import type { Transition } from '../../../manifest/model/transition'
import type { LocalizableText } from '../../../manifest/expression/message'
import { placeholders } from '../../../manifest/expression/template'
import { fieldError } from '../../../manifest/fieldTypes/fieldErrors'
import { conjuncts, pathsRead } from '../../../manifest/expression/analyze'
import { idOf } from '../../../manifest/expression/values/value'
import type { Context } from '../../context/context'
import { loadRecords, type ProvidedValues } from '../../query/records/loadRecords'
import { readableField } from '../../query/policy/fieldAccess'
import type { TransitionStep } from './step'
import type { ValueResolver } from './valueResolver'
import { localizedSentence } from './valueText'
import { RecordDraft } from './recordDraft'
import { tenantField } from './writeContext'

/**
 * The author's sentence for a choice that is not offered: that of the first failing check of its field. Skips checks
 * that need vars, which are not computed yet, or an input that is refused itself.
 */
export async function writtenReason(
  resolver: ValueResolver,
  { checks }: Transition,
  { names, errors }: Pick<TransitionStep, 'names' | 'errors'>,
  field: string,
): Promise<LocalizableText | undefined> {
  const refused = new Set(Object.keys(errors).map((name) => name.split('.')[0]))
  refused.delete(field)
  const isJudgeable = ({ rule: { node }, message }: Check) => {
    const named = placeholders(message)
    if (pathsRead(node, 'vars').length > 0 || named.some((path) => path.startsWith('vars.'))) return false
    const read = [...pathsRead(node, 'record'), ...pathsRead(node, 'input'), ...named]
    return !read.some((path) => refused.has(path.replace(/^input\./, '').split('.')[0]))
  }
  const ofField = checks.filter((check) => check.field === field && isJudgeable(check))
  await resolver.prepare(ofField.map(({ rule, message }) => ({ names, rules: [rule], paths: placeholders(message) })))
  const broken = ofField.find(({ rule }) => !resolver.holds(names, rule))
  return broken && localizedSentence(resolver, names, broken.message)
}

interface Chosen {
  readonly entity: Entity
  readonly rule: Rule
  readonly id: number
  readonly parameters: ProvidedValues & { readonly thisEntity?: string }
}

/** Undefined if the caller does not reach the record, or may not read the decisive value. */
export async function whyNot(
  context: Context,
  resolver: ValueResolver,
  chosen: Chosen,
): Promise<LocalizableText | undefined> {
  const { caller } = context
  const { entity, rule, id, parameters } = chosen
  const holds = async (where: object) =>
    (
      await loadRecords(context, {
        entity: entity.name,
        paths: [],
        scoped: !caller.system,
        where: { ids: [id], ...where },
      })
    ).length > 0
  if (!(await holds({}))) return undefined
  for (const node of conjuncts(rule.node)) {
    if (await holds({ ...parameters, rule: ruleOf(node) })) continue
    const path = pathsRead(node, 'record').find((read) => read !== 'id')
    return path === undefined ? undefined : valueReason(context, resolver, chosen, path)
  }
  return undefined
}

/** Undefined if the caller reaches the record, or if its tenant has none that `where` of the row scope shows. */
export async function outOfReach(context: Context, entity: Entity, id: number, field: Field) {
  const whose = await whoseBeyondReach(context, entity, id)
  if (whose === 'account') return fieldError('record_out_of_reach', { field: field.title })
  if (whose === undefined) return undefined
  const { title: unit } = entityOf(context.app, unitEntity(context.app))
  return fieldError('record_of_other_unit', { field: field.title, unit })
}

/** Whose a record of the caller's tenant is that it does not reach; undefined for all others. */
export async function whoseBeyondReach(
  context: Context,
  entity: Entity,
  id: number,
): Promise<'unit' | 'account' | undefined> {
  const { app, caller } = context
  const tenantColumn = tenantField(app, entity)
  if (caller.system || tenantColumn === undefined) return undefined
  const paths = entity.rowScope.unitFields
  const query = { entity: entity.name, paths, where: { ids: [id] } }
  const [record] = await loadRecords(context, { ...query, scoped: false })
  if (!record || record[tenantColumn] !== caller.tenant.id) return undefined
  const { where } = entity.rowScope
  const isHidden =
    where && (await loadRecords(context, { ...query, scoped: false, where: { ids: [id], rule: where } })).length === 0
  if (isHidden) return undefined
  if ((await loadRecords(context, { ...query, scoped: true })).length > 0) return undefined
  const units = paths.flatMap((path) => idOf(record[path]) ?? [])
  const unit = idOf(caller.me[app.access.identity.unitField]) ?? 0
  return units.length === 0 || units.includes(unit) ? 'account' : 'unit'
}

/** The entity of organizational units. */
export function unitEntity(app: App): string {
  const { accountEntity, unitField } = app.access.identity
  return entityOf(app, accountEntity).fields[unitField]?.entity ?? ''
}

function ruleOf(node: RuleNode): Rule {
  return { source: '', node, type: 'boolean', readPaths: pathsRead(node, 'record') }
}

async function valueReason(
  { app, caller }: Context,
  resolver: ValueResolver,
  { entity, id }: Chosen,
  path: string,
): Promise<LocalizableText | undefined> {
  const field = readableField(app, entity, path, caller)
  const label = readableField(app, entity, entity.labelField, caller)
  if (!field || !label || field.mask || label.mask) return undefined
  const record = new RecordDraft(app, entity, id, {})
  const names = { record }
  await resolver.prepare([{ names, paths: [entity.labelField, path] }])
  const inWords = (name: string) => localizedSentence(resolver, names, untranslated(`{${name}}`))
  const parts = { record: inWords(entity.labelField), field: field.title }
  return resolver.shown(names, path).value === null
    ? fieldError('record_excluded_by_absence', parts)
    : fieldError('record_excluded_by_value', { ...parts, value: inWords(path) })
}
