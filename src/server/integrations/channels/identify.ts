// Finds the account behind a one-time code by the call that an integration's manifest declares.
import type { Integration } from '../../../manifest/model/app'
import type { HttpEgress } from '../../egress/httpEgress'
import { callUrl, filledEntries, answerValue } from '../contract/filledTemplates'
import type { IntegrationIdentity } from '../contract/identityProviders'
import type { IntegrationSettings } from '../contract/settings'
import { postJson } from './postJson'

export function createIdentity(
  egress: HttpEgress,
  { path, query, accountPath }: NonNullable<Integration['identify']>,
  { address, values }: IntegrationSettings,
): IntegrationIdentity {
  return {
    async identify(code) {
      const answer = await postJson(egress, callUrl(address, path, filledEntries(query, { ...values, code })))
      const account = answerValue(answer, accountPath)
      return typeof account === 'string' && /^[\w-]{1,128}$/.test(account) ? account : undefined
    },
  }
}
