// Stores files in an S3 store by PUT, GET and DELETE of whole objects, through the one egress.
// Requests carry a signature of version 4 by aws4fetch.
import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { OutgoingError, type HttpEgress } from '../egress/httpEgress'

/** `url`: https://host/bucket. */
interface S3Place {
  readonly url: string
  readonly region: string
  readonly keyId: string
  readonly secret: string
}

export interface RemoteFiles {
  put(name: string, bytes: Buffer): Promise<void>
  /** @throws StoreTrouble when there is no such object, or the store cannot be reached */
  get(name: string): Promise<Buffer>
  /** A missing object is no error. */
  remove(name: string): Promise<void>
}

/** The store failed; it may succeed later. */
export class StorageError extends Error {
  override readonly name = 'StoreTrouble'
}

const timeoutMs = 300_000

/**
 * Each method rejects with a StoreTrouble for an unreachable store or an unexpected status. `remove` accepts a missing
 * object, so that it can be repeated.
 */
export function createS3(s3Place: S3Place, egress: HttpEgress, maxBytes: number, clock: () => Date): RemoteFiles {
  egress.allow(new URL(s3Place.url).origin)
  const call = async (method: 'PUT' | 'GET' | 'DELETE', name: string, body?: Buffer) => {
    const url = new URL(`${s3Place.url}/${name}`)
    return egress
      .call(url, {
        method,
        body,
        timeoutMs,
        maxBytes,
        headers: await signed(s3Place, { method, url, body, now: clock() }),
      })
      .catch((error: unknown) => {
        throw error instanceof OutgoingError
          ? new StorageError(`The file store could not be asked: ${error.message}`, { cause: error })
          : error
      })
  }
  return {
    async put(name, bytes) {
      const { status } = await call('PUT', name, bytes)
      if (status !== 200) throw new StorageError(`The file store answered ${status} to a file that was to be kept.`)
    },
    async get(name) {
      const { status, body } = await call('GET', name)
      if (status !== 200) throw new StorageError(`The file store answered ${status} to a file that was asked for.`)
      return body
    },
    async remove(name) {
      const { status } = await call('DELETE', name)
      if (![200, 204, 404].includes(status))
        throw new StorageError(`The file store answered ${status} to a file that was to be removed.`)
    },
  }
}

/** The headers of a signed request; `headers` are signed as well. */
export async function signed(
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
): Promise<Record<string, string>> {
  const digest = createHash('sha256')
    .update(body ?? '')
    .digest('hex')
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    // The signer would omit the digest of the body, with which the store verifies what arrives.
    headers: { ...headers, 'x-amz-content-sha256': digest },
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    datetime: now.toISOString().replace(/[-:]|\.\d{3}/g, ''),
    allHeaders: true,
  })
  return { ...Object.fromEntries((await signer.sign()).headers), host: url.host }
}
