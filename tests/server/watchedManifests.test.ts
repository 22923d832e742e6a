// Proves what a server prints of its folder of manifests.
// For a save that changes rights: the change, and the distance from access.lock as one number.
// For a folder that cannot be read: one sentence, until it can.
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessLock } from '../../src/manifest/access/lock/accessLock'
import { reloadManifests } from '../../src/server/boot/reload/reloadManifests'
import { watchFiles } from '../../src/server/boot/reload/watchFiles'
import { watchManifests } from '../../src/server/boot/reload/watchManifests'
import { createLog } from '../../src/server/context/log'
import { openLibrary, type Library } from './library'
import { listen } from './listen'
import { writeManifests } from './manifestFolder'

let folder: string
let library: Library
const said: string[] = []
const log = createLog('info', { write: (line) => void said.push(line), say: (line) => void said.push(line) })

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

const dependencies = () => ({
  ...library.server,
  configuration: { ...library.server.configuration, schemasDir: folder },
  log,
})

async function reloaded(): Promise<string> {
  said.length = 0
  await reloadManifests(dependencies(), 'on')
  return said.join('\n')
}

it('is told change by change', async () => {
  await reloaded()
  writeFileSync(join(folder, 'access.lock'), accessLock(library.server.liveApp.current))
  const first = await saved('lending/loan.entity.json', '"fourEyes": "createdBy"', '"turn": false')
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
  const last = await saved('lending/loan.entity.json', '"turn": false', '"fourEyes": "createdBy"')
  expect(last).toContain('+ not by its creator')
  expect(last).toContain('The rights are those of access.lock.')
})

it('is live before its warnings are known, which follow', async () => {
  await reloaded()
  const administrator = await listen(library, await library.token('boss'))
  const { liveApp } = library.server
  const former = liveApp.current.revision
  const saving = saved(
    'lending/book.entity.json',
    '"transitions": {',
    '"waive": { "same-text": "Nothing." }, "transitions": {',
  )
  while ((await administrator.next('revision')).revision === former);
  expect(administrator.heard).not.toContain('problems')
  expect(await saving).toContain('`same-text` waives nothing here.')
  const { warnings } = await administrator.next('problems')
  expect(warnings.map(({ en }) => en).join()).toContain('`same-text` waives nothing here.')
  expect(liveApp.warnings).toEqual(warnings)
  await saved('lending/book.entity.json', '"waive": { "same-text": "Nothing." }, ', '')
})

it('says once that the folder is gone, to administrators in the page too, until it is back as it was', async () => {
  await reloaded()
  said.length = 0
  const administrator = await listen(library, await library.token('boss'))
  const other = await listen(library, await library.token('anna'))
  const close = await watchManifests(dependencies(), 'on')
  let looks = 0
  const second = await watchFiles({ folder, onChange: async () => undefined, onError: () => (looks += 1) })
  const sentence = `The folder of manifests ${folder} cannot be read (ENOENT). Set SCHEMAS_DIR to the folder that holds app.json.`
  const shown = async () => (await administrator.next('problems')).problems.map(({ en }) => en)
  try {
    for (const times of [1, 2]) {
      renameSync(folder, `${folder}-away`)
      expect(await shown()).toEqual([sentence])
      if (times === 1) await expect.poll(() => looks, { timeout: 120_000 }).toBeGreaterThan(2)
      renameSync(`${folder}-away`, folder)
      expect(await shown()).toEqual([])
      expect(library.server.liveApp.problems).toEqual([])
      expect(said.filter((line) => line.includes('cannot be read'))).toEqual(Array(times).fill(`\n${sentence}`))
    }
    library.server.live.send({ event: 'revision', revision: 'last' })
    while ((await other.next('revision')).revision !== 'last');
    expect(other.heard).not.toContain('problems')
  } finally {
    await Promise.all([close(), second.close()])
  }
})
