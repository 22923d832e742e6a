// Assigns a tenant to each new record: that of its references, else that of the effect's record.
// Falls back to the caller's tenant; refuses references across tenants.
import { referencedEntity } from '../../../manifest/model/field'
import { entityOf } from '../../../manifest/model/app'
import type { TransitionBatch, WriteContext } from '../state/writeContext'
import { fieldError } from '../../../manifest/fieldTypes/fieldErrors'
import { noTenant } from '../state/errors'
import { LoadPlan } from '../state/recordCache'
import type { Reference } from './references'
import type { TransitionStep } from '../state/step'
import { tenantField } from '../state/writeContext'

/** Assigns the tenants of new records and refuses references to records of others. */
export async function assignTenants(
  context: WriteContext,
  batch: TransitionBatch,
  steps: readonly TransitionStep[],
  references: readonly Reference[],
): Promise<void> {
  const tenantColumn = tenantField(context.app, batch.entity)
  if (!tenantColumn) return
  const owned = references.filter(
    ({ field, step, at: errorPath }) =>
      entityOf(context.app, field.entity ?? '').perTenant && !(errorPath in step.errors),
  )
  await fetchTenants(context, tenantColumn, owned)
  for (const step of steps) {
    const mine = owned.filter((reference) => reference.step === step)
    const tenants = mine.map(({ field, id }) => context.cache.get(referencedEntity(field), id, tenantColumn))
    mine.forEach(({ field, at: errorPath }, index) => {
      if (typeof tenants[index] !== 'number')
        step.errors[errorPath] ??= fieldError('record_not_selectable', { field: field.title })
    })
    const named = [
      step.record.own(tenantColumn),
      ...tenants,
      ...(step.before ? [] : [batch.sourceTenant, batch.caller.tenant.id]),
    ]
    const tenant = named.find((item): item is number => typeof item === 'number')
    if (tenant === undefined) throw noTenant()
    mine.forEach(({ at: errorPath }, index) => {
      if (tenants[index] !== tenant) step.errors[errorPath] ??= fieldError('record_of_other_tenant')
    })
    if (step.before) continue
    if (!batch.caller.system && batch.caller.scope !== 'all' && tenant !== batch.caller.tenant.id) throw noTenant()
    step.record.set(tenantColumn, tenant)
  }
}

async function fetchTenants(
  context: WriteContext,
  tenantColumn: string,
  references: readonly Reference[],
): Promise<void> {
  const wants = new LoadPlan()
  for (const { field, id } of references)
    if (!context.cache.has(referencedEntity(field), id, tenantColumn))
      wants.add(referencedEntity(field), id, tenantColumn)
  await context.cache.fetch(wants)
}
