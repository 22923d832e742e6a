// The values beside the name of a record. There are no column headers, so an empty value is left blank.
import { isEmpty } from '../../../manifest/fieldTypes/definition'
import type { Column } from '../../../manifest/model/column'
import type { RecordData } from '../../../protocol/calls'
import { standingAlone, type RenderContext } from '../../values/renderContext'
import { renderValue } from '../../values/renderValue'

interface RecordFactsProps {
  readonly row: RecordData
  readonly entity: string | undefined
  readonly columns: readonly Column[]
  readonly context: RenderContext
}

export function RecordFacts({ row, entity, columns, context }: RecordFactsProps) {
  const alone = standingAlone(context)
  return columns.map((column) => {
    const value = row.values[column.field]
    return <span key={column.field}>{isEmpty(value) ? null : renderValue(column, value, alone, { entity })}</span>
  })
}
