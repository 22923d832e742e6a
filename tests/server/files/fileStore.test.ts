// Proves that a file is stored whole, also where the disk accepts only a part.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it, vi } from 'vitest'
import { createFileStore } from '../../../src/server/files/fileStore'
import { saveUpload, type FileContext } from '../../../src/server/files/saveUpload'

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

it('a folder that cannot be flushed is closed, and what another server removes meanwhile is no problem', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  const file = await open(join(folder, 'any'), 'w')
  const prototype = Object.getPrototypeOf(file) as FileHandle
  await file.close()
  const flushed = vi.spyOn(prototype, 'sync')
  try {
    const store = await createFileStore(folder)
    const incoming = await store.receive(Readable.from([Buffer.from('desk')]), 100)
    const flushing: FileHandle[] = []
    flushed.mockImplementationOnce(function (this: FileHandle) {
      flushing.push(this)
      return Promise.reject(new Error('EIO'))
    })
    await expect(store.put(incoming)).rejects.toThrow('EIO')
    expect(flushing.map(({ fd }) => fd)).toEqual([-1])
    symlinkSync(join(folder, 'nowhere'), join(folder, 'incoming', 'gone'))
    await createFileStore(folder, { alone: true })
  } finally {
    flushed.mockRestore()
    rmSync(folder, { recursive: true, force: true })
  }
})

it('an upload that cannot be discarded is logged and leaves room for the next one', async () => {
  const error = vi.fn()
  const files = {
    receive: async () => ({ path: '', digest: '', size: 0 }),
    discard: () => Promise.reject(new Error('EROFS')),
  }
  const context = {
    server: { files, database: {}, configuration: {}, log: { error } },
    queryOwner: { account: 'discarding', tenant: '1', reach: 'all' },
  } as unknown as FileContext
  const sent = { filename: 'a.csv', bytes: Readable.from([]) }
  // More than one account may send at once.
  for (let at = 0; at < 5; at += 1)
    await expect(saveUpload(context, sent, 100, undefined)).rejects.toMatchObject({ key: 'file_empty' })
  expect(error).toHaveBeenCalledTimes(5)
})
