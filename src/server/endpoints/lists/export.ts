// POST /api/export: streams a list as a file, from one snapshot, with the list's own query.
// More rows than a sheet can hold become CSV, which a header reports.
// Few exports run at once; one that is not downloaded is ended.
import { textIn } from '../../../manifest/model/text'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Column } from '../../../manifest/model/column'
import type { Screen } from '../../../manifest/model/screen'
import { clockAt } from '../../../manifest/expression/values/calendar'
import { groupKey, type Value } from '../../../protocol/calls'
import type { ExportRequest } from '../../../protocol/reportCalls'
import { RequestError } from '../../../protocol/requestError'
import type { Reply } from '../../../protocol/transport'
import { recordAudit, setAuditedNumber } from '../../mutation/audit'
import type { RawRecord } from '../../context/context'
import { identifier } from '../../database/sql/identifier'
import { openSnapshot, type Snapshot } from '../../database/connection/snapshot'
import {
  answeredGroups,
  groupSumsSelect,
  listGroupsSelect,
  summedColumns,
  type FoundGroups,
  type GroupedListing,
} from '../../query/list/counts'
import { listParts } from '../../query/list/listParts'
import { bindingsOf, prepareWholeListing, listColumn, type Listing } from '../../query/list/listing'
import { groupColumns, groupKeys, groupLabelName, groupName, groupOf, groupOrder } from '../../query/list/grouping'
import { presentedColumns, createRecordSerializer } from '../../query/records/serializeRecord'
import { bind } from '../../query/expression/preparedQuery'
import { listOrder } from '../../query/search/sort'
import { columnCharacters, createCellWriter, type Cell } from '../../files/spreadsheets/cells'
import { csvFile, csvType } from '../../files/spreadsheets/csv'
import { maxRows, xlsxFile, xlsxType } from '../../files/spreadsheets/xlsx'
import type { Context } from '../../context/context'
import { callerText, phrase } from '../../context/phrases'
import { StreamedReply, streamReply } from '../../context/streamedReply'
import { resolveDrillDown } from './drillDown'
import { acquireExportSlot, downloadOf, logEarlyEnd, releaseOnClose, rowsPerWrite } from './exportSlots'
import { openScreen } from '../contract/openScreen'
import type { RequestContext } from '../contract/operation'

/** Header of a response that fell back to CSV because a sheet has too few rows; its value is the requested format. */
export const fallbackFormatHeader = 'x-instead-of'

/** Options beyond those of a download. */
export interface ExportLimits {
  /** Maximum records; absent: as many as a sheet holds, CSV for more. */
  readonly maxRows?: number
  /** Added to the audit of the request. */
  readonly audited?: Readonly<Record<string, unknown>>
  /** Counts the rows as they are read. */
  readonly counted?: { rows: number }
}

/**
 * @throws RequestError export_not_allowed, exports_running, export_tables_changed, and others as `openScreen` and
 *   `prepareWholeListing`
 */
export async function exportList(
  context: RequestContext,
  exportRequest: ExportRequest,
  { maxRows: limit, audited, counted = { rows: 0 } }: ExportLimits = {},
): Promise<Reply> {
  const { format, ...request } = exportRequest
  const { caller, server } = context
  const screen = openScreen(context, request.screen, ['list'])
  if (!screen.export) throw new RequestError('export_not_allowed')
  const drillDownQuery = request.drillDown && (await resolveDrillDown(context, screen, request.drillDown))
  const leave = acquireExportSlot(server.database, Number(caller.me.id))
  try {
    const listing = await prepareWholeListing(context, screen, request, drillDownQuery)
    const { snapshot, rows, asSheet } = await beginReading(context, listing, { format, limit, counted })
    try {
      const columns = listing.columns.map((path) => listColumn(listing, path)!)
      const noted = await auditExport(context, { ...exportRequest, ...audited })
      const titled = columns.map((column) => ({ ...column, title: textIn(column.title, caller.language) }))
      const file = asSheet
        ? xlsxFile(textIn(screen.title, caller.language), titled.map(sheetColumn), rows)
        : csvFile(
            titled.map(({ title }) => title),
            rows,
          )
      const stream = downloadOf(file)
      logEarlyEnd(context, screen, stream)
      releaseOnClose(stream, () => {
        // After reading to the end the caller may start the next export at once.
        leave()
        void snapshot.close()
        setAuditedNumber(context, noted, { rows: counted.rows }).catch((error: unknown) =>
          server.log.error('How many rows an export had could not be noted', error),
        )
      })
      const reply = streamReply(
        new StreamedReply(stream, asSheet ? xlsxType : csvType, {
          name: fileName(context, screen, asSheet ? 'xlsx' : 'csv'),
        }),
      )
      return asSheet || format === 'csv'
        ? reply
        : { ...reply, headers: { ...reply.headers, [fallbackFormatHeader]: format } }
    } catch (error) {
      await snapshot.close()
      throw error
    }
  } catch (error) {
    leave()
    throw error
  }
}

interface Reading {
  readonly snapshot: Snapshot
  readonly rows: AsyncGenerator<Cell[][], void, undefined>
  readonly asSheet: boolean
}

/** Snapshots that one export takes: a change of the manifests rewrites its tables once or twice. */
const maxReadings = 5

/**
 * Reads again from the beginning where a change of the manifests came between the snapshot and its first rows.
 * @throws RequestError export_tables_changed where that happens each time
 */
async function beginReading(
  context: RequestContext,
  listing: Listing,
  limits: Pick<ExportRequest, 'format'> & Pick<Required<ExportLimits>, 'counted'> & { readonly limit?: number },
): Promise<Reading> {
  for (let attempt = 1; attempt <= maxReadings; attempt += 1) {
    const snapshot = await openSnapshot(context.server.database, context.queryOwner)
    try {
      const reading = await firstRows(context, listing, snapshot, limits)
      if (await snapshot.isComplete()) return { ...reading, snapshot }
    } catch (error) {
      await snapshot.close()
      throw error
    }
    await snapshot.close()
  }
  throw new RequestError('export_tables_changed', {}, { retryAfter: 30 })
}

async function firstRows(
  context: RequestContext,
  listing: Listing,
  snapshot: Snapshot,
  { format, limit, counted }: Parameters<typeof beginReading>[2],
): Promise<Omit<Reading, 'snapshot'>> {
  counted.rows = 0
  if (limit !== undefined && !(await isWithin(context, listing, snapshot, limit)))
    throw new RequestError('export_too_long', { count: limit })
  const heads = listing.grouping && (await groupHeads(context, { ...listing, grouping: listing.grouping }, snapshot))
  const asSheet = format === 'xlsx' && (await isWithin(context, listing, snapshot, maxRows - (heads?.count ?? 0)))
  const rows = await begun(cellsOf(context, { ...listing, heads }, snapshot, counted))
  return { rows, asSheet }
}

function sheetColumn({ title, type, width }: Pick<Column, 'type' | 'width'> & { readonly title: string }) {
  return { title, width: columnCharacters(type, width) }
}

/** Audits the export before its first byte leaves; counts the rows of a list while they are sent. */
export function auditExport(context: RequestContext, { screen, ...parameters }: ExportRequest, rows?: number) {
  return recordAudit(context, {
    action: 'export',
    screen,
    detail: JSON.stringify(parameters),
    ...(rows !== undefined && { rows }),
  })
}

/** The title of the screen with the time of the export. */
export function fileName(
  { app, caller, now }: Pick<RequestContext, 'app' | 'caller' | 'now'>,
  { title }: Pick<Screen, 'title'>,
  extension: 'xlsx' | 'csv',
): string {
  const stamp = clockAt(now, app.product.timezone).slice(0, 16).replace(/\D/g, '')
  return `${textIn(title, caller.language)}-${stamp}.${extension}`
}

async function isWithin(
  context: RequestContext,
  listing: Listing,
  snapshot: Snapshot,
  limit: number,
): Promise<boolean> {
  const { source, inTab } = listParts(context, listing)
  const statement = sql`SELECT count(*) AS "count"
    FROM (SELECT 1 FROM ${source.from()} WHERE ${inTab} LIMIT ${raw(String(limit + 1))}) c`
  const [counted] = await snapshot.query<{ count: number }>(bind(statement, bindingsOf(context, listing)))
  return counted!.count <= limit
}

/** Reads the first batch now: an error of the statement can still be refused, and the snapshot is taken now. */
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
  { heads, ...listing }: Listing & { readonly heads: GroupHeads | undefined },
  snapshot: Snapshot,
  counted: { rows: number },
): AsyncGenerator<Cell[][], void, undefined> {
  const { entity, columns } = listing
  const cells = cellWriters(context, listing)
  const present = createRecordSerializer(context, entity, { paths: columns, allowed: [] })
  const { grouping } = listing
  const statement = bind(rowsStatement(context, listing), bindingsOf(context, listing))
  let group: string | undefined
  for await (const rows of snapshot.batches<RawRecord>(statement, rowsPerWrite)) {
    counted.rows += rows.length
    yield rows.flatMap((row) => {
      const { values } = present(row)
      const written = cells.map(({ path, cellOf }) => cellOf(values[path] ?? null))
      if (!grouping || !heads) return [written]
      const value = groupOf(row[groupName], row[groupLabelName], grouping)
      if (groupKey(value) === group) return [written]
      group = groupKey(value)
      return [heads.rowOf(value), written]
    })
  }
}

function rowsStatement(context: RequestContext, listing: Listing): Sql {
  const { source, inTab } = listParts(context, listing)
  const { columns, grouping } = listing
  const groups = grouping
    ? groupColumns(source, grouping).map(({ as, value }) => ({ as, value: sql`to_json(${value})` }))
    : []
  const selected = [...presentedColumns(source, columns, []), ...groups].map(
    ({ as, value }) => sql`${value} AS ${identifier(as)}`,
  )
  const keys = grouping ? groupKeys(source, grouping).map(({ value }) => value) : []
  const before = grouping && groupOrder(keys, grouping)
  const order = listOrder(source, listing, before)
  return sql`SELECT ${join(selected, ', ')} FROM ${source.from()} WHERE ${inTab} ${order}`
}

interface GroupHeads {
  readonly count: number
  /** The row before the records of a group: its title with the number of records, and its sums. */
  readonly rowOf: (value: Value) => Cell[]
}

async function groupHeads(context: Context, grouped: GroupedListing, snapshot: Snapshot): Promise<GroupHeads> {
  const listing = { ...grouped, allGroups: true }
  const { columns } = listing
  const computed = groupSumsSelect(context, listing)
  const [groupsFound] = await snapshot.query<FoundGroups>(
    bind(
      sql`SELECT (${listGroupsSelect(context, listing)}) AS "groups", (${computed ?? raw('NULL')}) AS "groupSums"`,
      bindingsOf(context, listing),
    ),
  )
  const { groups = [] } = answeredGroups(context, listing, groupsFound)
  const byKey = new Map(groups.map((group) => [groupKey(group.value), group]))
  const title = titleWriter(context, listing)
  const summed = new Set(summedColumns(context, listing).map(({ path }) => path))
  const titled = columns.find((path) => !summed.has(path)) ?? columns[0]
  const cells = cellWriters(context, listing)
  const rowOf = (value: Value) => {
    const group = byKey.get(groupKey(value))
    return cells.map(({ path, cellOf }): Cell => {
      if (path === titled) return { kind: 'text', text: `${title(value)}${group ? ` (${group.count})` : ''}` }
      return cellOf(group?.sums[path] ?? null)
    })
  }
  return { count: groups.length, rowOf }
}

function titleWriter({ app, caller }: Context, listing: GroupedListing): (value: Value) => string {
  const { entity, grouping } = listing
  const column = listColumn(listing, grouping.field)
  const cellOf = column && createCellWriter(app, entity, column, caller.language)
  const without = phrase('without_value', { field: column?.title ?? grouping.field })
  return (value) =>
    (grouping.isDay && typeof value === 'string' ? value : cellOf?.(value)?.text) ??
    callerText({ app, caller }, without)
}

/** What writes the cells of each column. */
function cellWriters({ app, caller }: Context, listing: Listing) {
  return listing.columns.flatMap((path) => {
    const column = listColumn(listing, path)
    return column ? [{ path, cellOf: createCellWriter(app, listing.entity, column, caller.language) }] : []
  })
}
