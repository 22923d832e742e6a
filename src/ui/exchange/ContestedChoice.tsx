// Choice between the present value and the file's, of one contested cell or of a whole column.
import { Radio } from 'antd'
import type { ImportCell, ImportRow, ImportState } from '../../protocol/exchange/exchangeCalls'
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
  const { columns = [], ofLines = false } = conflicts ?? {}
  if (columns.length === 0) return null
  const several = columns.length > 1 ? [{ title: t('exchange.everyColumn'), columns }] : []
  const groups = [...several, ...columns.map((column) => ({ title: pick(column.title), columns: [column] }))]
  return (
    <section className={styles.contested} aria-label={t(ofLines ? 'exchange.contestedLines' : 'exchange.contested')}>
      <p>{t(ofLines ? 'exchange.contestedLinesHint' : 'exchange.contestedHint')}</p>
      {groups.map(({ title, columns: group }) => {
        const count = group.reduce((sum, { cells }) => sum + cells, 0)
        const overwritten = overwrittenCount(choices.overwrite, group)
        const names = group.map(({ field }) => field)
        return (
          <div key={names.join()}>
            <span>{t(ofLines ? 'exchange.contestedRecords' : 'exchange.contestedColumn', { title, count })}</span>
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
  readonly row: ImportRow
  readonly cell: ImportCell & { readonly field: string }
  readonly progress: ImportProgress
}

/** Draws both values of a contested cell, one of which is chosen. */
export function ContestedValue({ row, cell, progress: { choices, setChoices } }: ContestedValueProps) {
  const { t, pick } = useTranslator()
  const contested = { row: row.row, field: cell.field }
  const value = (text: string | undefined) => text || t('exchange.none')
  const { changed = 0, added = 0, contested: others = 0 } = row.lines?.counts ?? {}
  const [keeping, taking] = row.lines
    ? [t('exchange.keepRecord'), t('exchange.takeLines', { count: changed + added + others, others })]
    : [t('exchange.now', { value: value(cell.now) }), t('exchange.file', { value: value(cell.file) })]
  return (
    <Radio.Group
      {...radioGroup}
      className={styles.values}
      aria-label={`${t('exchange.row', { row: row.row })} ${pick(cell.title)}`}
      value={isOverwritten(choices.overwrite, contested) ? file : present}
      onChange={({ target }) =>
        setChoices({ ...choices, overwrite: withCell(choices.overwrite, contested, target.value === file) })
      }
      options={[
        { value: present, label: keeping },
        { value: file, label: taking },
      ]}
    />
  )
}
