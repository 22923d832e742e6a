// Does the command behave at a terminal: prints where it is, ends cleanly when asked, and fails with one sentence and code 1, never a stack?
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { librarySources } from './library'

let root: string
const children: ChildProcess[] = []
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'main-'))
  for (const { path, text } of await librarySources()) {
    mkdirSync(join(root, 'schemas', path, '..'), { recursive: true })
    writeFileSync(join(root, 'schemas', path), text)
  }
})
afterAll(() => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

function run(words: readonly string[], environment: Record<string, string>) {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(DATABASE_URL|PORT|HOST|DATA_DIR|VITEST)/.test(name)))
  const child = spawn(process.execPath, ['scripts/start.mjs', '--no-build', ...words], { env: { ...clean, PORT: '0', DATA_DIR: join(root, 'data'), SCHEMAS_DIR: join(root, 'schemas'), ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let said = ''
  let told = ''
  const ended = new Promise<number | null>((resolve) => { child.once('close', resolve) })
  child.stderr!.setEncoding('utf8').on('data', (text: string) => { told += text })
  const address = new Promise<string>((resolve, reject) => {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const found = /http:\/\/\S+/.exec(said)?.[0]
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error(`It ended: ${said}${told}`)))
  })
  address.catch(() => undefined)
  return { child, address, ended, told: () => told }
}

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
