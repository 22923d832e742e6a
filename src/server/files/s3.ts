// How are files kept in any store that speaks S3? By PUT, GET and DELETE of whole objects, signed as AWS prescribes (Signature Version 4), through the one way out.
import { createHash, createHmac } from 'node:crypto'
import { OutgoingError, type Outgoing } from '../outgoing/outgoing'

/** `url`: https://host/bucket. */
export interface S3Place {
  readonly url: string
  readonly region: string
  readonly keyId: string
  readonly secret: string
}

export interface RemoteFiles {
  put(name: string, bytes: Buffer): Promise<void>
  /** @throws when there is no such object, or the store cannot be reached */
  get(name: string): Promise<Buffer>
  /** That there is no such object is no error. */
  remove(name: string): Promise<void>
}

/** The store did not do what it was asked for; it may later. */
export class StoreTrouble extends Error {
  override readonly name = 'StoreTrouble'
}

const timeout = 300_000

export function createS3(place: S3Place, outgoing: Outgoing, mostBytes: number, clock: () => Date): RemoteFiles {
  outgoing.allow(new URL(place.url).origin)
  const call = async (method: 'PUT' | 'GET' | 'DELETE', name: string, body?: Buffer) => {
    const url = new URL(`${place.url}/${name}`)
    return outgoing
      .call(url, {
        method,
        body,
        timeout,
        most: mostBytes,
        headers: signed(place, { method, url, body, now: clock() }),
      })
      .catch((error: unknown) => {
        throw error instanceof OutgoingError
          ? new StoreTrouble(`The file store could not be asked: ${error.message}`, { cause: error })
          : error
      })
  }
  return {
    async put(name, bytes) {
      const { status } = await call('PUT', name, bytes)
      if (status !== 200) throw new StoreTrouble(`The file store answered ${status} to a file that was to be kept.`)
    },
    async get(name) {
      const { status, body } = await call('GET', name)
      if (status !== 200) throw new StoreTrouble(`The file store answered ${status} to a file that was asked for.`)
      return body
    },
    async remove(name) {
      const { status } = await call('DELETE', name)
      if (![200, 204, 404].includes(status))
        throw new StoreTrouble(`The file store answered ${status} to a file that was to be removed.`)
    },
  }
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** The headers of a signed request; `headers` are signed as well. */
export function signed(
  { region, keyId, secret }: Omit<S3Place, 'url'>,
  {
    method,
    url,
    body,
    now,
    headers = {},
  }: {
    readonly method: string
    readonly url: URL
    readonly body?: Uint8Array
    readonly now: Date
    readonly headers?: Readonly<Record<string, string>>
  },
): Record<string, string> {
  const at = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = at.slice(0, 8)
  const digest = sha256(body ?? '')
  const all: Record<string, string> = { ...headers, host: url.host, 'x-amz-content-sha256': digest, 'x-amz-date': at }
  const names = Object.keys(all).sort()
  const path = url.pathname
    .split('/')
    .map((part) =>
      encodeURIComponent(decodeURIComponent(part)).replace(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/')
  const request = [
    method,
    path,
    '',
    ...names.map((name) => `${name}:${all[name]!.trim()}`),
    '',
    names.join(';'),
    digest,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [region, 's3', 'aws4_request'].reduce((made, step) => hmac(made, step), hmac(`AWS4${secret}`, day))
  const signature = createHmac('sha256', key)
    .update(['AWS4-HMAC-SHA256', at, scope, sha256(request)].join('\n'))
    .digest('hex')
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${keyId}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`,
  }
}
