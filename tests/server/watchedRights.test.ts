// Proves that a save that changes rights prints the change, and the distance from access.lock as
// one number.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessLock } from '../../src/manifest/access/lock/accessLock'
import { reloadManifests } from '../../src/server/boot/reload/reloadManifests'
import { createLog } from '../../src/server/context/log'
import { openLibrary, type Library } from './library'
import { writeManifests } from './manifestFolder'

let folder: string
let library: Library
const said: string[] = []
const log = createLog(
  'info',
  (line) => void said.push(line),
  (line) => void said.push(line),
)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rights-'))
  await writeManifests(folder)
  library = await openLibrary()
})
afterAll(async () => {
  await library.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function saved(path: string, from: string, to: string): Promise<string> {
  const file = join(folder, path)
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(file, text.replace(from, to))
  return reloaded()
}

async function reloaded(): Promise<string> {
  said.length = 0
  const { server: dependencies } = library
  const configuration = { ...dependencies.configuration, schemasDir: folder }
  await reloadManifests({ ...dependencies, configuration, log }, 'on')
  return said.join('\n')
}

it('is told change by change', async () => {
  await reloaded()
  writeFileSync(join(folder, 'access.lock'), accessLock(library.server.liveApp.current))
  const first = await saved('lending/loan.entity.json', '"fourEyes": true', '"fourEyes": false')
  expect(first).toContain('- not by its creator')
  expect(first).toContain('differ from access.lock in all: 1;')
  const second = await saved('lending/book.entity.json', '"loanCount == 0"', '"loanCount >= 0"')
  expect(second).toContain('+ when (loanCount >= 0)')
  expect(second).not.toContain('not by its creator')
  expect(second).toContain('differ from access.lock in all: 3;')
  expect(library.server.liveApp.warnings.map(({ en }) => en).join('\n')).toContain('not by its creator')
  const title = await saved('lending/book.entity.json', '"Write off"', '"Strike off"')
  expect(title).not.toContain('access.lock')
  await saved('lending/book.entity.json', '"loanCount >= 0"', '"loanCount == 0"')
  const last = await saved('lending/loan.entity.json', '"fourEyes": false', '"fourEyes": true')
  expect(last).toContain('+ not by its creator')
  expect(last).toContain('The rights are those of access.lock.')
})
