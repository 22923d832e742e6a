// Resolves the webhooks of app.json: subscriptions, and events on their way to other systems.
import type * as language from '../../language/generated'
import { findEntity, stateAt } from '../../context/lookup'
import { childLocation, reportProblem, type ManifestLocation } from '../../context/compileContext'
import { checkEngineTransition } from './engineTransition'

/** Fields that the engine reads of a subscription, and those that it writes into an event. */
const SUBSCRIPTION_FIELDS = ['address', 'entity', 'action', 'condition', 'secretNumber'] as const
const DELIVERY_FIELDS = ['tries'] as const
const OUTCOME_FIELDS = ['result', 'status'] as const
const QUEUED_FIELDS = ['event', 'entity', 'recordId', 'action', 'body', 'startedAt', 'nextAt'] as const

export function resolveWebhooks(location: ManifestLocation, webhooks: language.Webhooks): void {
  const at = (key: keyof language.Webhooks) => childLocation(location, key)
  const entity = findEntity(at('entity'), webhooks.entity)
  const delivery = findEntity(at('deliveryEntity'), webhooks.deliveryEntity)
  if (entity === undefined || delivery === undefined) return
  stateAt(at('activeState'), entity, webhooks.activeState)
  stateAt(at('waitingState'), delivery, webhooks.waitingState)
  checkEngineTransition(at('renewTransition'), entity, webhooks.renewTransition, { creates: false })
  for (const [key, draft, names] of [
    ['entity', entity, SUBSCRIPTION_FIELDS],
    ['deliveryEntity', delivery, DELIVERY_FIELDS],
  ] as const)
    for (const name of names)
      if (!(name in draft.fields)) reportProblem(at(key), 'unknown-field', { entity: draft.name, name })
  for (const [key, creates, given] of [
    ['queueTransition', true, [webhooks.entity, ...QUEUED_FIELDS]],
    ['sentTransition', false, OUTCOME_FIELDS],
    ['failTransition', false, [...OUTCOME_FIELDS, 'nextAt']],
    ['giveUpTransition', false, OUTCOME_FIELDS],
  ] as const)
    checkEngineTransition(at(key), delivery, webhooks[key], { creates, given })
}
