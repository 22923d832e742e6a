// Proves that a file is stored whole, also where the disk accepts only a part.
import { mkdtempSync, rmSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it, vi } from 'vitest'
import { createFileStore } from '../../../src/server/files/fileStore'

it('chunks of which a write takes a part only are stored whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  const file = await open(join(folder, 'any'), 'w')
  const prototype = Object.getPrototypeOf(file) as FileHandle
  await file.close()
  const { write } = prototype
  const half = vi.spyOn(prototype, 'write').mockImplementation(function (this: FileHandle, chunk: unknown) {
    return (write as (bytes: Buffer) => unknown).call(this, (chunk as Buffer).subarray(0, 3)) as never
  })
  try {
    const store = await createFileStore(join(folder, 'files'))
    const incoming = await store.receive(Readable.from([Buffer.from('lending'), Buffer.from(' desk')]), 100)
    await store.put(incoming)
    expect(incoming.size).toBe(12)
    expect(await text(await store.read(incoming.digest))).toBe('lending desk')
  } finally {
    half.mockRestore()
    rmSync(folder, { recursive: true, force: true })
  }
})
