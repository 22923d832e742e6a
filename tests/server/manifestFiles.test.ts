// Proves that a change of manifests reaches no file that is no manifest.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { manifestText, writeManifests } from '../../src/server/endpoints/manifests/manifestFiles'

const folder = mkdtempSync(join(tmpdir(), 'manifest-files-'))
const schemasDir = join(folder, 'schemas')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  'language/../../outside.json',
  '../outside.json',
  'order/../../outside.json',
  '/outside.json',
  'order/./x.json',
  'order//x.json',
  'order\\..\\..\\outside.json',
  'order/x.js',
  '.hidden/x.json',
  'language/x.json',
  'demo/x.json',
  'order/x.json\0.js',
])('a change of %j is refused, and nothing is written, read or removed', async (path) => {
  writeFileSync(join(folder, 'outside.json'), 'kept')
  const refusal = { key: 'manifest_path_outside' }
  await expect(manifestText({ schemasDir }, path)).rejects.toMatchObject(refusal)
  for (const text of ['{}', null])
    await expect(writeManifests({ schemasDir }, [{ path, text }])).rejects.toMatchObject(refusal)
  expect(readFileSync(join(folder, 'outside.json'), 'utf8')).toBe('kept')
  expect(readdirSync(folder)).toEqual(['outside.json'])
})

it('a manifest, a journey and a folder of any script are written and read', async () => {
  for (const path of ['app.json', 'order/a.journey.json', '客户/列表.screen.json']) {
    await writeManifests({ schemasDir }, [{ path, text: '{}' }])
    expect(await manifestText({ schemasDir }, path)).toBe('{}\n')
  }
})
