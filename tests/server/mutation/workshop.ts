// A database with the workshop in it: two houses with their people, callers for them, and short
// ways to run transitions and to look at what was written.
import { randomUUID } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import type { App } from '../../../src/manifest/model/app'
import type { RunAnswer, RunRequest } from '../../../src/protocol/calls'
import { RequestError } from '../../../src/protocol/requestError'
import type { Caller, RawRecord } from '../../../src/server/context/context'
import { identifier } from '../../../src/server/database/sql/identifier'
import { migrate } from '../../../src/server/migration/migrate'
import type { Database } from '../../../src/server/database/connection/openDatabase'
import { runTransition, type CommitResult } from '../../../src/server/mutation/runTransition'
import { claimStatements } from '../../../src/server/query/acrossTenants'
import { prepareOwnTables } from '../../../src/server/boot/engineTables'
import { freshDatabase } from '../freshDatabase'
import { compileWorkshop } from './manifests'
import { messageText } from '../../../src/manifest/expression/message'
import { english } from '../../protocol/locales'

export interface Refusal {
  readonly code: number
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
}

/** The moment at which everything happens unless told otherwise: 2026-03-05 in Shanghai, still the 4th in UTC. */
export const moment = new Date('2026-03-04T17:30:00Z')

export class Workshop {
  readonly committed: CommitResult[] = []
  readonly callers: Record<string, Caller> = {}

  private constructor(
    readonly app: App,
    readonly database: Database,
    private readonly remove: () => Promise<void>,
  ) {}

  static async open(app = compileWorkshop()): Promise<Workshop> {
    const { database, remove } = await freshDatabase()
    await prepareOwnTables(database)
    await migrate(database, app)
    const workshop = new Workshop(app, database, remove)
    await workshop.fill()
    return workshop
  }

  close(): Promise<void> {
    return this.remove()
  }

  private async fill(): Promise<void> {
    for (const name of ['North', 'South']) {
      const house = await this.insert('house', { name, flags: name === 'South' ? 'd' : '', state: 'open' })
      const team = await this.insert('team', { house, name: `${name} team`, state: 'open' })
      const other = await this.insert('team', { house, name: `${name} other team`, state: 'open' })
      const codes = ['projects', 'money']
      const person = async (
        key: string,
        scope: Caller['scope'],
        own: readonly string[],
        of = team,
        more: Partial<Caller> = {},
      ) => {
        const login = `1380000${String(Object.keys(this.callers).length).padStart(4, '0')}`
        const id = await this.insert('person', { house, name: key, login, team: of, reach: 'own', state: 'active' })
        this.callers[key] = {
          me: { id, name: key, login, team: of, house },
          tenant: { id: house, name, flags: name === 'South' ? 'd' : '' },
          scope,
          codes: new Set(own),
          administrator: false,
          disabled: new Set(),
          reasons: new Map(),
          language: 'en',
          system: false,
          ...more,
        }
      }
      const at = name.toLowerCase()
      await person(`${at}.worker`, 'self', codes)
      await person(`${at}.mate`, 'unit', codes)
      await person(`${at}.stranger`, 'unit', codes, other)
      await person(`${at}.manager`, 'tenant', [...codes, 'managing'])
      await person(`${at}.guest`, 'tenant', [], team, {
        reasons: new Map([['money', { zh: '钱柜已锁', en: 'The till is locked' }]]),
      })
    }
    const boss = {
      ...this.caller('north.manager'),
      scope: 'all' as const,
      codes: new Set(['admin', 'projects', 'money', 'managing']),
      administrator: true,
    }
    this.callers.boss = {
      ...boss,
      me: {
        ...boss.me,
        id: await this.insert('person', {
          house: boss.tenant.id,
          name: 'boss',
          login: '13899999999',
          reach: 'everywhere',
          state: 'active',
        }),
        name: 'boss',
      },
    }
  }

  caller(name: string): Caller {
    const found = this.callers[name]
    if (!found) throw new Error(`Nobody is called ${name}.`)
    return found
  }

  idOf(name: string): number {
    return Number(this.caller(name).me.id)
  }

  /** A row as it is, past every transition. */
  async insert(table: string, values: RawRecord): Promise<number> {
    const all = { createdAt: moment, stateAt: moment, version: 1, ...values }
    const columns = Object.entries(all).filter(([name]) => this.app.entities[table]!.fields[name])
    const [row] = await this.database.query<{ id: number }>(
      sql`INSERT INTO ${identifier(table)} (${joined(columns.map(([name]) => identifier(name)))})
        VALUES (${joined(columns.map(([, value]) => sql`${value}`))}) RETURNING "id"`,
    )
    const { id } = row!
    if (this.database.distributed) await this.claim(table, Number(values[this.app.access.identity.tenantEntity]), id)
    return id
  }

  /** As a transition does on a cluster for what is unique over all tenants. */
  private async claim(table: string, tenant: number, id: number): Promise<void> {
    for (const statement of claimStatements(this.app, this.app.entities[table]!, { tenant, ids: [id] }))
      await this.database.query(statement)
  }

  run(
    who: string | Caller,
    action: string,
    request: Partial<Omit<RunRequest, 'entity' | 'transition'>> = {},
    now = moment,
  ): Promise<RunAnswer> {
    const [entity = '', transition = ''] = action.split('.')
    const caller = typeof who === 'string' ? this.caller(who) : who
    return runTransition(
      { database: this.database, app: this.app, onCommitted: (committed) => this.committed.push(committed) },
      caller,
      { entity, transition, key: randomUUID(), ...request },
      now,
    )
  }

  /** Runs what must be refused, and proves that nothing was written. */
  async refused(
    who: string | Caller,
    action: string,
    request: Parameters<Workshop['run']>[2] = {},
    now = moment,
  ): Promise<Refusal> {
    const before = await this.everything()
    const told = this.committed.length
    try {
      await this.run(who, action, request, now)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (JSON.stringify(await this.everything()) !== JSON.stringify(before))
        throw new Error(`${action} was refused (${error.message}) and yet something was written.`)
      if (this.committed.length !== told) throw new Error(`${action} was refused and yet told as committed.`)
      return {
        code: error.code,
        message: messageText(error.sentence, english),
        fields: Object.fromEntries(
          Object.entries(error.fields ?? {}).map(([name, text]) => [name, messageText(text, english)]),
        ),
      }
    }
    throw new Error(`${action} was not refused.`)
  }

  async everything(): Promise<Record<string, unknown>> {
    const tables = [...Object.keys(this.app.entities), 'task.steps', '_sequence', '_idempotency']
    return Object.fromEntries(
      await Promise.all(
        tables.map(
          async (table) =>
            [
              table,
              await this.database.query(
                sql`SELECT to_jsonb(t) AS "row" FROM ${identifier(table)} AS t ORDER BY t::text`,
              ),
            ] as const,
        ),
      ),
    )
  }

  async record(entity: string, id: number): Promise<RawRecord> {
    const [row] = await this.database.query<RawRecord>(sql`SELECT * FROM ${identifier(entity)} WHERE "id" = ${id}`)
    return row!
  }

  all(entity: string, where: Sql = sql`TRUE`): Promise<RawRecord[]> {
    return this.database.query<RawRecord>(sql`SELECT * FROM ${identifier(entity)} WHERE ${where} ORDER BY 1, 2`)
  }

  /** A running project of the north, unless told otherwise. */
  private projects = 0

  async project(values: RawRecord = {}): Promise<number> {
    const { me, tenant } = this.caller('north.worker')
    return this.insert('project', {
      house: tenant.id,
      // In turn: a random number would now and then hold the digits that a test searches for.
      no: `X${(this.projects += 1)}`,
      name: `p${Math.random().toString(36).slice(2, 10)}`,
      kind: 'plain',
      owner: me.id,
      team: me.team,
      rate: '1',
      rounds: 0,
      state: 'running',
      createdBy: me.id,
      ...values,
    })
  }

  /** How many statements of each kind work sends. */
  async counted(work: () => Promise<unknown>): Promise<string[]> {
    const sent: string[] = []
    this.database.onStatement = (text) => sent.push(text.replace(/\s+/g, ' ').trim())
    try {
      await work()
    } finally {
      this.database.onStatement = undefined
    }
    return sent
  }
}

function joined(parts: readonly Sql[]): Sql {
  return parts.reduce((all, part) => sql`${all}, ${part}`)
}
