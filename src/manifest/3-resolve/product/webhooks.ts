// Resolves the webhooks of app.json: subscriptions, and events on their way to other systems.
import type * as language from '../../language/generated'
import { findEntity, stateAt } from '../../context/lookup'
import { childLocation, reportProblem, type ManifestLocation } from '../../context/compileContext'
import { checkEngineTransition } from './engineTransition'

/** Fields that the engine reads of a subscription, and those that it writes into an event. */
const subscriptionFields = ['address', 'entity', 'action', 'condition', 'secretNumber'] as const
const deliveryFields = ['tries'] as const
const outcomeFields = ['result', 'status'] as const
const queuedFields = ['event', 'entity', 'recordId', 'action', 'body', 'startedAt', 'nextAt'] as const

export function resolveWebhooks(location: ManifestLocation, webhooks: language.Webhooks): void {
  const at = (key: keyof language.Webhooks) => childLocation(location, key)
  const entity = findEntity(at('entity'), webhooks.entity)
  const delivery = findEntity(at('deliveryEntity'), webhooks.deliveryEntity)
  if (entity === undefined || delivery === undefined) return
  stateAt(at('activeState'), entity, webhooks.activeState)
  stateAt(at('waitingState'), delivery, webhooks.waitingState)
  checkEngineTransition(at('renewTransition'), entity, webhooks.renewTransition, { creates: false })
  for (const [key, draft, names] of [
    ['entity', entity, subscriptionFields],
    ['deliveryEntity', delivery, deliveryFields],
  ] as const)
    for (const name of names)
      if (!(name in draft.fields)) reportProblem(at(key), 'unknown-field', { entity: draft.name, name })
  for (const [key, creates, given] of [
    ['queueTransition', true, [webhooks.entity, ...queuedFields]],
    ['sentTransition', false, outcomeFields],
    ['failTransition', false, [...outcomeFields, 'nextAt']],
    ['giveUpTransition', false, outcomeFields],
  ] as const)
    checkEngineTransition(at(key), delivery, webhooks[key], { creates, given })
}
