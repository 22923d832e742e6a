// Passkeys (WebAuthn): a device signs a challenge for the page that created the passkey.
// A page under another name cannot use it, which prevents phishing.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FactorSubject, StoredFactor } from './factors'

/** The page that people open, as https://office.example.com. */
export interface PageOrigin {
  readonly origin: string
  readonly hostname: string
}

interface StoredPasskey {
  readonly publicKey: string
  readonly hostname: string
  readonly transports?: readonly string[]
}

/** Loaded with the first passkey: its certificates and ciphers take a tenth of the start time. */
const webauthn = () => import('@simplewebauthn/server')

const passkeyOf = ({ secret }: Pick<StoredFactor, 'secret'>) => JSON.parse(secret) as StoredPasskey
const timeoutMs = 120_000

/** The options of a new passkey. `challenge`: a text that only this server issues, once. */
export async function passkeyCreation(
  { hostname }: PageOrigin,
  challenge: string,
  subject: FactorSubject,
  present: readonly StoredFactor[],
): Promise<object> {
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    challenge,
    rpName: subject.issuer,
    rpID: hostname,
    userName: subject.label,
    userID: new TextEncoder().encode(String(subject.account)),
    timeout: timeoutMs,
    attestationType: 'none',
    excludeCredentials: credentialsOf(present, hostname),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

/** Consumes a returned challenge; false if this server did not issue it or it was already used. */
type TakeChallenge = (challenge: string) => Promise<boolean>

/** What is stored of a new passkey; undefined when the device's answer is invalid. */
export async function verifiedPasskey(
  { origin, hostname }: PageOrigin,
  take: TakeChallenge,
  response: object,
): Promise<Pick<StoredFactor, 'secret' | 'credential' | 'used'> | undefined> {
  const { verifyRegistrationResponse } = await webauthn()
  const verified = await soundAnswer(take, (expectedChallenge) =>
    verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: hostname,
      requireUserVerification: false,
    }),
  )
  if (!verified?.verified) return undefined
  const { id, publicKey, counter, transports } = verified.registrationInfo.credential
  const stored: StoredPasskey = { publicKey: Buffer.from(publicKey).toString('base64url'), hostname, transports }
  return { secret: JSON.stringify(stored), credential: id, used: counter }
}

/** The options for the account's passkeys of this page; undefined without one. */
export async function passkeyRequest(
  { hostname }: PageOrigin,
  challenge: string,
  factors: readonly StoredFactor[],
): Promise<object | undefined> {
  const allowCredentials = credentialsOf(factors, hostname)
  if (allowCredentials.length === 0) return undefined
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    challenge,
    rpID: hostname,
    allowCredentials,
    timeout: timeoutMs,
    userVerification: 'preferred',
  })
}

/** The factor that signed the challenge, and the device's count after it. */
export async function signedPasskey(
  { origin, hostname }: PageOrigin,
  take: TakeChallenge,
  response: object,
  factors: readonly StoredFactor[],
): Promise<{ readonly factor: StoredFactor; readonly count: number } | undefined> {
  const { id } = response as { id?: unknown }
  const factor = factors.find(
    (item) => item.kind === 'passkey' && item.credential === id && passkeyOf(item).hostname === hostname,
  )
  if (!factor) return undefined
  const { verifyAuthenticationResponse } = await webauthn()
  const verified = await soundAnswer(take, (expectedChallenge) =>
    verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: hostname,
      requireUserVerification: false,
      credential: {
        id: factor.credential!,
        publicKey: new Uint8Array(Buffer.from(passkeyOf(factor).publicKey, 'base64url')),
        counter: factor.used,
      },
    }),
  )
  return verified?.verified ? { factor, count: verified.authenticationInfo.newCounter } : undefined
}

function credentialsOf(factors: readonly StoredFactor[], hostname: string) {
  return factors.flatMap((factor) =>
    factor.kind === 'passkey' && passkeyOf(factor).hostname === hostname ? [{ id: factor.credential! }] : [],
  )
}

/**
 * The library throws for anything invalid: to the caller all of it is one wrong answer. A challenge that could not be
 * looked up is not: its error is thrown on.
 */
async function soundAnswer<T>(
  take: TakeChallenge,
  verify: (expectedChallenge: TakeChallenge) => Promise<T>,
): Promise<T | undefined> {
  let failure: { readonly error: unknown } | undefined
  const expectedChallenge = (challenge: string) =>
    take(Buffer.from(challenge, 'base64url').toString()).catch((error: unknown) => {
      failure = { error }
      throw error
    })
  try {
    return await verify(expectedChallenge)
  } catch {
    if (failure) throw failure.error
    return undefined
  }
}
