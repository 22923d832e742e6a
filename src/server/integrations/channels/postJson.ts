// Posts JSON to the service of a channel through the one egress.
// Every failure is a SendProblem with a reason and without an address that contains a key.
import { OutgoingError, type HttpEgress } from '../../egress/httpEgress'
import { SendProblem } from '../contract/channel'

const timeout = 10_000
const limit = 64 * 1024

/** The object of the response; an empty one without a body. @throws SendProblem */
export async function postJson(
  egress: HttpEgress,
  url: URL,
  { body, headers }: { readonly body?: object; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Readonly<Record<string, unknown>>> {
  const sent = body === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(body) }
  const answer = await egress
    .call(url, {
      ...sent,
      timeout,
      most: limit,
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    })
    .catch((error: unknown) => {
      if (!(error instanceof OutgoingError)) throw error
      throw new SendProblem(error.reason, { cause: error, isUnknown: mayHaveArrived(error) })
    })
  if (answer.status < 200 || answer.status >= 300)
    throw new SendProblem(`HTTP ${answer.status}`, { isUnknown: answer.status === 504 })
  return parsed(answer.body)
}

/** Whether the request may have arrived although no answer came. */
function mayHaveArrived({ reason, cause }: OutgoingError): boolean {
  return (
    reason === 'slow' || reason === 'tooLarge' || (reason === 'down' && /^(ECONNRESET|EPIPE|HPE_)/.test(String(cause)))
  )
}

function parsed(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    // Some gateways respond with a plain word; the status already confirmed the message.
    return {}
  }
}
