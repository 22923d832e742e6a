// To which tenant does a record belong? A new one to the tenant of the records that it refers to, else to that of the record whose effect makes it,
// else to the caller's. References across tenants are refused.
import type { Orders, Work } from './work'
import { entityNamed } from '../plan/frame'
import { noTenant, notChoosable, otherTenant } from './faults'
import { Wants } from './facts'
import type { Reference } from './references'
import type { Step } from './step'
import { tenantField } from './work'

/** Decides the tenants of new records and refuses references to records of others. */
export async function settleTenants(
  work: Work,
  orders: Orders,
  steps: readonly Step[],
  references: readonly Reference[],
): Promise<void> {
  const own = tenantField(work.app, orders.entity)
  if (!own) return
  const owned = references.filter(
    ({ field, step, at }) => entityNamed(work.app, field.entity ?? '').tenant && !(at in step.errors),
  )
  await fetchTenants(work, own, owned)
  for (const step of steps) {
    const mine = owned.filter((reference) => reference.step === step)
    const tenants = mine.map(({ field, id }) => work.facts.get(field.entity!, id, own))
    mine.forEach(({ field, at }, index) => {
      if (typeof tenants[index] !== 'number') step.errors[at] ??= notChoosable(field)
    })
    const named = [
      step.record.own(own),
      ...tenants,
      ...(step.before ? [] : [orders.sourceTenant, orders.caller.tenant.id]),
    ]
    const tenant = named.find((one): one is number => typeof one === 'number')
    if (tenant === undefined) throw noTenant()
    mine.forEach(({ at }, index) => {
      if (tenants[index] !== tenant) step.errors[at] ??= otherTenant
    })
    if (step.before) continue
    if (!orders.caller.system && orders.caller.scope !== 'all' && tenant !== orders.caller.tenant.id) throw noTenant()
    step.record.set(own, tenant)
  }
}

async function fetchTenants(work: Work, own: string, references: readonly Reference[]): Promise<void> {
  const wants = new Wants()
  for (const { field, id } of references) if (!work.facts.has(field.entity!, id, own)) wants.add(field.entity!, id, own)
  await work.facts.fetch(wants)
}
