// Signs in by OpenID Connect: discovery, PKCE, state, nonce, and the signature of the ID token.
// Its calls use an egress of their own: to the issuer, and to the addresses that the issuer names.
import * as library from 'openid-client'
import { fillTemplate } from '../../../manifest/expression/template'
import type { Integration } from '../../../manifest/model/app'
import { createOutgoing, OutgoingError, type HttpEgress } from '../../egress/httpEgress'
import { SendProblem } from '../contract/channel'
import type { IntegrationIdentity, SignInAttempt } from '../contract/identityProviders'
import type { ServiceContext } from '../contract/integrationContext'
import type { IntegrationSettings } from '../contract/settings'

const timeoutMs = 10_000
const maxBytes = 1024 * 1024
/** How long the metadata of an issuer is used. */
const metadataCacheMs = 60 * 60_000

/**
 * A sign-in whose metadata are read on the first attempt and kept for `metadataCacheMs`; a failed reading is repeated
 * by the next attempt.
 */
export function createOidc(
  { name, oidc }: Pick<Integration, 'name'> & { readonly oidc: NonNullable<Integration['oidc']> },
  { address, values }: IntegrationSettings,
  { privateNames, log, clock }: Pick<ServiceContext, 'privateNames' | 'log' | 'clock'>,
): IntegrationIdentity {
  const egress = createOutgoing({ privateNames })
  egress.allow(new URL(address).origin)
  const filled = (text: string) => fillTemplate(text, (variable) => values[variable])
  let latest: { readonly until: number; readonly configuration: Promise<library.Configuration> } | undefined
  const discovered = (): Promise<library.Configuration> => {
    const now = clock().getTime()
    if (latest && latest.until > now) return latest.configuration
    const configuration = discover(
      egress,
      address,
      filled(oidc.clientId),
      oidc.clientSecret && filled(oidc.clientSecret),
    )
    latest = { until: now + metadataCacheMs, configuration }
    configuration.catch(() => (latest = undefined))
    return configuration
  }
  const reached = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw unreachableReason(error) ?? error
    }
  }
  return {
    // A code alone proves nothing: it must belong to an attempt.
    identify: async () => undefined,
    signIn: {
      address: (attempt) =>
        reached(async () => {
          const { href } = library.buildAuthorizationUrl(await discovered(), {
            redirect_uri: attempt.returnAddress,
            scope: oidc.scope,
            code_challenge: await library.calculatePKCECodeChallenge(attempt.verifier),
            code_challenge_method: 'S256',
            state: attempt.state,
            nonce: attempt.nonce,
          })
          return href
        }),
      subject: (attempt, query) =>
        reached(async () => {
          const configuration = await discovered()
          try {
            return await grantedSubject(configuration, attempt, query)
          } catch (error) {
            if (unreachableReason(error)) throw error
            log.warn(`A sign-in by ${name} was refused: ${(error as Error).message}`)
            return undefined
          }
        }),
    },
  }
}

async function discover(
  egress: HttpEgress,
  address: string,
  clientId: string,
  clientSecret: string | undefined,
): Promise<library.Configuration> {
  const issuer = new URL(address)
  // Without TLS only on this machine, for tests and development.
  const isLocal = issuer.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(issuer.hostname)
  const configuration = await library.discovery(
    issuer,
    clientId,
    clientSecret,
    clientSecret ? undefined : library.None(),
    {
      [library.customFetch]: fetchThrough(egress),
      timeout: timeoutMs / 1_000,
      execute: isLocal ? [library.allowInsecureRequests] : [],
    },
  )
  const { token_endpoint: tokens, jwks_uri: keys } = configuration.serverMetadata()
  for (const named of [tokens, keys])
    if (named !== undefined && new URL(named).origin !== issuer.origin)
      egress.allow(new URL(named).origin, { entered: true })
  return configuration
}

/** The account at the issuer, with the issuer: the same name elsewhere is another account. */
async function grantedSubject(
  configuration: library.Configuration,
  { state, nonce, verifier, returnAddress }: SignInAttempt,
  query: URLSearchParams,
): Promise<string | undefined> {
  const back = new URL(returnAddress)
  back.search = query.toString()
  const tokens = await library.authorizationCodeGrant(configuration, back, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  return claims && `${claims.iss} ${claims.sub}`
}

function fetchThrough(egress: HttpEgress): library.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const {
      status,
      headers: answered,
      body: bytes,
    } = await egress.call(new URL(url), {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(Object.entries(headers)),
      ...(body !== null && body !== undefined && { body: String(body) }),
      timeoutMs,
      maxBytes,
      ...(signal && { signal }),
    })
    const type = answered['content-type']
    return new Response(bytes.length > 0 ? new Uint8Array(bytes) : null, {
      status,
      headers: type === undefined ? {} : { 'content-type': type },
    })
  }
}

/** The connection failure behind an error of the library; undefined for a refusal. */
function unreachableReason(error: unknown): SendProblem | undefined {
  if (error instanceof SendProblem) return error
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof OutgoingError) return new SendProblem(cause.reason, { cause: error })
  return undefined
}
