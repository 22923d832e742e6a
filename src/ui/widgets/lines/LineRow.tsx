// One line of the table. It is drawn again only when the line itself, its place, its faults or a value that it refers to change.
import { observer } from '@formily/react'
import { Icon } from '../../shell/icons'
import { useFormat, useWords } from '../../../runtime/runtime'
import type { Field } from '../../../manifest/app'
import { useSurroundings } from '../widget'
import type { LinesFacts } from '../widget'
import { cellText, isNumber } from './cellText'
import { cellOf } from './filledLine'
import { LineCell } from './LineCell'
import { isComputed, type Line, type LineFields } from './lineRows'
import styles from './lines.module.css'

export interface LineRowProps {
  readonly line: Line
  /** Counted from 0. */
  readonly at: number
  readonly columns: readonly Field[]
  readonly fields: LineFields
  /** Stays the same object while nothing but values of lines changes. */
  readonly facts: Pick<LinesFacts, 'read' | 'world' | 'offer' | 'only'>
  /** This line's faults as JSON, so that equal ones are equal. */
  readonly faults: string
  readonly disabled?: boolean
  /** It can be neither copied nor removed. */
  readonly fixed: boolean
  readonly onCell: (at: number, name: string, value: unknown) => void
  readonly onCopy: (at: number) => void
  readonly onRemove: (at: number) => void
}

export const LineRow = observer(function LineRow({
  line,
  at,
  columns,
  fields,
  facts,
  faults,
  disabled,
  fixed,
  onCell,
  onCopy,
  onRemove,
}: LineRowProps) {
  const words = useWords()
  const { t, pick } = words
  const format = useFormat()
  const { dictionaries } = useSurroundings()
  const wrong = faults === '' ? {} : (JSON.parse(faults) as Record<string, string>)
  return (
    <tr>
      <th scope="row" className={styles.count}>
        {at + 1}
      </th>
      {columns.map((field) => {
        const title = pick(field.title)
        if (isComputed(field) || facts.only?.includes(field.name) === false) {
          return (
            <td
              key={field.name}
              data-title={title}
              className={isNumber(field) ? styles.computedNumber : styles.computed}
            >
              {cellText(cellOf(line, field, fields, facts.read, facts.world), field, dictionaries, words, format)}
            </td>
          )
        }
        return (
          <td
            key={field.name}
            data-line={at}
            data-field={field.name}
            data-title={field.required ? `${title} *` : title}
            className={wrong[field.name] ? styles.wrong : undefined}
          >
            <LineCell
              field={field}
              value={line[field.name]}
              onChange={(value) => onCell(at, field.name, value)}
              label={t('form.lineField', { line: at + 1, title })}
              disabled={disabled}
              fault={wrong[field.name]}
              offer={field.type === 'ref' ? () => facts.offer(field, line) : undefined}
            />
          </td>
        )
      })}
      {fixed ? null : (
        <td className={styles.tools}>
          <button
            type="button"
            tabIndex={-1}
            aria-label={t('form.copyLine', { line: at + 1 })}
            title={t('form.copyLine', { line: at + 1 })}
            onClick={() => onCopy(at)}
          >
            <Icon name="copy" size={15} />
          </button>
          <button
            type="button"
            tabIndex={-1}
            aria-label={t('form.removeLine', { line: at + 1 })}
            title={t('form.removeLine', { line: at + 1 })}
            onClick={() => onRemove(at)}
          >
            <Icon name="close" size={15} />
          </button>
        </td>
      )}
    </tr>
  )
})
