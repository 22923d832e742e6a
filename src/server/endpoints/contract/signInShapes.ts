// Request schemas of the second factor, and of sign-in by other systems.
import type { SchemaObject } from 'ajv'
import { factorKinds } from '../../../protocol/signIn/signInCalls'
import { closedShape } from './closedShape'

const opaque = { type: 'string', minLength: 1, maxLength: 200 }
const code = { type: 'string', maxLength: 100 }
/** What a device answers: checked by its library, and bounded by the size of a request. */
const passkey = { type: 'object' }
const name = { type: 'string', minLength: 1, maxLength: 100, keepable: true }

export const signInShapes = {
  '/api/factors': closedShape({}),
  '/api/factors/challenge': closedShape({ ticket: opaque }),
  '/api/factors/prove': closedShape({ ticket: opaque, code, passkey }),
  '/api/factors/begin': closedShape({ kind: { enum: [...factorKinds] }, ticket: opaque, proof: opaque }, ['kind']),
  '/api/factors/confirm': closedShape({ pending: opaque, name, code, passkey, ticket: opaque }, ['pending', 'name']),
  '/api/factors/remove': closedShape({ id: { type: 'integer', minimum: 1 }, proof: opaque }, ['id', 'proof']),
  '/api/factors/recoveryCodes': closedShape({ proof: opaque }, ['proof']),
  '/api/signIn/begin': closedShape({ provider: opaque, link: { type: 'boolean' }, proof: opaque }, ['provider']),
  '/api/signIn/finish': closedShape({ attempt: opaque, query: { type: 'string', maxLength: 4_000 } }, [
    'attempt',
    'query',
  ]),
  '/api/signIn/authorize': closedShape({ endpoint: opaque, state: opaque }, ['endpoint', 'state']),
  '/api/signIn/links': closedShape({}),
  '/api/signIn/unlink': closedShape({ provider: opaque }, ['provider']),
} satisfies Record<string, SchemaObject>
