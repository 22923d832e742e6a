// The errors of lines as a list below the table. Choosing one goes to its cell.
import { useTranslator } from '../../../client/context/clientContext'
import type { Field } from '../../../manifest/model/field'
import type { Line } from '../lineModel/editLines'
import { lineNumber } from '../lineModel/lineColumns'
import styles from './lineErrors.module.css'

const maxShown = 4

export function LineErrors({
  field,
  rows,
  cells,
  columns,
  onGo,
}: {
  field: Field
  rows: readonly Line[]
  cells: Readonly<Record<string, string>> | undefined
  columns: readonly Field[]
  onGo: (line: number, name: string) => void
}) {
  const { t, pick } = useTranslator()
  const errors = Object.entries(cells ?? {})
  if (errors.length === 0) return null
  return (
    <ul className={styles.errors}>
      {errors.slice(0, maxShown).map(([path, message]) => {
        const [row = '', name = ''] = path.split('.')
        const index = Number(row)
        const line = lineNumber(rows[index], index, field)
        const column = columns.find((one) => one.name === name)
        return (
          <li key={path}>
            <button type="button" onClick={() => onGo(index, name)}>
              {t('form.lineError', { line, title: column ? pick(column.title) : name, message })}
            </button>
          </li>
        )
      })}
      {errors.length > maxShown ? <li>{t('form.lineErrors', { count: errors.length - maxShown })}</li> : null}
    </ul>
  )
}
