// Proves the command at a terminal: it prints its address, ends cleanly, and fails with one
// sentence and a code.
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyEmptyDatabase } from './database/copyFolder'
import { librarySources } from './library'
import { databaseOf, endPrograms, startProgram } from './program'

let root: string
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'main-'))
  for (const { path, text } of await librarySources()) {
    mkdirSync(join(root, 'schemas', path, '..'), { recursive: true })
    writeFileSync(join(root, 'schemas', path), text)
  }
  await copyEmptyDatabase(join(root, 'data'))
})
afterAll(async () => {
  await endPrograms()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

const run = (words: readonly string[], environment: Record<string, string>, user?: number) =>
  startProgram(words, { DATA_DIR: join(root, 'data'), SCHEMAS_DIR: join(root, 'schemas'), ...environment }, user)

describe('npm start', () => {
  it('prints its address, answers there, and ends cleanly on SIGTERM', async () => {
    const one = run([], {})
    const address = await one.address
    expect((await fetch(`${address}/api/entry`)).status).toBe(200)
    expect(one.stdout()).toContain(`Manifests of ${join(root, 'schemas')}.`)
    const second = run([], {})
    expect(await second.ended, 'the folder is in use').toBe(1)
    expect(second.stderr()).not.toMatch(/^\s+at /m)
    expect(second.stderr().trim().split('\n')).toHaveLength(1)
    one.child.kill('SIGTERM')
    expect(await one.ended).toBe(0)
    expect(one.stdout()).toContain('(WATCH=on)')
    const isRoot = process.getuid?.() === 0
    expect(one.stdout().includes(`The folder ${root} was opened for passing through`), 'for the database').toBe(isRoot)
    const again = run([], { WATCH: 'ask' })
    await again.address
    again.child.kill('SIGINT')
    expect(await again.ended).toBe(0)
    expect(again.stdout(), 'nobody to ask without proposals').toContain('(WATCH=off)')
  })

  it.each([
    ['a wrong environment', { PORT: 'eighty' }, /variable PORT "eighty" is not a number/],
    [
      'a database that is not there',
      { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' },
      /cannot be reached/,
    ],
    ['manifests that are not there', { SCHEMAS_DIR: '/nowhere/at/all' }, /cannot be read \(ENOENT\)/],
  ])('refuses %s in one sentence', async (_, environment, sentence) => {
    const { ended, stderr } = run([], environment)
    expect(await ended).toBe(1)
    expect(stderr()).toMatch(sentence)
    expect(stderr()).not.toMatch(/^\s+at |secret/m)
  })

  it('asked twice does not wait for open requests, and leaves no database running', async () => {
    const one = run([], {})
    const { port } = new URL(await one.address)
    const pid = databaseOf(join(root, 'data'))
    expect(pid).toBeGreaterThan(0)
    // A request whose body never comes is waited for when asked once.
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    const begun = once(socket, 'data')
    socket.write(
      'POST /api/list HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    )
    await begun
    one.child.kill('SIGTERM')
    await expect
      .poll(() =>
        fetch(`http://127.0.0.1:${port}/api/entry`).then(
          () => true,
          () => false,
        ),
      )
      .toBe(false)
    one.child.kill('SIGTERM')
    expect(await one.ended).toBe(1)
    await expect.poll(() => databaseOf(join(root, 'data')), { timeout: 120_000 }).toBeUndefined()
    socket.destroy()
  })

  it('refuses a taken port, and leaves no database running', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', () => resolve()))
    const { port } = other.address() as AddressInfo
    const { ended, stderr } = run([], { PORT: String(port) })
    expect(await ended).toBe(1)
    expect(stderr().trim()).toBe(
      `Port ${port} on 127.0.0.1 is taken by another program. Stop that program, or set PORT to another port.`,
    )
    expect(databaseOf(join(root, 'data'))).toBeUndefined()
    await new Promise((resolve) => other.close(resolve))
  })

  it('refuses a folder that it may not write, and one in whose place a file stands', async () => {
    const closed = join(root, 'closed')
    mkdirSync(closed, { mode: 0o555 })
    writeFileSync(join(root, 'file'), '')
    // Nothing is closed to root.
    const ordinary = process.getuid?.() === 0 ? 65_534 : undefined
    if (ordinary !== undefined) chmodSync(root, 0o755)
    const refused = run([], { DATA_DIR: join(closed, 'data') }, ordinary)
    expect(await refused.ended).toBe(1)
    expect(refused.stderr().trim()).toBe(
      `The data folder ${join(closed, 'data')} cannot be written (EACCES). Give it to the user who runs this program, or choose another folder.`,
    )
    const file = run([], { DATA_DIR: join(root, 'file', 'data') })
    expect(await file.ended).toBe(1)
    expect(file.stderr().trim()).toBe(
      `The data folder ${join(root, 'file', 'data')} cannot be created, because a file has its name (ENOTDIR). Move that file away, or choose another folder.`,
    )
  })

  it('tells its flags, and refuses others', async () => {
    expect(await run(['--help'], {}).ended).toBe(0)
    const wrong = run(['--reset'], {})
    expect(await wrong.ended).toBe(1)
    expect(wrong.stderr()).toContain('--reset-demo')
  })
})
