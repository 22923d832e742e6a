// How does a manifest's column become a column of the table? Its value by type, its whole text for what is cut off; the record's own name opens it.
import type { Entity } from '../../../manifest/app'
import type { RecordData } from '../../../protocol/calls'
import type { TableColumn } from '../../table/DataTable'
import { optionsOf, type Scene } from '../../values/scene'
import { alignOf, shownValue, textOfValue } from '../../values/value'
import { cellValue, grows, leastOf, valueAt, widthOf, type OwnColumn } from './listColumns'

interface Facts {
  readonly scene: Scene
  readonly entity: string
  /** The column whose value opens the record. */
  readonly opens: string | undefined
  readonly open: (row: RecordData) => void
  /** How wide the texts of the columns are (useWidestTexts); absent: as the type usually takes. */
  readonly seen?: ReadonlyMap<string, number>
  /** Of texts (textScale); absent: 1. */
  readonly scale?: number
}

/** Types whose cells are never cut off in a way that hides something. */
const unhinted = new Set(['choice', 'boolean', 'files'])

export function tableColumns(
  columns: readonly OwnColumn[],
  { scene, entity, opens, open, seen, scale = 1 }: Facts,
): TableColumn<RecordData>[] {
  return columns.map((column) => {
    const title = scene.words.pick(column.title)
    const value = (row: RecordData) => valueAt(row, column.field)
    const wide = (pixels: number) => (column.width === undefined ? Math.ceil(pixels * scale) : pixels)
    const width = widthOf(
      column,
      title,
      column.type === 'choice' ? optionsOf(scene, column, entity).map((option) => scene.words.pick(option.title)) : [],
      seen?.get(column.field),
    )
    return {
      key: column.field,
      title,
      width: wide(width),
      least: wide(leastOf(column, title, width)),
      grows: grows(column),
      align: alignOf(column.type),
      pin: column.pin,
      sortable: column.sortable,
      resizable: true,
      render:
        column.field === opens
          ? (row) => (
              <button type="button" className="value-link" onClick={() => open(row)}>
                {textOfValue(column, value(row), scene, entity) || row.label}
              </button>
            )
          : (row) => shownValue(column, cellValue(column, value(row)), scene, entity, { entity, record: row.id }),
      hint: unhinted.has(column.type)
        ? undefined
        : (row) => textOfValue(column, value(row), scene, entity) || undefined,
    }
  })
}

/** The column that names the record: its label, its number, else the first column of plain text. */
export function openingColumn(columns: readonly OwnColumn[], entity: Entity | undefined): string | undefined {
  const has = (field: string) => columns.some((column) => column.field === field && column.type !== 'ref')
  if (entity && has(entity.label)) return entity.label
  if (has('no')) return 'no'
  return columns.find((column) => column.type === 'string' && !column.field.includes('.'))?.field
}
