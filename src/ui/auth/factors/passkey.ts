// Creates a passkey on the device, or signs with one.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** Browsers allow passkeys only over HTTPS or on localhost. */
export const canUsePasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** undefined: the user or the device canceled. */
export async function signWithPasskey(options: object): Promise<object | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return unlessCancelled(() => startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }))
}

/** undefined: the user or the device canceled; `registered`: the device has a passkey of the account. */
export async function createPasskey(options: object): Promise<object | 'registered' | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    return await unlessCancelled(() =>
      startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
    )
  } catch (error) {
    if (isNamed(error, 'InvalidStateError')) return 'registered'
    throw error
  }
}

async function unlessCancelled<T>(prompt: () => Promise<T>): Promise<T | undefined> {
  try {
    return await prompt()
  } catch (error) {
    // Browsers report cancellation, a timeout and a missing key alike.
    if (isNamed(error, 'NotAllowedError', 'AbortError')) return undefined
    throw error
  }
}

const isNamed = (error: unknown, ...names: string[]): boolean => error instanceof Error && names.includes(error.name)
