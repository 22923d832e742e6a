// Syncs records from an integration: reads its rows at intervals and compares them in bulk.
// Every difference goes through a transition, each row in a transaction of its own.
// An invalid row is reported and does not affect the others.
import sql from 'sql-template-tag'
import { transitionOf, type Entity, type Sync } from '../../../manifest/model/entity'
import type { Transition } from '../../../manifest/model/transition'
import { RequestError } from '../../../protocol/requestError'
import { runDependencies } from '../../mutation/runDependencies'
import type { Context, RawRecord } from '../../context/context'
import { inTransaction, runAtomically } from '../../mutation/commit'
import { loadRecords } from '../../query/records/loadRecords'
import { unattendedCaller } from '../../mutation/state/writeContext'
import { callIntegration, ownProperty, responseRows } from './call'
import { fetchFiles } from './fetchFiles'
import type { IntegrationContext } from '../contract/integrationContext'
import { differs, remoteFiles, remoteInput, keyOf, keysIn, onlyOnes, referencesOf, syncTenant } from './rowValues'
import type { SignedIn } from './signIn'
import { IntegrationError, type IntegrationErrorKey } from './errors'

/** The result. `at`: when the integration last responded, as ISO 8601. */
interface SyncResult {
  readonly at?: string
  readonly trouble?: IntegrationErrorKey
  readonly changed: number
  readonly refused: number
}

type SyncedEntity = Entity & { readonly sync: Sync }

const maxSent = 20
const maxChanged = 500
/** Minimum seconds between two requests to the integration, however often the button is pressed. */
const minPause = 5

/**
 * Imports the rows of an entity's integration; when due, or `atOnce`, after a short pause only. Never throws for a
 * failure of the integration.
 */
export async function syncRecords(
  context: IntegrationContext,
  entity: SyncedEntity,
  system: SignedIn,
  atOnce: boolean,
): Promise<SyncResult> {
  const { sync } = entity
  const { server, app, caller } = context
  const tenant = syncTenant(app, entity, caller.tenant)
  if (tenant === undefined) return { changed: 0, refused: 0 }
  const name = `${entity.name} ${system.name}`
  const index = tenant ?? 0
  const due = new Date(context.now.getTime() - (atOnce ? minPause : sync.everySeconds) * 1_000)
  const [turn] = await context.query<{
    one: number
  }>(sql`insert into "_synced" as s ("name", "tenant", "tried") values (${name}, ${index}, ${context.now})
    on conflict ("name", "tenant") do update set "tried" = excluded."tried"
    where s."tried" <= ${due}
    returning 1 as "one"`)
  const heard = async (part: Partial<SyncResult> = {}): Promise<SyncResult> => {
    const [row] = await context.query<{ at: string | null }>(
      sql`select "at" from "_synced" where "name" = ${name} and "tenant" = ${index}`,
    )
    return { changed: 0, refused: 0, ...(row?.at && { at: new Date(row.at).toISOString() }), ...part }
  }
  if (!turn) return heard()
  const synchronising = new Synchronising(context, entity, system, tenant)
  try {
    await synchronising.send()
    await synchronising.receive()
    await context.query(sql`update "_synced" set "at" = ${context.now} where "name" = ${name} and "tenant" = ${index}`)
    return await heard({ changed: synchronising.changed, refused: synchronising.refused })
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    server.log.warn(`${entity.name} could not be brought up to date: ${error.message}`)
    return heard({ trouble: error.reason, changed: synchronising.changed, refused: synchronising.refused })
  }
}

class Synchronising {
  changed = 0
  refused = 0
  private readonly as: Context

  constructor(
    private readonly context: IntegrationContext,
    private readonly entity: SyncedEntity,
    private readonly system: SignedIn,
    tenant: number | null,
  ) {
    this.as = {
      app: context.app,
      now: context.now,
      query: context.query,
      caller: unattendedCaller(context.app, tenant),
      distributed: context.distributed,
      ...(tenant !== null && { tenant }),
    }
  }

  /** Sends records to the integration that it does not have yet. */
  async send(): Promise<void> {
    const { send } = this.entity.sync
    if (!send) return
    const call = this.system.calls[send.call]!
    const paths = [...new Set(Object.values(call.query).flatMap((rule) => rule.readPaths))]
    // Read with the row scope of the whole tenant and nothing beyond.
    const reach = { ...this.as, caller: { ...this.as.caller, system: false, scope: 'tenant' as const } }
    const records = await loadRecords(reach, {
      entity: this.entity.name,
      paths: [...paths, ...this.fields],
      where: { rule: send.where },
      scoped: true,
      limit: maxSent,
    })
    for (const record of records) {
      const row = await callIntegration(this.context, this.system, send.call, record)
      if (typeof row !== 'object' || row === null || Array.isArray(row))
        throw new IntegrationError('wrong', this.system.name)
      await this.step(transitionOf(this.entity, send.run), row as RawRecord, record, new Map())
    }
  }

  async receive(): Promise<void> {
    const { entity } = this
    const { sync } = entity
    const rows = responseRows(this.system.name, await callIntegration(this.context, this.system, sync.call))
    const keyName = sync.fields[sync.matchField]!.from
    const ids = await onlyOnes(this.as, entity, sync.matchField, keysIn(rows, keyName))
    const [records, references] = await Promise.all([
      this.load([...ids.values()]),
      referencesOf(this.as, entity, sync, rows),
    ])
    for (const row of rows) {
      if (this.changed + this.refused >= maxChanged) return
      const key = keyOf(ownProperty(row, keyName))
      if (key !== undefined) await this.bring(row, records.get(ids.get(key) ?? 0), references)
    }
  }

  /** Runs the steps of one row in order, until one is refused. */
  private async bring(
    row: RawRecord,
    present: RawRecord | undefined,
    references: ReadonlyMap<string, ReadonlyMap<string, number>>,
  ): Promise<void> {
    const { entity } = this
    const { sync } = entity
    let record = present
    const status = sync.statusKey === undefined ? undefined : ownProperty(row, sync.statusKey)
    for (const { transition: name, statuses } of sync.statusesByTransition) {
      const transition = transitionOf(entity, name)
      if (statuses.length > 0 && !statuses.includes(String(status))) continue
      if (record ? transition.creates || !transition.from.includes(String(record.state)) : !transition.creates) continue
      const id = await this.step(transition, row, record, references)
      if (id === null) return
      if (id !== undefined) record = (await this.load([id])).get(id)
    }
  }

  /** The id that was written; undefined when nothing differs, null when it was refused. */
  private async step(
    transition: Transition,
    row: RawRecord,
    record: RawRecord | undefined,
    references: ReadonlyMap<string, ReadonlyMap<string, number>>,
  ): Promise<number | undefined | null> {
    try {
      const values = await this.valuesFor(transition, row, record, references)
      if (record && Object.keys(values).length === 0) return undefined
      const { caller, now } = this.as
      // What all tenants share is written by the server itself, not by the tenant of the user who opened the screen.
      const { app, server } = this.context
      const dependencies = runDependencies(this.as.tenant === undefined ? { app, server } : this.context)
      const { answer, records } = await inTransaction(dependencies, caller, now, async (context) => {
        const [done] = await runAtomically(context, {
          entity: this.entity,
          transition,
          caller,
          depth: 0,
          requests: [{ ...(record && { id: Number(record.id) }), values }],
        })
        return done!.id
      })
      dependencies.onCommitted?.({ records })
      this.changed += 1
      return answer
    } catch (error) {
      // A missing or invalid file fails only this row; an unavailable integration ends the sync.
      if (!(error instanceof RequestError) && !(error instanceof IntegrationError && error.reason === 'wrong'))
        throw error
      this.refused += 1
      this.context.server.log.info(
        `A row of ${this.system.name} was refused by ${this.entity.name}.${transition.name}: ${error.message}`,
      )
      return null
    }
  }

  /** The values of the row that the transition's form takes and that differ from the record. */
  private async valuesFor(
    transition: Transition,
    row: RawRecord,
    record: RawRecord | undefined,
    references: ReadonlyMap<string, ReadonlyMap<string, number>>,
  ): Promise<Record<string, unknown>> {
    const values: Record<string, unknown> = {}
    for (const { field: name } of transition.form) {
      const mapped = this.entity.sync.fields[name]
      const field = this.entity.fields[name]
      if (!mapped || !field) continue
      const text = ownProperty(row, mapped.from)
      if (field.type === 'files') {
        const files = remoteFiles(text, record?.[name])
        if (files) values[name] = await fetchFiles(this.context, this.system, files, field.accept)
        continue
      }
      const input = field.type === 'ref' ? references.get(name)?.get(keyOf(text) ?? '') : remoteInput(field, text)
      if (differs(field, input, record?.[name])) values[name] = input
    }
    return values
  }

  private get fields(): string[] {
    return Object.keys(this.entity.sync.fields)
  }

  private async load(ids: readonly number[]): Promise<Map<number, RawRecord>> {
    if (ids.length === 0) return new Map()
    const records = await loadRecords(this.as, {
      entity: this.entity.name,
      paths: this.fields,
      where: { ids },
      scoped: false,
    })
    return new Map(records.map((record) => [Number(record.id), record]))
  }
}
