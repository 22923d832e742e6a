// Does the product work on a cluster, and is what a dealer does all day answered by one machine?
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { everyScreen } from '../../src/manifest/access/screenByPath'
import type { ListAnswer, RunRequest } from '../../src/protocol/calls'
import type { Call, Reply } from '../../src/protocol/transport'
import { placementsOf } from '../../src/server/migration/placeTables'
import { readSchemas } from '../whole/schemas'
import { useProduct } from '../whole/useProduct'
import { accounts, createTeller, emptyAccount } from '../story/teller'
import { story1 } from '../story/story1'
import { isExplained, statementsOf, wayOf, type Heard } from './tasks'

const app = readSchemas()
const suite = useProduct({ environment: { JOBS: 'off' } })
const everything = { rows: true, total: 'capped', tabs: true, sums: true, groups: true } as const

describe('the tables', () => {
  it('lie where the manifests say: those of tenants by tenant and together, the others as a copy everywhere', async () => {
    const { rows } = await suite.product.server.dependencies.database.pool.query<{
      name: string
      kind: string
      by: string
      group: number
    }>(`select trim(both '"' from table_name::text) as name, citus_table_type as kind, distribution_column as by,
          colocation_id as group from citus_tables where citus_table_type <> 'local'`)
    const found = new Map(rows.map(({ name, kind, by }) => [name, kind === 'distributed' ? by : kind]))
    const wanted = new Map(
      [...placementsOf(app)].map(([name, one]) => [name, one === 'shared' ? 'reference' : one.by] as const),
    )
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted))
    expect(new Set(rows.filter(({ kind }) => kind === 'distributed').map(({ group }) => group)).size).toBe(1)
    expect([...wanted.values()].filter((by) => by !== 'reference').length).toBeGreaterThan(30)
  })
})

const lists = everyScreen(app.screens).filter(({ kind }) => kind === 'list')
const screensOf = (wanted: string) => everyScreen(app.screens).filter(({ kind }) => kind === wanted)

/** Whether any tenant has an entry of a list is asked for all callers together, twice a minute. */
const askedForAll = Object.values(app.access.sessionLists).map(
  ({ entity }) => new RegExp(`^SELECT [^()]* FROM "${entity}" "t0" WHERE [^()]* LIMIT \\$1$`),
)

/** What of these statements is more than the work of one machine; each form of a statement is looked at once. */
async function wideOf(label: string, heard: readonly Heard[]): Promise<string[]> {
  const wide: string[] = []
  for (const one of new Map(heard.filter(isDaily).map((each) => [each.text, each])).values()) {
    const { tasks, collected, statement } = await wayOf(suite.product, one)
    if (tasks > 1 || collected > 0)
      wide.push(`${label}: ${tasks} tasks, ${collected} collected: ${statement.slice(0, 4_000)}`)
  }
  return wide
}

const isDaily = (one: Heard) => isExplained(one) && !askedForAll.some((shape) => shape.test(one.text))

/** The choices of every form and of every search that refers to records. */
const choices = [
  ...Object.values(app.entities).flatMap((entity) =>
    Object.values(entity.transitions).flatMap((transition) =>
      transition.form
        .filter(({ field, input }) => (input ? transition.inputs : entity.fields)[field]!.type === 'ref')
        .map(({ field }) => ({ entity: entity.name, transition: transition.name, field, input: {}, words: '1' })),
    ),
  ),
  ...everyScreen(app.screens).flatMap(({ path: screen, filters }) =>
    filters.filter(({ type }) => type === 'ref').map(({ field }) => ({ screen, field })),
  ),
]

/** Transitions that tell accounts of other tenants of it. */
const announced = new Set(
  Object.values(app.entities).flatMap((entity) =>
    Object.values(entity.transitions)
      .filter(({ effects }) => effects.some((effect) => 'acrossTenants' in effect && effect.acrossTenants))
      .map(({ name }) => `/api/run ${entity.name} ${name}`),
  ),
)

const dealerRoles = Object.keys(accounts).filter((role) => role !== 'admin')

describe.each(dealerRoles)('%s', (role) => {
  const wide: string[] = []
  let answered = 0
  /** The answer of a call, whose statements are looked at; undefined where it is not permitted. */
  async function ask<T>(path: string, body: object): Promise<T | undefined> {
    const label = `${path} ${JSON.stringify(body)}`
    let data: T | undefined
    const heard = await statementsOf(async () => {
      const answer = await suite.teller.call<T>(role, path, body)
      expect([2000, 2002], `${label}: ${answer.msg}`).toContain(answer.code)
      if (answer.code === 2000) data = answer.data
    })
    if (data !== undefined) answered += 1
    wide.push(...(await wideOf(label, heard)))
    return data
  }
  beforeAll(async () => {
    await suite.teller.token(role)
  })
  beforeEach(() => {
    wide.length = answered = 0
  })

  it('is answered by one machine in every list and every record of it', { timeout: 300_000 }, async () => {
    let opened = 0
    for (const { path: screen, entity, columns } of lists) {
      if (app.entities[entity ?? '']?.rowScope.everyTenantWhere) continue
      const group = columns.find(({ groupable }) => groupable)
      const groupBy = group && { groupBy: { field: group.field } }
      const [first] = (await ask<ListAnswer>('/api/list', { screen, want: everything, ...groupBy }))?.rows ?? []
      if (!first) continue
      opened += 1
      const of = { entity: entity!, id: first.id }
      const { perTenant, detail } = app.entities[entity!]!
      for (const call of ['record', 'turn', 'why', ...(detail.notes ? ['notes'] : [])]) await ask(`/api/${call}`, of)
      // The log of what all tenants share lies with those who changed it.
      if (perTenant) await ask('/api/timeline', of)
    }
    expect(wide).toEqual([])
    expect(opened).toBeGreaterThan(2)
  })

  it('is answered by one machine in what it counts, chooses and searches', { timeout: 300_000 }, async () => {
    for (const { path: screen } of screensOf('dashboard')) await ask('/api/dashboard', { screen })
    for (const { path: screen } of screensOf('calendar'))
      await ask('/api/calendar', { screen, from: '2026-01-01', to: '2026-03-01' })
    for (const { path: screen, report } of screensOf('report'))
      for (const group of report!.chooseDimension ? Object.keys(report!.dimensions) : [undefined])
        await ask('/api/report', {
          screen,
          ...(group && { group }),
          ...(report!.period && { from: '2020-01-01', to: '2040-01-01' }),
        })
    for (const choice of choices) await ask('/api/options', choice)
    await ask('/api/find', { words: '1380' })
    const boot = await statementsOf(() => suite.teller.account(role))
    wide.push(...(await wideOf('/api/boot', boot)))
    expect(wide).toEqual([])
    expect(answered).toBeGreaterThan(5)
  })
})

describe('a story', () => {
  it('is written on one machine by everyone at the dealer', { timeout: 300_000 }, async () => {
    const heard = new Map<string, Heard[]>()
    const dealers = new Set<unknown>()
    const listen = async (request: Call): Promise<Reply> => {
      let reply: Reply | undefined
      const sent = await statementsOf(async () => {
        reply = await suite.product.transport(request)
      })
      const { entity, transition } = (request.body ?? {}) as Partial<RunRequest>
      const label = [request.path, entity, transition].filter(Boolean).join(' ')
      heard.set(label, [...(heard.get(label) ?? []), ...sent])
      return reply!
    }
    const teller = createTeller(async (request) => {
      if (!dealers.has(request.headers['x-token'])) return suite.product.transport(request)
      if (request.path !== '/api/run') return listen(request)
      const { key: _, ...body } = request.body as RunRequest
      // As the form asks while it is filled in.
      if (app.entities[body.entity]!.transitions[body.transition]!.earlyCheck.length > 0)
        await listen({ ...request, path: '/api/earlyCheck', body })
      return listen(request)
    })
    for (const role of dealerRoles) dealers.add(await teller.token(role))
    await emptyAccount(teller, 'J10001')
    for (const step of story1) await teller.tell(step)
    const wide: string[] = []
    for (const [label, sent] of heard) if (!announced.has(label)) wide.push(...(await wideOf(label, sent)))
    expect(wide).toEqual([])
    const calls = [...heard.keys()].map((label) => label.split(' ')[0])
    expect(calls.filter((path) => path === '/api/run').length).toBeGreaterThan(20)
    expect(calls).toContain('/api/earlyCheck')
  })
})
