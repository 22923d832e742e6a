// The engine's texts on the page, as the tests look for them: each with its languages beside each other.
import { accountTexts as account } from '../src/client/text/messages/account'
import { documentTexts as document } from '../src/client/text/messages/document'
import { exchangeTexts as exchange } from '../src/client/text/messages/exchange'
import { faultTexts as fault } from '../src/client/text/messages/failures'
import { formTexts as form } from '../src/client/text/messages/forms'
import { integrationTexts as integration } from '../src/client/text/messages/integrations'
import { shellTexts as shell } from '../src/client/text/messages/layout'
import { listTexts as list } from '../src/client/text/messages/list'
import { recordTexts as record } from '../src/client/text/messages/record'
import { runTexts as run } from '../src/client/text/messages/runs'
import { signInTexts as signIn } from '../src/client/text/messages/signIn'

type ByLanguage<Pairs> = { readonly [Key in keyof Pairs]: { readonly zh: string; readonly en: string } }

const beside = <Pairs extends Readonly<Record<string, readonly [string, string]>>>(pairs: Pairs): ByLanguage<Pairs> =>
  Object.fromEntries(Object.entries(pairs).map(([key, [zh, en]]) => [key, { zh, en }])) as ByLanguage<Pairs>

export const accountTexts = beside(account)
export const documentTexts = beside(document)
export const exchangeTexts = beside(exchange)
export const faultTexts = beside(fault)
export const formTexts = beside(form)
export const listTexts = beside(list)
export const integrationTexts = beside(integration)
export const recordTexts = beside(record)
export const runTexts = beside(run)
export const shellTexts = beside(shell)
export const signInTexts = beside(signIn)
