// Warns of fields that nothing writes, and of fields that nothing shows or reads.
import type { ShapeField } from '../expression/environment'
import { isComputed } from '../model/field'
import { locationOf, type CompileContext, type EntityDraft, type FieldDraft } from '../context/compileContext'
import { engineEntities } from '../4-check/engineEntities'
import { fieldsRead } from './nodeFields'
import type { Warnings } from './warnings'

/** The names in each file of the product and of calls, whose fields the engine reads and writes. */
type NamesOfFiles = readonly ReadonlyMap<string, number>[]

export function warnOfFields(
  context: CompileContext,
  warnings: Warnings,
  draft: EntityDraft,
  namesOfFiles: NamesOfFiles,
): void {
  if (engineEntities(context).has(draft.name) || draft.file.manifest.view !== undefined) return
  const written = fieldsWritten(draft)
  const read = fieldsReadBy(context)
  const visible = fieldsShown(draft)
  const { unitFields = [], selfFields = [] } = draft.file.manifest.rowScope ?? {}
  const scoping = new Set([...unitFields, ...selfFields])
  const creates = Object.values(draft.transitions).some((transition) => transition.creates)
  for (const field of Object.values(draft.fields)) {
    const { name, system, stored, type } = field
    if (system || isNamed(namesOfFiles, draft, name)) continue
    const location = locationOf(context, draft.file, 'fields', name)
    const isFillable = (stored || type === 'lines') && !isComputed(field) && !scoping.has(name)
    const isEmpty = isFillable && field.default === undefined
    if (creates && !written.has(name)) {
      if (isEmpty) warnings.at(location, 'unwritten-field', { name }, { key: true })
      else if (stored && isFixed(field)) warnings.at(location, 'constant-field', { name }, { key: true })
    }
    if (!read.has(field) && !visible.has(name)) warnings.at(location, 'unread-field', { name }, { key: true })
  }
}

/** Whether a file names the field beside its entity: only the name of a field may be that of another. */
const isNamed = (namesOfFiles: NamesOfFiles, { name: entity }: EntityDraft, name: string): boolean =>
  namesOfFiles.some((names) => names.has(entity) && names.has(name))

/** A record without a value at the end of the path belongs to none of those whom the path lets reach it. */
export function warnOfUnfilledScope(
  context: CompileContext,
  warnings: Warnings,
  draft: EntityDraft,
  namesOfFiles: NamesOfFiles,
): void {
  const { rowScope } = draft.file.manifest
  for (const key of ['unitFields', 'selfFields'] as const)
    for (const [index, path] of (rowScope?.[key] ?? []).entries()) {
      const location = locationOf(context, draft.file, 'rowScope', key, index)
      const empty = fieldsOfPath(context, draft, path).find(
        ({ owner, field }) => !isFilled(context, owner, field) && !isNamed(namesOfFiles, owner, field.name),
      )
      if (empty) warnings.at(location, 'unfilled-scope', { name: `${empty.owner.name}.${empty.field.name}`, path })
    }
}

interface OwnedField {
  readonly owner: EntityDraft
  readonly field: FieldDraft
}

function fieldsOfPath(context: CompileContext, draft: EntityDraft, path: string): OwnedField[] {
  const fields: OwnedField[] = []
  let owner: EntityDraft | undefined = draft
  for (const name of path.split('.')) {
    const field: FieldDraft | undefined = owner?.fields[name]
    if (owner === undefined || field === undefined) break
    fields.push({ owner, field })
    owner = context.entities[field.entity ?? '']
  }
  return fields
}

function isFilled(context: CompileContext, owner: EntityDraft, field: FieldDraft): boolean {
  if (field.system || !field.stored || isComputed(field) || field.default !== undefined) return true
  if (owner.file.manifest.view !== undefined || engineEntities(context).has(owner.name)) return true
  return fieldsWritten(owner).has(field.name)
}

/** Whether its default is the same for every record. */
const isFixed = ({ default: value }: FieldDraft): boolean => value?.node.kind === 'literal'

/** With only `selfFields`, callers of scope unit are not narrowed. */
export function warnOfRowScope(context: CompileContext, warnings: Warnings, { name, file }: EntityDraft): void {
  const { rowScope, perTenant } = file.manifest
  const { unitField = '', rowScopes = {} } = context.identity ?? {}
  const [selfField] = rowScope?.selfFields ?? []
  if (selfField === undefined || rowScope?.unitFields || perTenant === false) return
  if (!Object.values(rowScopes).includes('unit')) return
  const hint = `Write \`"unitFields": ["${selfField}.${unitField}"]\`, or waive it where all of them may see all.`
  warnings.at(locationOf(context, file, 'rowScope'), 'open-unit-scope', { entity: name }, { key: true, hint })
}

function fieldsWritten({ transitions, entity }: EntityDraft): ReadonlySet<string> {
  return new Set([
    ...Object.keys(entity.sync?.fields ?? {}),
    ...entity.jobs.flatMap(({ importFile }) => (importFile === undefined ? [] : [importFile.linesField])),
    ...Object.values(transitions).flatMap(({ form, set, copy, change, append, effects }) => [
      ...form.flatMap(({ field, input, readOnly }) => (input || readOnly ? [] : [field])),
      ...[set, copy, change, append].flatMap((values) => Object.keys(values)),
      ...effects.flatMap((effect) => (effect.kind === 'run' ? (effect.saveToField ?? []) : [])),
    ]),
  ])
}

const readByContext = new WeakMap<CompileContext, ReadonlySet<ShapeField>>()

function fieldsReadBy(context: CompileContext): ReadonlySet<ShapeField> {
  let read = readByContext.get(context)
  if (read === undefined) {
    read = new Set([
      ...context.namedFields,
      ...context.rules.flatMap(({ rule, environment }) => fieldsRead(rule.node, environment)),
    ])
    readByContext.set(context, read)
  }
  return read
}

/** The fields that the record's own view and forms show. */
function fieldsShown({ entity, transitions }: EntityDraft): ReadonlySet<string> {
  return new Set([
    ...entity.detail.sections.flatMap(({ fields }) => fields),
    ...Object.values(transitions).flatMap(({ creates, form }) =>
      creates ? [] : form.flatMap(({ field, input }) => (input ? [] : [field])),
    ),
  ])
}
