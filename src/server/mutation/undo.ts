// POST /api/undo: reverts a run of the caller in one transaction, or not at all.
// Restores values and deletes created records; versions, numbers and the log continue. A record changed since then
// refuses all of it.
import { idOf } from '../../manifest/expression/values/value'
import sql, { join, raw } from 'sql-template-tag'
import { entityOf } from '../../manifest/model/app'
import type { Entity } from '../../manifest/model/entity'
import type { Transition } from '../../manifest/model/transition'
import { RequestError } from '../../protocol/requestError'
import type { UndoAnswer, UndoRequest } from '../../protocol/records/undoCalls'
import type { Caller, RawRecord } from '../context/context'
import { callerText, phrase } from '../context/phrases'
import { identifier } from '../database/sql/identifier'
import { linesTableName } from '../database/sql/tables'
import { loadRecords } from '../query/records/loadRecords'
import { accountOfKeys } from './write/idempotency'
import { auditRightsChanges } from './audit'
import { inTransaction, type RunDependencies } from './runTransition'
import { checkInvariants } from './guards/invariants'
import { assertPermitted } from './guards/permission'
import { checkRestored } from './guards/restoredChecks'
import { unknownRecord } from './state/errors'
import { linesIn } from './state/step'
import { callerContext, recordWrite, systemCaller, tenantField, type WriteContext } from './state/writeContext'
import { changesBetween, writeLog } from './write/auditLog'
import { findUndoRuns, lockUndoRun, isUndoable, settleUndoRun, type UndoImage, type UndoRun } from './write/undoRuns'
import { writeLines } from './write/lines'
import { storedValues } from './write/recordImages'
import { momentOrNull, refreshComputed, textOrNull } from './write/store'
import { updateRecords } from './write/write'

/** The action of a log row that took a transition back; no transition has a dot in its name. */
export const undoAction = (transition: string): string => `undo.${transition}`

/**
 * Undoes a run. Repeated, it changes nothing and gets the first answer.
 * @throws RequestError undo_too_late, undo_changed_since, check_failed, and others as the transition itself
 */
export async function undoRun(
  { database, app, onCommitted }: RunDependencies,
  caller: Caller,
  { run }: UndoRequest,
  now: Date,
): Promise<UndoAnswer> {
  const account = accountOfKeys(caller)
  const [candidate] = await findUndoRuns((statement) => database.query(statement), account, [run])
  if (!candidate) throw new RequestError('undo_too_late')
  const tenant = candidate.tenant === null ? undefined : Number(candidate.tenant)
  const { answer, records } = await inTransaction({ database, app, tenant }, caller, now, async (context) => {
    const former = await lockUndoRun(context.query, account, run)
    if (former?.answer) return former.answer
    const transition = former && app.entities[former.entity]?.transitions[former.transition]
    if (!former || !transition?.undo || !isUndoable(former, now)) throw new RequestError('undo_too_late')
    assertPermitted(app, caller, transition)
    await restoreRun(context, caller, former, transition)
    const answer = { message: callerText({ app, caller }, phrase('undone', { action: transition.title })) }
    await settleUndoRun(context.query, run, answer)
    return answer
  })
  if (records.length > 0) onCommitted?.({ records })
  return answer
}

async function restoreRun(
  context: WriteContext,
  caller: Caller,
  former: UndoRun,
  transition: Transition,
): Promise<void> {
  await assertUnchanged(context, former.images)
  if (transition.creates) await assertReachable(context, caller, former)
  const restored = former.images.filter(({ created }) => !created)
  for (const image of restored) await restore(context, image, transition)
  for (const image of former.images) if (image.created) await remove(context, image, transition)
  // Records that the run moved out of the caller's reach are back in it now.
  if (!transition.creates) await assertReachable(context, caller, former)
  for (const { entity, id, values } of restored)
    await checkRestored(context, caller, { entity: entityOf(context.app, entity), id, fields: Object.keys(values) })
  await checkInvariants(context)
  // Only now, because invariants apply to existing records.
  for (const { entity, ...gone } of former.images)
    if (gone.created) recordWrite(context, entityOf(context.app, entity), [gone])
  await writeLog(context)
  await auditRightsChanges(context)
}

async function assertReachable(context: WriteContext, caller: Caller, { entity, record }: UndoRun): Promise<void> {
  const ids = [Number(record)]
  const reached = await loadRecords(callerContext(context, caller), { entity, paths: [], where: { ids }, scoped: true })
  if (reached.length === 0) throw unknownRecord()
}

/** Locks all records, in the order of all locks. */
async function assertUnchanged(context: WriteContext, images: readonly UndoImage[]): Promise<void> {
  for (const entity of [...new Set(images.map((image) => image.entity))].sort()) {
    const versions = new Map(images.filter((image) => image.entity === entity).map(({ id, version }) => [id, version]))
    const records = await loadRecords(callerContext(context, systemCaller(context.starter)), {
      entity,
      paths: [],
      where: { ids: [...versions.keys()].sort((a, b) => a - b) },
      scoped: false,
      lock: true,
    })
    const unchanged = records.filter(({ id, version }) => versions.get(Number(id)) === Number(version))
    if (unchanged.length !== versions.size) throw new RequestError('undo_changed_since')
  }
}

async function restore(context: WriteContext, image: UndoImage, transition: Transition): Promise<void> {
  const { id, version, tenant, values } = image
  const entity = entityOf(context.app, image.entity)
  const fields = Object.keys(values).flatMap((name) => entity.fields[name] ?? [])
  const names = fields.map(({ name }) => name)
  const present = (await storedValues(context, entity, names, [id])).get(id)!
  const owner = tenantField(context.app, entity)
  const plain = fields.filter(({ type }) => type !== 'lines')
  await updateRecords(context, entity, plain, [
    { id, version, values: { ...values, ...(owner && { [owner]: tenant }) } },
  ])
  const lines = fields.filter(({ type }) => type === 'lines')
  for (const field of lines)
    await writeLines(context, entity, field, [{ parent: id, tenant, lines: linesIn(values[field.name]), isNew: false }])
  await refreshComputed(context, entity, new Set(lines.map(({ name }) => name)), [{ id, tenant }])
  const changed = fields.filter(({ name }) => name !== 'state' && name !== 'stateAt')
  context.log.push({
    ...logEntry(context, image, transition, present),
    changes: changesBetween(
      (name) => present[name],
      (name) => values[name],
      changed,
    ),
    toState: textOrNull(values.state),
  })
}

/** No record can refer to one created by a transition with `undo`. */
async function remove(context: WriteContext, image: UndoImage, transition: Transition): Promise<void> {
  const { id, tenant } = image
  const entity = entityOf(context.app, image.entity)
  const owner = tenantField(context.app, entity)
  const present = (await storedValues(context, entity, stateFields(entity), [id])).get(id)!
  const condition = (key: string) =>
    join([...(owner ? [sql`${identifier(owner)} = ${tenant}::bigint`] : []), sql`${raw(key)} = ${id}::bigint`], ' AND ')
  for (const { name, type, stored } of Object.values(entity.fields))
    if (type === 'lines' && stored)
      await context.query(
        sql`DELETE FROM ${identifier(linesTableName(entity.name, name))} WHERE ${condition('"parent"')}`,
      )
  await context.query(sql`DELETE FROM ${identifier(entity.name)} WHERE ${condition('"id"')}`)
  context.log.push({ ...logEntry(context, image, transition, present), changes: {}, toState: null })
}

const stateFields = ({ fields }: Entity): string[] => ['state', 'stateAt'].filter((name) => fields[name])

/** The entry of an undo in the audit log. */
function logEntry(
  { starter: { me, tenant } }: WriteContext,
  image: UndoImage,
  { name }: Transition,
  { state, stateAt }: RawRecord,
): Omit<WriteContext['log'][number], 'changes' | 'toState'> {
  return {
    entity: image.entity,
    recordId: image.id,
    action: undoAction(name),
    by: idOf(me),
    remark: null,
    fromState: textOrNull(state),
    since: momentOrNull(stateAt),
    tenant: image.tenant ?? idOf(tenant),
  }
}
