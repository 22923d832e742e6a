// Tests that one command creates the first account of an empty production database, and that this
// person can set up the headquarters.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListAnswer, OptionsAnswer, RefValue } from '../../src/protocol/calls'
import { codes, type Envelope } from '../../src/protocol/envelope'
import { copyEmptyDatabase } from '../server/database/copyFolder'
import { freshDatabase } from '../server/freshDatabase'
import { endPrograms, runAccount, startProgram } from '../server/program'
import { takingTurns } from '../turns'

const isToday = takingTurns(3)

const login = '13911112222'
/** Some of the roles that a new dealer gets, by language. */
const staff = { zh: ['店长', '导购', '财务'], en: ['Store manager', 'Sales consultant', 'Finance'] }
let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'first-'))
  chmodSync(root, 0o755)
})
afterAll(async () => {
  await endPrograms()
  rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

const passwordIn = (text: string) => new RegExp(`^  ${login}  (\\S{16})$`, 'm').exec(text)?.[1]

async function call<T>(
  address: string,
  path: string,
  body: object,
  { token = '', language = 'zh' } = {},
): Promise<Envelope<T>> {
  const reply = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-token': token, 'x-language': language },
    body: JSON.stringify({ client: 'dealerPc', ...body }),
  })
  return (await reply.json()) as Envelope<T>
}

async function signIn(address: string, password: string): Promise<string> {
  const path = '/pcindex/login/login_check.html'
  const answer = await call<{ token: string }>(address, path, { account: login, password, pwdType: 'password' })
  expect(answer.code).toBe(codes.success)
  return answer.data.token
}

describe('the first account', () => {
  it.runIf(isToday())('is asked for by the start, made beside the running server, and creates a dealer', async () => {
    const environment = { DATA_DIR: join(root, 'running'), DEMO: 'off' }
    await copyEmptyDatabase(environment.DATA_DIR)
    const server = startProgram([], environment)
    const address = await server.address
    expect(server.stdout()).toContain('npm run account -- LOGIN')
    const wrong = runAccount(['12345'], environment)
    expect([await wrong.ended, wrong.stderr()]).toEqual([
      1,
      '"12345" cannot be signed in with: it is no 手机 · Mobile.\n',
    ])
    const made = runAccount([login], environment)
    expect([await made.ended, made.stderr()]).toEqual([0, ''])
    const token = await signIn(address, passwordIn(made.stdout())!)

    const asked = { entity: 'dealer', transition: 'create', field: 'template', words: '老板' }
    const { options } = (await call<OptionsAnswer>(address, '/api/options', asked, { token })).data
    const values = {
      joinno: 'J20001',
      realname: '钱新店',
      mobile: '13911110001',
      name: '宁波新居定制',
      city: '宁波市',
      address: { province: '浙江省', city: '宁波市', district: '鄞州区', detail: '天童南路 1 号' },
      template: options[0]!.id,
    }
    const request = { entity: 'dealer', transition: 'create', values, key: 'first-dealer' }
    expect(await call(address, '/api/run', request, { token })).toMatchObject({ code: codes.success })

    const roles = { screen: '/store/Category', size: 100 }
    for (const [language, names] of Object.entries(staff)) {
      const { rows } = (await call<ListAnswer>(address, '/api/list', roles, { token, language })).data
      const given = rows!.filter(({ values: { dealer } }) => (dealer as RefValue).label === values.name)
      expect(given.map(({ values: { name } }) => name)).toEqual(expect.arrayContaining([...names]))
      expect(given).toHaveLength(9)
    }

    const again = runAccount(['13911113333'], environment)
    expect(await again.ended).toBe(1)
    expect(again.stderr()).toMatch(/^An account exists already, so none was created\./)
    server.child.kill('SIGTERM')
    await server.ended
    const next = startProgram([], environment)
    await next.address
    expect(next.stdout()).not.toContain('npm run account')
    next.child.kill('SIGTERM')
    await next.ended
  })

  it.runIf(isToday())('is made before the first start, which then loads no demo data', async () => {
    const environment = { DATA_DIR: join(root, 'stopped') }
    const made = runAccount([login], environment)
    expect([await made.ended, made.stderr()]).toEqual([0, ''])
    const server = startProgram([], environment)
    const address = await server.address
    expect(server.stdout()).not.toMatch(/Demo data|npm run account/)
    await signIn(address, passwordIn(made.stdout())!)
    server.child.kill('SIGTERM')
    await server.ended
  })

  it.runIf(isToday())('is made in the database of an address, which a refused command leaves as it was', async () => {
    const fresh = await freshDatabase()
    try {
      const { host, port, user, password, database } = fresh.database.pool.options
      const [word, socket] = [encodeURIComponent(String(password)), encodeURIComponent(String(host))]
      const url = fresh.url ?? `postgres://${user}:${word}@localhost:${port}/${database}?host=${socket}`
      const environment = { DATABASE_URL: url, DATA_DIR: join(root, 'none') }
      const made = runAccount([login], environment)
      expect([await made.ended, made.stderr()]).toEqual([0, ''])
      expect(await fresh.database.query(sql`select "login" from "_account"`)).toEqual([{ login }])

      await fresh.database.owner.query(sql`drop table "_session" cascade`)
      const again = runAccount(['13911113333'], environment)
      expect(await again.ended).toBe(1)
      expect(again.stderr()).toMatch(/^An account exists already, so none was created\./)
      const tables = sql`select to_regclass('"_session"') as "session"`
      expect(await fresh.database.query(tables)).toEqual([{ session: null }])
    } finally {
      await fresh.remove()
    }
  })
})
