// Turns a manifest's columns into columns of the table.
// Draws the value by type with a tooltip for text that is cut off; the record's label opens it.
import { typesWith } from '../../manifest/model/field'
import type { Entity } from '../../manifest/model/entity'
import type { RecordData } from '../../protocol/calls'
import type { TableColumn } from './tableColumn'
import { shownAt } from '../values/fieldAtPath'
import { optionsOf, type RenderContext } from '../values/renderContext'
import { alignOf, renderValue, textOfValue } from '../values/renderValue'
import { cellValue, grows, minWidthOf, valueAt, widthOf, type OwnColumn } from './columnSettings'

interface ColumnContext {
  readonly context: RenderContext
  readonly entity: string
  /** The column whose value opens the record. */
  readonly opens: string | undefined
  readonly open: (row: RecordData) => void
  /** Widths of the texts of the columns (useWidestTexts); absent: the usual width of the type. */
  readonly seen?: ReadonlyMap<string, number>
  /** Scale of texts (textScale); absent: 1. */
  readonly scale?: number
}

/** Types whose cells need no tooltip when cut off. */
const unhinted = typesWith(['choice', 'boolean', 'files'], {
  without: ['string', 'text', 'int', 'money', 'decimal', 'date', 'datetime', 'mobile', 'ref', 'lines', 'address'],
})

/**
 * The columns in the given order, with widths in pixels for the scale of the text size. `seen`: the widest text of each
 * column, by path.
 */
export function tableColumns(
  columns: readonly OwnColumn[],
  { context, entity, opens, open, seen, scale = 1 }: ColumnContext,
): TableColumn<RecordData>[] {
  return columns.map((column) => {
    const title = context.translator.pick(column.title)
    const value = (row: RecordData) => valueAt(row, column.field)
    const wide = (pixels: number) => (column.width === undefined ? Math.ceil(pixels * scale) : pixels)
    const width = widthOf(
      column,
      title,
      column.type === 'choice'
        ? optionsOf(context, column, entity).map((option) => context.translator.pick(option.title))
        : [],
      seen?.get(column.field),
    )
    const help = shownAt(context, entity, column.field)?.help
    return {
      key: column.field,
      title,
      help: help && context.translator.pick(help),
      width: wide(width),
      least: wide(minWidthOf(column, title, width)),
      grows: grows(column),
      align: alignOf(column.type),
      pin: column.pin,
      sortable: column.sortable,
      resizable: true,
      render:
        column.field === opens && context.canOpen(entity)
          ? (row) => (
              <button type="button" className="value-link table-name" onClick={() => open(row)}>
                {textOfValue(column, value(row), context, entity) || row.label}
              </button>
            )
          : (row) =>
              renderValue(column, cellValue(column, value(row)), context, {
                entity,
                carrier: { entity, record: row.id },
              }),
      hint: unhinted.has(column.type)
        ? undefined
        : (row) => textOfValue(column, value(row), context, entity) || undefined,
    }
  })
}

/** The column that names the record: its label, its number, else the first column of plain text. */
export function openingColumn(columns: readonly OwnColumn[], entity: Entity | undefined): string | undefined {
  const has = (field: string) => columns.some((column) => column.field === field && column.type !== 'ref')
  if (entity && has(entity.labelField)) return entity.labelField
  if (has('no')) return 'no'
  return columns.find((column) => column.type === 'string' && !column.field.includes('.'))?.field
}
