// A small product for server tests: the fixture's manifests with the account calls, a fresh
// database with two libraries and their people, and the handler without a wire.
import { join } from 'node:path'
import type { App } from '../../src/manifest/model/app'
import type { Source } from '../../src/manifest/json/source'
import { compile } from '../../src/manifest/compile'
import { printProblem } from '../../src/manifest/problems/print'
import type { Envelope } from '../../src/protocol/envelope'
import type { Call, Reply, Transport } from '../../src/protocol/transport'
import { createLiveApp } from '../../src/server/context/liveApp'
import { readConfiguration } from '../../src/server/context/configuration'
import { migrate } from '../../src/server/migration/migrate'
import { insertTables } from '../../src/server/boot/demo/records'
import type { DemoTable } from '../../src/server/boot/demo/files'
import type { Dependencies } from '../../src/server/endpoints/contract/dependencies'
import { createFileStore } from '../../src/server/files/fileStore'
import { createHandler } from '../../src/server/http/handleCall'
import { createCallers } from '../../src/server/auth/callers'
import { createLive } from '../../src/server/live/streams'
import { publishChanges } from '../../src/server/live/publishChanges'
import { createLog } from '../../src/server/context/log'
import { openIntegrations } from '../../src/server/integrations/open'
import { prepareOwnTables } from '../../src/server/boot/engineTables'
import { savePassword } from '../../src/server/auth/passwords'
import { readSources } from '../../src/server/workers/readManifests'
import { freshDatabase } from './freshDatabase'

export const password = 'Library#2024'

const text = (length = 200) => ({ type: 'string', title: ['文', 'Text'], maxLength: length })
const endpoints: Record<string, object> = {
  signIn: {
    method: 'POST',
    path: '/fixture/signIn',
    permissions: ['public'],
    operation: 'signIn',
    options: {
      fields: { token: { from: 'token' }, library: 'tenant.name', branchName: 'me.branch.name' },
      accountChoice: { handle: { from: 'handle' }, library: 'tenant.name', branch: 'me.branch.name' },
    },
    request: { account: text(), password: text(), handle: text() },
  },
  signOut: { method: 'GET', path: '/fixture/signOut', permissions: ['public'], operation: 'signOut' },
  who: {
    method: 'GET',
    path: '/fixture/who',
    permissions: ['signed-in'],
    operation: 'session',
    options: {
      fields: {
        'user.name': 'me.name',
        'user.auth': { from: 'roleCodes' },
        'user.codes': { from: 'codes' },
        'library.fines': 'tenant.fines ? 1 : 0',
        pilots: { from: 'lists.pilots' },
      },
    },
    request: { token: text() },
  },
  password: {
    method: 'POST',
    path: '/fixture/password',
    permissions: ['signed-in'],
    operation: 'changePassword',
    request: { oldPassword: { ...text(), required: true }, newPassword: { ...text(), required: true } },
  },
  fines: {
    method: 'GET',
    path: '/fixture/fines',
    permissions: ['loanFine'],
    operation: 'settings',
    options: { names: ['pilotLibraries'] },
  },
  kinds: {
    method: 'GET',
    path: '/fixture/kinds',
    permissions: ['signed-in'],
    operation: 'dictionaryOptions',
    options: { dictionary: 'noticeKind' },
  },
  counts: {
    method: 'POST',
    path: '/fixture/counts',
    permissions: ['signed-in'],
    operation: 'unreadCounts',
    request: {
      mark: { ...text(), pattern: '(a+)+b' },
      branch: { type: 'ref', title: ['分馆', 'Branch'], entity: 'branch' },
    },
  },
  readLending: {
    method: 'POST',
    path: '/fixture/readLending',
    permissions: ['signed-in'],
    operation: 'markRead',
    options: { messageKinds: ['lending'] },
    request: { ids: text() },
  },
  upload: {
    method: 'POST',
    path: '/fixture/upload',
    permissions: ['signed-in'],
    operation: 'upload',
    options: { maxBytes: 1000, accept: ['IMAGE/*', 'text/*'] },
  },
  download: {
    method: 'POST',
    path: '/fixture/download',
    permissions: ['signed-in'],
    operation: 'download',
    request: { id: { ...text(), required: true }, entity: text(), record: { type: 'int', title: ['记录', 'Record'] } },
  },
  rename: {
    method: 'POST',
    path: '/fixture/rename',
    permissions: ['signed-in'],
    operation: 'runOnAccount',
    options: { transition: 'edit' },
    request: { name: text() },
  },
}

/** The fixture's sources with the account calls. */
export async function librarySources(): Promise<Source[]> {
  const extra = Object.entries(endpoints).map(([name, endpoint]) => ({
    path: `people/${name}.endpoint.json`,
    text: JSON.stringify({ title: ['调用', 'Call'], ...endpoint }),
  }))
  return [...readSources('tests/manifest/fixture'), ...extra]
}

/** @throws with the printed problems */
export function compileSound(sources: readonly Source[]): App {
  const compiled = compile(sources)
  if (!compiled.ok) throw new Error(compiled.problems.map((problem) => printProblem(problem)).join('\n'))
  return compiled.app
}

export const tables: readonly DemoTable[] = [
  {
    file: 'library',
    entity: 'library',
    columns: ['key', 'name', 'code', 'fines'],
    rows: [
      ['L1', '城东图书馆', 'L01', true],
      ['L2', '城西图书馆', 'L02', false],
    ],
  },
  {
    file: 'branch',
    entity: 'branch',
    columns: ['key', 'library', 'name'],
    rows: [
      ['B1', '$L1', '东一分馆'],
      ['B2', '$L2', '西一分馆'],
    ],
  },
  {
    file: 'role',
    entity: 'role',
    columns: ['key', 'library', 'name', 'codes'],
    rows: [
      ['R1', '$L1', '馆员', [{ code: 'lending' }, { code: 'books' }, { code: 'loans' }, { code: 'loanFine' }]],
      ['R2', '$L2', '馆员', [{ code: 'lending' }, { code: 'loanFine' }]],
      ['RA', '$L1', '管理员', [{ code: 'admin' }]],
    ],
  },
  {
    file: 'account',
    entity: 'account',
    columns: ['key', 'library', 'name', 'login', 'branch', 'role', 'reach', 'hiddenMenus', 'state'],
    rows: [
      ['anna', '$L1', '安娜', '13900000001', '$B1', '$R1', 'branch', [{ path: '/lending/Returned' }], 'active'],
      ['twin1', '$L1', '双双', '13900000002', '$B1', '$R1', 'own', [], 'active'],
      ['twin2', '$L2', '双双', '13900000002', '$B2', '$R2', 'library', [], 'active'],
      ['gone', '$L1', '老林', '13900000003', '$B1', '$R1', 'own', [], 'left'],
      ['boss', '$L1', '馆长', '13900000009', '$B1', '$RA', 'everywhere', [], 'active'],
    ],
  },
  {
    file: 'notice',
    entity: 'notice',
    columns: ['key', 'library', 'kind', 'to', 'title', 'state'],
    rows: [
      ['N1', '$L1', 'lending', '$anna', '一', 'unread'],
      ['N2', '$L1', 'lending', '$anna', '二', 'unread'],
      ['N3', '$L1', 'general', '$anna', '三', 'unread'],
      ['N4', '$L1', 'lending', '$twin1', '四', 'unread'],
    ],
  },
]

export interface Library {
  readonly transport: Transport
  readonly server: Dependencies
  readonly ids: ReadonlyMap<string, number>
  /** The clock of the server; moved by tests. */
  now: Date
  call<T>(
    path: string,
    options?: {
      token?: string
      body?: unknown
      method?: 'GET' | 'POST'
      headers?: Record<string, string>
      address?: string
    },
  ): Promise<{ reply: Reply; envelope: Envelope<T> }>
  signIn(
    account: string,
    given?: string,
    address?: string,
  ): Promise<
    Envelope<
      { token: string; result: string; accounts?: { handle: string; library: string; branch: string }[] } & Record<
        string,
        unknown
      >
    >
  >
  /** The token of an account by key. */
  token(key: string): Promise<string>
  close(): Promise<void>
}

/** Opens the library; `more`: manifests beside its own, or in their place. */
export async function openLibrary(more: readonly Source[] = []): Promise<Library> {
  const fresh = await freshDatabase()
  const { database } = fresh
  const replaced = new Set(more.map(({ path }) => path))
  const app = compileSound([...(await librarySources()).filter(({ path }) => !replaced.has(path)), ...more])
  await prepareOwnTables(database)
  await migrate(database, app)
  const live = createLive()
  const configuration = readConfiguration({ DATA_DIR: fresh.folder })
  const log = createLog('silent', { say: () => undefined })
  const integrations = await openIntegrations(
    configuration,
    () => app,
    log,
    () => library.now,
  )
  const server: Dependencies = {
    liveApp: createLiveApp(app),
    database,
    live,
    configuration,
    log,
    integrations: integrations.client,
    files: await createFileStore(join(fresh.folder, 'files')),
    callers: createCallers(database, 12),
    clock: () => library.now,
    channels: integrations.channels,
    identities: integrations.identities,
  }
  const ids = await database.transaction((tx) =>
    insertTables(tx, tables, { app, now: new Date(), pictures: new Map() }),
  )
  for (const key of ['anna', 'twin1', 'twin2', 'gone', 'boss']) await savePassword(database, ids.get(key)!, password)
  const transport = createHandler(server.liveApp, database, server)
  const stop = publishChanges(server)
  const logins = new Map(tables[3]!.rows.map((row) => [String(row[0]), String(row[3])]))

  const library: Library = {
    transport,
    server,
    ids,
    now: new Date(),
    async call(path, { token, body, method = body === undefined ? 'GET' : 'POST', headers = {}, address } = {}) {
      const call: Call = {
        method,
        path,
        headers: { 'x-language': 'en', ...(token === undefined ? {} : { 'x-token': token }), ...headers },
        body,
        address,
      }
      const reply = await transport(call)
      return { reply, envelope: reply.body as Envelope<never> }
    },
    async signIn(account, given = password, address = '10.0.0.1') {
      return (await library.call<never>('/fixture/signIn', { body: { account, password: given }, address })).envelope
    },
    async token(key) {
      const { data } = await library.signIn(logins.get(key)!)
      return data.token
    },
    async close() {
      await stop()
      live.close()
      await integrations.close()
      await fresh.remove()
    },
  }
  return library
}
