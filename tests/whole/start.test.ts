// Tests `npm start` with the real program and manifests:
// the product is available with its data, and failures are explained.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListAnswer, RunAnswer } from '../../src/protocol/calls'
import type { ScreenAnswer } from '../../src/protocol/screenCalls'
import { checkManifests, databaseOf, endPrograms, startBuilt, startProgram, type Program } from '../server/program'
import { takingTurns } from '../turns'
import { createTeller, password } from '../story/teller'
import { overHttp } from './overHttp'
import { copyPrepared } from './product'

const isToday = takingTurns(2)

let root: string
let data: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'whole-'))
  chmodSync(root, 0o755)
  data = join(root, 'data')
  expect(spawnSync(process.execPath, ['scripts/start.mjs', '--build-only']).status).toBe(0)
}, 180_000)
afterAll(async () => {
  await endPrograms()
  const left = databaseOf(data)
  if (left !== undefined) process.kill(left, 'SIGQUIT')
  rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

const found = async (address: string, name: string) =>
  (
    await createTeller(overHttp(address)).call<ListAnswer>('owner', '/api/list', {
      screen: '/customer/HighSeas',
      words: name,
      want: { total: 'exact' },
    })
  ).data.total!.count

async function timed(
  words: readonly string[] = [],
): Promise<{ program: Program; address: string; milliseconds: number }> {
  const began = performance.now()
  const program = startProgram(words, { DATA_DIR: data })
  const address = await program.address
  return { program, address, milliseconds: performance.now() - began }
}

async function end({ child, ended, stderr }: Program): Promise<void> {
  child.kill('SIGTERM')
  expect([await ended, stderr()]).toEqual([0, ''])
  expect(databaseOf(data), 'no database is left running').toBeUndefined()
}

describe('the program', () => {
  it.runIf(isToday())(
    'tells address and accounts, keeps the data for the next start, begins anew when asked, and ends with nothing left',
    async () => {
      const first = await timed()
      expect(first.program.stdout()).toMatch(/Demo data: \d+ records/)
      const accounts = JSON.parse(readFileSync('schemas/demo/accounts.json', 'utf8')) as {
        accounts: Record<string, [string, string]>
      }
      for (const [chinese, english] of Object.values(accounts.accounts))
        await expect
          .poll(first.program.stdout)
          .toMatch(new RegExp(`^ {2}1\\d{10} +${chinese} · ${english.replace(/[()]/g, '\\$&')}$`, 'm'))
      expect(first.program.stdout()).toContain(password)
      const page = await fetch(first.address, { headers: { accept: 'text/html' } })
      expect(page.status).toBe(200)
      const name = `留存${randomUUID().slice(0, 8)}`
      const teller = createTeller(overHttp(first.address))
      expect(
        await teller.call<RunAnswer>('owner', '/api/run', {
          entity: 'customer',
          transition: 'createPool',
          values: { name, gender: 'male', mobile: '13912340001', source: 'walkIn' },
          key: randomUUID(),
        }),
      ).toMatchObject({ code: 2000 })
      await end(first.program)

      const second = await timed()
      expect(second.program.stdout()).not.toContain('Demo data:')
      expect(second.milliseconds).toBeLessThan(first.milliseconds)
      expect(await found(second.address, name)).toBe(1)
      await end(second.program)

      const anew = await timed(['--reset-demo'])
      expect(anew.program.stdout()).toMatch(/Demo data: \d+ records/)
      expect(await found(anew.address, name)).toBe(0)

      process.kill(databaseOf(data)!, 'SIGKILL')
      expect(await anew.program.ended).toBe(1)
      expect(anew.program.stderr()).toMatch(
        /^The database server ended unexpectedly\. Its log \S+ says why; start again, acknowledged work is kept\.$/m,
      )
      expect(anew.program.stderr()).not.toMatch(/^\s+at /m)

      const interrupted = startProgram([], { DATA_DIR: data })
      await expect.poll(() => databaseOf(data), { timeout: 120_000 }).toBeDefined()
      interrupted.child.kill('SIGTERM')
      expect(await interrupted.ended, 'asked to end before it has begun').toBe(0)
      expect(databaseOf(data)).toBeUndefined()
    },
    180_000,
  )

  it.runIf(isToday())(
    'as it is built takes over a saved manifest and writes documents, both in threads of its own',
    async () => {
      rmSync(data, { recursive: true, force: true })
      await copyPrepared(data)
      // A start from the sources writes for editors.
      await end((await timed()).program)
      const schemas = join(root, 'live')
      cpSync('schemas', schemas, { recursive: true })
      const built = startBuilt({ DATA_DIR: data, SCHEMAS_DIR: schemas, WATCH: 'on' })
      const teller = createTeller(overHttp(await built.address))
      expect(built.stdout(), 'what the starts before wrote for editors is no reason to build anew').not.toMatch(
        /Building|Built in/,
      )
      const path = join(schemas, 'customer', 'HighSeas.screen.json')
      const manifest = JSON.parse(readFileSync(path, 'utf8')) as { title: string[] }
      writeFileSync(path, JSON.stringify({ ...manifest, title: ['公共池', 'Pool'] }))
      await expect
        .poll(
          async () =>
            (await teller.call<ScreenAnswer>('owner', '/api/screen', { path: '/customer/HighSeas' })).data.screen.title,
          { timeout: 120_000 },
        )
        .toMatchObject({ zh: '公共池' })
      const linked = async (cookie: string) => {
        const page = await fetch(await built.address, { headers: { accept: 'text/html', cookie } })
        return [...(await page.text()).matchAll(/<link rel="(?:module)?preload"[^>]* href="([^"]+)"/g)].map(
          ([, path]) => path!,
        )
      }
      const [signedOut, signedIn] = [await linked(''), await linked(`Token=${await teller.token('owner')}`)]
      expect(signedIn.length, 'the files of the frame are named in the page').toBeGreaterThan(signedOut.length + 3)
      for (const path of signedIn) expect((await fetch((await built.address) + path)).status).toBe(200)
      const { data: list } = await teller.call<ListAnswer>('owner', '/api/list', { screen: '/order/CheckContract' })
      const reply = await fetch(`${await built.address}/api/document`, {
        method: 'POST',
        headers: { 'x-token': await teller.token('owner'), 'content-type': 'application/json' },
        body: JSON.stringify({ entity: 'contract', id: list.rows![0]!.id, document: 'contract' }),
      })
      expect(reply.headers.get('content-type')).toBe('application/pdf')
      expect((await reply.arrayBuffer()).byteLength).toBeGreaterThan(10_000)
      await end(built)
    },
    180_000,
  )

  it('does not start with a misspelled field, and says where it stands, as npm run check does', async () => {
    const schemas = join(root, 'schemas')
    cpSync('schemas', schemas, { recursive: true })
    const path = join(schemas, 'customer', 'HighSeas.screen.json')
    const lines = readFileSync(path, 'utf8').replace('"mobile"', '"mobil"').split('\n')
    writeFileSync(path, lines.join('\n'))
    const line = lines.findIndex((text) => text.includes('"mobil"'))
    const place = `customer/HighSeas.screen.json:${line + 1}:${lines[line]!.indexOf('mobil') + 1}`
    const checked = checkManifests(schemas)
    const { ended, stderr } = startProgram([], { DATA_DIR: join(root, 'never'), SCHEMAS_DIR: schemas })
    expect([checked.code, await ended]).toEqual([1, 1])
    for (const text of [checked.stderr, stderr()]) {
      expect(text).toContain(place)
      expect(text).toContain('Did you mean "mobile"?')
      expect(text).not.toMatch(/^\s+at /m)
    }
  })
})
