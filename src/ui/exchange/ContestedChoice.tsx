// Choice between the present value and the file's, of one contested cell or of a whole column.
import { Radio } from 'antd'
import type { ImportCell, ImportState } from '../../protocol/exchange/exchangeCalls'
import { useTranslator } from '../../client/context/clientContext'
import { radioGroup } from '../inputs/base/inputContext'
import { isOverwritten, overwrittenCount, withCell, withColumns } from './contestedCells'
import type { ImportProgress } from './useImport'
import styles from './exchange.module.css'

const [present, file] = ['present', 'file'] as const

/** Draws a choice for each column with contested cells, and one for all of them where they are several. */
export function ContestedColumns({ state: { conflicts }, progress }: { state: ImportState; progress: ImportProgress }) {
  const { t, pick } = useTranslator()
  const { choices, setChoices } = progress
  const columns = conflicts?.columns ?? []
  if (columns.length === 0) return null
  const several = columns.length > 1 ? [{ title: t('exchange.everyColumn'), columns }] : []
  const groups = [...several, ...columns.map((column) => ({ title: pick(column.title), columns: [column] }))]
  return (
    <section className={styles.contested} aria-label={t('exchange.contested')}>
      <p>{t('exchange.contestedHint')}</p>
      {groups.map(({ title, columns: group }) => {
        const count = group.reduce((sum, { cells }) => sum + cells, 0)
        const overwritten = overwrittenCount(choices.overwrite, group)
        const names = group.map(({ field }) => field)
        return (
          <div key={names.join()}>
            <span>{t('exchange.contestedColumn', { title, count })}</span>
            <Radio.Group
              {...radioGroup}
              aria-label={title}
              value={overwritten === 0 ? present : overwritten === count ? file : null}
              onChange={({ target }) =>
                setChoices({ ...choices, overwrite: withColumns(choices.overwrite, names, target.value === file) })
              }
              options={[
                { value: present, label: t('exchange.keepPresent') },
                { value: file, label: t('exchange.takeFile') },
              ]}
            />
          </div>
        )
      })}
    </section>
  )
}

interface ContestedValueProps {
  readonly row: number
  readonly cell: ImportCell & { readonly field: string }
  readonly progress: ImportProgress
}

/** Draws both values of a contested cell, one of which is chosen. */
export function ContestedValue({ row, cell, progress: { choices, setChoices } }: ContestedValueProps) {
  const { t, pick } = useTranslator()
  const contested = { row, field: cell.field }
  const value = (text: string | undefined) => text || t('exchange.none')
  return (
    <Radio.Group
      {...radioGroup}
      className={styles.values}
      aria-label={`${t('exchange.row', { row })} ${pick(cell.title)}`}
      value={isOverwritten(choices.overwrite, contested) ? file : present}
      onChange={({ target }) =>
        setChoices({ ...choices, overwrite: withCell(choices.overwrite, contested, target.value === file) })
      }
      options={[
        { value: present, label: t('exchange.now', { value: value(cell.now) }) },
        { value: file, label: t('exchange.file', { value: value(cell.file) }) },
      ]}
    />
  )
}
