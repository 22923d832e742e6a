// Request schemas of the second factor, of sign-in by and to other systems, and preferences.
import type { SchemaObject } from 'ajv'
import { sharingReaches } from '../../../protocol/screenCalls'
import { factorKinds } from '../../../protocol/signIn/signInCalls'

const opaque = { type: 'string', minLength: 1, maxLength: 200 }
const code = { type: 'string', maxLength: 100 }
/** What a device answers: checked by its library, and bounded by the size of a request. */
const passkey = { type: 'object' }
const name = { type: 'string', minLength: 1, maxLength: 100, keepable: true }
const shape = (properties: Record<string, object>, required: readonly string[] = []): SchemaObject => ({
  type: 'object',
  properties,
  required: [...required],
  additionalProperties: false,
})

export const signInShapes = {
  '/api/factors': shape({}),
  '/api/factors/challenge': shape({ ticket: opaque }),
  '/api/factors/prove': shape({ ticket: opaque, code, passkey }),
  '/api/factors/begin': shape({ kind: { enum: [...factorKinds] }, ticket: opaque, proof: opaque }, ['kind']),
  '/api/factors/confirm': shape({ pending: opaque, name, code, passkey, ticket: opaque }, ['pending', 'name']),
  '/api/factors/remove': shape({ id: { type: 'integer', minimum: 1 }, proof: opaque }, ['id', 'proof']),
  '/api/factors/recoveryCodes': shape({ proof: opaque }, ['proof']),
  '/api/signIn/begin': shape({ provider: opaque, link: { type: 'boolean' } }, ['provider']),
  '/api/signIn/finish': shape({ attempt: opaque, query: { type: 'string', maxLength: 4_000 } }, ['attempt', 'query']),
  '/api/signIn/links': shape({}),
  '/api/signIn/unlink': shape({ provider: opaque }, ['provider']),
} satisfies Record<string, SchemaObject>

export const accountShapes = {
  '/api/preference': shape({ name, value: { keepable: true }, sharedWith: { enum: [...sharingReaches] } }, [
    'name',
    'value',
  ]),
  '/api/integration': shape({ screen: opaque, again: { type: 'boolean' } }, ['screen']),
  '/api/integration/launch': shape({}),
  '/api/integration/password': shape({ password: opaque }, ['password']),
} satisfies Record<string, SchemaObject>
