// Computes the named lists of access.json: which entries each has, and what they open.
// A list without records has its preset value.
import type { App } from '../../manifest/model/app'
import type { Rule } from '../../manifest/model/rule'
import type { Text } from '../../manifest/model/text'
import { valueOfRule } from '../context/callerRules'
import { serverCaller, boundTenant, type Caller, type Context } from '../context/context'
import type { Database } from '../database/connection/openDatabase'
import { loadRecords } from '../query/records/loadRecords'

interface Entry {
  readonly value: string
  /** The tenant whose record it is; absent for a preset and for what all share. */
  readonly tenant?: unknown
}

/** The entries of each list, by its name. */
type NamedLists = Readonly<Record<string, readonly Entry[]>>

/** The lists within the context's reach: those of one tenant do not grow with the number of tenants. */
export async function loadNamedLists(context: Context, hasEntries = hasAnyEntry): Promise<NamedLists> {
  const { app } = context
  const tenant = app.access.identity.tenantEntity
  const bound = boundTenant(context)
  const lists = Object.entries(app.access.sessionLists).map(
    async ([name, { presetSetting: preset, entity, field, where }]): Promise<[string, Entry[]]> => {
      const ids = entity === tenant && bound !== undefined ? { ids: [bound] } : {}
      const records = await loadRecords(context, {
        entity,
        paths: [field],
        where: { rule: where, ...ids },
        scoped: false,
      })
      if (records.length === 0) {
        const value = (await hasEntries(context, { name, entity, where })) ? [] : app.settings[preset]?.value
        return [name, Array.isArray(value) ? value.map((one) => ({ value: String(one) })) : []]
      }
      const owner = entity === tenant ? 'id' : app.entities[entity]?.perTenant ? tenant : undefined
      return [
        name,
        records.map((record) => ({ value: String(record[field]), ...(owner && { tenant: record[owner] }) })),
      ]
    },
  )
  return Object.fromEntries(await Promise.all(lists))
}

interface ListedRecords {
  readonly name: string
  readonly entity: string
  readonly where: Rule
}

/** Whether a list has an entry of any tenant: a list without any has its preset value. */
async function hasAnyEntry(context: Context, { entity, where }: ListedRecords): Promise<boolean> {
  const everywhere = { ...context, caller: serverCaller(context.caller.language), tenant: undefined }
  const entries = await loadRecords(everywhere, { entity, paths: [], where: { rule: where }, scoped: false, limit: 1 })
  return entries.length > 0
}

/** The lists of one process by tenant, each read at most once per period. */
export function cacheNamedLists(database: Database, milliseconds: number) {
  const byTenant = new Map<number | undefined, { readonly app: App; readonly at: number; lists: Promise<NamedLists> }>()
  // Entries of any tenant are looked up once for all tenants: on a cluster that is a read of every machine.
  const anywhere = new Map<string, { readonly app: App; readonly at: number; found: Promise<boolean> }>()
  const hasEntries: typeof hasAnyEntry = (context, listed) => {
    const last = anywhere.get(listed.name)
    const at = context.now.getTime()
    if (last?.app === context.app && Math.abs(at - last.at) <= anywhereCacheMs) return last.found
    const entry = { app: context.app, at, found: hasAnyEntry(context, listed) }
    anywhere.set(listed.name, entry)
    entry.found.catch(() => anywhere.get(listed.name) === entry && anywhere.delete(listed.name))
    return entry.found
  }
  return {
    at(app: App, caller: Caller, now: Date): Promise<NamedLists> {
      const tenant = boundTenant({ caller })
      const last = byTenant.get(tenant)
      if (last?.app === app && Math.abs(now.getTime() - last.at) <= milliseconds) return last.lists
      const context = {
        app,
        caller: serverCaller(app.product.languages[0]),
        now,
        ...(tenant !== undefined && { tenant }),
        query: database.query.bind(database),
        distributed: database.distributed,
      }
      const lists = loadNamedLists(context, hasEntries)
      if (byTenant.size >= maxTenants) byTenant.clear()
      const entry = { app, at: now.getTime(), lists }
      byTenant.set(tenant, entry)
      // Do not cache a failure.
      lists.catch(() => byTenant.get(tenant) === entry && byTenant.delete(tenant))
      return lists
    },
    forget(): void {
      byTenant.clear()
      anywhere.clear()
    },
  }
}

const maxTenants = 10_000
/** A written entry is noticed at once, see `forget`; this bounds how long one counts that ended by itself. */
const anywhereCacheMs = 30_000

/** The lists that one caller gets: without the entries of other tenants. */
export function listsForCaller(lists: NamedLists, { scope, tenant }: Caller): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(lists).map(([name, entries]) => [
      name,
      entries
        .filter((entry) => scope === 'all' || entry.tenant === undefined || entry.tenant === tenant.id)
        .map(({ value }) => value),
    ]),
  )
}

/** The screens that no list opens for the caller, with the reason that a refusal states. */
export function closedScreens(app: App, lists: NamedLists, caller: Caller, now: Date): Map<string, Text> {
  const closed = new Map<string, Text>()
  if (caller.scope === 'all') return closed
  for (const [name, { member, screens, refusalMessage }] of Object.entries(app.product.allowlists)) {
    const own = valueOfRule({ app, caller, now }, member)
    if (lists[name]?.some(({ value }) => value === own)) continue
    for (const path of screens) closed.set(path, refusalMessage)
  }
  return closed
}
