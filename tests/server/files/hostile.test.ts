// Proves that every hostile file is refused or made harmless, and every hostile value of a request.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signed } from '../../../src/server/files/s3'
import { openLibrary, type Library } from '../library'
import { hostileFiles, telltales } from './hostileFiles'

let library: Library
let token: string
beforeAll(async () => {
  library = await openLibrary()
  token = await library.token('anna')
})
afterAll(() => library?.close())

const upload = (name: string, bytes: Buffer) => {
  const part = { kind: 'file' as const, name: 'file', filename: name, bytes: Readable.from([bytes]) }
  return library.call<{ id: string; name: string; type: string }>('/fixture/upload', {
    token,
    method: 'POST',
    body: {
      parts: (async function* () {
        yield part
      })(),
    },
  })
}
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

describe('hostile files', () => {
  it('are refused with a sentence, or kept as what they are and sent so that no browser runs them', async () => {
    const corpus = hostileFiles()
    expect(corpus.length).toBeGreaterThanOrEqual(300)
    const runnable = /html|svg|xml|javascript|executable|x-msdownload|x-elf|shockwave|java/
    let kept = 0
    for (const { name, bytes } of corpus) {
      const { reply, envelope } = await upload(name, bytes)
      expect([name, reply.status, [2000, 2001].includes(envelope.code)]).toEqual([name, 200, true])
      if (envelope.code !== 2000) continue
      kept += 1
      expect(envelope.data.type).not.toMatch(runnable)
      expect(envelope.data.name).not.toMatch(/[\\/\u0000-\u001f\u202e]|^\./)
      const sent = await library.call('/fixture/download', { token, body: { id: envelope.data.id } })
      expect(sent.reply.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-disposition': expect.stringMatching(/^attachment/),
        'content-security-policy': expect.stringContaining('sandbox'),
      })
      expect(Object.values(sent.reply.headers).join()).not.toMatch(/[\r\n]/)
    }
    expect(kept).toBeGreaterThan(20)
    expect(kept).toBeLessThan(corpus.length / 2)
    const folder = join(library.server.configuration.dataDir, 'files')
    expect(readdirSync(join(folder, 'incoming'))).toEqual([])
    const pictured = /^(\xff\xd8|\x89PNG|RIFF|GIF8|II\*|MM)/
    const telling = filesBelow(folder)
      .map((path) => readFileSync(path).toString('latin1'))
      .filter((text) => pictured.test(text) && telltales.some((one) => text.includes(one)))
    expect(telling).toEqual([])
  })
})

describe('hostile values of a declared request', () => {
  const fieldsOf = async (body: object) => {
    const { envelope } = await library.call<{ fields?: object }>('/fixture/counts', { token, body })
    return envelope.data.fields
  }

  it('are compared with a pattern in time that grows with their length', async () => {
    const start = performance.now()
    expect(await fieldsOf({ mark: 'a'.repeat(30) })).toEqual({ mark: expect.any(String) })
    expect(performance.now() - start).toBeLessThan(1_000)
    expect(await fieldsOf({ mark: 'aab' })).toBeUndefined()
  })

  it.each([[true], [[5]], ['1e3'], [' 7 '], [1.5], [{}]])('are no reference: %j', async (branch) => {
    expect(await fieldsOf({ branch })).toEqual({ branch: expect.any(String) })
  })

  it.each([[5], ['5']])('do not get a reference refused: %j', async (branch) => {
    expect(await fieldsOf({ branch })).toBeUndefined()
  })
})

describe('the S3 store', () => {
  it('is asked with the signature that AWS gives as an example', async () => {
    const { authorization } = await signed(
      { region: 'us-east-1', keyId: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
      {
        method: 'GET',
        url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
        now: new Date('2013-05-24T00:00:00Z'),
        headers: { range: 'bytes=0-9' },
      },
    )
    expect(authorization).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    )
  })
})
