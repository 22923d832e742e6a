// Names the fields that fit where another one was written, so that its refusal shows what to write.
import type { Field, FieldType } from '../model/field'
import type { CompileContext, EntityDraft, FieldDraft } from './compileContext'

/** How many are shown: more are not read. */
const FEW = 8

/** Stored fields of these types. */
export function fittingTypes(draft: EntityDraft, types: readonly FieldType[]): { hint?: string } {
  return fittingHint(namesOf(draft, (field) => types.includes(field.type) && field.stored))
}

/** References to an entity: of the record, else of the records that it refers to. */
export function fittingReferences(context: CompileContext, draft: EntityDraft, target: string): { hint?: string } {
  const fits = (field: FieldDraft): boolean => refersTo(field, target)
  const near = namesOf(draft, fits)
  if (near.length > 0) return fittingHint(near)
  return fittingHint(
    Object.values(draft.fields).flatMap(({ name, type, entity }) => {
      const next = type === 'ref' ? context.entities[entity ?? ''] : undefined
      return next === undefined ? [] : namesOf(next, fits).map((field) => `${name}.${field}`)
    }),
  )
}

/** References of the record or of its lines, on whose records an effect can run. */
export function targetsIn(draft: EntityDraft, target: string): string[] {
  return Object.values(draft.fields).flatMap((field) =>
    Object.values(field.type === 'lines' ? (field.fields ?? {}) : { field }).flatMap((one) =>
      refersTo(one, target) ? [one === field ? field.name : `${field.name}.${one.name}`] : [],
    ),
  )
}

const refersTo = ({ type, entity, stored }: Field, target: string): boolean =>
  type === 'ref' && entity === target && stored

const namesOf = (draft: EntityDraft, fits: (field: FieldDraft) => boolean): string[] =>
  Object.values(draft.fields).flatMap((field) => (fits(field) ? [field.name] : []))

export function fittingHint(names: readonly string[]): { hint?: string } {
  if (names.length === 0) return {}
  const list = names.slice(0, FEW).map((name) => `\`${name}\``)
  return { hint: `What fits: ${list.join(', ')}${names.length > FEW ? ' and others' : ''}.` }
}
