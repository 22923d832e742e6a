// Refusals of API keys, and of calls that are for programs or for people only.
import { codes } from '../envelope'
import type { RefusalTable } from './entry'

export const programRefusals = {
  api_key_limit_reached: {
    code: codes.refused,
    status: 429,
    texts: {
      zh: '该接口密钥请求过于频繁，请 {count} 秒后再试',
      en: 'Too many requests with this API key; try again in {count} seconds',
      en_one: 'Too many requests with this API key; try again in {count} second',
    },
    meaning: 'A key may make `requestsPerMinute` of `access.json` in a minute.',
    remedy: 'Wait for `retry-after` seconds.',
  },
  call_not_for_programs: {
    code: codes.forbidden,
    status: 200,
    texts: { zh: '该接口不能用接口密钥调用', en: 'This call cannot be made with an API key' },
    meaning: 'It belongs to the session of a person, such as to change a password or to create an API key.',
    remedy: 'Sign in to use it.',
  },
  api_key_not_valid: {
    code: codes.signedOut,
    status: 200,
    texts: { zh: '接口密钥不存在或已失效', en: 'This API key is unknown, has expired or has been revoked' },
    meaning: 'A key was sent, and there is no active key like it.',
    remedy: 'Send the whole key as it was shown when it was created, or create another one.',
  },
  api_key_address_refused: {
    code: codes.forbidden,
    status: 200,
    texts: {
      zh: '不能从网络地址 {address} 使用该接口密钥',
      en: 'This API key cannot be used from the network address {address}',
    },
    meaning: 'The key is bound to network addresses, and the request came from another one.',
    remedy: 'Send it from an address that the key has, or create a key for this one.',
  },
  call_for_programs: {
    code: codes.forbidden,
    status: 200,
    texts: { zh: '该接口只能用接口密钥调用', en: 'This call can only be made with an API key' },
    meaning: 'The call is for programs; the session of a person does not open it.',
    remedy: 'Create an API key and send it as `Authorization: Bearer`.',
  },
} as const satisfies RefusalTable
