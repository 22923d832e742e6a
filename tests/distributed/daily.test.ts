// Does the product work on a cluster, and is what a dealer does all day answered by one machine?
import { describe, expect, it } from 'vitest'
import { everyScreen } from '../../src/manifest/access/screenByPath'
import type { ListAnswer } from '../../src/protocol/calls'
import { placementsOf } from '../../src/server/migration/placeTables'
import { readSchemas } from '../whole/schemas'
import { useProduct } from '../whole/useProduct'
import { isExplained, statementsOf, wayOf } from './tasks'

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

describe.each(['owner', 'manager', 'guide', 'designer', 'finance', 'dispatcher', 'aftersales'])('%s', (role) => {
  it('is answered by one machine in every list and every record of it', { timeout: 300_000 }, async () => {
    const wide: string[] = []
    let asked = 0
    await suite.teller.token(role)
    for (const screen of everyScreen(app.screens).filter(({ kind }) => kind === 'list')) {
      if (app.entities[screen.entity ?? '']?.rowScope.everyTenantWhere) continue
      const group = screen.columns.find(({ groupable }) => groupable)
      const heard = await statementsOf(async () => {
        const list = await suite.teller.call<ListAnswer>(role, '/api/list', {
          screen: screen.path,
          want: everything,
          ...(group && { groupBy: { field: group.field } }),
        })
        expect([2000, 2002], `${screen.path}: ${list.msg}`).toContain(list.code)
        const [first] = list.data?.rows ?? []
        if (!first) return
        asked += 1
        const of = { entity: screen.entity!, id: first.id }
        // The log of what all tenants share lies with those who changed it.
        const calls = app.entities[screen.entity!]!.perTenant ? ['/api/record', '/api/timeline'] : ['/api/record']
        for (const call of calls) {
          const { code, msg } = await suite.teller.call(role, call, of)
          expect([2000, 2002], `${call} ${JSON.stringify(of)}: ${msg}`).toContain(code)
        }
      })
      for (const one of heard.filter(isExplained)) {
        const { tasks, collected, statement } = await wayOf(suite.product, one)
        if (tasks > 1 || collected > 0)
          wide.push(`${screen.path}: ${tasks} tasks, ${collected} collected: ${statement.slice(0, 4_000)}`)
      }
    }
    expect(wide).toEqual([])
    expect(asked).toBeGreaterThan(2)
  })
})
