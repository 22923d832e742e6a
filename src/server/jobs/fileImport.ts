// Reads a record's file as lines: rows of its table, by the titles of the lines' fields.
// Reports every invalid cell with its row. Ignores files that are no tables.
import { declared } from '../../manifest/expression/values/present'
import type { FileImport } from '../../manifest/model/entity'
import type { Field } from '../../manifest/model/field'
import type { LocalizableText } from '../../manifest/expression/message'
import { joined, phrase } from '../context/phrases'
import { fieldTitled, parseInput } from '../../manifest/fieldTypes/parseInput'
import { isEmpty } from '../../manifest/fieldTypes/definition'
import type { FileValue } from '../../protocol/calls'
import { RequestError } from '../../protocol/requestError'
import { maxBytes, type NumberedTable } from '../../protocol/exchange/tableFile'
import type { Context, RawRecord } from '../context/context'
import { findFile } from '../files/fileRecords'
import type { FileStore } from '../files/fileStore'
import { boundSentence, type TableBound, type TableBounds } from '../files/spreadsheets/tableBounds'
import { readTableInThread } from '../workers/readTable'
import { WorkEnded } from '../workers/threads'
import type { TransitionBatch } from '../mutation/state/writeContext'
import { groupBy } from '../../manifest/expression/values/lists'

interface FileLine {
  /** Its row in the file. */
  readonly row: number
  /** In the format of a form. */
  readonly values: RawRecord
}

/** `wrong`: why the table cannot be imported. */
export type FileLines = { readonly lines: readonly FileLine[] } | { readonly wrong: LocalizableText }

type ImportContext = Pick<Context, 'app' | 'query'> & { readonly files: Pick<FileStore, 'read'> }

/** A form has a few hundred lines; reading a file within these limits takes at most a second. */
const tableBounds: TableBounds = { unpackedBytes: 10 * 1024 * 1024, rows: 2_000, cells: 100_000, seconds: 20 }

/** Maximum reported errors. */
const maxReported = 20
const joinSentences = (problems: readonly LocalizableText[]): LocalizableText =>
  joined('sequence', problems.slice(0, maxReported))

/** Undefined: there is no file, or none that can be read as a table. */
export async function readFileLines(
  context: ImportContext,
  { entity, transition }: Pick<TransitionBatch, 'entity' | 'transition'>,
  rule: FileImport,
  record: RawRecord,
): Promise<FileLines | undefined> {
  const [file] = (record[rule.fileField] ?? []) as FileValue[]
  if (!file || !/\.(csv|xlsx)$/i.test(file.name) || file.size > maxBytes) return undefined
  const field = declared(entity.fields, rule.linesField)
  const typed = Object.values(field.fields ?? {}).filter((item) => item.stored)
  const table = await tableIn(context, file, typed)
  if (table && 'exceeded' in table)
    return {
      wrong: phrase('import_too_large', { file: file.name, bound: boundSentence(table.exceeded, tableBounds) }),
    }
  if (!table) return { wrong: phrase('import_unreadable', { file: file.name }) }
  const read = linesOf(context, field, typed, table.rows)
  const cells = transition.form.find(({ field: asked }) => asked === rule.linesField)?.editOnlyFields
  if ('wrong' in read || cells === undefined) return read
  const present = (record[rule.linesField] ?? []) as RawRecord[]
  const { rows, wrong } = matchingRows(field, rule.matchFields, present, read.lines)
  if (wrong.length > 0) return { wrong: joinSentences(wrong) }
  return {
    lines: rows.map(({ row, values }) => ({
      row,
      values: Object.fromEntries(cells.map((name) => [name, values[name] ?? null])),
    })),
  }
}

async function tableIn(
  { query, files }: ImportContext,
  { id, name }: FileValue,
  fields: readonly Field[],
): Promise<NumberedTable | { readonly exceeded: TableBound } | undefined> {
  const fileRow = await findFile({ query }, id)
  if (!fileRow) return undefined
  const parts: Uint8Array[] = []
  for await (const part of await files.read(fileRow.digest)) parts.push(part as Uint8Array)
  const bytes = new Uint8Array(Buffer.concat(parts))
  // A broken workbook or text is an error of the file.
  const table = { name, bytes: bytes.buffer, most: tableBounds, wanted: { fields } }
  return readTableInThread(table, tableBounds.seconds).catch((error: unknown) => {
    if (error instanceof RequestError) throw error
    return error instanceof WorkEnded ? { exceeded: 'work' as const } : undefined
  })
}

function linesOf(
  { app }: Pick<Context, 'app'>,
  field: Field,
  typed: readonly Field[],
  [head, ...body]: NumberedTable['rows'],
): FileLines {
  const columns = (head?.cells ?? []).map((title) => fieldTitled(title, typed))
  if (columns.every((column) => column === undefined))
    return { wrong: phrase('import_without_columns', { field: field.title }) }
  const wrong: LocalizableText[] = []
  const lines = body.map(({ number: row, cells }): FileLine => ({
    row,
    values: Object.fromEntries(
      columns.flatMap((column, columnIndex) => {
        const text = cells[columnIndex] ?? ''
        if (!column || text === '') return []
        const value = parseInput(text, column, app.dictionaries, app.product.timezone)
        if (value && 'value' in value) return [[column.name, value.value]]
        wrong.push(phrase('import_cell_unreadable', { row, field: column.title, text }))
        return []
      }),
    ),
  }))
  return wrong.length > 0 ? { wrong: joinSentences(wrong) } : { lines }
}

/** The row of the file for each existing line, and the errors of lines without one. */
function matchingRows(
  field: Field,
  matchFields: readonly string[],
  present: readonly RawRecord[],
  given: readonly FileLine[],
): { readonly rows: readonly FileLine[]; readonly wrong: readonly LocalizableText[] } {
  const keyOf = (line: RawRecord) =>
    JSON.stringify(matchFields.map((name) => (isEmpty(line[name]) ? '' : String(line[name]))))
  const byKey = groupBy(given, ({ values }) => keyOf(values))
  const wrong: LocalizableText[] = []
  const rows = present.flatMap((line, index) => {
    const [fileLine] = byKey.get(keyOf(line))?.splice(0, 1) ?? []
    if (fileLine) return [fileLine]
    const about = matchFields.map((name) =>
      phrase('field_value', { field: field.fields![name]!.title, value: String(line[name] ?? '') }),
    )
    wrong.push(phrase('import_line_missing', { line: index + 1, match: joined('enumeration', about) }))
    return []
  })
  return { rows, wrong }
}

/** The errors of the lines, with the row numbers of the file. */
export function errorsByRow(
  field: Field,
  { sentence, fields }: Pick<RequestError, 'sentence' | 'fields'>,
  lines: readonly FileLine[],
): LocalizableText {
  const errors = Object.entries(fields ?? {}).map(([path, problem]): LocalizableText => {
    const [, line, cell = ''] = path.split('.')
    const refused = lines[Number(line)]
    if (!refused) return problem
    const title = field.fields?.[cell]?.title ?? cell
    return phrase('import_row_refused', { row: refused.row, field: title, problem })
  })
  return errors.length === 0 ? sentence : joinSentences(errors)
}
