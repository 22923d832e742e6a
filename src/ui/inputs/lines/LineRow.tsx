// One line of the table.
// Renders only when the line, its index, its errors or a value that it refers to change.
import { isNumberType } from '../../../manifest/expression/values/valueTypes'
import { observer } from '@formily/react'
import { Icon } from '../../controls/icons'
import { useFormat, useTranslator } from '../../../client/context/clientContext'
import { isComputed, type Field } from '../../../manifest/model/field'
import { useInputContext, type LinesContext } from '../base/inputContext'
import { fieldText } from '../lineModel/lineCellText'
import { lineCellValue } from '../lineModel/computedLine'
import { LineCell } from './LineCell'
import { type Line, type LineFields } from '../lineModel/editLines'
import styles from './lines.module.css'

interface LineRowProps {
  readonly line: Line
  /** Counted from 0. */
  readonly index: number
  /** What the line is called by. */
  readonly number: number
  readonly columns: readonly Field[]
  /** The column of what the line is called. */
  readonly name: string | undefined
  /** The column of what the lines add up to. */
  readonly total: string | undefined
  readonly fields: LineFields
  /** The same object while only values of lines change. */
  readonly context: Pick<LinesContext, 'read' | 'evaluationContext' | 'optionSource' | 'only'>
  /** This line's errors as JSON, so that equal ones compare equal. */
  readonly errors: string
  readonly disabled?: boolean
  /** Whether it can be neither copied nor removed. */
  readonly fixed: boolean
  /** The blank first line of an empty table. */
  readonly blank: boolean
  readonly onCell: (index: number, name: string, value: unknown) => void
  readonly onCopy: (index: number) => void
  readonly onRemove: (index: number) => void
}

export const LineRow = observer(function LineRow({
  line,
  index,
  number,
  columns,
  name,
  total,
  fields,
  context,
  errors,
  disabled,
  fixed,
  blank,
  onCell,
  onCopy,
  onRemove,
}: LineRowProps) {
  const translator = useTranslator()
  const format = useFormat()
  const { dictionaries } = useInputContext()
  const wrong = errors === '' ? {} : (JSON.parse(errors) as Record<string, string>)
  return (
    <tr>
      <th scope="row" className={styles.count}>
        {number}
      </th>
      {columns.map((field) =>
        isComputed(field) || context.only?.includes(field.name) === false ? (
          <td
            key={field.name}
            data-title={translator.pick(field.title)}
            data-name={field.name === name || undefined}
            data-total={field.name === total || undefined}
            className={isNumberType(field.type) ? styles.computedNumber : styles.computed}
          >
            {fieldText(lineCellValue(line, field, fields, context), field, { dictionaries, translator, format })}
          </td>
        ) : (
          <EditableCell
            key={field.name}
            field={field}
            line={line}
            value={line[field.name]}
            index={index}
            number={number}
            isName={field.name === name}
            isTotal={field.name === total}
            error={wrong[field.name]}
            disabled={disabled}
            context={context}
            onCell={onCell}
          />
        ),
      )}
      {blank ? <td className={styles.tools} /> : null}
      {fixed || blank ? null : <LineTools index={index} number={number} onCopy={onCopy} onRemove={onRemove} />}
    </tr>
  )
})

interface EditableCellProps extends Pick<
  LineRowProps,
  'line' | 'index' | 'number' | 'disabled' | 'context' | 'onCell'
> {
  readonly field: Field
  readonly value: unknown
  readonly isName: boolean
  readonly isTotal: boolean
  readonly error: string | undefined
}

function EditableCell(props: EditableCellProps) {
  const { field, line, value, index, number, isName, isTotal, error, disabled, context, onCell } = props
  const { t, pick } = useTranslator()
  const title = pick(field.title)
  return (
    <td
      data-line={index}
      data-field={field.name}
      data-name={isName || undefined}
      data-total={isTotal || undefined}
      data-title={field.required ? `${title} *` : title}
      className={error ? styles.wrong : undefined}
    >
      <LineCell
        field={field}
        value={value}
        onChange={(next) => onCell(index, field.name, next)}
        label={t('form.lineField', { line: number, title })}
        disabled={disabled}
        error={error}
        optionSource={field.type === 'ref' ? () => context.optionSource(field, line) : undefined}
      />
    </td>
  )
}

type LineToolsProps = Pick<LineRowProps, 'index' | 'number' | 'onCopy' | 'onRemove'>

function LineTools({ index, number, onCopy, onRemove }: LineToolsProps) {
  const { t } = useTranslator()
  const copy = t('form.copyLine', { line: number })
  const remove = t('form.removeLine', { line: number })
  return (
    <td className={styles.tools}>
      <button type="button" tabIndex={-1} aria-label={copy} title={copy} onClick={() => onCopy(index)}>
        <Icon name="copy" size={15} />
      </button>
      <button type="button" tabIndex={-1} aria-label={remove} title={remove} onClick={() => onRemove(index)}>
        <Icon name="close" size={15} />
      </button>
    </td>
  )
}
