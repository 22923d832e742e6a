// Tests that a new screen is closed at first, and that `npm run check` names every exportable
// screen.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { everyScreen } from '../../src/manifest/access/screenByPath'
import { readSources } from '../../src/server/workers/readManifests'
import { commandsOn } from '../commands'
import { readSchemas } from './schemas'

const folder = mkdtempSync(join(tmpdir(), 'exported-'))
const commands = commandsOn(folder)
beforeAll(() => cpSync('schemas', folder, { recursive: true }))
afterAll(async () => {
  await commands.end()
  rmSync(folder, { recursive: true, force: true })
})

async function program(script: string, ...words: string[]): Promise<string> {
  const { out, err } = await commands.run(script, words)
  expect(err.replace(/^Manifests of .+\.\n/, '')).toBe('')
  return out
}
/** What check says of sound manifests: how many files they are, and the screens that can be exported. */
async function checked(): Promise<{ readonly files: number; readonly exported: readonly string[] }> {
  const stdout = await program('check', '--update', '--open')
  const files = Number(/^Sound: (\d+) files of \S+, /m.exec(stdout)?.[1])
  const exported = /^\d+ exported by all.* forbids it: (.*)\.$/m.exec(stdout)![1]!.split(', ')
  return { files, exported }
}

it('check names each list and report that is exported, and a new screen is none of them', async () => {
  const open = everyScreen(readSchemas().screens).flatMap((screen) => (screen.export ? [screen.path] : []))
  expect(open.length).toBeGreaterThan(50)
  expect(await program('new', 'screen', 'customer', 'Tried', '--entity', 'customer')).toContain('not exported')
  const { export: isExported, ...screen } = JSON.parse(
    readFileSync(join(folder, 'customer/Tried.screen.json'), 'utf8'),
  ) as { export?: boolean; path: string }
  expect(isExported).toBe(false)
  // Beside it one that says nothing of it.
  const path = '/customer/Open'
  writeFileSync(join(folder, 'customer/Open.screen.json'), JSON.stringify({ ...screen, path }))
  const { files, exported } = await checked()
  expect(files).toBe(readSources(folder).length)
  expect([...exported].sort()).toEqual([...open, path].sort())
})
