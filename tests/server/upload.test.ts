// Proves that uploaded bytes are stored whole or not at all, and typed by their content only.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { safeName, sniff } from '../../src/server/files/contentType'
import { createFileStore, TooLarge, type FileStore } from '../../src/server/files/fileStore'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)
let folder: string
let store: FileStore
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'files-'))
  store = await createFileStore(join(folder, 'kept'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const incoming = () => readdirSync(join(folder, 'kept', 'incoming'))
async function* bytes(...parts: Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* parts
}
async function* broken(): AsyncIterable<Uint8Array> {
  yield png
  throw new Error('the connection broke')
}
async function all(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

describe('the file store', () => {
  it('keeps the same content once and reads it back', async () => {
    const first = await store.receive(bytes(png.subarray(0, 20), png.subarray(20)), 1_000)
    await store.put(first)
    const second = await store.receive(bytes(png), 1_000)
    await store.put(second)
    expect(second).toMatchObject({ digest: first.digest, size: png.length })
    expect((await all(await store.read(first.digest))).equals(png)).toBe(true)
    expect(incoming()).toEqual([])
  })

  it('leaves nothing of what is too large or breaks off', async () => {
    await expect(store.receive(bytes(png, png), png.length + 1)).rejects.toBeInstanceOf(TooLarge)
    await expect(store.receive(broken(), 1_000)).rejects.toThrow('the connection broke')
    expect(incoming()).toEqual([])
  })

  it('reads nothing but kept files', async () => {
    await expect(store.read('../../etc/passwd')).rejects.toThrow(RangeError)
    await expect(store.read('0'.repeat(64))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('what a file is', () => {
  const told = async (name: string, content: string | Uint8Array) => {
    const path = join(folder, 'sniffed')
    writeFileSync(path, content)
    return sniff(path, name)
  }

  it('is told by its bytes; a name that says something else is completed', async () => {
    expect(await told('照片.png', png)).toEqual({ type: 'image/png', name: '照片.png' })
    expect(await told('harmless.html', png)).toEqual({ type: 'image/png', name: 'harmless.html.png' })
    expect(await told('list.csv', 'a,b\n1,2\n')).toEqual({ type: 'text/csv', name: 'list.csv' })
  })

  it('is refused where a browser could run it, or nobody knows it', async () => {
    expect(await told('page.html', '<script>alert(1)</script>')).toBeUndefined()
    expect(await told('picture.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')).toBeUndefined()
    expect(await told('program.png', Buffer.from('4d5a90000300000004000000ffff0000', 'hex'))).toBeUndefined()
    expect(await told('zeros.txt', Buffer.alloc(64))).toBeUndefined()
  })

  it('has a name without folders, controls or tricks', () => {
    expect(safeName('../../etc/pass\u0000wd.txt')).toBe('passwd.txt')
    expect(safeName('C:\\temp\\报告\u202Efdp.exe')).toBe('报告fdp.exe')
    expect(safeName('...')).toBe('file')
    expect([...safeName(`${'长'.repeat(300)}.pdf`)].length).toBeLessThanOrEqual(150)
  })
})
