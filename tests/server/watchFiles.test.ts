// Proves that every change of a watched folder is reported once and soon, however an editor writes.
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watchFiles, type Watch } from '../../src/server/boot/reload/watchFiles'

let folder: string
let watch: Watch | undefined
let changes = 0
let waiting: (() => void)[] = []
const errors: unknown[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watch-'))
  mkdirSync(join(folder, 'one'))
  writeFileSync(join(folder, 'one', 'a.json'), '1')
  changes = 0
  watch = await watchFiles({
    folder,
    onChange: async () => {
      changes += 1
      for (const resolve of waiting.splice(0)) resolve()
    },
    onError: (error) => errors.push(error),
  })
})
afterEach(async () => {
  await watch?.close()
  rmSync(folder, { recursive: true, force: true })
  waiting = []
})

const change = () =>
  new Promise<void>((resolve) => {
    waiting.push(resolve)
  })

async function noticed(work: () => void): Promise<void> {
  const told = change()
  work()
  await told
}

describe('watch', () => {
  it('tells a saved file', async () => {
    await noticed(() => writeFileSync(join(folder, 'one', 'a.json'), '22'))
    expect(changes).toBe(1)
  })

  it('tells a file that is written beside and renamed into place', async () => {
    await noticed(() => {
      writeFileSync(join(folder, 'one', '.a.tmp'), '333')
      renameSync(join(folder, 'one', '.a.tmp'), join(folder, 'one', 'a.json'))
    })
    expect(changes).toBe(1)
  })

  it('tells new folders and what is written into them later', async () => {
    await noticed(() => {
      mkdirSync(join(folder, 'two', 'deep'), { recursive: true })
      writeFileSync(join(folder, 'two', 'deep', 'b.json'), '1')
    })
    await noticed(() => writeFileSync(join(folder, 'two', 'deep', 'c.json'), '1'))
  })

  it('tells removed files', async () => {
    await noticed(() => rmSync(join(folder, 'one', 'a.json')))
  })

  it('tells a folder that comes back unchanged, after its absence', async () => {
    errors.length = 0
    renameSync(folder, `${folder}-away`)
    await expect.poll(() => errors.map(String)).toEqual([expect.stringContaining('ENOENT')])
    await noticed(() => renameSync(`${folder}-away`, folder))
    await noticed(() => writeFileSync(join(folder, 'one', 'a.json'), '22'))
    expect(changes).toBe(2)
  })

  it('takes many writes in a row as one change', async () => {
    await noticed(() => {
      for (let at = 0; at < 20; at += 1) writeFileSync(join(folder, 'one', `n${at}.json`), String(at))
    })
    expect(changes).toBe(1)
  })

  it('tells a change again whose listener has failed', async () => {
    await watch?.close()
    let fail = true
    watch = await watchFiles({
      folder,
      onChange: async () => {
        for (const resolve of waiting.splice(0)) resolve()
        if (fail) throw new Error('not today')
      },
      onError: (error) => errors.push(error),
    })
    await noticed(() => writeFileSync(join(folder, 'one', 'a.json'), '4444'))
    expect(errors.map(String)).toContain('Error: not today')
    await noticed(() => undefined)
    fail = false
    await noticed(() => writeFileSync(join(folder, 'one', 'a.json'), '55555'))
  })

  it('tells what changed before it began until the listener has taken it', async () => {
    await watch?.close()
    let turns = 0
    watch = await watchFiles({
      folder,
      onChange: async () => {
        turns += 1
        if (turns < 3) throw new Error('not yet')
        for (const resolve of waiting.splice(0)) resolve()
      },
      onError: () => undefined,
      hasChanged: () => true,
    })
    await noticed(() => undefined)
    expect(turns).toBe(3)
  })
})
