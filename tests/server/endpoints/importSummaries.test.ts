// Proves what becomes of an import's messages that cannot be sent at the moment.
import { expect, it } from 'vitest'
import { RequestError } from '../../../src/protocol/requestError'
import { sendImportMessages } from '../../../src/server/endpoints/exchange/importSummaries'
import { compileWorkshop } from '../mutation/manifests'
import { moment } from '../mutation/workshop'

it('stay with their rows while the server is busy, and go where they can never be sent', async () => {
  const messages = [{ receivers: [5], content: { kind: 'news', title: ['a', 'a'] } }]
  const cleared = async (refusal: RequestError) => {
    const sent: string[] = []
    const database = {
      query: async ({ text }: { readonly text: string }) => {
        sent.push(text)
        return text.includes('IS NOT NULL') ? [{ row: 1, messages }] : []
      },
      transactionFor: () => Promise.reject(refusal),
      transaction: () => Promise.reject(refusal),
    }
    const caller = { me: { id: 1 }, tenant: { id: 1 }, codes: new Set(), language: 'en' }
    const context = { app: compileWorkshop(), caller, now: moment, server: { database, live: {} }, queryOwner: {} }
    const outcome = await sendImportMessages(context as never, { id: 3, phase: 'writing', screen: '/expenses' }).then(
      () => 'sent',
      (error: RequestError) => error.key,
    )
    return [outcome, sent.some((text) => text.includes('"messages" = NULL'))]
  }
  expect(await cleared(new RequestError('server_busy', {}, { retryAfter: 1 }))).toEqual(['server_busy', false])
  expect(await cleared(new RequestError('record_not_found'))).toEqual(['sent', true])
})
