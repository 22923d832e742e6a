// Proves that a change of manifests writes no byte that was not meant.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { writeManifests } from '../../src/server/endpoints/manifests/manifestFiles'
import { readSources } from '../../src/server/workers/readManifests'

const copy = mkdtempSync(join(tmpdir(), 'written-manifests-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

it('every manifest is the same to the byte after it is proposed as it is, and written', async () => {
  const sources = readSources('schemas')
  cpSync('schemas', copy, { recursive: true })
  // A record keeps texts without white space at their end.
  const proposed = sources.map(({ path, text }) => ({ path, text: text.trimEnd() }))
  await writeManifests({ schemasDir: copy }, proposed)
  const bytes = (folder: string) => sources.map(({ path }) => [path, readFileSync(join(folder, path), 'base64')])
  expect(sources.length).toBeGreaterThan(200)
  expect(bytes(copy)).toEqual(bytes('schemas'))
})
