// Proves that names and types of a product are written for editors and programs.
// Leaves a read-only folder alone.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { allCallTypes } from '../../src/server/boot/reload/describeCalls'
import {
  callTypesFile,
  editorFolder,
  editorSchemas,
  writeEditorSchemas,
} from '../../src/server/workers/editor/editorSchemas'
import { compiledFixture } from '../manifest/sources'
import { compileProgram } from '../compileProgram'

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
  writeFileSync(join(folder, 'app.json'), '{ "rules": { "weekend": "weekday(today()) > 5" } }')
  writeFileSync(join(folder, 'lending', 'loan.entity.json'), '{ "rules": { "overdue": "due < today()" } }')
  await write()
  const files = readdirSync(join(folder, editorFolder))
  expect(files).toContain('screen.schema.json')
  const screen = join(folder, editorFolder, 'screen.schema.json')
  expect(readFileSync(screen, 'utf8')).toContain('"book.title"')
  expect(readFileSync(join(folder, editorFolder, 'entity.schema.json'), 'utf8')).toContain('"onTheShelf"')
  const entity = readFileSync(join(folder, editorFolder, 'entity.schema.json'), 'utf8')
  expect(entity).toContain('"loan rule":{"enum":["rule.overdue","rule.weekend"]}')
  expect(entity).toContain('"book rule":{"enum":["rule.weekend"]}')
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

it('writes types with which a program that names a wrong field, state or transition does not compile', async () => {
  writeFileSync(join(folder, callTypesFile), await allCallTypes(app))
  const program = (field: string, state: string, transition: string) =>
    compileProgramOf(`import type { Calls, Record_book } from './calls'
      export const isLent = ({ values, state }: Record_book) => values.${field} !== null && state === '${state}'
      export const request: Calls['/api/run']['request'] = {
        entity: 'book', transition: '${transition}', key: '1', values: { title: 'A', genre: 'novel' } }`)
  expect(await program('title', 'lent', 'create')).toBe('')
  expect(await program('titel', 'lent', 'create')).toMatch(/program\.ts\(2,.*'titel'/)
  expect(await program('title', 'lend', 'create')).toMatch(/program\.ts\(2,.*"lend"/)
  expect(await program('title', 'lent', 'creat')).toMatch(/program\.ts\(4,.*"creat"/)
})

function compileProgramOf(text: string): Promise<string> {
  writeFileSync(join(folder, 'program.ts'), text)
  return compileProgram(folder)
}
