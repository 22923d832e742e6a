// The column headers of lines.
import { memo } from 'react'
import { isNumberType } from '../../../manifest/expression/values/valueTypes'
import type { Field } from '../../../manifest/model/field'
import { useTranslator } from '../../../client/context/clientContext'
import { columnWidth, countPixels, toolsPixels } from '../lineModel/lineCellText'
import spoken from '../../controls/spoken.module.css'
import styles from './lines.module.css'

interface LinesHeadProps {
  readonly columns: readonly Field[]
  /** The column of what a line is called. */
  readonly name: string | undefined
  /** The column of what the lines add up to. */
  readonly total: string | undefined
  readonly disabled: boolean | undefined
  /** Lines are neither added nor removed. */
  readonly fixed: boolean
}

/** Not drawn again while cells change. */
export const LinesHead = memo(function LinesHead({ columns, name, total, disabled, fixed }: LinesHeadProps) {
  const { t, pick } = useTranslator()
  return (
    <>
      <colgroup>
        <col style={{ width: countPixels }} />
        {columns.map((column) => (
          <col key={column.name} style={{ width: columnWidth(column, columns, pick) }} />
        ))}
        {fixed ? null : <col style={{ width: toolsPixels }} />}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">
            <span className={spoken.only}>#</span>
          </th>
          {columns.map((column) => (
            <th
              key={column.name}
              scope="col"
              data-name={column.name === name || undefined}
              data-total={column.name === total || undefined}
              className={isNumberType(column.type) ? styles.numberHead : undefined}
              title={pick(column.help ?? column.title)}
            >
              {column.required && !disabled ? <i aria-hidden>*</i> : null}
              {pick(column.title)}
            </th>
          ))}
          {fixed ? null : (
            <th className={styles.tools}>
              <span className={spoken.only}>{t('form.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
    </>
  )
})
