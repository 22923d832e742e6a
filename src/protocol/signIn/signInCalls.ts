// Requests and answers of the second factor and of sign-in by other systems; shared by both sides.

/** totp: codes of an app; passkey: a key on a device (WebAuthn). */
export const factorKinds = ['totp', 'passkey'] as const
export type FactorKind = (typeof factorKinds)[number]

export interface FactorData {
  readonly id: number
  readonly kind: FactorKind
  readonly name: string
  readonly createdAt: string
  readonly usedAt: string | null
}

/** POST /api/factors: the caller's second factors. */
export interface FactorsAnswer {
  readonly factors: readonly FactorData[]
  /** How many recovery codes are left. */
  readonly recoveryCodes: number
  /** Whether the product requires a second factor of the account. */
  readonly required: boolean
}

/** POST /api/factors/challenge: the factors that the account can use; `ticket`: of a sign-in, else the session's. */
export interface ChallengeRequest {
  readonly ticket?: string
}
export interface ChallengeAnswer {
  readonly kinds: readonly FactorKind[]
  /** The options of WebAuthn for a passkey, as JSON. */
  readonly passkey?: object
}

/** POST /api/factors/prove: a code of an app, a recovery code, or what a passkey signed. */
export interface ProveRequest extends ChallengeRequest {
  readonly code?: string
  readonly passkey?: object
}
export interface ProveAnswer {
  /** The session's, with a ticket. */
  readonly token?: string
  /** Without one: valid once within five minutes, for this session. */
  readonly proof?: string
}

/** POST /api/factors/begin: begins to add a factor; `ticket`: of a sign-in that requires one. */
export interface BeginFactorRequest {
  readonly kind: FactorKind
  readonly ticket?: string
  /** Required once the account has a factor. */
  readonly proof?: string
}
export interface BeginFactorAnswer {
  readonly pending: string
  /** totp: what the app needs, as text and as the address that a QR code carries. */
  readonly secret?: string
  readonly address?: string
  /** The options of WebAuthn, as JSON. */
  readonly passkey?: object
}

/** POST /api/factors/confirm: adds it after the app or device has answered. */
export interface ConfirmFactorRequest {
  readonly pending: string
  readonly name: string
  readonly code?: string
  readonly passkey?: object
  readonly ticket?: string
}
export interface ConfirmFactorAnswer {
  /** Of the account's first factor: shown once. */
  readonly recoveryCodes?: readonly string[]
  /** The session's, with a ticket. */
  readonly token?: string
}

/** POST /api/factors/remove */
export interface RemoveFactorRequest {
  readonly id: number
  readonly proof: string
}

/** POST /api/factors/recoveryCodes: ten new ones, which replace the former. */
export interface RecoveryCodesRequest {
  readonly proof: string
}
export interface RecoveryCodesAnswer {
  readonly recoveryCodes: readonly string[]
}

/** POST /api/signIn/begin: redirects to another system; `link`: to link its account to the caller's instead. */
export interface BeginSignInRequest {
  readonly provider: string
  readonly link?: boolean
  /** Required to link, once the account has a factor. */
  readonly proof?: string
}
export interface BeginSignInAnswer {
  /** The address to redirect to. */
  readonly address: string
  /** The browser keeps it until the redirect back, so that no other browser can finish the attempt. */
  readonly attempt: string
}

/** POST /api/signIn/finish: completes it with the query of the redirect back. Answers like a sign-in. */
export interface FinishSignInRequest {
  readonly attempt: string
  readonly query: string
}

/** POST /api/signIn/authorize: the page of the service whose code the endpoint takes. `state` comes back with it. */
export interface AuthorizeRequest {
  readonly endpoint: string
  readonly state: string
}
export interface AuthorizeAnswer {
  readonly address: string
}

/** POST /api/signIn/links: the external systems, and since when the caller's account is linked. */
export interface LinkedAccount {
  readonly provider: string
  readonly title: Readonly<Record<string, string>>
  readonly linkedAt: string | null
}

/** POST /api/signIn/unlink */
export interface UnlinkRequest {
  readonly provider: string
}
