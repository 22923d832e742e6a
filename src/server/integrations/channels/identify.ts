// Finds the account behind a one-time code by the calls that an integration's manifest declares.
import type { Integration } from '../../../manifest/model/app'
import { answerValue, callUrl, filledEntries, nested, type TemplateValues } from '../contract/filledTemplates'
import type { IntegrationIdentity, SignInProvider } from '../contract/identityProviders'
import type { ServiceContext } from '../contract/integrationContext'
import type { IntegrationSettings } from '../contract/settings'
import { createIssuedToken } from './issuedToken'
import { postJson } from './postJson'

type Identify = NonNullable<Integration['identify']>

export function createIdentity(
  services: Pick<ServiceContext, 'egress' | 'clock'>,
  { identify, token: issuing }: Pick<Integration, 'token'> & { readonly identify: Identify },
  settings: IntegrationSettings,
): IntegrationIdentity {
  const { egress } = services
  const { address, values } = settings
  const { path, query, headers, exchange, authorize, accountPath, errorPath } = identify
  const issued = issuing && createIssuedToken(services, issuing, settings, () => undefined)
  const userTokenFor = async (input: TemplateValues): Promise<string | undefined> => {
    if (!exchange) return undefined
    const answer = await postJson(egress, callUrl(address, exchange.path, []), {
      body: nested(filledEntries(exchange.body, input)),
    })
    const token = answerValue(answer, exchange.tokenPath)
    return typeof token === 'string' ? token : undefined
  }
  const ask = async (code: string, token: string | undefined) => {
    const input = { ...values, code, token }
    const userToken = await userTokenFor(input)
    if (exchange && userToken === undefined) return {}
    const full = { ...input, userToken }
    return postJson(egress, callUrl(address, path, filledEntries(query, full)), {
      headers: Object.fromEntries(filledEntries(headers, full)),
    })
  }
  const identified = async (code: string): Promise<string | undefined> => {
    let answer = await ask(code, await issued?.current())
    if (errorPath !== undefined && issued?.isExpired(Number(answerValue(answer, errorPath))))
      answer = await ask(code, await issued.renewed())
    const account = answerValue(answer, accountPath)
    return typeof account === 'string' && /^[\w.@-]{1,128}$/.test(account) ? account : undefined
  }
  return {
    identify: identified,
    ...(authorize && { signIn: signInBy(authorize, values, identified) }),
  }
}

function signInBy(
  { address, query }: NonNullable<Identify['authorize']>,
  values: TemplateValues,
  identified: (code: string) => Promise<string | undefined>,
): SignInProvider {
  return {
    async address({ state, returnAddress }) {
      const url = new URL(address)
      for (const [name, text] of filledEntries(query, { ...values, state, returnAddress }))
        url.searchParams.set(name, text)
      return url.href
    },
    subject: async (_attempt, back) => {
      const code = back.get('code') ?? ''
      return code === '' ? undefined : identified(code)
    },
  }
}
