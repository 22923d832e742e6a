// Sends the requests of the first screen before the page's scripts have loaded:
// account, screen, and the records that the address read first last time. The transport uses each answer for the same
// request.
import { homeOrAddressed } from '../client/navigation/builtInPaths'
import { browserCookies } from '../client/session/cookies'
import { bootAddress, screenRead, markedBody } from '../client/transport/endpointAddress'
import { firstReadsOf } from '../client/transport/firstReads'
import type { Call } from '../protocol/transport'
import { writtenEntry } from './publicEntry'

const answers = new Map<string, Promise<Response>>()
/** Milliseconds for which an answer counts as fresh. */
const answerLifetimeMs = 20_000
let sentAt = 0

/** Does nothing for a signed-out caller, an address with a token, or a page without entry data. */
export function sendFirstRequests(): void {
  const entry = writtenEntry()
  if (!entry || new URLSearchParams(window.location.search).has('token')) return
  const { product, language } = entry
  const cookies = browserCookies()
  const token = cookies.get(product.cookies.token)
  if (!token) return
  const chosen = cookies.get(product.cookies.language)
  const headers = {
    'x-language': product.languages.find((code) => code === chosen) ?? language,
    accept: 'application/json',
    'x-token': token,
  }
  const path = homeOrAddressed(window.location.pathname, product.homeScreen)
  sentAt = performance.now()
  const reads = window.location.search ? [] : firstReadsOf(path)
  send({ method: 'GET', path: bootAddress(product.clientName), headers })
  for (const [address, body] of [screenRead(path), ...reads])
    send({ method: 'POST', path: address, headers, body: markedBody(body, product.clientName) })
}

function send(call: Call): void {
  const answer = fetch(call.path, {
    method: call.method,
    headers: call.body === undefined ? call.headers : { ...call.headers, 'content-type': 'application/json' },
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
  })
  // The consumer of the answer gets the failure; without one it does not matter.
  answer.catch(() => undefined)
  answers.set(keyOf(call), answer)
}

/** The answer to a request that was sent early, once; undefined: it has to be sent. */
export function takeFirstAnswer(call: Call): Promise<Response> | undefined {
  if (answers.size === 0) return undefined
  if (performance.now() - sentAt > answerLifetimeMs) answers.clear()
  const key = keyOf(call)
  const answer = answers.get(key)
  answers.delete(key)
  return answer
}

/** Identifies the same request of the same account in the same language. */
const keyOf = ({ method, path, headers, body }: Call): string =>
  JSON.stringify([method, path, headers['x-token'], headers['x-language'], body ?? null])
