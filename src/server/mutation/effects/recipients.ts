// Finds the accounts that a message goes to:
// those that fields hold, those that a rule selects, and those that hold a permission and may open the record.
import { entityOf } from '../../../manifest/model/app'
import type { MessageEffect } from '../../../manifest/model/transition'
import { idOf } from '../../../manifest/expression/values/value'
import { andRule } from '../../../manifest/context/lookup'
import { loadRecords } from '../../query/records/loadRecords'
import type { EffectRun } from './effectRun'
import type { NameScopes } from '../state/lookups'
import { LoadPlan } from '../state/recordCache'
import { callerContext, recordTenant, systemCaller, tenantField, type WriteContext } from '../state/writeContext'
import { readersWith } from './readers'

/** The accounts that a message goes to, each once. */
export async function recipientsOf(effectRun: EffectRun, effect: MessageEffect): Promise<number[]> {
  const { context, resolver } = effectRun
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
  const accounts = named.map(idOf).filter((id): id is number => id !== null)
  await cacheTenants(effectRun, accounts)
  const matching = () => accountsMatching(effectRun, effect)
  const recipients =
    !toWhere && !toPermissions ? [] : await (effect.acrossTenants ? context.acrossTenants(matching) : matching())
  return [...new Set([...accounts, ...recipients])]
}

/** Whether one of these recipients belongs to another tenant than the one of the work. */
export function areElsewhere({ app, cache, tenant }: WriteContext, recipients: readonly number[]): boolean {
  const account = entityOf(app, app.access.identity.accountEntity)
  const column = tenantField(app, account)
  if (column === undefined || tenant === undefined) return false
  return recipients.some((id) => cache.get(account.name, id, column) !== tenant)
}

/**
 * Caches the tenants of named accounts. A record may name one of another tenant than its own: who acts for all tenants
 * has created or handled it. Only what is missing within the tenant is looked for in all.
 */
async function cacheTenants({ context, batch }: EffectRun, accounts: readonly number[]): Promise<void> {
  const account = entityOf(context.app, context.app.access.identity.accountEntity)
  const column = tenantField(context.app, account)
  if (column === undefined || context.tenant === undefined) return
  const wants = new LoadPlan()
  for (const id of accounts) if (!context.cache.has(account.name, id, column)) wants.add(account.name, id, column)
  await context.cache.fetch(wants)
  const ids = accounts.filter((id) => context.cache.get(account.name, id, column) === null)
  if (ids.length === 0) return
  const everywhere = { ...callerContext(context, systemCaller(batch.caller)), tenant: undefined }
  const records = await context.acrossTenants(() =>
    loadRecords(everywhere, { entity: account.name, paths: [], where: { ids }, scoped: false }),
  )
  for (const one of records) context.cache.add(account.name, one, [column])
}

/**
 * The accounts that match the rule, within the record's tenant unless accounts of all tenants are meant. Of holders
 * only those who may sign in.
 */
async function accountsMatching(effectRun: EffectRun, effect: MessageEffect): Promise<number[]> {
  const { context: writeContext, resolver, batch, evaluated } = effectRun
  const { toWhere, toPermissions, acrossTenants: everywhere } = effect
  const { app } = writeContext
  const { entity, caller } = batch
  const { accountEntity, activeWhen, roleField } = app.access.identity
  const { names } = evaluated
  const record = names.record!
  const account = entityOf(app, accountEntity)
  const tenant = everywhere ? undefined : recordTenant(app, entity, record)
  const context = callerContext(writeContext, systemCaller(caller))
  const records = await loadRecords(everywhere ? { ...context, tenant: undefined } : context, {
    entity: account.name,
    paths: toPermissions ? [roleField] : [],
    where: {
      rule: toPermissions ? andRule(activeWhen, toWhere) : toWhere,
      tenant,
      thisEntity: entity.name,
      ...resolver.ruleParameters(names),
    },
    scoped: false,
  })
  const tenantColumn = tenantField(app, account)
  for (const one of records) if (tenantColumn) writeContext.cache.add(account.name, one, [tenantColumn])
  if (!toPermissions) return records.map(({ id }) => Number(id))
  return readersWith({ writeContext, caller, record, tenant }, records, toPermissions)
}
