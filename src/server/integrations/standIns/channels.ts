// Stand-ins of message services without a configured address: the calls of their manifests.
// Nothing is sent; messages go to a file that the operator can read.
import { randomBytes } from 'node:crypto'
import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { jsonIn } from '../../../manifest/json/jsonText'
import type { App, Integration, Templates } from '../../../manifest/model/app'
import type { Message } from '../contract/channel'
import { filledEntries, nested, answerValue } from '../contract/filledTemplates'
import { standInValues } from '../contract/settings'

interface ServiceRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string
}
interface ServiceAnswer {
  readonly status: number
  readonly body: object
}

export interface SenderStandIn {
  /** The messages of this process by integration, newest last. */
  readonly sent: Readonly<Record<string, readonly Message[]>>
  /**
   * Responds to a call below /<integration> of its channel, token or identification; undefined for every other path.
   */
  answer(request: ServiceRequest): Promise<ServiceAnswer> | undefined
  /** Accepts mail; keeps only name and size of its file. */
  takeMail(name: string, message: Message): Promise<void>
}

const maxStored = 100
const tokenSeconds = 7_200
/** The code of a refusal, where the service has codes. */
const refusalCode = 40_000

/** `folder`: of the files, which only their owner can read. */
export function createSenderStandIn(app: () => App, folder: string, clock: () => Date): SenderStandIn {
  const sent: Record<string, Message[]> = Object.fromEntries(
    Object.values(app().integrations).flatMap(({ name, channel, mail }) => (channel || mail ? [[name, []]] : [])),
  )
  const tokens = new Set<string>()
  const record = async (name: string, message: Message) => {
    const messages = (sent[name] ??= [])
    messages.push(message)
    if (messages.length > maxStored) messages.shift()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const line = JSON.stringify({ at: clock().toISOString(), ...message }, (_, value: unknown) =>
      Buffer.isBuffer(value) ? value.length : value,
    )
    await appendFile(join(folder, `${name}.jsonl`), `${line}\n`, { mode: 0o600 })
  }
  const issue = (integration: Integration, query: URLSearchParams): ServiceAnswer => {
    const { token } = integration
    if (!capturedOf(integration, token!.query, (name) => query.get(name))) return refused(integration)
    const value = randomBytes(24).toString('hex')
    tokens.add(value)
    return {
      status: 200,
      body: nested([
        [token!.tokenPath, value],
        [token!.secondsPath, tokenSeconds],
      ]),
    }
  }
  const take = async (integration: Integration, { query, body }: ServiceRequest): Promise<ServiceAnswer> => {
    const { channel, token, name } = integration
    const posted = jsonIn(body)
    const captured = capturedOf(integration, channel!.query, (parameter) => query.get(parameter))
    const message = capturedOf(integration, channel!.body, (path) => answerValue(posted, path))
    if (captured?.token !== undefined && !tokens.has(captured.token))
      return refused(integration, token?.expiredCodes?.[0] ?? refusalCode)
    const { messageId: id = '', address, text } = { ...captured, ...message }
    if (!captured || !message || address === undefined || text === undefined) return refused(integration)
    await record(name, { id, address, text })
    return { status: 200, body: channel!.errorPath === undefined ? {} : nested([[channel!.errorPath, 0]]) }
  }
  return {
    sent,
    takeMail: record,
    answer(request) {
      const [, name = '', ...rest] = request.path.split('/')
      const integration = Object.hasOwn(app().integrations, name) ? app().integrations[name]! : undefined
      const path = rest.length === 0 ? '' : `/${rest.join('/')}`
      if (integration?.token?.path === path) return Promise.resolve(issue(integration, request.query))
      if (integration?.channel && (integration.channel.path ?? '') === path) return take(integration, request)
      // The service itself issues codes to browsers; the stand-in issues none.
      if (integration?.identify?.path === path) return Promise.resolve(refused(integration))
      return undefined
    },
  }
}

function refused({ channel }: Integration, code = refusalCode): ServiceAnswer {
  return channel?.errorPath === undefined
    ? { status: 400, body: {} }
    : { status: 200, body: nested([[channel.errorPath, code]]) }
}

/**
 * The request's values at the placeholders that the engine fills; undefined if anything else differs.
 */
function capturedOf(
  integration: Integration,
  templates: Templates | undefined,
  valueOf: (parameter: string) => unknown,
): Readonly<Record<string, string>> | undefined {
  const values = standInValues(integration)
  // A placeholder without a variable stays as it is, to be read from the request.
  const open = Object.fromEntries(['messageId', 'address', 'text', 'token'].map((name) => [name, `{${name}}`]))
  const captured: Record<string, string> = {}
  for (const [parameter, template] of filledEntries(templates, { ...open, ...values })) {
    const pattern = template
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/\{(messageId|address|text|token)\}/g, (_, name: string) => `(?<${name}>.+)`)
    const value = valueOf(parameter)
    const match = typeof value === 'string' ? new RegExp(`^${pattern}$`, 's').exec(value) : null
    if (!match) return undefined
    Object.assign(captured, match.groups)
  }
  return captured
}
