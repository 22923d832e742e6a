// Runs one transition as the system, in a transaction of its own, for the server's own work.
import { transitionOf } from '../../manifest/model/entity'
import { entityOf, type App } from '../../manifest/model/app'
import type { RawRecord } from '../context/context'
import { inTransaction, runAtomically } from './runTransition'
import { runDependencies } from './runDependencies'
import { tenantField, unattendedCaller } from './state/writeContext'

interface UnattendedServer {
  readonly server: Parameters<typeof runDependencies>[0]['server']
  readonly app: App
  readonly now: Date
}

interface UnattendedStep {
  readonly entity: string
  readonly transition: string
  /** The record, or for a new one the values that decide its tenant. */
  readonly record: RawRecord
  readonly values?: RawRecord
}

/** Returns the id of the record. @throws RequestError */
export async function runUnattended(
  { server, app, now }: UnattendedServer,
  { entity: name, transition: action, record, values = {} }: UnattendedStep,
): Promise<number> {
  const entity = entityOf(app, name)
  const transition = transitionOf(entity, action)
  const tenantColumn = tenantField(app, entity)
  const tenant = tenantColumn === undefined ? undefined : record[tenantColumn]
  const caller = unattendedCaller(app, tenant === null || tenant === undefined ? null : Number(tenant))
  const dependencies = runDependencies({ app, server })
  const request = transition.creates ? { values } : { id: Number(record.id), values }
  const { answer, records } = await inTransaction(dependencies, caller, now, async (context) => {
    const [done] = await runAtomically(context, { entity, transition, caller, depth: 0, requests: [request] })
    return done!.id
  })
  dependencies.onCommitted?.({ records })
  return answer
}
