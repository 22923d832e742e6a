// Finds the account behind a one-time code by the calls that an integration's manifest declares.
import type { Integration } from '../../../manifest/model/app'
import { SendProblem } from '../contract/channel'
import { answerValue, callUrl, filledEntries, nested, type TemplateValues } from '../contract/filledTemplates'
import { usualCodeParameter, type AuthorizePage, type IntegrationIdentity } from '../contract/identityProviders'
import type { ServiceContext } from '../contract/integrationContext'
import type { IntegrationSettings } from '../contract/settings'
import { createIssuedToken } from './issuedToken'
import { postJson } from './postJson'

type Identify = NonNullable<Integration['identify']>

/**
 * `identify` resolves to the account as the service names it, and to undefined for a code that the service refuses. It
 * rejects if the service fails, so that an outage is not reported as a wrong code.
 */
export function createIdentity(
  services: Pick<ServiceContext, 'egress' | 'clock'>,
  { identify, token: issuing }: Pick<Integration, 'token'> & { readonly identify: Identify },
  settings: IntegrationSettings,
): IntegrationIdentity {
  const { egress } = services
  const { address, values } = settings
  const { path, query, headers, exchange, authorize, accountPath, errorPath, codeErrors } = identify
  // Without declared errors of a wrong code, a failure status counts as a failure of the service.
  const refusalPath = codeErrors && errorPath
  const issued = issuing && createIssuedToken(services, issuing, settings, () => undefined)
  const errorIn = (answer: object): string | undefined => {
    const error = errorPath === undefined ? undefined : answerValue(answer, errorPath)
    return error === undefined || error === null || Number(error) === 0 ? undefined : String(error)
  }
  const ofUser = async ({ path: target, body }: NonNullable<typeof exchange>, input: TemplateValues) =>
    postJson(egress, callUrl(address, target, []), { body: nested(filledEntries(body, input)), errorPath: refusalPath })
  const lookUp = async (code: string, token: string | undefined) => {
    const input = { ...values, code, token }
    const given = exchange && (await ofUser(exchange, input))
    const userToken = exchange && answerValue(given, exchange.tokenPath)
    if (exchange && typeof userToken !== 'string') return given && errorIn(given) !== undefined ? given : {}
    const full = { ...input, ...(typeof userToken === 'string' && { userToken }) }
    return postJson(egress, callUrl(address, path, filledEntries(query, full)), {
      headers: Object.fromEntries(filledEntries(headers, full)),
      errorPath: refusalPath,
    })
  }
  const identified = async (code: string): Promise<string | undefined> => {
    let answer = await lookUp(code, await issued?.current())
    if (issued?.isExpired(Number(errorIn(answer)))) answer = await lookUp(code, await issued.renewed())
    const error = errorIn(answer)
    // An account in an answer with an error does not count.
    if (error !== undefined && codeErrors && !codeErrors.includes(error))
      throw new SendProblem('refused', { ...(/^[\w.-]{1,100}$/.test(error) && { detail: error }) })
    const account = error === undefined ? answerValue(answer, accountPath) : undefined
    return typeof account === 'string' && /^[\w.@-]{1,128}$/.test(account) ? account : undefined
  }
  if (!authorize) return { identify: identified }
  const authorizePage = authorizePageOf(authorize, settings)
  return {
    identify: identified,
    authorizePage,
    ...(authorize.proofOnly !== true && {
      signIn: {
        address: async (attempt) => authorizePage.address(attempt),
        subject: async (_attempt, back) => {
          const code = back.get(authorizePage.codeParameter) ?? ''
          return code === '' ? undefined : identified(code)
        },
      },
    }),
  }
}

function authorizePageOf(
  { address, query, codeParameter = usualCodeParameter }: NonNullable<Identify['authorize']>,
  { address: ofIntegration, values }: IntegrationSettings,
): AuthorizePage {
  return {
    codeParameter,
    address({ state, returnAddress }) {
      const url = new URL(address.startsWith('/') ? `${ofIntegration}${address}` : address)
      for (const [name, text] of filledEntries(query, { ...values, state, returnAddress }))
        url.searchParams.set(name, text)
      return url.href
    },
  }
}
