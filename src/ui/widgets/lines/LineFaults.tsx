// What is wrong in which line, said below the table: a red frame alone tells nobody why. Choosing a fault goes to its cell.
import { useWords } from '../../../runtime/runtime'
import type { Field } from '../../../manifest/app'
import styles from './lines.module.css'

const mostShown = 4

export function LineFaults({
  cells,
  columns,
  onGo,
}: {
  cells: Readonly<Record<string, string>> | undefined
  columns: readonly Field[]
  onGo: (line: number, name: string) => void
}) {
  const { t, pick } = useWords()
  const faults = Object.entries(cells ?? {})
  if (faults.length === 0) return null
  return (
    <ul className={styles.faults}>
      {faults.slice(0, mostShown).map(([path, message]) => {
        const [at = '', name = ''] = path.split('.')
        const column = columns.find((one) => one.name === name)
        return (
          <li key={path}>
            <button type="button" onClick={() => onGo(Number(at), name)}>
              {t('form.lineFault', { line: Number(at) + 1, title: column ? pick(column.title) : name, message })}
            </button>
          </li>
        )
      })}
      {faults.length > mostShown ? <li>{t('form.lineFaults', { count: faults.length - mostShown })}</li> : null}
    </ul>
  )
}
