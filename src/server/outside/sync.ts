// How do our records follow those of another system? Its rows are asked for at most every so often a tenant, compared with what is here in a few statements,
// and every difference goes through a transition, each row in a transaction of its own: a bad row is told and harms no other.
import sql from 'sql-template-tag'
import type { Entity, Sync, Transition } from '../../manifest/app'
import { Fault } from '../../protocol/envelope'
import { runDependencies } from '../committed'
import type { Context, RawRecord } from '../context'
import type { RequestContext } from '../operations/operation'
import { inTransaction, performWhole } from '../operations/run'
import { loadRecords } from '../plan/load'
import { nobodyButTheSystem } from '../transition/work'
import { ask, own, rowsOf } from './ask'
import { fetchFiles } from './fetchFiles'
import { differs, filesOf, inputOf, keyOf, keysIn, onlyOnes, referencesOf, syncTenant } from './rowValues'
import type { SignedIn } from './signIn'
import { OutsideTrouble, type TroubleName } from './trouble'

/** What became of it. `at`: when the other system was last heard, as ISO 8601. */
export interface Synced {
  readonly at?: string
  readonly trouble?: TroubleName
  readonly changed: number
  readonly refused: number
}

const mostSent = 20
const mostChanged = 500
/** Whoever presses the button again and again asks the other system no oftener than this. Seconds. */
const leastPause = 5

/** Brings in what the system of the entity tells; not before its time unless `now`. Never throws for what the other system does. */
export async function synchronise(
  context: RequestContext,
  entity: Entity,
  sync: Sync,
  system: SignedIn,
  atOnce: boolean,
): Promise<Synced> {
  const { server, app, caller } = context
  const tenant = syncTenant(app, entity, caller.tenant)
  if (tenant === undefined) return { changed: 0, refused: 0 }
  const name = `${entity.name} ${system.name}`
  const place = tenant ?? 0
  const due = new Date(context.now.getTime() - (atOnce ? leastPause : sync.every) * 1_000)
  const [turn] = await context.query<{
    one: number
  }>(sql`insert into "_synced" as s ("name", "tenant", "tried") values (${name}, ${place}, ${context.now})
    on conflict ("name", "tenant") do update set "tried" = excluded."tried" where s."tried" <= ${due} returning 1 as "one"`)
  const heard = async (part: Partial<Synced> = {}): Promise<Synced> => {
    const [row] = await context.query<{ at: string | null }>(
      sql`select "at" from "_synced" where "name" = ${name} and "tenant" = ${place}`,
    )
    return { changed: 0, refused: 0, ...(row?.at && { at: new Date(row.at).toISOString() }), ...part }
  }
  if (!turn) return heard()
  const own = new Synchronising(context, entity, sync, system, tenant)
  try {
    await own.send()
    await own.receive()
    await context.query(sql`update "_synced" set "at" = ${context.now} where "name" = ${name} and "tenant" = ${place}`)
    return await heard({ changed: own.changed, refused: own.refused })
  } catch (error) {
    if (!(error instanceof OutsideTrouble)) throw error
    server.log.warn(`${entity.name} could not be brought up to date: ${error.message}`)
    return heard({ trouble: error.reason, changed: own.changed, refused: own.refused })
  }
}

class Synchronising {
  changed = 0
  refused = 0
  private readonly as: Context

  constructor(
    private readonly context: RequestContext,
    private readonly entity: Entity,
    private readonly sync: Sync,
    private readonly system: SignedIn,
    tenant: number | null,
  ) {
    this.as = { app: context.app, now: context.now, query: context.query, caller: nobodyButTheSystem(tenant) }
  }

  /** Tells the other system of records that it does not have yet. */
  async send(): Promise<void> {
    const { send } = this.sync
    if (!send) return
    const call = this.system.calls[send.call]!
    const paths = [...new Set(Object.values(call.query).flatMap((rule) => rule.reads))]
    // Read as somebody who reaches the whole tenant and nothing beyond it.
    const reach = { ...this.as, caller: { ...this.as.caller, system: false, scope: 'tenant' as const } }
    const records = await loadRecords(reach, {
      entity: this.entity.name,
      paths: [...paths, ...this.fields],
      where: { rule: send.when },
      scoped: true,
      limit: mostSent,
    })
    for (const record of records) {
      const row = await ask(this.context, this.system, send.call, record)
      if (typeof row !== 'object' || row === null || Array.isArray(row))
        throw new OutsideTrouble('wrong', this.system.name)
      await this.step(this.entity.transitions[send.run]!, row as RawRecord, record, new Map())
    }
  }

  async receive(): Promise<void> {
    const { entity, sync } = this
    const rows = rowsOf(this.system.name, await ask(this.context, this.system, sync.call))
    const keyName = sync.fields[sync.key]!.from
    const ids = await onlyOnes(
      this.as,
      entity,
      sync.key,
      keysIn(rows, keyName),
      this.as.caller.tenant.id as number | null,
    )
    const [records, references] = await Promise.all([
      this.load([...ids.values()]),
      referencesOf(this.as, entity, sync, rows, (this.as.caller.tenant.id as number | undefined) ?? null),
    ])
    for (const row of rows) {
      if (this.changed + this.refused >= mostChanged) return
      const key = keyOf(own(row, keyName))
      if (key !== undefined) await this.bring(row, records.get(ids.get(key) ?? 0), references)
    }
  }

  /** The steps of one row, one after the other, until one is refused. */
  private async bring(
    row: RawRecord,
    present: RawRecord | undefined,
    references: ReadonlyMap<string, ReadonlyMap<string, number>>,
  ): Promise<void> {
    const { entity, sync } = this
    let record = present
    const status = sync.status === undefined ? undefined : own(row, sync.status)
    for (const { transition: name, statuses } of sync.steps) {
      const transition = entity.transitions[name]!
      if (statuses.length > 0 && !statuses.includes(String(status))) continue
      if (record ? transition.creates || !transition.from.includes(String(record.state)) : !transition.creates) continue
      const id = await this.step(transition, row, record, references)
      if (id === null) return
      if (id !== undefined) record = (await this.load([id])).get(id)
    }
  }

  /** The id that was written; undefined when there was nothing to say, null when it was refused. */
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
      const dependencies = runDependencies(this.context)
      const { answer, records } = await inTransaction(dependencies, caller, now, async (work) => {
        const [done] = await performWhole(work, {
          entity: this.entity,
          transition,
          caller,
          depth: 0,
          orders: [{ ...(record && { id: Number(record.id) }), values }],
        })
        return done!.id
      })
      dependencies.onCommitted?.({ records })
      this.changed += 1
      return answer
    } catch (error) {
      // A file that is not there, or no file, is the fault of this row; a system that is gone ends the whole.
      if (!(error instanceof Fault) && !(error instanceof OutsideTrouble && error.reason === 'wrong')) throw error
      this.refused += 1
      this.context.server.log.info(
        `A row of ${this.system.name} was refused by ${this.entity.name}.${transition.name}: ${error.message}`,
      )
      return null
    }
  }

  /** What of the row the transition asks and the record does not have. */
  private async valuesFor(
    transition: Transition,
    row: RawRecord,
    record: RawRecord | undefined,
    references: ReadonlyMap<string, ReadonlyMap<string, number>>,
  ): Promise<Record<string, unknown>> {
    const values: Record<string, unknown> = {}
    for (const { field: name } of transition.asks) {
      const mapped = this.sync.fields[name]
      const field = this.entity.fields[name]
      if (!mapped || !field) continue
      const said = own(row, mapped.from)
      if (field.type === 'files') {
        const files = filesOf(said, record?.[name])
        if (files) values[name] = await fetchFiles(this.context, this.system, files, field.accept)
        continue
      }
      const given = field.type === 'ref' ? references.get(name)?.get(keyOf(said) ?? '') : inputOf(field, said)
      if (differs(field, given, record?.[name])) values[name] = given
    }
    return values
  }

  private get fields(): string[] {
    return Object.keys(this.sync.fields)
  }

  private async load(ids: readonly number[]): Promise<Map<number, RawRecord>> {
    if (ids.length === 0) return new Map()
    const found = await loadRecords(this.as, {
      entity: this.entity.name,
      paths: this.fields,
      where: { ids },
      scoped: false,
    })
    return new Map(found.map((record) => [Number(record.id), record]))
  }
}
