// Refusals of writes, by keys of the catalog.
// The message of a check or an invariant comes from its manifest.
import { declared, textBefore } from '../../../manifest/expression/values/present'
import { entityOf, type App } from '../../../manifest/model/app'
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

/** The one refusal of a write for a record that does not exist or is out of reach; of a read: record_not_reachable. */
export function unknownRecord(): RequestError {
  return new RequestError('record_not_found')
}

/** Does not reveal which transitions exist. */
export function unknownTransition(): RequestError {
  return new RequestError('action_not_found')
}

/** The refusal does not carry the record as it is now: the page reads it by POST /api/record. */
export function staleVersion(): RequestError {
  return new RequestError('stale_version')
}

/** The record exists and may be read, but the transition does not begin in its state. */
export function wrongState({ title }: Transition, state: Text, record: number): RequestError {
  return new RequestError('state_not_allowed', { state, action: title }, { record })
}

/** The transition's `when` does not hold; its missing conditions are in the answer of POST /api/why. */
export function conditionNotMet({ title }: Transition, record?: number): RequestError {
  return new RequestError('condition_not_met', { action: title }, { ...(record !== undefined && { record }) })
}

/** The caller holds the permission, but the transition's `rowScopes` exclude the caller's. */
export function scopeNotAllowed(app: App, transition: Transition): RequestError {
  return new RequestError('scope_too_narrow', { action: transition.title, scopes: allowedScopes(app, transition) })
}

/** The row scopes that a transition is for, by the titles that accounts show. */
export function allowedScopes(app: App, { rowScopes = [] }: Transition): LocalizableText {
  const { accountEntity, rowScopeField, rowScopes: scopes } = app.access.identity
  const { dictionary = '' } = declared(entityOf(app, accountEntity).fields, rowScopeField)
  const titles = (app.dictionaries[dictionary]?.items ?? [])
    .filter(({ code }) => rowScopes.some((scope) => scope === scopes[code]))
    .map(({ title }) => title)
  return titles.length > 0 ? joined('alternative', titles) : phrase('value_empty')
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

/** The form of the transition that an effect belongs to, and the labels of the records that it runs on. */
export interface EffectOrigin {
  /** The transition that has the effect. */
  readonly action: Text
  /** Inputs of its form, by the effect's field that takes their value unchanged. */
  readonly askedAs: Readonly<Record<string, string>>
  /** The label of a record as the caller may see it; undefined out of reach. */
  readonly labelOf: (entity: Entity, id: number) => Promise<string | undefined>
}

/**
 * Runs an effect; adapts a refusal for a user who never saw the effect's form: field names become part of the sentence,
 * and a record that refuses is named.
 */
export async function withEffectErrors<T>(
  nested: { readonly entity: Entity; readonly transition: Transition },
  origin: EffectOrigin,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof RequestError ? await ofEffect(error, nested, origin) : error
  }
}

async function ofEffect(
  error: RequestError,
  { entity, transition }: { readonly entity: Entity; readonly transition: Transition },
  { action, askedAs, labelOf }: EffectOrigin,
): Promise<RequestError> {
  const { state } = error.sentence.arguments ?? {}
  if (error.record !== undefined && (error.key === 'state_not_allowed' || error.key === 'condition_not_met')) {
    const label = await labelOf(entity, error.record)
    const record = label ? phrase('record_named', { entity: entity.title, label }) : entity.title
    const named = { action, record, effect: transition.title }
    return error.key === 'condition_not_met' || state === undefined
      ? new RequestError('effect_condition_not_met', named)
      : new RequestError('effect_state_not_allowed', { ...named, state })
  }
  const errors = Object.entries(error.fields ?? {})
  // A check's own message is complete, and is shown at the input that it is about.
  if (errors.length === 0 || error.key !== 'input_invalid') return error.renamingFields(askedAs)
  const fields: Readonly<Record<string, Pick<Field, 'title'> | undefined>> = { ...entity.fields, ...transition.inputs }
  const problems = errors.map(([name, problem]) =>
    phrase('field_problem', { field: fields[textBefore(name, '.')]?.title ?? name, problem }),
  )
  return new RequestError('effect_failed', { action: transition.title, problems: joined('sequence', problems) })
}
