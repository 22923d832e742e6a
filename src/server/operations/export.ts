// POST /api/export: everything that a list found, as a file, streamed from one state of the data with the plan of the list itself. More rows than a
// sheet has come as CSV, which a header tells. A few exports run at once; one that nobody takes is ended.
import { Readable } from 'node:stream'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Screen } from '../../manifest/app'
import { fieldTypes } from '../../manifest/fields/fieldTypes'
import { momentOfDate, wallClock } from '../../manifest/rule/calendar'
import type { ExportRequest } from '../../protocol/calls'
import { codes, Fault } from '../../protocol/envelope'
import type { Reply } from '../../protocol/transport'
import type { RawRecord } from '../context'
import { identifier } from '../database/identifier'
import { openSnapshot, type Snapshot } from '../database/snapshot'
import { askedOf, checkListing, listParts, type Listing } from '../plan/listing'
import { presentedColumns, presenter } from '../plan/present'
import { bindOnce } from '../plan/slot'
import { orderSql, sortKey } from '../plan/sort-sql'
import { cellOf, type Cell } from '../sheets/cells'
import { csvFile, csvType } from '../sheets/csv'
import { mostRows, xlsxFile, xlsxType } from '../sheets/xlsx'
import { Streamed, streamReply } from '../streamed'
import { countedBehind } from './behind'
import { takeExportTurn, untilClosed } from './exportTurns'
import { openScreen } from './openScreen'
import type { RequestContext } from './operation'

const batch = 500

/** The header of an answer that is CSV because a sheet has not so many rows; its value is the format that was asked for. */
export const insteadOf = 'x-instead-of'

/** @throws Fault 2001 for whatever does not fit the screen, and when too many exports run; 2002 when the screen is not the caller's */
export async function exportList(context: RequestContext, { format, ...request }: ExportRequest): Promise<Reply> {
  const { caller, server } = context
  const screen = openScreen(context, request.screen, ['list'])
  if (!screen.export) throw new Fault(codes.refused, ['这个页面不能导出', 'This screen cannot be exported'])
  const listing = checkListing(
    context,
    screen,
    request,
    request.behind && countedBehind(context, screen, request.behind),
  )
  const leave = takeExportTurn(server.database, Number(caller.me.id))
  try {
    const snapshot = await openSnapshot(server.database)
    try {
      const asSheet = format === 'xlsx' && (await isWithin(context, listing, snapshot, mostRows))
      const columns = listing.columns.map((path) => screen.columns.find((column) => column.field === path)!)
      const titles = columns.map((column) => column.title[caller.language])
      const rows = await begun(cellsOf(context, listing, snapshot))
      const file = asSheet
        ? xlsxFile(
            screen.title[caller.language],
            columns.map((column, index) => ({
              title: titles[index]!,
              width: Math.round((column.width ?? fieldTypes[column.type].width) / 8),
            })),
            rows,
          )
        : csvFile(titles, rows)
      const stream = Readable.from(file, { objectMode: false, highWaterMark: 64 * 1024 })
      // Somebody who goes away while it comes is no defect.
      stream.once('error', (error) =>
        server.log[(error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE' ? 'debug' : 'error'](
          `An export of ${screen.path} ended early.`,
          error,
        ),
      )
      untilClosed(stream, () => {
        // Whoever has read to the end may begin the next one at once.
        leave()
        void snapshot.close()
      })
      const reply = streamReply(
        new Streamed(stream, asSheet ? xlsxType : csvType, {
          name: fileName(context, screen, asSheet ? 'xlsx' : 'csv'),
        }),
      )
      return asSheet || format === 'csv' ? reply : { ...reply, headers: { ...reply.headers, [insteadOf]: format } }
    } catch (error) {
      await snapshot.close()
      throw error
    }
  } catch (error) {
    leave()
    throw error
  }
}

/** The title of the screen with the time of day it was made. */
export function fileName(
  { app, caller, now }: Pick<RequestContext, 'app' | 'caller' | 'now'>,
  { title }: Pick<Screen, 'title'>,
  extension: 'xlsx' | 'csv',
): string {
  const stamp = wallClock(momentOfDate(now)!, app.product.timezone).slice(0, 16).replace(/\D/g, '')
  return `${title[caller.language]}-${stamp}.${extension}`
}

async function isWithin(context: RequestContext, listing: Listing, snapshot: Snapshot, most: number): Promise<boolean> {
  const { frame, inTab } = listParts(context, listing)
  const statement = sql`SELECT count(*) AS "count" FROM (SELECT 1 FROM ${frame.from()} WHERE ${inTab} LIMIT ${raw(String(most + 1))}) c`
  const [found] = await snapshot.query<{ count: number }>(bindOnce(statement, askedOf(context, listing)))
  return found!.count <= most
}

/** Whatever is wrong with the statement is refused while there is still an answer to refuse; and the state of the data is that of now. */
async function begun<T>(batches: AsyncGenerator<T, void, undefined>): Promise<AsyncGenerator<T, void, undefined>> {
  const first = await batches.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* batches
  })()
}

async function* cellsOf(
  context: RequestContext,
  listing: Listing,
  snapshot: Snapshot,
): AsyncGenerator<Cell[][], void, undefined> {
  const { app, caller } = context
  const { entity, columns, screen } = listing
  const cells = columns.map((path) =>
    cellOf(
      app,
      entity,
      screen.columns.find((column) => column.field === path)!,
      caller.language,
    ),
  )
  const present = presenter(context, entity, columns, [])
  const statement = bindOnce(rowsStatement(context, listing), askedOf(context, listing))
  for await (const rows of snapshot.batches<RawRecord>(statement, batch)) {
    yield rows.map((row) => {
      const { values } = present(row)
      return columns.map((path, index) => cells[index]!(values[path] ?? null))
    })
  }
}

function rowsStatement(context: RequestContext, listing: Listing): Sql {
  const { frame, inTab } = listParts(context, listing)
  const { columns, sort } = listing
  const selected = presentedColumns(frame, columns, []).map(({ as, value }) => sql`${value} AS ${identifier(as)}`)
  const order = orderSql(sortKey(frame, sort.field), frame.column('id'), sort.descending)
  return sql`SELECT ${join(selected, ', ')} FROM ${frame.from()} WHERE ${inTab} ${order}`
}
