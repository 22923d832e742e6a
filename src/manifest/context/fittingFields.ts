// Suggests valid names in place of a wrong one, the nearest by spelling first,
// so that the refusal of a field shows what to write.
import type { Field, FieldType } from '../model/field'
import { byNearness } from '../problems/suggest'
import { reportProblem, type CompileContext, type EntityDraft, type ManifestLocation } from './compileContext'
import type { Mark } from '../json/parse'

/** Maximum suggestions. */
const maxListed = 8

/** The written name, what is expected, and all candidates. */
interface WrongField {
  readonly name: string
  readonly expected: string
  readonly fits: readonly string[]
}

/**
 * Reports `wrong-field` with the nearest of the fields that fit. For a field that exists but is of a wrong kind; an
 * unknown name is reported by `findField`.
 */
export function reportWrongField(location: ManifestLocation, wrong: WrongField, mark?: Mark): void {
  const { name, expected } = wrong
  reportProblem(location, 'wrong-field', { name, expected }, { ...mark, ...fittingHint(wrong) })
}

/** The fields that could end a path. */
export function fieldsInstead<AnyField extends { readonly name: string }>(
  path: string,
  fields: Readonly<Record<string, AnyField>>,
  fits: (field: AnyField) => boolean,
): string[] {
  const before = path.slice(0, path.lastIndexOf('.') + 1)
  return Object.values(fields).flatMap((field) => (fits(field) ? [`${before}${field.name}`] : []))
}

/** Stored fields of these types. */
export const isStoredAs =
  (...types: readonly FieldType[]) =>
  ({ type, stored }: Field): boolean =>
    stored && types.includes(type)

/** A test for fields: computed references do not pass, and without a target none does. */
export const isReferenceTo =
  (target: string | undefined) =>
  ({ type, entity, stored }: Field): boolean =>
    type === 'ref' && entity === target && stored

/** References to an entity: of the record, else of the records that it refers to. */
export function referencesTo(context: CompileContext, draft: EntityDraft, target: string): string[] {
  const near = fieldsInstead('', draft.fields, isReferenceTo(target))
  if (near.length > 0) return near
  return Object.values(draft.fields).flatMap(({ name, type, entity }) => {
    const next = type === 'ref' ? context.entities[entity ?? ''] : undefined
    return next === undefined ? [] : fieldsInstead(`${name}.`, next.fields, isReferenceTo(target))
  })
}

/** References of the record or of its lines, on whose records an effect can run. */
export function targetsIn(draft: EntityDraft, target: string): string[] {
  return Object.values(draft.fields).flatMap((field) =>
    field.type === 'lines'
      ? fieldsInstead(`${field.name}.`, field.fields ?? {}, isReferenceTo(target))
      : fieldsInstead('', { field }, isReferenceTo(target)),
  )
}

function fittingHint({ name, fits }: WrongField): { readonly hint?: string } {
  if (fits.length === 0) return {}
  const names = byNearness(name, [...new Set(fits)])
  const list = names.slice(0, maxListed).map((one) => `\`${one}\``)
  return {
    hint: `What fits: ${list.join(', ')}${names.length > maxListed ? ` and ${names.length - maxListed} more` : ''}.`,
  }
}
