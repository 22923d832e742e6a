// Decides whether a change of the manifests can concern tables or records at all.
// Most changes are of screens and their words: for them a running server need not walk through its tables.
import { everyScreen } from '../../../manifest/access/screenByPath'
import type { App } from '../../../manifest/model/app'
import { inSlices } from '../../workers/timeSlices'

/** Whether the tables migrated for one App are also right for another. */
export async function haveSameTables(one: App, other: App): Promise<boolean> {
  const [parts, others] = [migratedParts(one), migratedParts(other)]
  let areSame = parts.length === others.length
  await inSlices(parts.keys(), (index) => {
    // A thread sends only what has changed: all else is the same object in both.
    areSame &&= parts[index] === others[index] || JSON.stringify(parts[index]) === JSON.stringify(others[index])
  })
  return areSame
}

/** What a migration reads: of screens only what indexes are derived from, of most else everything. */
function migratedParts({ entities, dictionaries, access, settings, product, migration, screens }: App): object[] {
  const indexed = everyScreen(screens).map(({ path, entity, sort, queue, calendar, report }) => ({
    path,
    entity,
    sort,
    queueSort: queue?.sort,
    calendar,
    report,
  }))
  // Addresses of screens are no data.
  const others = [{ ...dictionaries, screens: undefined }, access, settings, product, migration, indexed]
  return [Object.keys(entities), ...Object.values(entities), ...others]
}
