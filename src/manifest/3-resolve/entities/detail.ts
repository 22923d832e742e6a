// Resolves the detail view of a record.
// By default it shows all fields of the entity and all records that refer to it.
import { reportWrongField } from '../../context/fittingFields'
import { wideTypes } from '../../fieldTypes/typeSets'
import type { Field } from '../../model/field'
import type { Related, Section } from '../../model/detail'
import { textOf } from '../../expression/message'
import type * as language from '../../language/generated'
import { engineText } from '../../context/engineTexts'
import { audienceAt } from '../../context/audience'
import { findEntity, findField } from '../../context/lookup'
import { columnOf, resolveColumns, resolvePaths } from '../fields/columns'
import { resolveDocuments } from './documents'
import type { TenantLetterhead } from '../../model/document'
import { ownTransition } from '../../context/transitionLookups'
import { resolveOnOpen } from './onOpen'
import {
  locationOf,
  childLocation,
  indexed,
  hintFor,
  reportProblem,
  type ManifestLocation,
  type EntityDraft,
  type CompileContext,
} from '../../context/compileContext'

/** Maximum columns of a related list without declared columns. */
const maxColumns = 6

/** The references to an entity: one entry per reference field, system fields excluded. */
type ReferencingFields = ReadonlyMap<string, readonly { readonly draft: EntityDraft; readonly field: Field }[]>

/**
 * By the name of an entity the stored references to it, in declared order; without those of views, of the audit log and
 * of messages.
 */
export function referrers(context: CompileContext): ReferencingFields {
  const results = new Map<string, { draft: EntityDraft; field: Field }[]>()
  const silent = new Set([context.manifests.app?.manifest.logEntity, context.manifests.app?.manifest.messages.entity])
  for (const draft of Object.values(context.entities)) {
    if (silent.has(draft.name) || draft.file.manifest.view !== undefined) continue
    for (const field of Object.values(draft.fields)) {
      if (field.type !== 'ref' || field.system || !field.stored || field.entity === undefined) continue
      const references = results.get(field.entity)
      if (references === undefined) results.set(field.entity, [{ draft, field }])
      else references.push({ draft, field })
    }
  }
  return results
}

/** Fills in `detail` and `documents` of the draft's entity, after all entities have their fields. */
export function resolveDetail(
  context: CompileContext,
  draft: EntityDraft,
  referencingFields: ReferencingFields,
  letterhead: TenantLetterhead | undefined,
): void {
  const written = draft.file.manifest.detail
  const location = locationOf(context, draft.file, 'detail')
  const onOpen =
    written?.onOpen === undefined ? undefined : resolveOnOpen(childLocation(location, 'onOpen'), draft, written.onOpen)
  draft.entity.detail = {
    frames: [],
    queues: [],
    notes: keepsNotes(context, draft),
    ...(written !== undefined && audienceAt(location, written)),
    ...(onOpen !== undefined && { onOpen }),
    highlightFields: resolvePaths(childLocation(location, 'highlightFields'), draft, written?.highlightFields),
    sections:
      written?.sections === undefined
        ? allSections(context, draft)
        : indexed(written.sections).map(([index, section]) => ({
            title: section.title,
            fields: resolvePaths(childLocation(location, 'sections', index, 'fields'), draft, section.fields),
            ...audienceAt(childLocation(location, 'sections', index), section),
          })),
    related:
      written?.related === undefined
        ? (referencingFields.get(draft.name) ?? []).map(({ draft: other, field }) =>
            relatedBy(context, other, field, referencingFields.get(draft.name)!),
          )
        : indexed(written.related).flatMap(([index, related]) => {
            const resolved = resolveRelated(childLocation(location, 'related', index), draft, related)
            return resolved === undefined ? [] : [resolved]
          }),
  }
  // Their sections may name related lists.
  draft.entity.documents = resolveDocuments(context, draft, letterhead)
}

/** Whether its records may have notes: a note needs a stored record with a tenant. */
function keepsNotes(context: CompileContext, draft: EntityDraft): boolean {
  const { manifest } = draft.file
  if (manifest.detail?.notes !== true) return false
  const location = locationOf(context, draft.file, 'detail', 'notes')
  if (manifest.view !== undefined || manifest.perTenant === false)
    reportProblem(
      location,
      'ineffective-key',
      { key: 'notes', where: `as records of ${draft.name} belong to no tenant or are not kept` },
      { key: true },
    )
  if (context.manifests.app !== undefined && context.manifests.app.manifest.messages.noteKind === undefined)
    reportProblem(
      location,
      'missing-part',
      { thing: 'an entity with notes', key: 'messages.noteKind' },
      { key: true, hint: 'Write in app.json which kind of message a person gets who is named in a note.' },
    )
  return true
}

/** One section for the entity's own fields, one per lines field, and one for the system fields. */
function allSections(context: CompileContext, draft: EntityDraft): Section[] {
  const fields = Object.values(draft.fields).filter(({ internal }) => !internal)
  const ownFields = fields
    .filter((field) => (!field.system || field.name === 'no') && field.type !== 'lines')
    .map((field) => field.name)
  const stored = fields
    .filter((field) => ['state', 'createdBy', 'createdAt', 'stateAt'].includes(field.name))
    .map((field) => field.name)
  const lines = fields
    .filter((field) => field.type === 'lines')
    .map((field) => ({ title: field.title, fields: [field.name] }))
  return [
    ...(ownFields.length > 0 ? [{ title: draft.entity.title, fields: ownFields }] : []),
    ...lines,
    { title: textOf(engineText('record'), context.manifests.translations.spoken), fields: stored },
  ]
}

function relatedBy(
  context: CompileContext,
  other: EntityDraft,
  by: Field,
  all: readonly { readonly draft: EntityDraft }[],
): Related {
  const { title } = other.entity
  // Two references of one entity need the title of the field to be distinct.
  const several = all.filter((item) => item.draft === other).length > 1
  const names = [
    other.entity.labelField,
    ...Object.values(other.fields)
      .filter(
        (field) =>
          field !== by && (!field.system || field.name === 'state') && !field.internal && !wideTypes.has(field.type),
      )
      .map((field) => field.name),
  ]
  const visible = [...new Set(names)].filter((name) => name !== 'id' && name !== 'state').slice(0, maxColumns - 1)
  const columns = [...visible, 'state' in other.fields ? 'state' : 'createdAt'].map((name) =>
    columnOf(context, { field: name }, { field: other.fields[name]! }),
  )
  return {
    entity: other.name,
    reference: by.name,
    title: several
      ? textOf(engineText('title_by_reference', { title, reference: by.title }), context.manifests.translations.spoken)
      : title,
    columns,
    actions: [],
  }
}

function resolveRelated(
  location: ManifestLocation,
  draft: EntityDraft,
  related: language.Related,
): Related | undefined {
  const other = findEntity(childLocation(location, 'entity'), related.entity)
  const by = other && referenceTo(location, other, draft, related.reference)
  if (other === undefined || by === undefined) return undefined
  const actions = indexed(related.actions).map(([index, name]) => {
    const actionLocation = childLocation(location, 'actions', index)
    const transition = ownTransition(actionLocation, other, name)
    if (transition?.permissions.every((permission) => permission.permission === 'system') === true)
      reportProblem(actionLocation, 'never-offered', { name, why: 'only the system runs it' })
    if (transition?.creates === true && !transition.form.some((formField) => formField.field === by))
      reportProblem(actionLocation, 'wrong-transition', {
        name,
        why: `it does not ask \`${by}\`, which refers to this record`,
      })
    return name
  })
  return {
    entity: other.name,
    reference: by,
    title: related.title ?? other.entity.title,
    columns: resolveColumns(childLocation(location, 'columns'), other, related.columns),
    actions,
    ...audienceAt(location, related),
  }
}

/** Finds the field of another entity that refers to this one. */
function referenceTo(
  location: ManifestLocation,
  other: EntityDraft,
  draft: EntityDraft,
  written: string | undefined,
): string | undefined {
  const candidates = Object.values(other.fields).filter(
    (field) => field.type === 'ref' && field.entity === draft.name && field.stored,
  )
  if (written !== undefined) {
    const field = findField(childLocation(location, 'reference'), other, written)
    if (field !== undefined && !candidates.includes(field))
      reportWrongField(childLocation(location, 'reference'), {
        name: written,
        expected: `a stored reference to ${draft.name}`,
        fits: candidates.map(({ name }) => name),
      })
    return field?.name
  }
  const declaredReferences = candidates.filter((field) => !field.system)
  const [only] = declaredReferences.length > 0 ? declaredReferences : candidates
  const fields = candidates.map((field) => field.name).join(', ')
  if (declaredReferences.length > 1)
    reportProblem(
      childLocation(location, 'entity'),
      'ambiguous-reference',
      { entity: other.name, target: draft.name, fields },
      { hint: 'Write which one in `reference`.' },
    )
  if (only === undefined)
    reportProblem(
      childLocation(location, 'entity'),
      'no-reference',
      { entity: other.name, target: draft.name },
      hintFor(other.name, []),
    )
  return only?.name
}
