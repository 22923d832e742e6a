// Does the command behave at a terminal: prints where it is, ends cleanly when asked, and fails with one sentence and code 1, never a stack?
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { librarySources } from './library'
import { endPrograms, startProgram } from './program'

let root: string
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'main-'))
  for (const { path, text } of await librarySources()) {
    mkdirSync(join(root, 'schemas', path, '..'), { recursive: true })
    writeFileSync(join(root, 'schemas', path), text)
  }
})
afterAll(async () => {
  await endPrograms()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

const run = (words: readonly string[], environment: Record<string, string>) => startProgram(words, { DATA_DIR: join(root, 'data'), SCHEMAS_DIR: join(root, 'schemas'), ...environment })

describe('npm start', () => {
  it('prints its address, answers there, and ends cleanly on SIGTERM', async () => {
    const one = run([], {})
    const address = await one.address
    expect((await fetch(`${address}/api/entry`)).status).toBe(200)
    const second = run([], {})
    expect(await second.ended, 'the folder is in use').toBe(1)
    expect(second.told()).not.toMatch(/^\s+at /m)
    expect(second.told().trim().split('\n')).toHaveLength(1)
    one.child.kill('SIGTERM')
    expect(await one.ended).toBe(0)
    const again = run([], {})
    await again.address
    again.child.kill('SIGINT')
    expect(await again.ended).toBe(0)
  }, 60_000)

  it.each([
    ['a wrong environment', { PORT: 'eighty' }, /variable PORT "eighty" is not a number/],
    ['a database that is not there', { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' }, /cannot be reached/],
    ['manifests that are not there', { SCHEMAS_DIR: '/nowhere/at/all' }, /cannot be read \(ENOENT\)/],
  ])('refuses %s in one sentence', async (_, environment, sentence) => {
    const { ended, told } = run([], environment)
    expect(await ended).toBe(1)
    expect(told()).toMatch(sentence)
    expect(told()).not.toMatch(/^\s+at |secret/m)
  })

  it('tells its flags, and refuses others', async () => {
    expect(await run(['--help'], {}).ended).toBe(0)
    const wrong = run(['--reset'], {})
    expect(await wrong.ended).toBe(1)
    expect(wrong.told()).toContain('--reset-demo')
  })
})
