// Finds which accounts hold a permission and may open a record.
// Takes few statements however many accounts there are: those whose role lacks the permission are left out first, and
// holders who reach the same records are judged together.
import sql from 'sql-template-tag'
import { entityOf, roleEntityOf, type App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import { idOf } from '../../../manifest/expression/values/value'
import { callerOf } from '../../auth/callers'
import { findAccounts, findIdentities, type Identity } from '../../auth/findIdentities'
import { mayOpenRecords } from '../../context/callerRules'
import type { Caller, RawRecord } from '../../context/context'
import { loadRecords, tenantsIn } from '../../query/records/loadRecords'
import type { RecordDraft } from '../state/recordDraft'
import { callerContext, systemCaller, tenantField, type WriteContext } from '../state/writeContext'

interface Reading {
  readonly writeContext: WriteContext
  /** Who runs the transition. */
  readonly caller: Caller
  readonly record: RecordDraft
  /** The tenant of the record; undefined for accounts of all tenants. */
  readonly tenant: number | undefined
}

/** The accounts, given with their roles, that hold one of the codes and may open the record. */
export async function readersWith(
  reading: Reading,
  accounts: readonly RawRecord[],
  codes: readonly string[],
): Promise<number[]> {
  const { writeContext, record } = reading
  const { app, now } = writeContext
  const entity = entityOf(app, record.entity.name)
  const reached = new Map<string, boolean>()
  const readers = new Set<number>()
  for (const identity of await identitiesOf(writeContext, await possibleHolders(reading, accounts, codes))) {
    const caller = callerOf(app, identity, now, { language: app.product.languages[0] })
    if (!caller || !codes.some((code) => caller.codes.has(code))) continue
    const context = callerContext(writeContext, caller)
    if (!mayOpenRecords(context, entity)) continue
    const key = reachKey(app, entity, caller)
    let isReached = reached.get(key)
    if (isReached === undefined) {
      const where = { ids: [record.writtenId] }
      isReached = (await loadRecords(context, { entity: entity.name, paths: [], where, scoped: true })).length > 0
      reached.set(key, isReached)
    }
    if (isReached) readers.add(Number(caller.me.id))
  }
  return accounts.map(({ id }) => Number(id)).filter((id) => readers.has(id))
}

/** The accounts whose role has one of the codes; all of them if a change of access.json may add one to any role. */
async function possibleHolders(
  { writeContext, caller, tenant }: Reading,
  accounts: readonly RawRecord[],
  codes: readonly string[],
): Promise<readonly RawRecord[]> {
  const { app, distributed } = writeContext
  const { permissionChanges, identity } = app.access
  if (permissionChanges.some(({ add }) => add.some((code) => codes.includes(code)))) return accounts
  const roleOf = (account: RawRecord) => idOf(account[identity.roleField])
  const ids = [...new Set(accounts.map(roleOf))].filter((id): id is number => id !== null)
  if (ids.length === 0) return []
  const [lines, code] = identity.permissionsPath
  const context = callerContext(writeContext, systemCaller(caller))
  const roles = await loadRecords(distributed ? { ...context, tenant } : context, {
    entity: roleEntityOf(app).name,
    paths: [lines],
    where: { ids },
    scoped: false,
  })
  const holding = new Set<number | null>(
    roles
      .filter((role) =>
        ((role[lines] ?? []) as readonly RawRecord[]).some((line) => codes.includes(String(line[code]))),
      )
      .map(({ id }) => Number(id)),
  )
  return accounts.filter((account) => holding.has(roleOf(account)))
}

/** The identities of accounts in one statement; on a cluster in one for each tenant, bound to its machine. */
async function identitiesOf(writeContext: WriteContext, accounts: readonly RawRecord[]): Promise<Identity[]> {
  if (accounts.length === 0) return []
  const { app, distributed } = writeContext
  const language = app.product.languages[0]
  const owner = tenantField(app, entityOf(app, app.access.identity.accountEntity))
  const idsOf = (records: readonly RawRecord[]) => records.map(({ id }) => Number(id))
  if (!distributed || owner === undefined) return findAccounts(writeContext, language, { ids: idsOf(accounts) })
  const identities: Identity[] = []
  for (const tenant of tenantsIn(accounts, owner)) {
    const ids = idsOf(accounts.filter((account) => account[owner] === tenant))
    const where = sql`a."id" = any(${ids}::bigint[])`
    identities.push(...(await findIdentities({ ...writeContext, tenant }, language, where)))
  }
  return identities
}

/** Equal for callers who reach the same records of an entity. A rule of its row scope may read anything of a caller. */
function reachKey(app: App, { rowScope }: Entity, { scope, me, tenant, codes }: Caller): string {
  const { where, tenantWhere, everyTenantWhere } = rowScope
  const isPersonal = scope === 'self' || [where, tenantWhere, everyTenantWhere].some((rule) => rule !== undefined)
  const by = isPersonal ? me.id : scope === 'unit' ? me[app.access.identity.unitField] : null
  return JSON.stringify([scope, tenant.id, by, [...codes].sort()])
}
