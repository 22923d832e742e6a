// Which contested cells get the file's value: a choice by column, and cells that differ from it.
import type { ContestedCell, ImportState, OverwrittenCells } from '../../protocol/exchange/exchangeCalls'

type ContestedColumns = NonNullable<ImportState['conflicts']>['columns']

export const noneOverwritten: OverwrittenCells = { columns: [], cells: [] }

const isCell =
  ({ row, field }: ContestedCell) =>
  (other: ContestedCell) =>
    other.row === row && other.field === field

export const isOverwritten = ({ columns, cells }: OverwrittenCells, cell: ContestedCell): boolean =>
  columns.includes(cell.field) !== cells.some(isCell(cell))

export function withCell(chosen: OverwrittenCells, cell: ContestedCell, overwrite: boolean): OverwrittenCells {
  if (isOverwritten(chosen, cell) === overwrite) return chosen
  const { columns, cells } = chosen
  const others = cells.filter((other) => !isCell(cell)(other))
  return { columns, cells: others.length < cells.length ? others : [...cells, cell] }
}

/** All cells of these columns, whatever was chosen for single ones. */
export function withColumns(
  { columns, cells }: OverwrittenCells,
  names: readonly string[],
  overwrite: boolean,
): OverwrittenCells {
  const others = columns.filter((name) => !names.includes(name))
  return {
    columns: overwrite ? [...others, ...names] : others,
    cells: cells.filter(({ field }) => !names.includes(field)),
  }
}

/** The number of cells of these columns that will be overwritten, those that are not listed yet included. */
export function overwrittenCount({ columns, cells }: OverwrittenCells, contested: ContestedColumns): number {
  return contested.reduce((sum, { field, cells: count }) => {
    const others = cells.filter((cell) => cell.field === field).length
    return sum + (columns.includes(field) ? count - others : others)
  }, 0)
}
