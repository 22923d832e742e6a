// Decides whether a change of the manifests can concern tables or records at all.
// Most changes are of screens and their words: for them a running server need not walk through its tables.
import { everyScreen } from '../../../manifest/access/screenByPath'
import type { App } from '../../../manifest/model/app'

const texts = new WeakMap<App, string>()

/** Whether the tables migrated for one App are also right for another. */
export const haveSameTables = (one: App, other: App): boolean => migratedPart(one) === migratedPart(other)

function migratedPart(app: App): string {
  const text = texts.get(app) ?? JSON.stringify(migratedParts(app))
  texts.set(app, text)
  return text
}

/** What a migration reads: of screens only what indexes are derived from, of most else everything. */
function migratedParts({ entities, dictionaries, access, settings, product, migration, screens }: App) {
  const indexed = everyScreen(screens).map(({ path, entity, sort, calendar, report }) => ({
    path,
    entity,
    sort,
    calendar,
    report,
  }))
  // Addresses of screens are no data.
  return [entities, { ...dictionaries, screens: undefined }, access, settings, product, migration, indexed]
}
