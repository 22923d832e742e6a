// Proves that a file that vanishes between listing and reading is no problem of the folder.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** What happens after each listing of the folder. */
const afterListing: (() => void)[] = []
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  const readdirSync = (...given: Parameters<typeof real.readdirSync>) => {
    const entries = real.readdirSync(...given)
    afterListing.shift()?.()
    return entries
  }
  return { ...real, default: { ...real, readdirSync }, readdirSync }
})
const { readSources } = await import('../../src/server/workers/readManifests')

let folder: string
beforeEach(() => {
  afterListing.length = 0
  folder = mkdtempSync(join(tmpdir(), 'vanishing-'))
  for (const name of ['one', 'two']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'module.json'), '{}')
  }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const paths = () => readSources(folder).map(({ path }) => path)
const removing = (name: string) => () => rmSync(join(folder, name), { recursive: true })

it('reads what is left when a file vanishes, and then its folder', () => {
  afterListing.push(removing('two/module.json'), removing('two'))
  expect(paths()).toEqual(['one/module.json'])
})

it('names the folder when the folder itself vanishes', () => {
  afterListing.push(removing('.'))
  expect(paths).toThrow(`The folder of manifests ${folder} cannot be read (ENOENT). Set SCHEMAS_DIR`)
})
