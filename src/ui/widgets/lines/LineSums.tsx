// The last row of a table of lines: how many there are and what the summed columns come to.
import { observer } from '@formily/react'
import { useFormat, useWords } from '../../../runtime/runtime'
import type { Field } from '../../../manifest/app'
import { useSurroundings } from '../widget'
import type { LinesFacts } from '../widget'
import { cellText } from './cellText'
import { filledLine } from './filledLine'
import { sumOf, type Line, type LineFields } from './lineRows'
import styles from './lines.module.css'

export const LineSums = observer(function LineSums({
  lines,
  columns,
  fields,
  facts,
  tools,
}: {
  lines: readonly Line[]
  columns: readonly Field[]
  fields: LineFields
  facts: LinesFacts
  tools: boolean
}) {
  const words = useWords()
  const format = useFormat()
  const { dictionaries } = useSurroundings()
  if (facts.sums.size === 0) return null
  const filled = lines.map((line) => filledLine(line, fields, facts.read, facts.world))
  return (
    <tfoot>
      <tr>
        <th scope="row" className={styles.sumHead}>
          {words.t('form.sum')}
        </th>
        {columns.map((column) => (
          <td
            key={column.name}
            data-title={words.pick(column.title)}
            className={facts.sums.has(column.name) ? styles.sum : styles.noSum}
          >
            {facts.sums.has(column.name)
              ? cellText(sumOf(filled, column, fields, facts.read, facts.world), column, dictionaries, words, format)
              : null}
          </td>
        ))}
        {tools ? <td className={styles.noSum} /> : null}
      </tr>
    </tfoot>
  )
})
