// POST /api/export of a report: all its rows with the totals below, as they are shown: titles and names instead of codes. What the caller may not
// count stays empty, as on the screen.
import { Readable } from 'node:stream'
import type { Screen } from '../../manifest/app'
import { fieldTypes } from '../../manifest/fields/fieldTypes'
import type { ExportRequest, ReportAnswer, Value } from '../../protocol/calls'
import { codes, Fault } from '../../protocol/envelope'
import type { Reply } from '../../protocol/transport'
import { cellOf, type Cell } from '../sheets/cells'
import { csvFile, csvType } from '../sheets/csv'
import { xlsxFile, xlsxType } from '../sheets/xlsx'
import { Streamed, streamReply } from '../streamed'
import { exportList, fileName } from './export'
import { takeExportTurn, untilClosed } from './exportTurns'
import { openScreen } from './openScreen'
import type { RequestContext } from './operation'
import { axesOf, readReport } from './report'

/** A report of more groups than these is a list. */
const mostRows = 100_000

/** @throws Fault 2001 or 2002, as the screen itself refuses */
export function exportScreen(context: RequestContext, request: ExportRequest): Promise<Reply> {
  const screen = openScreen(context, request.screen, ['list', 'report'])
  return screen.kind === 'report' ? exportReport(context, request) : exportList(context, request)
}

async function exportReport(
  context: RequestContext,
  { format, screen: path, from, to, group, filters }: ExportRequest,
): Promise<Reply> {
  const screen = openScreen(context, path, ['report'])
  if (!screen.export) throw new Fault(codes.refused, ['这个页面不能导出', 'This screen cannot be exported'])
  const leave = takeExportTurn(context.server.database, Number(context.caller.me.id))
  try {
    const answer = await readReport(context, { screen: path, from, to, group, filters }, mostRows)
    const stream = fileOf(context, screen, answer, { format, group })
    untilClosed(stream, leave)
    return streamReply(
      new Streamed(stream, format === 'xlsx' ? xlsxType : csvType, { name: fileName(context, screen, format) }),
    )
  } catch (error) {
    leave()
    throw error
  }
}

function fileOf(
  { app, caller: { language } }: Pick<RequestContext, 'app' | 'caller'>,
  screen: Screen,
  answer: ReportAnswer,
  { format, group }: Pick<ExportRequest, 'format' | 'group'>,
): Readable {
  const axes = axesOf(screen.report!, group).map((axis) => ({
    ...axis,
    cell: cellOf(app, undefined, { field: axis.name, type: axis.type, dictionary: axis.dictionary }, language),
  }))
  const measures = screen
    .report!.measures.filter(({ hidden }) => !hidden)
    .map((measure) => ({
      ...measure,
      cell: cellOf(app, undefined, { field: measure.name, type: measure.type }, language),
    }))
  const row = ({ groups, measures: values }: ReportAnswer['rows'][number]): Cell[] => [
    ...axes.map(({ name, cell }) => cell(groups[name] ?? null)),
    ...measures.map(({ name, cell }) => cell((values[name] ?? null) as Value)),
  ]
  const total = row({ groups: {}, measures: answer.totals })
  total[0] = { kind: 'text', text: ['合计', 'Total'][language]! }
  const columns = [...axes, ...measures].map(({ title, type }) => ({
    title: title[language],
    width: Math.round(fieldTypes[type].width / 8),
  }))
  const rows = (async function* () {
    yield [...answer.rows.map(row), total]
  })()
  const asSheet = format === 'xlsx'
  const file = asSheet
    ? xlsxFile(screen.title[language], columns, rows)
    : csvFile(
        columns.map(({ title }) => title),
        rows,
      )
  return Readable.from(file, { objectMode: false })
}
