// The last row of a table of lines: their number and the sums of columns.
import { observer } from '@formily/react'
import { useState } from 'react'
import { useFormat, useTranslator } from '../../../client/context/clientContext'
import type { Field } from '../../../manifest/model/field'
import { useInputContext, type LinesContext } from '../base/inputContext'
import { fieldText } from '../lineModel/lineCellText'
import { filledLine } from '../lineModel/computedLine'
import type { Line, LineFields } from '../lineModel/editLines'
import { LineSums } from '../lineModel/lineSums'
import styles from './lines.module.css'

export const LineTotals = observer(function LineTotals({
  lines,
  field,
  columns,
  total,
  context,
  tools,
}: {
  lines: readonly Line[]
  field: Field
  columns: readonly Field[]
  /** The column that stays in sight. */
  total: string | undefined
  context: LinesContext
  tools: boolean
}) {
  const translator = useTranslator()
  const format = useFormat()
  const { dictionaries } = useInputContext()
  const [columnSums] = useState(() => new LineSums())
  const fields: LineFields = field.fields ?? {}
  // The blank first line of an empty table has no sum.
  if (lines.length === 0 || !columns.some(({ name }) => context.sums.has(name))) return null
  const filled = lines.map((line) => filledLine(line, fields, context.read, context.evaluationContext))
  const sums = columns.map((column) =>
    context.sums.has(column.name)
      ? fieldText(columnSums.textOf(filled, column, fields, context), column, { dictionaries, translator, format })
      : '',
  )
  if (sums.every((text) => text === '')) return null
  return (
    <tfoot>
      <tr>
        <th scope="row" className={styles.sumHead}>
          {translator.t('form.sum')}
        </th>
        {columns.map((column, index) => (
          <td
            key={column.name}
            data-title={translator.pick(column.title)}
            data-total={column.name === total || undefined}
            className={context.sums.has(column.name) ? styles.sum : styles.noSum}
          >
            {sums[index]}
          </td>
        ))}
        {tools ? <td className={`${styles.noSum} ${styles.tools}`} /> : null}
      </tr>
    </tfoot>
  )
})
