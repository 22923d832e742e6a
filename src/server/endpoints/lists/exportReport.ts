// The export of a report: all rows and totals as shown, with titles instead of codes.
// Measures that the caller may not read stay empty, as on the screen.
import { chunk } from '../../../manifest/expression/values/lists'
import { textIn } from '../../../manifest/model/text'
import type { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import type { Screen } from '../../../manifest/model/screen'
import type { Value } from '../../../protocol/calls'
import type { ExportRequest, ReportAnswer } from '../../../protocol/reportCalls'
import { RequestError } from '../../../protocol/requestError'
import type { Reply } from '../../../protocol/transport'
import { columnCharacters, createCellWriter, type Cell } from '../../files/spreadsheets/cells'
import { csvFile, csvType } from '../../files/spreadsheets/csv'
import { xlsxFile, xlsxType } from '../../files/spreadsheets/xlsx'
import { StreamedReply, streamReply } from '../../context/streamedReply'
import { fileName, auditExport, type ExportLimits } from './export'
import { acquireExportSlot, downloadOf, releaseOnClose, rowsPerWrite } from './exportSlots'
import { openScreen } from '../contract/openScreen'
import type { RequestContext } from '../contract/operation'
import { axesOf, readReport } from '../reports/report'
import { callerText, phrase } from '../../context/phrases'

/** A report with more groups than this is a list. */
const maxRows = 20_000

/** @throws RequestError export_not_allowed, export_too_long, and others as the screen itself does */
export async function exportReport(
  context: RequestContext,
  { format, screen: path, from, to, group, filters }: ExportRequest,
  { maxRows: limit = maxRows, audited, counted }: ExportLimits,
): Promise<Reply> {
  const screen = openScreen(context, path, ['report'])
  if (!screen.export) throw new RequestError('export_not_allowed')
  const leave = acquireExportSlot(context.server.database, Number(context.caller.me.id))
  try {
    const answer = await readReport(context, { screen: path, from, to, group, filters }, limit)
    if (answer.more) throw new RequestError('export_too_long', { count: limit })
    await auditExport(context, { format, screen: path, from, to, group, filters, ...audited }, answer.rows.length)
    if (counted) counted.rows = answer.rows.length
    const stream = fileOf(context, screen, answer, { format, group })
    releaseOnClose(stream, leave)
    return streamReply(
      new StreamedReply(stream, format === 'xlsx' ? xlsxType : csvType, { name: fileName(context, screen, format) }),
    )
  } catch (error) {
    leave()
    throw error
  }
}

function fileOf(
  { app, caller }: Pick<RequestContext, 'app' | 'caller'>,
  screen: Screen,
  answer: ReportAnswer,
  { format, group }: Pick<ExportRequest, 'format' | 'group'>,
): Readable {
  const { language } = caller
  const axes = axesOf(screen.report!, group).map((axis) => ({
    ...axis,
    cell: createCellWriter(
      app,
      undefined,
      { field: axis.name, type: axis.type, dictionary: axis.dictionary },
      language,
    ),
  }))
  const measures = screen
    .report!.measures.filter(({ hidden }) => !hidden)
    .map((measure) => ({
      ...measure,
      cell: createCellWriter(app, undefined, { field: measure.name, type: measure.type }, language),
    }))
  const row = ({ groups, measures: values }: ReportAnswer['rows'][number]): Cell[] => [
    ...axes.map(({ name, cell }) => cell(groups[name] ?? null)),
    ...measures.map(({ name, cell }) => cell((values[name] ?? null) as Value)),
  ]
  const total = row({ groups: {}, measures: answer.totals })
  total[0] = { kind: 'text', text: callerText({ app, caller }, phrase('total')) }
  const columns = [...axes, ...measures].map(({ title, type }) => ({
    title: textIn(title, language),
    width: columnCharacters(type),
  }))
  const rows = (async function* () {
    for (const part of chunk(answer.rows, rowsPerWrite)) {
      yield part.map(row)
      await turn()
    }
    yield [total]
  })()
  const asSheet = format === 'xlsx'
  const file = asSheet
    ? xlsxFile(textIn(screen.title, language), columns, rows)
    : csvFile(
        columns.map(({ title }) => title),
        rows,
      )
  return downloadOf(file)
}
