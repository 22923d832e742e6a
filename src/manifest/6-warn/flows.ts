// Warns of protected values that more people can read elsewhere:
// a transition copies them into an open field, or a message, the condition or the order of a list discloses them.
import type { Field } from '../model/field'
import type { Rule } from '../model/rule'
import type { Screen } from '../model/screen'
import type { Effect, FormField } from '../model/transition'
import type { RuleEnvironment, ShapeField } from '../expression/environment'
import { copied, isGuarded } from '../4-check/disclosure'
import {
  locationOf,
  type CompileContext,
  type EntityDraft,
  type FieldDraft,
  type ResolvedRule,
  type TransitionDraft,
} from '../context/compileContext'
import type { JsonPath } from '../json/parse'
import { fieldsOfName, fieldsRead } from './nodeFields'
import type { Warnings } from './warnings'

export function warnOfFlows(context: CompileContext, warnings: Warnings, screens: readonly Screen[]): void {
  warnOfSorts(context, warnings)
  for (const resolved of context.rules) {
    const { location, rule, environment } = resolved
    warnOfFilter(resolved, warnings)
    warnOfMessage(context, resolved, warnings)
    const target = targetOf(context, resolved)
    if (target === undefined) continue
    for (const name of copied(rule.node)) {
      const source = protectedOn(fieldsOfName(name, environment))
      if (source === undefined || source === target.field || isGuarded(readers(target, screens), source)) continue
      warnings.at(location, 'disclosed-value', { source: name.path.join('.'), target: target.field.name })
    }
  }
}

const isProtected = ({ readPermissions, mask }: Partial<Field>): boolean =>
  readPermissions !== undefined || mask !== undefined

/** A path discloses only its end, unless a reference on it is protected. */
function protectedOn(fields: readonly ShapeField[]): Field | undefined {
  return (fields as readonly FieldDraft[]).find(isProtected)
}

/** The readers of a field: those who may open its records, unless the field itself narrows them. */
function readers({ field, draft }: Target, screens: readonly Screen[]): Field {
  if (field.readPermissions !== undefined) return field
  const opening = screens.flatMap(({ entity, permissions }) => (entity === draft.name ? permissions : []))
  return { ...field, readPermissions: [...draft.entity.readPermissions, ...opening] }
}

interface Target {
  readonly field: FieldDraft
  readonly draft: EntityDraft
}

/** The field that a rule fills; a line has the readers of its lines field. */
function targetOf(context: CompileContext, { location, rule }: ResolvedRule): Target | undefined {
  const [section, name, key, first, ...rest] = location.path
  const draft = context.entities[location.file.name]
  if (draft === undefined) return undefined
  if (section === 'fields') return location.path.at(-1) === 'default' ? fieldIn(draft, name) : undefined
  const transition = section === 'transitions' ? draft.transitions[String(name)] : undefined
  if (transition === undefined) return undefined
  if (key === 'form') return fieldIn(draft, transition.form.find((item) => isFilledBy(item, rule))?.field)
  if (key === 'set' || key === 'append' || ((key === 'copy' || key === 'change') && rest[0] === 'set'))
    return fieldIn(draft, first)
  const isValue = key === 'effects' && (rest[0] === 'values' || rest[0] === 'texts')
  return isValue ? targetOfEffect(context, transition.effects[Number(first)], rest[1]) : undefined
}

/** The field of another record that an effect fills by the form of its transition. */
function targetOfEffect(
  { entities }: CompileContext,
  effect: Effect | undefined,
  name: string | number | undefined,
): Target | undefined {
  if (effect?.kind !== 'run') return undefined
  const target = entities[effect.entity]
  const form = target?.transitions[effect.transition]?.form
  return target && form?.some(({ field, input }) => !input && field === name) ? fieldIn(target, name) : undefined
}

const isFilledBy = ({ default: value, defaultLines = [] }: FormField, rule: Rule): boolean =>
  value === rule || defaultLines.some(({ values }) => Object.values(values).includes(rule))

function fieldIn(draft: EntityDraft, name: string | number | undefined): Target | undefined {
  const field = draft.fields[String(name)]
  return field && { field, draft }
}

function warnOfFilter({ location, rule, environment }: ResolvedRule, warnings: Warnings): void {
  const { file, path } = location
  if (path.length !== 1 || path[0] !== 'where' || !file.path.endsWith('.screen.json')) return
  const { permissions = [] } = file.manifest as { readonly permissions?: readonly string[] }
  for (const field of fieldsOfRecord(rule.node, environment))
    if (!isWholeFor(permissions, field)) warnings.at(location, 'disclosing-filter', { name: field.name })
}

/** Whether everyone with one of the codes reads the whole value. */
const isWholeFor = (codes: readonly string[], { readPermissions, mask }: Partial<Field>): boolean =>
  [readPermissions, mask && (mask.unmaskPermissions ?? [])].every(
    (readers) => readers === undefined || codes.every((code) => readers.includes(code)),
  )

/** A sort order that a screen, its queue, a further list or a block is written with. */
interface WrittenSort {
  readonly entity?: string
  readonly sort?: string
  readonly permissions?: readonly string[]
}

/** A list in an order that its reader may not know is refused as a whole. */
function warnOfSorts(context: CompileContext, warnings: Warnings): void {
  for (const file of context.manifests.screens) {
    const { entity, sort, permissions = [], queue, moreLists = [], blocks = [] } = file.manifest
    const check = (written: WrittenSort | undefined, ...path: JsonPath) => {
      const { sort: order, permissions: codes = permissions } = written ?? {}
      const name = order?.replace(/^-/, '')
      const readers = fieldsOnPath(context, written?.entity ?? entity, name)
      if (name !== undefined && readers.some((field) => !isWholeFor(codes, field)))
        warnings.at(locationOf(context, file, ...path, 'sort'), 'unreadable-sort', { name })
    }
    check({ entity, sort })
    check(queue, 'queue')
    for (const [index, list] of moreLists.entries()) check(list, 'moreLists', index)
    for (const [index, block] of blocks.entries()) check(block, 'blocks', index)
  }
}

/** Every field on a path, references included. */
function fieldsOnPath({ entities }: CompileContext, entity: string | undefined, path = ''): FieldDraft[] {
  const fields: FieldDraft[] = []
  let owner = entity
  for (const name of path.split('.')) {
    const field: FieldDraft | undefined = entities[owner ?? '']?.fields[name]
    if (field === undefined) break
    fields.push(field)
    owner = field.entity
  }
  return fields
}

/** A refusal is readable by all who may run its transition, a message by its receivers. */
function warnOfMessage(context: CompileContext, { location, rule, environment }: ResolvedRule, warnings: Warnings) {
  const { file, path } = location
  const [section, name, part, index] = path
  const transition = section === 'transitions' ? context.entities[file.name]?.transitions[String(name)] : undefined
  const effect = part === 'effects' ? transition?.effects[Number(index)] : undefined
  // Another effect may fill a field of such a name.
  if (transition === undefined || (effect !== undefined && effect.kind !== 'message')) return
  if (path.at(-1) !== 'message' && (path.at(-1) !== 'body' || effect === undefined)) return
  const codes = effect === undefined ? runnersOf(transition) : receiversOf(effect)
  if (codes?.length === 0) return
  for (const read of copied(rule.node)) {
    const source = protectedOn(fieldsOfName(read, environment))
    if (source === undefined || isGuarded({ ...source, mask: undefined, readPermissions: codes }, source)) continue
    const args = { name: read.path.join('.') }
    if (effect === undefined) warnings.at(location, 'disclosing-message', args)
    else warnings.at(location, 'disclosing-notice', args, { hint: noticeHint(source) })
  }
}

/** The codes of the people who may run it. */
const runnersOf = ({ permissions }: TransitionDraft): string[] =>
  permissions.map(({ permission }) => permission).filter((code) => code !== 'system')

/** The codes of which each receiver has one; undefined: some are chosen by something else. */
const receiversOf = (effect: Effect): readonly string[] | undefined =>
  effect.kind === 'message' && effect.toFields.length === 0 ? effect.toPermissions : undefined

const noticeHint = ({ mask, readPermissions = [] }: Field): string =>
  mask === undefined
    ? [
        'Leave it out: who may read it can open the record.',
        `Or send the message \`toPermissions\` alone: ${readPermissions.join(', ')}.`,
      ].join(' ')
    : 'Leave it out: nothing masks a text, and who may read the value can open the record.'

const fieldsOfRecord = (node: ResolvedRule['rule']['node'], environment: RuleEnvironment): readonly FieldDraft[] =>
  fieldsRead(node, { ...environment, me: undefined, tenant: undefined }) as unknown as readonly FieldDraft[]
