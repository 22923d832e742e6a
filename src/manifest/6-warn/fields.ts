// Warns of fields that nothing writes, and of fields that nothing shows or reads.
import type { ShapeField } from '../expression/environment'
import { isComputed } from '../model/field'
import { locationOf, type CompileContext, type EntityDraft, type FieldDraft } from '../context/compileContext'
import { engineEntities } from '../4-check/engineEntities'
import { fieldsRead } from './nodeFields'
import type { Warnings } from './warnings'

/** `wordCounts`: the names in calls and in the files of the product, which the engine reads and writes. */
export function warnOfFields(
  context: CompileContext,
  warnings: Warnings,
  draft: EntityDraft,
  wordCounts: ReadonlyMap<string, number>,
): void {
  if (engineEntities(context).has(draft.name) || draft.file.manifest.view !== undefined) return
  const written = fieldsWritten(draft)
  const read = fieldsReadBy(context)
  const visible = fieldsShown(draft)
  const creates = Object.values(draft.transitions).some((transition) => transition.creates)
  for (const field of Object.values(draft.fields)) {
    const { name, system, stored, type } = field
    if (system || wordCounts.has(name)) continue
    const location = locationOf(context, draft.file, 'fields', name)
    const isEmpty = (stored || type === 'lines') && !isComputed(field) && field.default === undefined
    if (creates && !written.has(name)) {
      if (isEmpty) warnings.at(location, 'unwritten-field', { name }, { key: true })
      else if (stored && isFixed(field)) warnings.at(location, 'constant-field', { name }, { key: true })
    }
    if (!read.has(field) && !visible.has(name)) warnings.at(location, 'unread-field', { name }, { key: true })
  }
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
