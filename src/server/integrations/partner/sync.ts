// Syncs records from an integration: reads its rows at intervals and compares them in bulk.
// Every difference goes through a transition, each row in a transaction of its own.
// A refused row is retried on its own (recordTries.ts) and does not affect the others.
import { declared } from '../../../manifest/expression/values/present'
import { transitionOf, type Entity, type Sync } from '../../../manifest/model/entity'
import type { Transition } from '../../../manifest/model/transition'
import { RequestError } from '../../../protocol/requestError'
import { runDependencies } from '../../mutation/runDependencies'
import type { Context, LoadedRecord, RawRecord } from '../../context/context'
import { inTransaction, runAtomically } from '../../mutation/runTransition'
import { loadRecords } from '../../query/records/loadRecords'
import { unattendedCaller } from '../../mutation/state/writeContext'
import { callIntegration, ownProperty, responseRows } from './call'
import { fetchFiles } from './fetchFiles'
import type { IntegrationContext } from '../contract/integrationContext'
import {
  differs,
  remoteFiles,
  remoteInput,
  keyOf,
  keysIn,
  onlyOnes,
  recordKey,
  referencesOf,
  rowKeyOf,
  syncTenant,
} from './rowValues'
import type { SignedIn } from './signIn'
import { IntegrationError, SignInError, type IntegrationErrorKey } from './errors'
import { RecordTries, type TryFailure, type TryOutcome } from './recordTries'
import { claimTurn, lastResponse, saveResponse } from './syncTurns'

/** The result. `at`: when the integration last responded, as ISO 8601; `error`: of the run, or of a sent record. */
interface SyncResult {
  readonly at?: string
  readonly error?: IntegrationErrorKey
  readonly changed: number
  readonly refused: number
}

type SyncedEntity = Entity & { readonly sync: Sync }

const maxSent = 20
const maxChanged = 500
/** Minimum seconds between two requests to the integration, however often the button is pressed. */
const minPause = 5
/** Failures by unavailability after which a run stops and leaves the rest for the next one. */
const maxOutages = 3

const isFailed = (written: number | undefined | TryOutcome): written is TryFailure => typeof written === 'string'

/**
 * Imports the rows of an entity's integration when due, or with `atOnce` after a short minimum pause. Never throws for
 * a failure of the integration.
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
  const turn = { name: `${entity.name} ${system.name}`, tenant: tenant ?? 0 }
  const due = new Date(context.now.getTime() - (atOnce ? minPause : sync.everySeconds) * 1_000)
  const result = async (part: Partial<SyncResult> = {}): Promise<SyncResult> => {
    const response = await lastResponse(context, turn)
    return { changed: 0, refused: 0, ...(response && { at: response }), ...part }
  }
  if (!(await claimTurn(context, turn, due))) return result()
  const synchronizing = new Synchronizing(context, entity, system, tenant)
  const triesOf = (part: 'send' | 'receive') =>
    RecordTries.read(context, { ...turn, part }, { everySeconds: sync.everySeconds, atOnce })
  try {
    if (sync.send) await synchronizing.send(sync.send, await triesOf('send'))
    await synchronizing.receive(await triesOf('receive'))
    await saveResponse(context, turn)
    const { error, changed, refused } = synchronizing
    return await result({ ...(error && { error }), changed, refused })
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    server.log.warn(`${entity.name} could not be brought up to date: ${error.message}`)
    return result({ error: error.reason, changed: synchronizing.changed, refused: synchronizing.refused })
  }
}

class Synchronizing {
  changed = 0
  refused = 0
  /** Why the integration did not accept a record. */
  error: IntegrationErrorKey | undefined
  private outages = 0
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
  async send(send: NonNullable<Sync['send']>, tries: RecordTries): Promise<void> {
    const call = this.system.calls[send.call]!
    const paths = [...new Set(Object.values(call.query).flatMap((rule) => rule.readPaths))]
    // Read with the row scope of the whole tenant, no more.
    const reach = { ...this.as, caller: { ...this.as.caller, system: false, scope: 'tenant' as const } }
    const records = await loadRecords(reach, {
      entity: this.entity.name,
      paths: [...paths, ...this.fields],
      where: { rule: send.where },
      scoped: true,
      limit: maxSent + tries.size,
    })
    const { first, again } = tries.due(records, recordKey, maxSent)
    try {
      for (const record of [...first.slice(0, maxSent - again.length), ...again]) {
        if (this.outages >= maxOutages) return
        tries.note(recordKey(record), await this.sendOne(send, record))
      }
    } finally {
      await tries.save()
    }
  }

  /** Done: the integration accepted the record, and its answer was written. */
  private async sendOne(send: NonNullable<Sync['send']>, record: LoadedRecord): Promise<TryOutcome> {
    try {
      const row = await callIntegration(this.context, this.system, send.call, record)
      if (typeof row !== 'object' || row === null || Array.isArray(row))
        throw new IntegrationError('wrong', this.system.name)
      const written = await this.step(transitionOf(this.entity, send.run), row as RawRecord, record, new Map())
      return isFailed(written) ? written : 'done'
    } catch (error) {
      const outcome = this.passOver(error)
      if (error instanceof IntegrationError) this.error = error.reason
      this.refuse(`${this.entity.name} ${String(record.id)} was refused by ${(error as Error).message}`)
      return outcome
    }
  }

  async receive(tries: RecordTries): Promise<void> {
    const { entity } = this
    const { sync } = entity
    const rows = responseRows(this.system.name, await callIntegration(this.context, this.system, sync.call))
    const keyName = declared(sync.fields, sync.matchField).from
    const ids = await onlyOnes(this.as, entity, sync.matchField, keysIn(rows, keyName))
    const [records, references] = await Promise.all([
      this.load([...ids.values()]),
      referencesOf(this.as, entity, sync, rows),
    ])
    const begun = this.changed + this.refused
    this.outages = 0
    const rowKey = rowKeyOf(entity)
    const { first, again } = tries.due(rows, rowKey, maxChanged)
    const bringAll = async (some: readonly RawRecord[], limit: number) => {
      for (const row of some) {
        if (this.changed + this.refused - begun >= limit || this.outages >= maxOutages) return
        const key = keyOf(ownProperty(row, keyName))
        if (key === undefined) continue
        tries.note(rowKey(row), await this.bring(row, records.get(ids.get(key) ?? 0), references))
      }
    }
    try {
      await bringAll(first, maxChanged - again.length)
      await bringAll(again, maxChanged)
    } finally {
      await tries.save()
    }
  }

  /**
   * Rethrows errors that end the run: a defect, a failed sign-in, or a disconnected caller. A refusal, an invalid
   * answer or a missing file concerns one record only.
   */
  private passOver(error: unknown): TryFailure {
    if (error instanceof RequestError) return 'refused'
    const isOfAll = error instanceof SignInError || this.context.call.signal?.aborted === true
    if (!(error instanceof IntegrationError) || isOfAll) throw error
    if (error.reason === 'wrong') return 'refused'
    this.outages += 1
    this.error = error.reason
    return 'unavailable'
  }

  private refuse(what: string): void {
    this.refused += 1
    this.context.server.log.info(what)
  }

  /** Runs the steps of one row in order, until one fails. */
  private async bring(
    row: RawRecord,
    present: LoadedRecord | undefined,
    references: ReadonlyMap<string, ReadonlyMap<string, number>>,
  ): Promise<TryOutcome> {
    const { entity } = this
    const { sync } = entity
    let record = present
    const status = sync.statusKey === undefined ? undefined : ownProperty(row, sync.statusKey)
    for (const { transition: name, statuses } of sync.statusesByTransition) {
      const transition = transitionOf(entity, name)
      if (statuses.length > 0 && !statuses.includes(String(status))) continue
      if (record ? transition.creates || !transition.from.includes(String(record.state)) : !transition.creates) continue
      const id = await this.step(transition, row, record, references)
      if (isFailed(id)) return id
      if (id !== undefined) record = (await this.load([id])).get(id)
    }
    return 'done'
  }

  /** The written id, undefined if nothing differs, or how it failed. */
  private async step(
    transition: Transition,
    row: RawRecord,
    record: LoadedRecord | undefined,
    references: ReadonlyMap<string, ReadonlyMap<string, number>>,
  ): Promise<number | undefined | TryFailure> {
    try {
      const values = await this.valuesFor(transition, row, record, references)
      if (record && Object.keys(values).length === 0) return undefined
      const { caller, now } = this.as
      // Records shared by all tenants are written by the server itself, not by the tenant of the user who opened the
      // screen.
      const { app, server } = this.context
      const dependencies = runDependencies(this.as.tenant === undefined ? { app, server } : this.context)
      const { answer, records } = await inTransaction(dependencies, caller, now, async (context) => {
        const [done] = await runAtomically(context, {
          entity: this.entity,
          transition,
          caller,
          depth: 0,
          requests: [{ ...(record && { id: record.id }), values }],
        })
        return done!.id
      })
      dependencies.onCommitted?.({ records })
      this.changed += 1
      return answer
    } catch (error) {
      const outcome = this.passOver(error)
      this.refuse(
        `A row of ${this.system.name} was refused by ${this.entity.name}.${transition.name}: ${(error as Error).message}`,
      )
      return outcome
    }
  }

  /** The values of the row that the transition's form takes and that differ from the record. */
  private async valuesFor(
    transition: Transition,
    row: RawRecord,
    record: LoadedRecord | undefined,
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

  private async load(ids: readonly number[]): Promise<Map<number, LoadedRecord>> {
    if (ids.length === 0) return new Map()
    const records = await loadRecords(this.as, {
      entity: this.entity.name,
      paths: this.fields,
      where: { ids },
      scoped: false,
    })
    return new Map(records.map((record) => [record.id, record]))
  }
}
