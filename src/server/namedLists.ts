// What do the named lists of access.json hold? What the server's records say, as far as they are the caller's own tenant's; the preset where they say nothing.
import type { RequestContext } from './operations/operation'
import { loadRecords } from './plan/load'

/** The lists by name, each a list of texts. */
export async function namedLists(
  context: Pick<RequestContext, 'app' | 'caller' | 'now' | 'query'>,
): Promise<Record<string, string[]>> {
  const { app, caller } = context
  const own = caller.tenant.id
  const entries = Object.entries(app.access.lists).map(
    async ([name, { preset, entity, field, where }]): Promise<[string, string[]]> => {
      const records = await loadRecords(context, { entity, paths: [field], where: { rule: where }, scoped: false })
      const tenant = app.access.identity.tenant
      const owner = entity === tenant ? 'id' : app.entities[entity]?.tenant ? tenant : undefined
      const values = records
        .filter((record) => caller.scope === 'all' || owner === undefined || record[owner] === own)
        .map((record) => String(record[field]))
      const given = app.settings[preset]?.value
      return [name, records.length > 0 || !Array.isArray(given) ? values : [...given]]
    },
  )
  return Object.fromEntries(await Promise.all(entries))
}
