// Proves that a change is noted where its warnings fail after it is live.
// No later look at the folder would note it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createLog } from '../../src/server/context/log'
import { WorkEnded } from '../../src/server/workers/threads'
import { openLibrary, type Library } from './library'
import { writeManifests } from './manifestFolder'

vi.mock('../../src/server/endpoints/manifests/compileManifests', async (original) => {
  const real = await original<typeof import('../../src/server/endpoints/manifests/compileManifests')>()
  const compileEarly = async (...given: Parameters<typeof real.compileEarly>) => ({
    ...(await real.compileEarly(...given)),
    findings: () => Promise.reject(new WorkEnded('The thread ended.')),
  })
  return { ...real, compileEarly }
})
const noted = vi.fn()
vi.mock('../../src/server/boot/reload/folderChanges', async (original) => ({
  ...(await original<typeof import('../../src/server/boot/reload/folderChanges')>()),
  recordAppliedChange: noted,
}))
const { reloadManifests } = await import('../../src/server/boot/reload/reloadManifests')

let folder: string
let library: Library
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'warnings-'))
  await writeManifests(folder)
  library = await openLibrary()
})
afterAll(async () => {
  await library.close()
  rmSync(folder, { recursive: true, force: true })
})

it('is noted without them, and the log has the reason', async () => {
  const file = join(folder, 'lending/book.entity.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"Write off"', '"Strike off"'))
  const { server } = library
  const before = server.liveApp.current
  const lines: string[] = []
  const collect = (line: string) => void lines.push(line)
  const log = createLog('info', { write: collect, say: collect })
  const configuration = { ...server.configuration, schemasDir: folder }
  expect(await reloadManifests({ ...server, configuration, log }, 'on')).toBe(true)
  const app = server.liveApp.current
  expect(app.entities.book!.transitions.drop!.title.en).toBe('Strike off')
  expect(noted).toHaveBeenCalledTimes(1)
  const [, former, change] = noted.mock.calls[0]!
  expect(former.app).toBe(before)
  expect(change).toMatchObject({ app, warnings: [] })
  expect(lines.join('\n')).toContain('The manifests are live, but their warnings could not be found')
})
