// What does a product answer? As a text that two answers to the same question share.
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import type { Transport } from '../../src/protocol/transport'
import { readPdf } from '../server/readPdf'
import type { Asked } from './otherRequests'

/** Moments of this very run, and handles of files and runs, which each server draws at random: they cannot be alike. */
export const settled = (answer: string): string =>
  answer
    .replace(/"id":"[\w-]{22}"/g, '"id":"file"')
    .replace(/"[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}"/g, '"run"')
    .replace(/\d+ (秒|seconds)/g, 'some $1')
    // A cursor is the last row's moment and id, both of which the row shows.
    .replace(/"next":"[\w-]+"/g, '"next":"cursor"')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*Z?/g, (moment) =>
      Date.now() - Date.parse(moment) < 3_600_000 ? 'now' : moment,
    )
    // Exports write moments in the product's time zone.
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, (moment) =>
      Math.abs(Date.now() - Date.parse(`${moment.replace(' ', 'T')}+08:00`)) < 3_600_000 ? 'now' : moment,
    )

interface SettledAnswer {
  readonly status: number
  readonly code: number
  readonly content: string
}

export async function answerOf(
  transport: Transport,
  token: string,
  [call, body]: Asked,
  language = 'zh',
): Promise<SettledAnswer> {
  const [path = '', given] = call.split(' ').reverse()
  const method = given === 'GET' ? given : 'POST'
  const query = new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)])).toString()
  const { status, body: answer } = await transport({
    method,
    path: method === 'GET' && query ? `${path}?${query}` : path,
    headers: { ...credentialsOf(token), 'x-language': language },
    body: method === 'GET' ? undefined : body,
    address: 'oracle',
  })
  const streamed = typeof (answer as Readable | null)?.pipe === 'function'
  const received = streamed ? await contentOf(await buffer(answer as Readable)) : JSON.stringify(answer)
  const code = streamed ? 2000 : (answer as { code?: number }).code
  return { status, code: code ?? (status === 200 ? 2000 : status), content: settled(received) }
}

/** Whether a search was cut off in an entity, whose records then depend on the time that the machine had for it. */
export const isCutOff = ([call]: Asked, ...contents: readonly string[]): boolean =>
  call === '/api/find' && contents.some((content) => /"late":\[[^\]]/.test(content))

/** Of a session, or of an API key. */
const credentialsOf = (token: string): Readonly<Record<string, string>> =>
  token.startsWith('key_') ? { authorization: `Bearer ${token}` } : { 'x-token': token }

/** What a file says, without the moment that its container carries. */
async function contentOf(bytes: Buffer): Promise<string> {
  if (bytes.subarray(0, 4).toString() === '%PDF') return JSON.stringify((await readPdf(bytes)).sheets)
  if (bytes.subarray(0, 2).toString() !== 'PK') return bytes.toString()
  return Object.entries(unzipSync(bytes))
    .map(([name, part]) => `${name} ${strFromU8(part)}`)
    .join('\n')
}
