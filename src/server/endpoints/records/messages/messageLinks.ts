// Leads the link of a message to what its reader may open at the time of reading.
// Rights, scopes and records change after a message was sent, and its receivers have different rights.
import { canOpen } from '../../../../manifest/access/permissions'
import { currentScreen, pathOf } from '../../../../manifest/access/screenByPath'
import type { Entity } from '../../../../manifest/model/entity'
import type { Screen } from '../../../../manifest/model/screen'
import type { RecordData } from '../../../../protocol/calls'
import {
  parseQualifiedId,
  qualifiedId,
  recordParameter,
  withoutRecord,
  withRecord,
  type AddressedRecord,
} from '../../../../protocol/records/recordAddress'
import { isOwnAddress } from '../../../../protocol/transport'
import { isShownNow, mayOpenRecords, type Viewer } from '../../../context/callerRules'
import type { Context } from '../../../context/context'
import { loadRecords } from '../../../query/records/loadRecords'
import { openLists, screenOver } from '../openLists'

/** Where an address of this application leads: to a screen, and perhaps to a record over it. */
interface Destination {
  readonly address: string
  readonly record: AddressedRecord | null
}

/**
 * Records as they are, except that the link of a message leads to its record only if the caller may open it, else to
 * its screen, else nowhere. A record whose screen is not for the caller opens over a list that is.
 */
export async function withOpenLinks(
  context: Context,
  { name }: Entity,
  rows: readonly RecordData[],
): Promise<readonly RecordData[]> {
  if (name !== context.app.product.messages.entity) return rows
  const destinations = rows.map(({ values }) => destinationOf(values.route))
  const reached = await reachedRecords(context, destinations)
  return rows.map((row, index) => {
    const destination = destinations[index]
    if (!destination) return row
    return { ...row, values: { ...row.values, route: openAddress(context, destination, reached) } }
  })
}

/** undefined: no address of this application, which the page draws as text. */
function destinationOf(route: unknown): Destination | undefined {
  if (typeof route !== 'string' || !isOwnAddress(route)) return undefined
  return { address: route, record: parseQualifiedId(new URL(route, 'http://own').searchParams.get(recordParameter)) }
}

/** The qualified ids of the records that the caller may open. */
async function reachedRecords(
  context: Context,
  destinations: readonly (Destination | undefined)[],
): Promise<ReadonlySet<string>> {
  const ids = new Map<string, Set<number>>()
  for (const destination of destinations) {
    const { record } = destination ?? {}
    if (record) ids.set(record.entity, (ids.get(record.entity) ?? new Set()).add(record.id))
  }
  const reached = await Promise.all(
    [...ids].map(async ([name, wanted]) => {
      const entity = Object.hasOwn(context.app.entities, name) ? context.app.entities[name] : undefined
      if (!entity || !mayOpenRecords(context, entity)) return []
      const where = { ids: [...wanted] }
      const records = await loadRecords(context, { entity: name, paths: [], where, scoped: true })
      return records.map(({ id }) => qualifiedId({ entity: name, id: Number(id) }))
    }),
  )
  return new Set(reached.flat())
}

function openAddress(context: Context, { address, record }: Destination, reached: ReadonlySet<string>): string | null {
  const isReached = record !== null && reached.has(qualifiedId(record))
  const screen = currentScreen(context.app, pathOf(address))
  if (screen && isOpen(context, screen)) return !record || isReached ? address : withoutRecord(address)
  if (!record || !isReached) return null
  const lists = openLists(context.app, context.caller).filter((list) => isShownNow(context, list))
  const list = screenOver(lists, { name: record.entity })
  return list ? withRecord(list.path, record) : null
}

const isOpen = (viewer: Viewer, screen: Screen): boolean =>
  canOpen(viewer.app, viewer.caller, screen) && isShownNow(viewer, screen)
