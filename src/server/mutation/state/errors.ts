// Refusals of writes, by keys of the catalog.
// The message of a check or an invariant comes from its manifest.
import { declared, textBefore } from '../../../manifest/expression/values/present'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { Text } from '../../../manifest/model/text'
import type { Transition } from '../../../manifest/model/transition'
import { RequestError } from '../../../protocol/requestError'
import type { LocalizableText } from '../../../manifest/expression/message'
import { joined, phrase } from '../../context/phrases'

export type FieldErrorTexts = Record<string, LocalizableText>

/** What is wrong with each input, by its name; the form shows it there. */
export function inputError(fields: FieldErrorTexts): RequestError {
  return new RequestError('input_invalid', {}, { fields })
}

/** The one refusal of a write for a record that does not exist and for one out of reach. */
export function unknownRecord(): RequestError {
  return new RequestError('record_not_found')
}

/** Does not reveal which transitions exist. */
export function unknownTransition(): RequestError {
  return new RequestError('action_not_found')
}

/**
 * Thrown before a transition (`assertRunnable`), and by `updateRecords` if the row has another version by then. The
 * answer has no record: the page reads it again.
 */
export function staleVersion(): RequestError {
  return new RequestError('stale_version')
}

/** The record exists and may be read, but the transition does not begin in its state. */
export function wrongState({ title }: Transition, state: Text): RequestError {
  return new RequestError('state_not_allowed', { state, action: title })
}

/** The transition's `when` does not hold; its missing conditions are in the answer of POST /api/why. */
export function conditionNotMet({ title }: Transition): RequestError {
  return new RequestError('condition_not_met', { action: title })
}

/** The caller holds the permission, but not for this record. */
export function scopeTooNarrow(title: Text): RequestError {
  return new RequestError('scope_too_narrow', { action: title })
}

/** `field`: the one that holds the caller. */
export function fourEyesRequired({ fields }: Entity, { title }: Transition, field: string): RequestError {
  return field === 'createdBy'
    ? new RequestError('four_eyes', { action: title })
    : new RequestError('four_eyes_field', { action: title, field: declared(fields, field).title })
}

/** The record would belong to no tenant, or to one outside of the caller's scope. */
export function noTenant(): RequestError {
  return new RequestError('tenant_unclear')
}

/** The key belongs to another content, or to an attempt that a later one has closed. */
export function idempotencyKeyReused(): RequestError {
  return new RequestError('idempotency_key_reused')
}

/** An earlier content of the same attempt has created this record, so the present one must not create another. */
export function attemptAlreadyWritten(record: string): RequestError {
  return new RequestError('attempt_already_written', { record })
}

/** A computed number does not fit its column; typed ones are refused earlier, at their input. */
export function tooLarge(): RequestError {
  return new RequestError('number_too_large')
}

/**
 * Runs an effect; adapts a refusal for a user who never saw the effect's form: field names become part of the sentence.
 * `askedAs`: inputs of the submitted form, by the effect's field that takes their value unchanged.
 */
export async function withEffectErrors<T>(
  { entity, transition }: { readonly entity: Pick<Entity, 'fields'>; readonly transition: Transition },
  askedAs: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof RequestError
      ? ofEffect(error, transition, { fields: { ...entity.fields, ...transition.inputs }, askedAs })
      : error
  }
}

function ofEffect(
  error: RequestError,
  { title }: Transition,
  {
    fields,
    askedAs,
  }: {
    readonly fields: Readonly<Record<string, Pick<Field, 'title'> | undefined>>
    readonly askedAs: Readonly<Record<string, string>>
  },
): RequestError {
  const errors = Object.entries(error.fields ?? {})
  // A check's own message is complete, and is shown at the input that it is about.
  if (errors.length === 0 || error.key !== 'input_invalid') return error.renamingFields(askedAs)
  const problems = errors.map(([name, problem]) =>
    phrase('field_problem', { field: fields[textBefore(name, '.')]?.title ?? name, problem }),
  )
  return new RequestError('effect_failed', { action: title, problems: joined('sequence', problems) })
}
