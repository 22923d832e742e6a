// Resolves which records a reference field offers, from a form's values over its record.
// Refuses forms that the caller may not run, records out of reach and fields that are no references.
import { savedTextIn } from '../../../../manifest/model/text'
import { entityOf, type App } from '../../../../manifest/model/app'
import type { Entity } from '../../../../manifest/model/entity'
import { referencedEntity, type Field } from '../../../../manifest/model/field'
import type { Rule, RuleNode } from '../../../../manifest/model/rule'
import type { Transition } from '../../../../manifest/model/transition'
import { validateValue } from '../../../../manifest/fieldTypes/fieldTypes'
import { visit } from '../../../../manifest/expression/analyze'
import { idOf } from '../../../../manifest/expression/values/value'
import type { OptionsRequest } from '../../../../protocol/calls'
import type { Context, RawRecord } from '../../../context/context'
import { storedFields } from '../../../database/sql/tables'
import { loadRecords } from '../../../query/records/loadRecords'
import { conditionField } from '../../../query/search/conditions'
import { readableField, unknownField } from '../../../query/policy/fieldAccess'
import { transitionByName } from '../../../mutation/state/transitionByName'
import { assertPermitted } from '../../../mutation/guards/permission'
import { openScreen } from '../../contract/openScreen'
import { notFound } from '../../records/record'

/** `entity`: whose records are offered; its rules, if any, read `this` and `input` from here. */
export interface ReferenceQuery {
  readonly entity: Entity
  readonly rule?: Rule
  /** Rules of which exactly one fails for each record. */
  readonly failingOne?: readonly Rule[]
  /** Those for which it holds come first. */
  readonly first?: Rule
  readonly asking?: { readonly entity: string; readonly this: RawRecord; readonly input: RawRecord }
  /** The stored reference of the record: shown whether or not it is still offered. */
  readonly present?: number
  /** For a caller who reaches all tenants: the tenant to which the form already belongs. */
  readonly tenant?: number
}

/**
 * The reference columns, filters and axes of a screen. @throws RequestError field_not_available, and others as
 * `openScreen`
 */
export function referenceQueryOfFilter(
  context: Context,
  { screen: path = '', field: name, ids }: OptionsRequest,
): ReferenceQuery {
  const { app, caller } = context
  const screen = openScreen(context, path, ['list', 'calendar', 'board', 'report'])
  const field = screen.report
    ? screen.report.dimensions[name]
    : [...screen.filters, ...screen.columns].some((column) => column.field === name)
      ? readableField(app, entityOf(app, screen.entity ?? ''), name, caller)
      : conditionField(context, { entity: entityOf(app, screen.entity ?? ''), withheld: screen.withheldColumns }, name)
  if (field?.type !== 'ref' || field.entity === undefined) throw unknownField(name)
  const { filterWhere } = field
  // What is filtered by keeps its label.
  return { entity: entityOf(app, field.entity), ...(filterWhere && !ids && { rule: filterWhere }) }
}

/** The reference of a form. @throws RequestError action_not_found, field_not_available, and others */
export async function referenceQueryOfForm(context: Context, request: OptionsRequest): Promise<ReferenceQuery> {
  const { app, caller } = context
  const { entity, transition } = transitionByName(app, request)
  assertPermitted(app, caller, transition)
  const { field, rule, own } = askedReference(entity, transition, request.field)
  const record =
    request.id === undefined || transition.creates ? undefined : await formRecord(context, entity, request.id)
  const subject: FormSubject = { entity, transition, record }
  const form = formOf(context, subject, request.input ?? {})
  const { optionsFirstWhere: first } = field
  const rules = [rule, first].filter((one) => one !== undefined)
  const checked = rules.length > 0 ? await withReferences(context, subject, rules, form) : form
  const present = own ? idOf(record?.[field.name]) : null
  const tenant = await tenantOfOffer(context, subject, checked, field)
  return {
    entity: entityOf(app, field.entity ?? ''),
    asking: { entity: entity.name, ...checked },
    ...(rule && { rule }),
    ...(first && { first }),
    ...(present !== null && { present }),
    ...(tenant !== undefined && { tenant }),
  }
}

/** The reference with a name; `own`: a field of the record itself. */
function askedReference(
  entity: Entity,
  transition: Transition,
  name: string,
): { field: Field; rule?: Rule; own: boolean } {
  const [first = '', cell] = name.split('.')
  const firstField = transition.form.find((formField) => formField.field === first)
  const field = firstField && fieldOf(entity, transition, firstField.field)
  if (firstField && cell === undefined && field?.type === 'ref')
    return { field, own: !firstField.input, ...(firstField.optionsWhere && { rule: firstField.optionsWhere }) }
  const of = cell !== undefined && field?.fields && Object.hasOwn(field.fields, cell) ? field.fields[cell] : undefined
  if (of?.type === 'ref' && name === `${first}.${cell}`)
    return { field: of, own: false, ...(of.optionsWhere && { rule: of.optionsWhere }) }
  throw unknownField(name)
}

function fieldOf(entity: Entity, transition: Transition, name: string): Field | undefined {
  return Object.hasOwn(transition.inputs, name) ? transition.inputs[name] : entity.fields[name]
}

/**
 * The stored fields of a form's record within the caller's row scope. @throws RequestError alike for a missing record
 * and one out of reach
 */
export async function formRecord(context: Context, entity: Entity, id: number): Promise<RawRecord> {
  const paths = storedFields(entity.fields).map((field) => field.name)
  const [record] = await loadRecords(context, { entity: entity.name, paths, where: { ids: [id] }, scoped: true })
  if (!record) throw notFound()
  return record
}

/** What a form is about: the transition, and the record unless it creates one. */
interface FormSubject {
  readonly entity: Entity
  readonly transition: Transition
  readonly record: RawRecord | undefined
}

interface Form {
  readonly this: RawRecord
  readonly input: RawRecord
}

// Forms are usually incomplete: treat an invalid value as absent, like the rules of the browser do.
function formOf({ app, caller }: Context, { entity, transition, record }: FormSubject, givenInput: RawRecord): Form {
  const recordValues: Record<string, unknown> = { ...record }
  const input: Record<string, unknown> = {}
  for (const formField of transition.form) {
    const field = fieldOf(entity, transition, formField.field)
    if (!field) continue
    const sent = Object.hasOwn(givenInput, formField.field)
      ? soundValue(app, field, givenInput[formField.field], caller.language)
      : undefined
    const value = sent === undefined ? (formField.input ? null : (recordValues[formField.field] ?? null)) : sent
    input[formField.field] = value
    if (!formField.input) recordValues[formField.field] = value
  }
  return { this: recordValues, input }
}

function soundValue(app: App, field: Field, input: unknown, language: string): unknown {
  const checked = validateValue(input, field, {
    languages: app.product.languages,
    codes: (dictionary) => app.dictionaries[dictionary]?.items.map((item) => item.code),
  })
  if (!('value' in checked)) return null
  return field.localized && Array.isArray(checked.value)
    ? savedTextIn(checked.value, app.product.languages, language)
    : checked.value
}

/** What rules read behind the form's references; a referenced record out of the caller's reach gives null. */
async function withReferences(
  context: Context,
  { entity, transition, record }: FormSubject,
  rules: readonly Rule[],
  form: Form,
): Promise<Form> {
  const [recordValues, input] = [{ ...form.this }, { ...form.input }]
  for (const [name, paths] of pathsBehind(rules)) {
    const field = fieldOf(entity, transition, name)
    const id = idOf(input[name])
    if (field?.type !== 'ref' || id === null || id === idOf(record?.[name])) continue
    const [referred] = await loadRecords(context, {
      entity: field.entity ?? '',
      paths: [...paths],
      where: { ids: [id] },
      scoped: true,
    })
    if (!referred) recordValues[name] = input[name] = null
    else for (const path of paths) input[`${name}.${path}`] = referred[path]
  }
  return { this: recordValues, input }
}

function pathsBehind(rules: readonly Rule[]): Map<string, Set<string>> {
  const results = new Map<string, Set<string>>()
  const see = (child: RuleNode): void => {
    if (child.kind !== 'name' || (child.scope !== 'this' && child.scope !== 'input') || child.path.length < 2) return
    const [name = '', ...rest] = child.path
    results.set(name, (results.get(name) ?? new Set()).add(rest.join('.')))
  }
  for (const { node } of rules) visit(node, see)
  return results
}

/** Records of different tenants never mix: the record, or the first chosen reference, decides. */
async function tenantOfOffer(
  context: Context,
  { entity, transition, record }: FormSubject,
  { input }: Form,
  requested: Field,
): Promise<number | undefined> {
  const { app, caller } = context
  const { tenantEntity: tenant } = app.access.identity
  if (caller.scope !== 'all' || !entity.perTenant || !entityOf(app, requested.entity ?? '').perTenant) return undefined
  if (record) return idOf(record[tenant]) ?? undefined
  for (const { field: name } of transition.form) {
    const field = fieldOf(entity, transition, name)
    const id = idOf(input[name])
    if (name === tenant && id !== null && field !== requested) return id
    if (field?.type !== 'ref' || field === requested || id === null || !entityOf(app, field.entity ?? '').perTenant)
      continue
    const [referred] = await loadRecords(context, {
      entity: referencedEntity(field),
      paths: [],
      where: { ids: [id] },
      scoped: true,
    })
    if (referred) return idOf(referred[tenant]) ?? undefined
  }
  return undefined
}
