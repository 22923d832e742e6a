// What is kept of a transition? One row in the entity that app.json names: who, when, from which state to which, the remark, and in `data`
// as JSON what changed: {"field": {"before": …, "after": …}} with raw values. The rows of a request are written in one statement.
import type { App, Entity } from '../../manifest/app'
import type { RawRecord } from '../context'
import { insertRecords } from './write'
import { tenantField, type LogRow, type Work } from './work'

export type { LogRow } from './work'

/** The fields whose values differ. */
export function changesBetween(
  before: (name: string) => unknown,
  after: (name: string) => unknown,
  names: Iterable<string>,
): LogRow['changes'] {
  const changes: LogRow['changes'] = {}
  for (const name of names) {
    const [old, now] = [before(name) ?? null, after(name) ?? null]
    if (JSON.stringify(old) !== JSON.stringify(now)) changes[name] = { before: old, after: now }
  }
  return changes
}

/** Writes the rows of this request. They are records without a transition of their own. */
export async function writeLog(work: Work): Promise<void> {
  if (work.log.length === 0) return
  const { app } = work
  const entity = app.entities[app.product.log]
  if (!entity) throw new Error(`The app has no entity "${app.product.log}" to keep the log.`)
  await insertRecords(
    work,
    entity,
    work.log.map((row) => valuesOf(app, entity, row, work.now)),
  )
}

function valuesOf(app: App, entity: Entity, { changes, tenant, ...row }: LogRow, now: Date): RawRecord {
  const at = now.toISOString()
  const own = tenantField(app, entity)
  const values: Record<string, unknown> = {
    ...row,
    at,
    data: Object.keys(changes).length > 0 ? JSON.stringify(changes) : null,
    createdBy: row.by,
    createdAt: at,
    stateAt: at,
  }
  // What the system does to records that belong to nobody belongs to nobody: there is no tenant 0.
  if (own) values[own] = tenant ?? 0
  const [state] = Object.keys(entity.states)
  if (state !== undefined) values.state = state
  return values
}
