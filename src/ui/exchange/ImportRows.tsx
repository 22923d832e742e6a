// Lists the rows of an import with their cells and the choice about contested rows.
import { Button, Checkbox } from 'antd'
import { useEffect, useState } from 'react'
import type { ImportCell, ImportRow, ImportRowsAnswer, ImportState } from '../../protocol/exchange/exchangeCalls'
import { CallError } from '../../client/feedback/callError'
import { useImports } from '../../client/data/imports'
import { useTranslator } from '../../client/context/clientContext'
import type { ImportProgress } from './useImport'
import styles from './exchange.module.css'

interface ImportRowsProps {
  readonly state: ImportState
  readonly progress: ImportProgress
}

const listedStates = [
  ...(['conflict', 'repeated', 'refused', 'failed', 'kept', 'create', 'update', 'created', 'updated'] as const),
  ...(['wentOn', 'notTakenBack', 'voided', 'restored'] as const),
]

export function ImportRows({ state, progress }: ImportRowsProps) {
  const { t, pick } = useTranslator()
  const imports = useImports()
  const [page, setPage] = useState<ImportRowsAnswer>({ rows: [], more: false })
  const [error, setError] = useState('')
  const load = async (before: readonly ImportRow[]): Promise<void> => {
    try {
      const after = before.at(-1)?.row
      const next = await imports.rows({ import: state.id, states: listedStates, ...(after !== undefined && { after }) })
      setPage({ rows: [...before, ...next.rows], more: next.more })
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown
      setError(thrown.message)
    }
  }
  useEffect(() => {
    void load([])
  }, [state.id, state.phase])
  return (
    <>
      {error && <p role="alert">{error}</p>}
      <ul className={styles.rows} aria-label={t('exchange.rows')} tabIndex={0}>
        {page.rows.map((row) => (
          <li key={row.row} data-state={row.state}>
            <b>
              {t('exchange.row', { row: row.row })} {row.label}
            </b>
            {/* The words of the counts, without a number. */}
            <small>{t(`exchange.${row.state}`, { count: '' }).trim()}</small>
            {row.message && <em>{row.message}</em>}
            {row.cells.map((cell) => (
              <CellLine key={pick(cell.title)} cell={cell} />
            ))}
            {state.phase === 'checked' && <RowChoice row={row} progress={progress} />}
          </li>
        ))}
      </ul>
      {page.more && <Button onClick={() => void load(page.rows)}>{t('exchange.more')}</Button>}
    </>
  )
}

/** The choice to write a row that is skipped by default. */
function RowChoice({ row: { row, state }, progress }: { row: ImportRow; progress: ImportProgress }) {
  const { t } = useTranslator()
  const { choices, setChoices } = progress
  if (state !== 'conflict' && state !== 'repeated') return null
  const choice = state === 'conflict' ? 'overwrite' : 'again'
  const chosen = choices[choice]
  const choose = (rows: readonly number[]) => setChoices({ ...choices, [choice]: rows })
  return (
    <Checkbox
      checked={chosen.includes(row)}
      onChange={({ target }) => choose(target.checked ? [...chosen, row] : chosen.filter((number) => number !== row))}
    >
      {t(`exchange.${choice}`)}
    </Checkbox>
  )
}

function CellLine({ cell: { title, base, file, now, error } }: { cell: ImportCell }) {
  const { t, pick } = useTranslator()
  const value = (text: string) => text || t('exchange.none')
  const parts = [
    base !== undefined && t('exchange.base', { value: value(base) }),
    now !== undefined && t('exchange.now', { value: value(now) }),
    t('exchange.file', { value: value(file) }),
  ]
  return (
    <span>
      {pick(title)}: {parts.filter(Boolean).join(' → ')}
      {error && <em> {error}</em>}
    </span>
  )
}
