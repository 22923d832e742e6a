// Finds the line that each row of a file fills in, for forms that keep their lines.
// It is the line at the row's position, or another one with equal remaining cells.
import { fieldError } from '../../../../manifest/fieldTypes/fieldErrors'
import type { Field } from '../../../../manifest/model/field'
import type { LineValue } from '../../../../protocol/calls'
import type { ReadLine } from '../../../../protocol/exchange/linesCalls'
import type { RawRecord } from '../../../context/context'
import { phrase } from '../../../context/phrases'
import type { RequestContext } from '../../contract/operation'
import { exchangeCell, isSameText } from '../exchangeCells'
import { lineError } from './lineError'
import type { OpenLines } from './formLines'

/** A row as it was read, with the texts of its cells by field. */
export interface RowOfLines extends ReadLine {
  readonly texts: Readonly<Record<string, string>>
}

export function filledLines(
  context: RequestContext,
  { columns, entity }: OpenLines,
  { fields, lines }: NonNullable<OpenLines['filling']>,
  rows: readonly RowOfLines[],
): readonly ReadLine[] {
  // Labels of references are not read with the line: the other cells identify it.
  const fixed = columns.filter(({ name, type }) => !fields.includes(name) && type !== 'ref')
  const { app, caller } = context
  const writers = fixed.map((cell) => [cell, exchangeCell(app, entity, cell, caller.language)] as const)
  const differing = ({ texts }: RowOfLines, line: RawRecord | undefined): readonly Field[] =>
    writers.flatMap(([cell, write]) => {
      const [file, present] = [texts[cell.name], write((line?.[cell.name] ?? null) as never)?.text ?? '']
      return file === undefined || isSameText(app, cell, file, present) ? [] : [cell]
    })
  const taken = new Set<number>()
  return rows.map((read, position): ReadLine => {
    const { row, errors, texts } = read
    const isLine = (index: number) => !taken.has(index) && index in lines && differing(read, lines[index]).length === 0
    const index = isLine(position) ? position : lines.findIndex((_, other) => isLine(other))
    const line = Object.fromEntries(Object.entries(read.line).filter(([name]) => fields.includes(name))) as LineValue
    if (index >= 0) {
      taken.add(index)
      return { row, lineIndex: index, line, errors: errors.filter(({ field }) => fields.includes(field)) }
    }
    const wrong = position in lines ? differing(read, lines[position]) : []
    const refused =
      wrong.length > 0
        ? wrong.map((cell) => [cell, phrase('import_cell_fixed')] as const)
        : columns.slice(0, 1).map((cell) => [cell, fieldError('lines_fixed')] as const)
    // A merged cell is refused as such already.
    const further = refused
      .filter(([{ name }]) => !errors.some(({ field }) => field === name))
      .map(([cell, why]) => lineError(context, cell, texts[cell.name] ?? '', why))
    return { row, line, errors: [...errors, ...further] }
  })
}
