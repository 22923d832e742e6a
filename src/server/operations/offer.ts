// What does a reference field offer, and what does its rule look at? A form's values as far as they are sound, over the record that it changes.
// A form that the caller may not run, a record out of reach and a field that refers to nothing are refused.
import type { App, Entity, Field, Rule, RuleNode, Transition } from '../../manifest/app'
import { checkValue } from '../../manifest/fields/fieldTypes'
import { visit } from '../../manifest/rule/check'
import { idOf } from '../../manifest/rule/value'
import type { OptionsRequest } from '../../protocol/calls'
import type { Context, RawRecord } from '../context'
import { storedFields } from '../database/tables'
import { entityNamed } from '../plan/frame'
import { loadRecords } from '../plan/load'
import { readableField, unknownField } from '../plan/visible-sql'
import { unknownTransition } from '../transition/faults'
import { permit } from '../transition/permit'
import { openScreen } from './openScreen'
import { notFound } from './record'

/** The records of `entity` are offered; the rule, where there is one, has `this` and `input` as given here. */
export interface Offer {
  readonly entity: Entity
  readonly rule?: Rule
  readonly asking?: { readonly entity: string; readonly this: RawRecord; readonly input: RawRecord }
  /** What the field refers to as the record stands: shown whether it is still offered or not. */
  readonly present?: number
  /** For a caller who reaches all tenants: the one to which the form belongs already. */
  readonly tenant?: number
}

/** The columns, searches and axes of a screen that refer to records. @throws Fault 2001, or 2002 when the screen is not the caller's */
export function offerOfSearch(context: Context, path: string, name: string): Offer {
  const { app, caller } = context
  const screen = openScreen(context, path, ['list', 'calendar', 'board', 'report'])
  const found = screen.report
    ? screen.report.groups[name]
    : [...screen.search, ...screen.columns].some((column) => column.field === name)
      ? readableField(app, entityNamed(app, screen.entity ?? ''), name, caller)
      : undefined
  if (found?.type !== 'ref' || found.entity === undefined) throw unknownField(name)
  return { entity: entityNamed(app, found.entity) }
}

/** What a form asks. @throws Fault 2001 or 2002 */
export async function offerOfForm(context: Context, request: OptionsRequest): Promise<Offer> {
  const { app, caller } = context
  const name = request.entity ?? ''
  const entity = Object.hasOwn(app.entities, name) ? app.entities[name] : undefined
  const transition =
    entity && Object.hasOwn(entity.transitions, request.transition ?? '')
      ? entity.transitions[request.transition!]
      : undefined
  if (!entity || !transition) throw unknownTransition()
  permit(app, caller, transition)
  const { field, rule, own } = askedReference(entity, transition, request.field)
  const record =
    request.id === undefined || transition.creates ? undefined : await recordOf(context, entity, request.id)
  const form = formOf(context, entity, transition, request.input ?? {}, record)
  const checked = rule ? await withReferences(context, entity, transition, rule, form, record) : form
  const present = own ? idOf(record?.[field.name]) : null
  const tenant = await tenantOf(context, entity, transition, checked, field, record)
  return {
    entity: entityNamed(app, field.entity ?? ''),
    asking: { entity: entity.name, ...checked },
    ...(rule && { rule }),
    ...(present !== null && { present }),
    ...(tenant !== undefined && { tenant }),
  }
}

/** The asked reference under a name; `own`: a field of the record itself. */
function askedReference(
  entity: Entity,
  transition: Transition,
  name: string,
): { field: Field; rule?: Rule; own: boolean } {
  const [first = '', cell] = name.split('.')
  const ask = transition.asks.find((one) => one.field === first)
  const field = ask && fieldOf(entity, transition, ask.field)
  if (ask && cell === undefined && field?.type === 'ref')
    return { field, own: !ask.input, ...(ask.options && { rule: ask.options }) }
  const of = cell !== undefined && field?.fields && Object.hasOwn(field.fields, cell) ? field.fields[cell] : undefined
  if (of?.type === 'ref' && name === `${first}.${cell}`)
    return { field: of, own: false, ...(of.where && { rule: of.where }) }
  throw unknownField(name)
}

function fieldOf(entity: Entity, transition: Transition, name: string): Field | undefined {
  return Object.hasOwn(transition.inputs, name) ? transition.inputs[name] : entity.fields[name]
}

async function recordOf(context: Context, entity: Entity, id: number): Promise<RawRecord> {
  const paths = storedFields(entity.fields).map((field) => field.name)
  const [record] = await loadRecords(context, { entity: entity.name, paths, where: { ids: [id] }, scoped: true })
  if (!record) throw notFound()
  return record
}

interface Form {
  readonly this: RawRecord
  readonly input: RawRecord
}

// A half-filled form is the usual case: what is not sound yet counts as not given, as the rules of the browser take it.
function formOf(
  { app, caller }: Context,
  entity: Entity,
  transition: Transition,
  given: RawRecord,
  record: RawRecord | undefined,
): Form {
  const own: Record<string, unknown> = { ...record }
  const input: Record<string, unknown> = {}
  for (const ask of transition.asks) {
    const field = fieldOf(entity, transition, ask.field)
    if (!field) continue
    const sent = Object.hasOwn(given, ask.field) ? soundValue(app, field, given[ask.field], caller.language) : undefined
    const value = sent === undefined ? (ask.input ? null : (own[ask.field] ?? null)) : sent
    input[ask.field] = value
    if (!ask.input) own[ask.field] = value
  }
  return { this: own, input }
}

function soundValue(app: App, field: Field, given: unknown, language: 0 | 1): unknown {
  const checked = checkValue(given, field, {
    codes: (dictionary) => app.dictionaries[dictionary]?.items.map((item) => item.code),
  })
  if (!('value' in checked)) return null
  return field.localized && Array.isArray(checked.value) ? (checked.value[language] ?? null) : checked.value
}

/** What a rule reads behind the references of the form; one that is out of the caller's reach tells her nothing. */
async function withReferences(
  context: Context,
  entity: Entity,
  transition: Transition,
  rule: Rule,
  form: Form,
  record: RawRecord | undefined,
): Promise<Form> {
  const [own, input] = [{ ...form.this }, { ...form.input }]
  for (const [name, paths] of pathsBehind(rule.node)) {
    const field = fieldOf(entity, transition, name)
    const id = idOf(input[name])
    if (field?.type !== 'ref' || id === null || id === idOf(record?.[name])) continue
    const [found] = await loadRecords(context, {
      entity: field.entity ?? '',
      paths: [...paths],
      where: { ids: [id] },
      scoped: true,
    })
    if (!found) own[name] = input[name] = null
    else for (const path of paths) input[`${name}.${path}`] = found[path]
  }
  return { this: own, input }
}

function pathsBehind(node: RuleNode): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  visit(node, (at) => {
    if (at.kind !== 'name' || (at.scope !== 'this' && at.scope !== 'input') || at.path.length < 2) return
    const [name = '', ...rest] = at.path
    found.set(name, (found.get(name) ?? new Set()).add(rest.join('.')))
  })
  return found
}

/** Records of several tenants never go together: the record, or what was chosen first, decides. */
async function tenantOf(
  context: Context,
  entity: Entity,
  transition: Transition,
  { input }: Form,
  asked: Field,
  record: RawRecord | undefined,
): Promise<number | undefined> {
  const { app, caller } = context
  const { tenant } = app.access.identity
  if (caller.scope !== 'all' || !entity.tenant || !entityNamed(app, asked.entity ?? '').tenant) return undefined
  if (record) return idOf(record[tenant]) ?? undefined
  for (const { field: name } of transition.asks) {
    const field = fieldOf(entity, transition, name)
    const id = idOf(input[name])
    if (name === tenant && id !== null && field !== asked) return id
    if (field?.type !== 'ref' || field === asked || id === null || !entityNamed(app, field.entity ?? '').tenant)
      continue
    const [found] = await loadRecords(context, { entity: field.entity!, paths: [], where: { ids: [id] }, scoped: true })
    if (found) return idOf(found[tenant]) ?? undefined
  }
  return undefined
}
