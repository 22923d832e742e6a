// The errors of lines as a list below the table. Choosing one goes to its cell.
import { useTranslator } from '../../../client/context/clientContext'
import type { Field } from '../../../manifest/model/field'
import styles from './lineErrors.module.css'

const maxShown = 4

export function LineErrors({
  cells,
  columns,
  onGo,
}: {
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
        const [line = '', name = ''] = path.split('.')
        const column = columns.find((field) => field.name === name)
        return (
          <li key={path}>
            <button type="button" onClick={() => onGo(Number(line), name)}>
              {t('form.lineError', { line: Number(line) + 1, title: column ? pick(column.title) : name, message })}
            </button>
          </li>
        )
      })}
      {errors.length > maxShown ? <li>{t('form.lineErrors', { count: errors.length - maxShown })}</li> : null}
    </ul>
  )
}
