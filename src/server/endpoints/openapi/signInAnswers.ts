// The schemas of what the calls of the second factor and of sign-in by other systems answer.
import { list } from './answerParts'
import { factorKinds } from '../../../protocol/signIn/signInCalls'
import type { signInShapes } from '../contract/signInShapes'
import { closedObject, type JsonSchema } from './valueSchemas'

const text = { type: 'string' }
const moment = { type: 'string', format: 'date-time' }
const momentOrNone = { anyOf: [moment, { type: 'null' }] }
const kind = { enum: [...factorKinds] }
const codes = { type: 'array', items: text }

const factor = closedObject(
  { id: { type: 'integer', minimum: 1 }, kind, name: text, createdAt: moment, usedAt: momentOrNone },
  ['id', 'kind', 'name', 'createdAt', 'usedAt'],
)
const link = closedObject(
  { provider: text, title: { type: 'object', additionalProperties: text }, linkedAt: momentOrNone },
  ['provider', 'title', 'linkedAt'],
)

export const signInAnswers = {
  '/api/factors': closedObject(
    { factors: list(factor), recoveryCodes: { type: 'integer', minimum: 0 }, required: { type: 'boolean' } },
    ['factors', 'recoveryCodes', 'required'],
  ),
  '/api/factors/challenge': closedObject({ kinds: list(kind), passkey: { type: 'object' } }, ['kinds']),
  '/api/factors/prove': closedObject({ token: text, proof: text }),
  '/api/factors/begin': closedObject({ pending: text, secret: text, address: text, passkey: { type: 'object' } }, [
    'pending',
  ]),
  '/api/factors/confirm': closedObject({ recoveryCodes: codes, token: text }),
  '/api/factors/remove': {},
  '/api/factors/recoveryCodes': closedObject({ recoveryCodes: codes }, ['recoveryCodes']),
  '/api/signIn/begin': closedObject({ address: text, attempt: text }, ['address', 'attempt']),
  '/api/signIn/finish': { type: 'object' },
  '/api/signIn/authorize': closedObject({ address: text }, ['address']),
  '/api/signIn/links': list(link),
  '/api/signIn/unlink': {},
} satisfies Record<keyof typeof signInShapes, JsonSchema>
