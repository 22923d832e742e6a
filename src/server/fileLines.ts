// Which lines stand in the file of a record? The rows of its table by the titles of the lines' fields, as a person would have typed them; every cell that is
// not understood is told with its row. A file that is no table says nothing.
import type { Entity, Field, Text, TimedLines, Transition } from '../manifest/app'
import { fieldTitled, typedValue } from '../manifest/fields/typedText'
import { isEmpty } from '../manifest/fields/fieldTypes'
import type { FileValue } from '../protocol/calls'
import { mostBytes, readTable } from '../protocol/tableFile'
import type { Context, RawRecord } from './context'
import { findFile } from './files/rows'
import type { FileStore } from './files/store'

/** `lines`: as a form would send them. `wrong`: why the table cannot be taken. */
export type FileLines = { readonly lines: readonly RawRecord[] } | { readonly wrong: Text }

/** Faults that are told; nobody reads more. */
const mostTold = 20
const together = (told: readonly Text[]): Text => [
  told
    .slice(0, mostTold)
    .map(([first]) => first)
    .join('；'),
  told
    .slice(0, mostTold)
    .map(([, second]) => second)
    .join('; '),
]

/** undefined: there is no file, or none that can be read as a table. */
export async function readFileLines(
  context: Pick<Context, 'app' | 'query'>,
  files: Pick<FileStore, 'read'>,
  entity: Entity,
  transition: Transition,
  rule: TimedLines,
  record: RawRecord,
): Promise<FileLines | undefined> {
  const [file] = (record[rule.from] ?? []) as FileValue[]
  if (!file || !/\.(csv|xlsx)$/i.test(file.name) || file.size > mostBytes) return undefined
  const rows = await rowsOf(context, files, file)
  if (!rows) return { wrong: [`文件“${file.name}”无法读取`, `The file “${file.name}” cannot be read`] }
  return linesOf(
    context,
    entity.fields[rule.into]!,
    transition.asks.find(({ field }) => field === rule.into)?.cells,
    rule,
    (record[rule.into] ?? []) as RawRecord[],
    rows,
  )
}

async function rowsOf(
  { query }: Pick<Context, 'query'>,
  files: Pick<FileStore, 'read'>,
  { id, name }: FileValue,
): Promise<string[][] | undefined> {
  const known = await findFile({ query }, id)
  if (!known) return undefined
  const parts: Uint8Array[] = []
  for await (const part of await files.read(known.digest)) parts.push(part as Uint8Array)
  const bytes = new Uint8Array(Buffer.concat(parts))
  // What is no workbook inside, or no text, is the fault of the file.
  return readTable(name, bytes.buffer).catch(() => undefined)
}

function linesOf(
  { app }: Pick<Context, 'app'>,
  field: Field,
  cells: readonly string[] | undefined,
  { match }: TimedLines,
  present: readonly RawRecord[],
  [head = [], ...body]: string[][],
): FileLines {
  const typed = Object.values(field.fields ?? {}).filter((one) => one.stored)
  const columns = head.map((title) => fieldTitled(title, typed))
  if (columns.every((column) => column === undefined))
    return { wrong: [`第一行没有“${field.title[0]}”的列名`, `The first row names no column of “${field.title[1]}”`] }
  const wrong: Text[] = []
  const lines = body.map((texts, at): RawRecord =>
    Object.fromEntries(
      columns.flatMap((column, place) => {
        const text = texts[place] ?? ''
        if (!column || text === '') return []
        const value = typedValue(text, column, app.dictionaries, app.product.timezone)
        if (value && 'value' in value) return [[column.name, value.value]]
        wrong.push([
          `第 ${at + 2} 行“${column.title[0]}”无法识别：${text}`,
          `Row ${at + 2}, “${column.title[1]}” is not understood: ${text}`,
        ])
        return []
      }),
    ),
  )
  if (wrong.length > 0) return { wrong: together(wrong) }
  return cells ? matched(field, cells, match, present, lines) : { lines }
}

/** The lines that are there, each with the cells of the one row that is about it. */
function matched(
  field: Field,
  cells: readonly string[],
  match: readonly string[],
  present: readonly RawRecord[],
  rows: readonly RawRecord[],
): FileLines {
  const keyOf = (line: RawRecord) =>
    JSON.stringify(match.map((name) => (isEmpty(line[name]) ? '' : String(line[name]))))
  const byKey = new Map<string, RawRecord[]>()
  for (const row of rows) byKey.set(keyOf(row), [...(byKey.get(keyOf(row)) ?? []), row])
  const wrong: Text[] = []
  const lines = present.map((line, at): RawRecord => {
    const [row] = byKey.get(keyOf(line))?.splice(0, 1) ?? []
    if (row) return Object.fromEntries(cells.map((name) => [name, row[name] ?? null]))
    const about = (language: 0 | 1) =>
      match.map((name) => `${field.fields![name]!.title[language]} ${String(line[name] ?? '')}`)
    wrong.push([
      `表中没有第 ${at + 1} 行明细（${about(0).join('，')}）`,
      `The table lacks line ${at + 1} (${about(1).join(', ')})`,
    ])
    return {}
  })
  return wrong.length > 0 ? { wrong: together(wrong) } : { lines }
}

/** What refused the lines, row by row as they stand in the file. */
export function toldByRow(field: Field, sentence: Text, faults: Readonly<Record<string, Text>> | undefined): Text {
  const rows = Object.entries(faults ?? {}).map(([at, text]): Text => {
    const [, line, cell = ''] = at.split('.')
    if (line === undefined) return text
    const title = field.fields?.[cell]?.title ?? [cell, cell]
    return [`第 ${Number(line) + 2} 行“${title[0]}”：${text[0]}`, `Row ${Number(line) + 2}, “${title[1]}”: ${text[1]}`]
  })
  return rows.length === 0 ? sentence : together(rows)
}
