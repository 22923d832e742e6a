// Posts JSON to the service of a channel through the one egress.
// Every failure is a SendProblem with a reason and without an address that contains a key.
import { jsonObjectIn } from '../../../manifest/json/jsonText'
import { OutgoingError, type HttpEgress } from '../../egress/httpEgress'
import { SendProblem } from '../contract/channel'
import { answerValue } from '../contract/filledTemplates'

const timeoutMs = 10_000
const maxAnswerBytes = 64 * 1024

/**
 * The object of the response; an empty one without a body. `errorPath`: the response is also returned for a failed call
 * that has an error code there.
 * @throws SendProblem
 */
export async function postJson(
  egress: HttpEgress,
  url: URL,
  {
    body,
    headers,
    errorPath,
  }: {
    readonly body?: object
    readonly headers?: Readonly<Record<string, string>>
    readonly errorPath?: string
  } = {},
): Promise<Readonly<Record<string, unknown>>> {
  const sent = body === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(body) }
  const answer = await egress
    .call(url, {
      ...sent,
      timeoutMs,
      maxBytes: maxAnswerBytes,
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    })
    .catch((error: unknown) => {
      if (!(error instanceof OutgoingError)) throw error
      throw new SendProblem(error.reason, { cause: error, isUnknown: mayHaveArrived(error) })
    })
  const content = jsonObjectIn(answer.body.toString('utf8'))
  const isRefusal = answer.status >= 400 && answer.status < 500 && errorPath !== undefined
  if (isRefusal && content && answerValue(content, errorPath) !== undefined) return content
  if (answer.status < 200 || answer.status >= 300)
    throw new SendProblem('refused', {
      detail: `HTTP ${answer.status}`,
      isUnknown: gatewayStatuses.has(answer.status),
    })
  // Some gateways respond with a plain word; the status already confirmed the message.
  return content ?? {}
}

/** Status codes of proxies that do not know the outcome of the request. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 504])

/** Error codes of connections that were never established: name, route or certificate. */
const neverConnected =
  /^(ENOTFOUND|EAI_|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/

/** Whether the request may have arrived although no answer came. */
function mayHaveArrived({ reason, cause }: OutgoingError): boolean {
  return reason === 'slow' || reason === 'tooLarge' || (reason === 'down' && !neverConnected.test(String(cause)))
}
