// Proves that the names of a product are written for editors, and a read-only folder is left alone.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { editorFolder, editorSchemas, writeEditorSchemas } from '../../src/server/workers/editor/editorSchemas'
import { compiledFixture } from '../manifest/sources'

const app = compiledFixture()
let folder = ''
const said: string[] = []
const write = () => writeEditorSchemas(folder, editorSchemas(folder, app), (sentence) => said.push(sentence))
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'editor-'))
  said.length = 0
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('writes a schema for each kind that names others, and again only what has changed', async () => {
  mkdirSync(join(folder, 'language'))
  mkdirSync(join(folder, 'lending'))
  writeFileSync(join(folder, 'lending', 'module.json'), '{ "fieldSets": { "onTheShelf": {} } }')
  await write()
  const files = readdirSync(join(folder, editorFolder))
  expect(files).toContain('screen.schema.json')
  const screen = join(folder, editorFolder, 'screen.schema.json')
  expect(readFileSync(screen, 'utf8')).toContain('"book.title"')
  expect(readFileSync(join(folder, editorFolder, 'entity.schema.json'), 'utf8')).toContain('"onTheShelf"')
  const { mtimeMs } = statSync(screen)
  await write()
  expect([statSync(screen).mtimeMs, said]).toEqual([mtimeMs, []])
})

it('leaves a folder without the language, and one that cannot be written, with one sentence', async () => {
  await write()
  expect([readdirSync(folder), said]).toEqual([[], []])
  mkdirSync(join(folder, 'language'))
  writeFileSync(join(folder, editorFolder), '')
  await write()
  expect(said).toEqual([expect.stringMatching(/^Editors get no names of this product: .*product cannot be written/)])
})
