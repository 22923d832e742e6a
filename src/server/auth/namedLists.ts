// Computes the named lists of access.json: which entries each has, and what they open.
// A list without records has its preset value.
import type { App } from '../../manifest/model/app'
import type { Text } from '../../manifest/model/text'
import { valueOfRule } from '../context/callerRules'
import type { Caller, Context } from '../context/context'
import type { Database } from '../database/connection/openDatabase'
import { loadRecords } from '../query/records/loadRecords'
import { accountlessCaller } from './findIdentities'

interface Entry {
  readonly value: string
  /** The tenant whose record it is; absent for a preset and for what all share. */
  readonly tenant?: unknown
}

/** The entries of each list, by its name. */
export type NamedLists = Readonly<Record<string, readonly Entry[]>>

export async function loadNamedLists(context: Context): Promise<NamedLists> {
  const { app } = context
  const tenant = app.access.identity.tenantEntity
  const lists = Object.entries(app.access.sessionLists).map(
    async ([name, { presetSetting: preset, entity, field, where }]): Promise<[string, Entry[]]> => {
      const records = await loadRecords(context, { entity, paths: [field], where: { rule: where }, scoped: false })
      const value = app.settings[preset]?.value
      if (records.length === 0) return [name, Array.isArray(value) ? value.map((one) => ({ value: String(one) })) : []]
      const owner = entity === tenant ? 'id' : app.entities[entity]?.perTenant ? tenant : undefined
      return [
        name,
        records.map((record) => ({ value: String(record[field]), ...(owner && { tenant: record[owner] }) })),
      ]
    },
  )
  return Object.fromEntries(await Promise.all(lists))
}

/** The lists of one process, read at most once in so many milliseconds. */
export function keepNamedLists(database: Database, milliseconds: number) {
  let kept: { readonly app: App; readonly at: number; readonly lists: Promise<NamedLists> } | undefined
  return {
    at(app: App, now: Date): Promise<NamedLists> {
      if (kept?.app === app && Math.abs(now.getTime() - kept.at) <= milliseconds) return kept.lists
      const { distributed } = database
      const query = database.read.bind(database)
      const lists = loadNamedLists({
        app,
        caller: accountlessCaller(app.product.languages[0]!),
        now,
        query,
        distributed,
      })
      const own = (kept = { app, at: now.getTime(), lists })
      // A failure is not served again.
      lists.catch(() => (kept = kept === own ? undefined : kept))
      return lists
    },
    forget(): void {
      kept = undefined
    },
  }
}

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
