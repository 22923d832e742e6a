// Finds the accounts that a message goes to:
// those that fields hold, those that a rule selects, and those that hold a permission and may open the record.
import { entityOf } from '../../../manifest/model/app'
import type { MessageEffect } from '../../../manifest/model/transition'
import { idOf } from '../../../manifest/expression/values/value'
import { callerOf } from '../../auth/callers'
import { findAccounts } from '../../auth/findIdentities'
import { mayOpenRecords } from '../../context/callerRules'
import { loadRecords } from '../../query/records/loadRecords'
import type { EffectRun } from './effectRun'
import type { NameScopes } from '../state/lookups'
import type { RecordDraft } from '../state/recordDraft'
import { callerContext, recordTenant, systemCaller, tenantField, type WriteContext } from '../state/writeContext'

/** The accounts that a message goes to, each once. */
export async function recipientsOf(effectRun: EffectRun, effect: MessageEffect): Promise<number[]> {
  const { resolver } = effectRun
  const { toFields: to, toWhere, toPermissions } = effect
  const { names } = effectRun.evaluated
  const ofBefore = to.filter((path) => path.startsWith('before.')).map((path) => path.slice('before.'.length))
  const ofRecord = to.filter((path) => !path.startsWith('before.'))
  const before: NameScopes = { record: names.before }
  await resolver.prepare([
    { names, values: ofRecord },
    { names: before, values: ofBefore },
  ])
  const named = [
    ...ofRecord.map((path) => resolver.recordValue(names, path)),
    ...ofBefore.map((path) => resolver.recordValue(before, path)),
  ]
  const recipients = toWhere || toPermissions ? await accountsMatching(effectRun, effect) : []
  return [...new Set([...named.map(idOf), ...recipients])].filter((id): id is number => id !== null)
}

/** The accounts that match the rule, within the record's tenant unless accounts of all tenants are meant. */
async function accountsMatching(
  { context: writeContext, resolver, batch, evaluated }: EffectRun,
  { toWhere, toPermissions, acrossTenants: everywhere }: MessageEffect,
): Promise<number[]> {
  const { entity, caller } = batch
  const rule = toWhere ?? writeContext.app.access.identity.activeWhen
  const { names } = evaluated
  const record = names.record!
  const account = entityOf(writeContext.app, writeContext.app.access.identity.accountEntity)
  const tenant = everywhere ? undefined : recordTenant(writeContext.app, entity, record)
  const context = callerContext(writeContext, systemCaller(caller))
  const records = await loadRecords(everywhere ? { ...context, tenant: undefined } : context, {
    entity: account.name,
    paths: [],
    where: { rule, tenant, thisEntity: entity.name, ...resolver.ruleParameters(names) },
    scoped: false,
  })
  const tenantColumn = tenantField(writeContext.app, account)
  for (const one of records) if (tenantColumn) writeContext.cache.add(account.name, one, [tenantColumn])
  const accounts = records.map(({ id }) => Number(id))
  return toPermissions ? readersWith(writeContext, accounts, toPermissions, record) : accounts
}

/** The accounts that hold one of the codes and may open the record. */
async function readersWith(
  writeContext: WriteContext,
  accounts: readonly number[],
  toPermissions: readonly string[],
  record: RecordDraft,
): Promise<number[]> {
  const { app, now } = writeContext
  const language = app.product.languages[0]
  const entity = entityOf(app, record.entity.name)
  const where = { ids: [record.writtenId] }
  const readers: number[] = []
  for (const identity of await findAccounts(writeContext, language, { ids: accounts })) {
    const caller = callerOf(app, identity, now, { language })
    if (!caller || !toPermissions.some((code) => caller.codes.has(code))) continue
    const context = callerContext(writeContext, caller)
    if (!mayOpenRecords(context, entity)) continue
    const within = await loadRecords(context, { entity: entity.name, paths: [], where, scoped: true })
    if (within.length > 0) readers.push(Number(caller.me.id))
  }
  return readers
}
