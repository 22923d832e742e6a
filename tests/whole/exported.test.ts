// Does a new screen begin closed, and does `npm run check` name every screen that can be exported?
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { everyScreen } from '../../src/manifest/access/screenByPath'
import { readSources } from '../../src/server/workers/readManifests'
import { readSchemas } from './schemas'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'exported-'))
beforeAll(() => cpSync('schemas', folder, { recursive: true }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const program = (script: string, ...words: string[]): string => {
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs')
  const env = { ...process.env, SCHEMAS_DIR: folder }
  const { stdout, stderr } = spawnSync(process.execPath, [tsx, script, ...words], { cwd: root, env, encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout
}
/** What check says of sound manifests: how many files they are, and the screens that can be exported. */
function checked(): { readonly files: number; readonly exported: readonly string[] } {
  const stdout = program('scripts/check.ts', '--update')
  const files = Number(/^Sound: (\d+) files, /m.exec(stdout)?.[1])
  const exported = /^Exported by all.*\): (.*)\.$/m.exec(stdout)![1]!.split(', ')
  return { files, exported }
}

it('check names each list and report that is exported, and a new screen is none of them', () => {
  const open = everyScreen(readSchemas().screens).flatMap((screen) => (screen.export ? [screen.path] : []))
  expect(open.length).toBeGreaterThan(50)
  expect(program('scripts/new.ts', 'screen', 'customer', 'Tried', '--entity', 'customer')).toContain('not exported')
  const { export: isExported, ...screen } = JSON.parse(
    readFileSync(join(folder, 'customer/Tried.screen.json'), 'utf8'),
  ) as { export?: boolean; path: string }
  expect(isExported).toBe(false)
  // Beside it one that says nothing of it.
  const path = '/customer/Open'
  writeFileSync(join(folder, 'customer/Open.screen.json'), JSON.stringify({ ...screen, path }))
  const { files, exported } = checked()
  expect(files).toBe(readSources(folder).length)
  expect([...exported].sort()).toEqual([...open, path].sort())
})
