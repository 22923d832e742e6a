// Tests that a passkey belongs to one account, and that changes of the ways to sign in are audited.
import { createHash, generateKeyPairSync } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import type { Envelope } from '../../src/protocol/envelope'
import type { BeginFactorAnswer, ConfirmFactorAnswer } from '../../src/protocol/signIn/signInCalls'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
const origin = 'http://localhost'

async function post<T = Record<string, unknown>>(role: string, path: string, body: object) {
  const headers = { 'x-token': await suite.teller.token(role), 'x-language': 'en', origin }
  const { body: answer } = await suite.product.transport({ method: 'POST', path, headers, body, address: '10.0.0.2' })
  return answer as Envelope<T> & { readonly key?: string }
}

const encode = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')

/** What a device answers that makes a passkey under this id, without an attestation. */
function madeOnDevice(challenge: string, id: Buffer): object {
  const { x, y } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const [across, up] = [x!, y!].map((text) => new Uint8Array(Buffer.from(text, 'base64url')))
  const key = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, across!],
      [-3, up!],
    ]),
  )
  const isPresentWithKey = Buffer.from([0x41])
  const [count, model, length] = [Buffer.alloc(4), Buffer.alloc(16), Buffer.from([0, id.length])]
  const page = createHash('sha256').update(new URL(origin).hostname).digest()
  const authData = new Uint8Array(Buffer.concat([page, isPresentWithKey, count, model, length, id, key]))
  const attested = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ])
  const clientDataJSON = encode(JSON.stringify({ type: 'webauthn.create', challenge, origin }))
  const response = { clientDataJSON, attestationObject: encode(isoCBOR.encode(attested)), transports: [] }
  return { id: encode(id), rawId: encode(id), type: 'public-key', clientExtensionResults: {}, response }
}

async function register(role: string, id: Buffer) {
  const { data } = await post<BeginFactorAnswer>(role, '/api/factors/begin', { kind: 'passkey' })
  const { challenge } = data.passkey as { challenge: string }
  const answer = { pending: data.pending, name: 'Key', passkey: madeOnDevice(challenge, id) }
  return post<ConfirmFactorAnswer>(role, '/api/factors/confirm', answer)
}

it('a passkey of one account is refused to another one, and new recovery codes are audited', async () => {
  const id = Buffer.from('the id of one device')
  const first = await register('finance', id)
  expect(first).toMatchObject({ code: 2000, data: { recoveryCodes: expect.any(Array) } })
  expect(await register('dispatcher', id)).toMatchObject({
    key: 'passkey_registered',
    msg: 'This passkey is registered already; use another one',
  })
  expect(await register('dispatcher', Buffer.from('the id of another'))).toMatchObject({ code: 2000 })

  const [code] = first.data.recoveryCodes!
  const { proof } = (await post('finance', '/api/factors/prove', { code })).data
  expect(await post('finance', '/api/factors/recoveryCodes', { proof })).toMatchObject({ code: 2000 })
  const { database } = suite.product.server.dependencies
  const audited = await database.query(sql`select "action" from "audit"
    where "action" in ('factorAdded', 'recoveryCodesRenewed') order by "id"`)
  expect(audited.map(({ action }) => action)).toEqual(['factorAdded', 'factorAdded', 'recoveryCodesRenewed'])
})
