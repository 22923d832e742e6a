// How do senders call their services? JSON to JSON through the one way out; whatever goes wrong is a SendProblem that says what, and no address with a key in it.
import { OutgoingError, type Outgoing } from '../outgoing/outgoing'
import { SendProblem } from './sender'

const timeout = 10_000
const most = 64 * 1024

/** The object that was answered; an empty one where there was none. @throws SendProblem */
export async function askService(
  outgoing: Outgoing,
  url: URL,
  { body, headers }: { readonly body?: object; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Readonly<Record<string, unknown>>> {
  const sent = body === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(body) }
  const answer = await outgoing
    .call(url, {
      ...sent,
      timeout,
      most,
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    })
    .catch((error: unknown) => {
      throw error instanceof OutgoingError ? new SendProblem(error.trouble, { cause: error }) : error
    })
  if (answer.status < 200 || answer.status >= 300) throw new SendProblem(`HTTP ${answer.status}`)
  return parsed(answer.body)
}

function parsed(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    // Some gateways answer a plain word; the status has said that it was taken.
    return {}
  }
}
