// Derives the secrets of webhooks from the server's key, so that none is stored. Signs with them.
// The form is that of Standard Webhooks: HMAC-SHA256 over id.timestamp.body.
import { transitionOf } from '../../../manifest/model/entity'
import { createHmac } from 'node:crypto'
import { entityOf } from '../../../manifest/model/app'
import type { RunAnswer, RunRequest } from '../../../protocol/calls'
import type { Context } from '../../context/context'
import { loadRecords, withinTenantOf } from '../../query/records/loadRecords'
import type { SecretStore } from '../contract/integrationContext'

type Vault = Pick<SecretStore, 'derive'>

export const secretOf = (secretStore: Vault, id: number, secretNumber: number): Buffer =>
  Buffer.from(secretStore.derive(`subscription ${id} ${secretNumber}`), 'hex')

/** The headers of an event. `moment`: when it is sent, not when it happened. */
export function signedHeaders(secret: Buffer, event: string, body: string, moment: Date): Record<string, string> {
  const timestamp = String(Math.floor(moment.getTime() / 1_000))
  const digest = createHmac('sha256', secret).update(`${event}.${timestamp}.${body}`)
  return {
    'webhook-id': event,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${digest.digest('base64')}`,
  }
}

/** The answer of a transition, with the secret if it gave a webhook a new one. */
export async function withWebhookSecret(
  context: Context,
  secretStore: Vault,
  { entity, transition }: Pick<RunRequest, 'entity' | 'transition'>,
  answer: RunAnswer,
): Promise<RunAnswer> {
  const { app } = context
  const { webhooks } = app.product
  if (!webhooks || entity !== webhooks.entity) return answer
  const { creates, revealsSecret } = transitionOf(entityOf(app, entity), transition)
  if (!creates && !revealsSecret) return answer
  const within = await withinTenantOf(context, entityOf(app, entity), answer.id)
  const [record] = await loadRecords(within, {
    entity,
    paths: ['secretNumber'],
    where: { ids: [answer.id] },
    scoped: true,
  })
  if (!record) return answer
  const secret = secretOf(secretStore, answer.id, Number(record.secretNumber))
  return { ...answer, secret: `whsec_${secret.toString('base64')}` }
}
