// POST /api/exchange/outcome: the result of each row of an import as a sheet.
import { lastItem } from '../../../manifest/expression/values/present'
import { Readable } from 'node:stream'
import { textOf } from '../../../manifest/expression/message'
import { textIn } from '../../../manifest/model/text'
import type { ImportRequest, ImportRowState } from '../../../protocol/exchange/exchangeCalls'
import type { Reply } from '../../../protocol/transport'
import { momentOf, wallClock } from '../../../manifest/expression/values/calendar'
import { callerText, phrase } from '../../context/phrases'
import { StreamedReply, streamReply } from '../../context/streamedReply'
import type { Cell } from '../../files/spreadsheets/cells'
import { xlsxFile, xlsxType } from '../../files/spreadsheets/xlsx'
import type { RequestContext } from '../contract/operation'
import { fileName } from '../lists/export'
import { importOf, rowOf, rowsIn } from './imports'

const outcomes = {
  waiting: 'import_row_waiting',
  create: 'import_row_create',
  update: 'import_row_update',
  same: 'import_row_same',
  conflict: 'import_row_conflict',
  repeated: 'import_row_left_out',
  refused: 'import_row_stopped',
  created: 'import_row_created',
  updated: 'import_row_updated',
  failed: 'import_row_failed',
  kept: 'import_row_kept',
  voided: 'import_row_voided',
  restored: 'import_row_restored',
  wentOn: 'import_row_went_on',
  notTakenBack: 'import_row_not_taken_back',
} as const satisfies Readonly<Record<ImportRowState, string>>
const heads = [
  { title: 'import_column_row', width: 8 },
  { title: 'import_column_outcome', width: 20 },
  { title: 'import_column_record', width: 24 },
  { title: 'import_column_explanation', width: 60 },
  { title: 'import_column_by', width: 14 },
  { title: 'import_column_file', width: 30 },
  { title: 'import_column_at', width: 20 },
] as const
const batchRows = 500

/**
 * Replies with an xlsx file that is read from the database in batches while it is sent. @throws RequestError for an
 * import of another account
 */
export async function importOutcome(context: RequestContext, request: ImportRequest): Promise<Reply> {
  const { app, caller } = context
  const state = await importOf(context, request.import)
  const moment = wallClock(momentOf(state.at)!, app.product.timezone).slice(0, 19).replace('T', ' ')
  const by = String(caller.me[app.access.identity.nameField] ?? '')
  const columns = heads.map(({ title, width }) => ({ title: callerText(context, phrase(title)), width }))
  const title = textOf(phrase('import_outcome', { file: state.file }), app.product)
  async function* rows(): AsyncGenerator<Cell[][], void, undefined> {
    for (let after = 0; ;) {
      const some = await rowsIn(context, state.id, undefined, { after, limit: batchRows })
      if (some.length === 0) return
      after = lastItem(some).row
      yield some.map((stored) => {
        const row = rowOf(context, stored)
        const sentences = [
          row.message,
          ...row.cells.flatMap((cell) => {
            const text =
              cell.error ?? (cell.kept && callerText(context, phrase('import_cell_kept', { text: cell.file })))
            return text ? [`${textIn(cell.title, caller.language)}: ${text}`] : []
          }),
        ]
        return [
          { kind: 'number', text: String(row.row) },
          ...[
            callerText(context, phrase(outcomes[row.state])),
            row.label,
            sentences.filter(Boolean).join('; '),
            by,
            state.file,
          ].map((text): Cell => (text === '' ? null : { kind: 'text', text })),
          { kind: 'moment', text: moment },
        ]
      })
    }
  }
  const stream = Readable.from(xlsxFile(textIn(title, caller.language), columns, rows()), { objectMode: false })
  return streamReply(new StreamedReply(stream, xlsxType, { name: fileName(context, { title }, 'xlsx') }))
}
