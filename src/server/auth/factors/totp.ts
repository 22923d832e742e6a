// Codes of an app: six digits for each half minute, RFC 6238.
// Only the app and the sealed secret know them.
import { Secret, TOTP } from 'otpauth'
import type { FactorSubject, StoredFactor } from './factors'

/** What seals a secret, so that a stolen database shows no codes. */
export interface Seal {
  seal(text: string, purpose: string): string
  open(sealed: string, purpose: string): string | undefined
}

const stepSeconds = 30
/** Steps before and after the present one that are accepted, for clocks that differ. */
const maxDriftSteps = 1
const purposeOf = (account: number) => `totp of ${account}`

interface NewTotp {
  readonly secret: string
  readonly sealed: string
  /** otpauth://…, for a QR code. */
  readonly address: string
}

/** A new secret, not yet stored: in base32 to type, sealed for the database, and as the address of its QR code. */
export function newTotp(seal: Seal, { account, issuer, label }: FactorSubject): NewTotp {
  const totp = new TOTP({ issuer, label, period: stepSeconds, secret: new Secret({ size: 20 }) })
  const secret = totp.secret.base32
  return { secret, sealed: seal.seal(secret, purposeOf(account)), address: totp.toString() }
}

/** The codes of a sealed secret; undefined if it was sealed with another key or for another account. */
export function openTotp(seal: Seal, account: number, { secret }: Pick<StoredFactor, 'secret'>): TOTP | undefined {
  const opened = seal.open(secret, purposeOf(account))
  return opened === undefined ? undefined : new TOTP({ period: stepSeconds, secret: Secret.fromBase32(opened) })
}

/** The time step of a right code; undefined for a wrong one. */
export function stepOfCode(totp: TOTP, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: maxDriftSteps })
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / stepSeconds) + delta
}
