// Tests that `npm run plan` prints the consequences of a change, since a commit and for a running
// server.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandsOn } from '../commands'
import { createTeller } from '../story/teller'
import { overHttp } from './overHttp'
import { createKey } from './programKey'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off', WATCH: 'ask' } })
const folder = mkdtempSync(join(tmpdir(), 'plan-'))
const changed = commandsOn(folder)
const unchanged = commandsOn('schemas')
const keys: Record<string, string> = {}
let beforeAnyChange: Awaited<ReturnType<typeof plan>>
const subscription = { entity: 'webhook', transition: 'create' }

beforeAll(async () => {
  const teller = createTeller(overHttp(suite.product.address))
  for (const person of ['owner', 'admin']) keys[person] = await createKey(teller, person)
  const screen = '/customer/CustomerList'
  const choice = { columns: [{ field: 'name' }, { field: 'followCount' }] }
  const saved = {
    [`list:${screen}`]: choice,
    'view:columns': { title: 'Columns', screen, query: '', choice },
    'view:sorted': { title: 'Sorted', screen, query: 'sort=-followCount' },
    'view:narrowed': { title: 'Narrowed', screen, query: 'where=["all",["followCount","eq","3"]]' },
    'view:other': { title: 'Other', screen, query: 'f.name=followCount' },
    'view:elsewhere': { title: 'Elsewhere', screen: '/customer/HighSeas', query: 'sort=-followCount' },
  }
  for (const [name, value] of Object.entries(saved)) await teller.call('owner', '/api/preference', { name, value })
  const shared = { name: 'view:shared', value: saved['view:sorted'], sharedWith: 'tenant' }
  await teller.call('owner', '/api/preference', shared)
  const request = { screen, filters: [], columns: ['name', 'followCount'] }
  for (const values of [request, { ...request, columns: ['name'] }]) {
    const report = {
      name: 'Customers',
      every: 'day',
      hour: 8,
      delivery: 'message',
      language: 'zh',
      request: JSON.stringify(values),
    }
    const run = { entity: 'scheduledReport', transition: 'create', values: report, key: randomUUID() }
    const { code, msg } = await teller.call('owner', '/api/run', run)
    expect([code, msg]).toEqual([2000, msg])
  }
  // One hears of what the change takes away, the other does not.
  for (const [name, action] of [
    ['Corrections', 'follow.correct'],
    ['Follow-ups', 'follow.create'],
  ]) {
    const values = { name, address: 'https://example.com/events', entity: 'follow', action }
    const { code, msg } = await teller.call('owner', '/api/run', { ...subscription, values, key: randomUUID() })
    expect([code, msg]).toEqual([2000, msg])
  }
  cpSync('schemas', folder, { recursive: true })
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder })
  const commit = (message: string) => {
    git('add', '-A')
    git('-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '-qm', message)
  }
  git('init', '-q')
  edit('system/settings.json', '"value": 60', '"value": 59')
  commit('first')
  beforeAnyChange = await plan(['--history', '2'])
  edit('system/settings.json', '"value": 59', '"value": 60')
  commit('before')
  edit('aftermarket/compensated.journey.json', '"title"', '"title" ')
  commit('journey')
  change()
})
afterAll(async () => {
  await Promise.all([changed.end(), unchanged.end()])
  rmSync(folder, { recursive: true, force: true })
})

function edit(path: string, from: string, to: string): void {
  const before = readFileSync(join(folder, path), 'utf8')
  expect(before).toContain(from)
  writeFileSync(join(folder, path), before.replace(from, to))
}

/** A screen with a code that its module grants to who lists customers, and a code of no use; another screen moves. */
function change(): void {
  const path = 'customer/module.json'
  const module = JSON.parse(readFileSync(join(folder, path), 'utf8')) as Record<'codes' | 'grants', object>
  const codes = { ...module.codes, p_tried: ['试用', 'Trial'], p_idle: ['闲置', 'Idle'] }
  const grants = { ...module.grants, p_tried: ['p_pc_customerList'] }
  writeFileSync(join(folder, path), JSON.stringify({ ...module, codes, grants }))
  const screen = {
    path: '/customer/Tried',
    title: ['试一试', 'Tried'],
    kind: 'list',
    permissions: ['p_tried'],
    entity: 'customer',
    columns: ['name'],
  }
  writeFileSync(join(folder, 'customer/Tried.screen.json'), JSON.stringify(screen))
  edit('finance/TransitCalendar.screen.json', '"/finance/TransitCalendar"', '"/finance/Moved"')
  edit('customer/Follow.screen.json', '"create", "correct"', '"create"')
  const entity = join(folder, 'customer/follow.entity.json')
  const { rules: _, transitions, ...follow } = JSON.parse(readFileSync(entity, 'utf8')) as Record<string, object>
  const { correct: _gone, ...others } = transitions as Record<string, object>
  writeFileSync(entity, JSON.stringify({ ...follow, transitions: others }))
  edit('customer/CustomerList.screen.json', '"followCount",', '')
  edit('system/settings.json', '"value": 60', '"value": 61')
}

/** Beside the server, which runs in this process. */
async function plan(words: readonly string[], key?: string, on = changed) {
  const { out, err, code } = await on.run('plan', words, key === undefined ? {} : { API_KEY: key })
  return { stdout: out, stderr: err.replace(/^Manifests of .+\.\n/, ''), status: code }
}

describe('npm run plan', () => {
  it('tells from a commit what the first grants of a module give to the roles of the demo data', async () => {
    const { stdout, stderr } = await plan([])
    expect(stderr).toBe('')
    expect(stdout).toMatch(/by the roles of the demo data\n[^]*“role-guide”[^\n]* gain: open “Tried”/)
    expect(stdout).toMatch(/The code “p_tried” is given to [1-9]\d* roles/)
    expect(stdout).toMatch(
      /\nRenamed, records keep their values\n[^\n]*\(\/finance\/Moved\), formerly \/finance\/TransitCalendar, which leads nowhere/,
    )
    expect(stdout).toMatch(/\nWarnings\n {2}\S*customer\/module\.json:\d+:\d+ {2}warning unused-permission\n/)
    expect(stdout).toMatch(/\nNew\n[^]*screen “Tried” \(\/customer\/Tried\)/)
    expect(stdout).toMatch(/screen “Follow-ups” \(\/customer\/Follow\): [^;\n]*\bactions\b/)
    expect(stdout).toMatch(/\n {2}setting “[^”]+” \(signPercent\): value\n/)
    expect(stdout).not.toMatch(/(gains?|loses?): [^\n]*Transit calendar/)
    expect(stdout).toMatch(/of a database are not looked at: `npm run plan -- --server <address>`/)
    const { roles, granted } = JSON.parse((await plan(['--json'])).stdout) as {
      roles: { role: string }[]
      granted: unknown
    }
    expect(granted).toEqual([{ code: 'p_tried', roles: expect.any(Number) }])
    expect(roles.map(({ role }) => role)).toContain('role-guide')
  })

  it('compares with another folder, which needs no git', async () => {
    const since = await plan(['--folder', resolve('schemas')])
    expect(since).toEqual(await plan([]))
    expect((await plan(['--folder', folder])).stdout).toMatch(/^Since \S+ nothing has come, gone or changed/)
    expect(await plan(['--folder', join(folder, 'customer')])).toMatchObject({ status: 1, stdout: '' })
    const both = await plan(['--folder', folder, '--server', suite.product.address])
    expect(both).toMatchObject({ status: 1, stderr: expect.stringContaining('leave one of') })
    expect((await plan(['--folder', folder, 'HEAD'])).stderr).toContain('leave the commit out')
    expect((await plan(['schemas/customer'])).stderr).toContain('--folder schemas/customer')
  })

  it('tells each of the last commits in short, with its time', async () => {
    const { stdout, stderr, status } = await plan(['--history', '2'])
    expect([stderr, status]).toEqual(['', 0])
    expect(stdout).toMatch(
      /^[0-9a-f]{7,} before \(\d+\.\d\d s\)\n {2}Changed\n {4}setting “[^”]+” \(signPercent\): value\n+$/,
    )
    expect(beforeAnyChange).toMatchObject({ status: 0, stdout: expect.stringMatching(/^None: /) })
    expect((await plan(['--history', 'all'])).stderr).toContain('--history 20')
    expect((await plan(['--history', '2', 'HEAD'])).stderr).toContain('leave the commit out')
    const more = expect.stringContaining('leave --json, --server and --folder out')
    for (const words of [['--json'], ['--folder', folder], ['--server', suite.product.address]])
      expect(await plan(['--history', '2', ...words])).toMatchObject({ status: 1, stdout: '', stderr: more })
  })

  it('asks a running server, which knows its roles and accounts, in the words of its page', async () => {
    const words = ['--server', suite.product.address]
    const { stdout, stderr, status } = await plan(words, keys.admin)
    expect([stderr, status]).toEqual(['', 0])
    expect(stdout).toMatch(/^Needs a word/)
    expect(stdout).toMatch(/“导购” \(roles: \d+, accounts: [1-9]\d*\)[^\n]* gains?: open “Tried”/)
    expect(stdout).toMatch(/Webhook “Corrections” would get no more events: [^\n]+/)
    expect(stdout).not.toContain('Webhook “Follow-ups”')
    expect(stdout).toMatch(/The code “p_tried” is given to [1-9]\d* roles/)
    expect(stdout).toMatch(
      /\nRenamed, records keep their values\n[^\n]*\(\/finance\/Moved\), formerly \/finance\/TransitCalendar, which leads nowhere/,
    )
    expect(stdout).toMatch(/\nNew\n[^]*screen “Tried” \(\/customer\/Tried\)/)
    expect(stdout).toContain(
      'Column followCount of /customer/CustomerList is gone: settings use it (4 personal, 1 shared)',
    )
    expect(stdout).toContain('Column followCount of /customer/CustomerList is gone: 1 scheduled report names it')
    const answer = JSON.parse((await plan([...words, '--json'], keys.admin)).stdout) as {
      sections: { section: string; lines: string[] }[]
    }
    expect(answer).toMatchObject({ verdict: 'word', plan: stdout.trimEnd(), problems: [] })
    expect(answer.sections).toContainEqual({
      section: 'flight',
      lines: [expect.stringContaining('Webhook “Corrections” would get no more events: ')],
    })
    expect((await plan(words, keys.admin, unchanged)).stdout).toBe('Nothing changes\n')
  })

  it('ends with a sentence where the key or the server is of no use, and with the problems of unsound files', async () => {
    const words = ['--server', suite.product.address]
    expect(await plan(words)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Set API_KEY[^]*administrator[^]*\/programKeys[^]*API_KEY=key_/),
    })
    expect((await plan(words, keys.owner)).stderr).toMatch(/^The server at \S+ refuses: [^{}]+$/)
    expect((await plan(words, 'key_'.padEnd(47, 'x'))).stderr).toMatch(
      /^The server at \S+ cannot be used: This API key is unknown, has expired or has been revoked\n$/,
    )
    expect(await plan(['--server', 'http://127.0.0.1:9'], keys.admin)).toMatchObject({ status: 1, stdout: '' })
    expect(await plan([...words, 'HEAD'], keys.admin)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('leave'),
    })
    const path = join(folder, 'customer/Tried.screen.json')
    const sound = readFileSync(path, 'utf8')
    writeFileSync(path, sound.replace('"name"', '"nam"'))
    expect(await plan(words, keys.admin)).toMatchObject({ status: 1, stdout: expect.stringMatching(/no field `nam`/) })
    writeFileSync(path, sound)
  })
})

describe('npm run jobs', () => {
  const jobs = (words: string[], key = keys.admin) =>
    unchanged.run('jobs', ['--server', suite.product.address, ...words], { API_KEY: key! })

  it('lists the jobs of a server with their turns, and runs one at once', async () => {
    const { jobs: listed } = JSON.parse((await jobs(['--json'])).out) as { jobs: { name: string; lastRun: unknown }[] }
    const job = listed.find(({ lastRun }) => lastRun === null)!.name
    const line = (turns: string) => new RegExp(`^${job} +every \\d+ \\w+ +${turns} +\\S`, 'm')
    expect((await jobs([])).out).toMatch(line('last never +next at once'))
    expect(await jobs([job])).toMatchObject({ code: 0, out: expect.stringMatching(`^${job}: \\d+ done, 0 refused\n`) })
    expect((await jobs([])).out).toMatch(line('last \\d{4}-\\S+ \\S+Z +next \\d{4}-\\S+ \\S+Z'))
  })

  it('names what it was refused, and a server that is away', async () => {
    expect((await jobs([], keys.owner)).err).toMatch(/^The server at \S+ refuses: This needs the permission/)
    expect(await jobs(['order.nothing.0'])).toMatchObject({ code: 1, err: expect.stringContaining('order.nothing.0') })
    expect((await unchanged.run('jobs', ['--server', 'http://127.0.0.1:9'], { API_KEY: keys.admin! })).err).toMatch(
      /^The server at \S+ cannot be used: /,
    )
    expect((await unchanged.run('jobs')).err).toContain('Set API_KEY')
  })
})

describe('npm run explain -- --matrix', () => {
  interface Matrix {
    readonly roles: readonly string[]
    readonly rights: readonly { key: string; may: readonly string[] }[]
  }
  const explain = (...words: string[]) => unchanged.run('explain', ['--matrix', ...words], { API_KEY: keys.admin! })
  const matrix = async (...words: string[]) => JSON.parse((await explain('--json', ...words)).out) as Matrix
  const may = ({ roles, rights }: Matrix, role: string, key: string) =>
    rights.find((right) => right.key === key)?.may[roles.indexOf(role)]

  it('tells of the demo data and of a server which role may what, also where only a condition lets it', async () => {
    const server = ['--server', suite.product.address]
    for (const [role, found] of [
      ['role-guide', await matrix()],
      ['导购', await matrix(...server)],
    ] as const) {
      expect(found.roles.length).toBeGreaterThan(5)
      expect(may(found, role, 'transition follow.create')).toBe('yes')
      expect(may(found, role, 'transition follow.correct')).toBe('when')
      expect(may(found, role, 'screen /store/Category')).toBe('no')
    }
    expect((await explain(...server, '--role', '导购')).out).toMatch(/ 1 +导购\n[^]* \/store\/Category +\. /)
    expect((await explain(...server, '--role', '导勾')).err).toMatch(/^The server at \S+ refuses: [^{}]+导购/)
    expect((await explain('follow')).err).toContain('leave the name out')
    expect((await unchanged.run('explain', ['--json'])).err).toContain('add --matrix')
  })
})
