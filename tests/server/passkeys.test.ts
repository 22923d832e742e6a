// Proves that a challenge which could not be looked up is no wrong answer of a device.
import { expect, it } from 'vitest'
import { signedPasskey, verifiedPasskey } from '../../src/server/auth/factors/passkeys'
import type { StoredFactor } from '../../src/server/auth/factors/factors'

const page = { origin: 'https://office.example.com', hostname: 'office.example.com' }
const id = Buffer.from('device').toString('base64url')
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const answerOf = (type: 'webauthn.create' | 'webauthn.get') => ({
  id,
  rawId: id,
  type: 'public-key',
  clientExtensionResults: {},
  response: {
    clientDataJSON: base64({ type, origin: page.origin, challenge: Buffer.from('challenge').toString('base64url') }),
    attestationObject: '',
    authenticatorData: '',
    signature: '',
  },
})
const passkey = {
  kind: 'passkey',
  credential: id,
  used: 0,
  secret: JSON.stringify({ publicKey: '', hostname: page.hostname }),
} as unknown as StoredFactor
const asked: string[] = []
const unknown = async (challenge: string) => {
  asked.push(challenge)
  return false
}
const away = () => Promise.reject(new Error('the database is away'))

it('an answer to a challenge that was never given is a wrong one', async () => {
  expect(await verifiedPasskey(page, unknown, answerOf('webauthn.create'))).toBeUndefined()
  expect(await signedPasskey(page, unknown, answerOf('webauthn.get'), [passkey])).toBeUndefined()
  expect(asked).toEqual(['challenge', 'challenge'])
})

it('a challenge that cannot be looked up is no wrong answer', async () => {
  await expect(verifiedPasskey(page, away, answerOf('webauthn.create'))).rejects.toThrow('the database is away')
  await expect(signedPasskey(page, away, answerOf('webauthn.get'), [passkey])).rejects.toThrow('the database is away')
})
