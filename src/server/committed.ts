// What does a write need, and who hears of it? The dependencies of transitions for one request; what was written is told to those who look on.
import type { Context } from './context'
import type { Dependencies } from './dependencies'
import type { RunDependencies } from './operations/run'

/** The dependencies of runTransition and runBatch; of the App of this request, even when another one has come meanwhile. */
export function runDependencies({
  app,
  server,
}: Pick<Context, 'app'> & { readonly server: Pick<Dependencies, 'database' | 'live'> }): RunDependencies {
  return {
    app,
    database: server.database,
    onCommitted({ records }) {
      const byTenant = new Map<number | null, Set<string>>()
      for (const { tenant, entity } of records) byTenant.set(tenant, (byTenant.get(tenant) ?? new Set()).add(entity))
      for (const [tenant, entities] of byTenant) server.live.changed({ tenant, entities: [...entities] })
    },
  }
}
