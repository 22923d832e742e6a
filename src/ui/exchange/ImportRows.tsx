// Lists the rows of an import with their cells and the choice about contested ones.
import { Alert, Button, Checkbox } from 'antd'
import { useEffect, useRef, useState } from 'react'
import {
  importRowStates,
  type ImportRow,
  type ImportRowsAnswer,
  type ImportRowState,
  type ImportState,
} from '../../protocol/exchange/exchangeCalls'
import { CallError } from '../../client/feedback/callError'
import { useImports } from '../../client/data/imports'
import { LoadingLines } from '../controls/Loading'
import { useTranslator } from '../../client/context/clientContext'
import { CellLine, isNewValue } from './CellLine'
import { ContestedColumns } from './ContestedChoice'
import { RowLines } from './RowLines'
import type { ImportProgress } from './useImport'
import styles from './exchange.module.css'

interface ImportRowsProps {
  readonly state: ImportState
  readonly progress: ImportProgress
}

/** Unchanged rows are listed by choice only. */
const listedStates = importRowStates.filter((state) => state !== 'waiting' && state !== 'same')

/** States of rows whose message warns and refuses nothing. */
const warnedStates: ReadonlySet<ImportRowState> = new Set(['create', 'update', 'conflict', 'kept'])

export function ImportRows({ state, progress }: ImportRowsProps) {
  const { t } = useTranslator()
  const imports = useImports()
  const [page, setPage] = useState<ImportRowsAnswer | null>(null)
  const [chosen, setChosen] = useState<ImportRowState | null>(null)
  const listed = page?.rows ?? []
  const [error, setError] = useState('')
  const requests = useRef(0)
  const load = async (before: readonly ImportRow[]): Promise<void> => {
    const request = (requests.current += 1)
    // A late answer has rows of another phase or state.
    const isLate = () => request !== requests.current
    setError('')
    try {
      const after = before.at(-1)?.row
      const states = chosen ? [chosen] : listedStates
      const next = await imports.rows({ import: state.id, states, ...(after !== undefined && { after }) })
      if (isLate()) return
      setPage({ rows: [...before, ...next.rows], more: next.more })
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown
      if (!isLate()) setError(thrown.message)
    }
  }
  useEffect(() => {
    setPage(null)
    void load([])
  }, [state.id, state.phase, chosen])
  return (
    <>
      <StateChoice state={state} chosen={chosen} onChoose={setChosen} />
      {error && (
        <Alert
          className={styles.error}
          type="error"
          showIcon
          role="alert"
          message={error}
          action={
            <Button size="small" onClick={() => void load(listed)}>
              {t('form.retry')}
            </Button>
          }
        />
      )}
      {state.phase === 'checked' && <ContestedColumns state={state} progress={progress} />}
      {!page && !error && <LoadingLines rows={4} />}
      {page?.rows.length === 0 && <p role="status">{t('exchange.nothing')}</p>}
      {listed.length > 0 && <RowList rows={listed} state={state} progress={progress} />}
      {page?.more && <Button onClick={() => void load(listed)}>{t('exchange.more')}</Button>}
    </>
  )
}

interface StateChoiceProps {
  readonly state: ImportState
  /** null: all rows but unchanged ones. */
  readonly chosen: ImportRowState | null
  readonly onChoose: (chosen: ImportRowState | null) => void
}

/** The numbers of rows by state, each of which lists its rows alone until it is pressed again. */
function StateChoice({ state: { counts }, chosen, onChoose }: StateChoiceProps) {
  const { t } = useTranslator()
  return (
    <ul className={`${styles.counts} ${styles.states}`} aria-label={t('exchange.byState')}>
      {importRowStates
        .filter((name) => counts[name])
        .map((name) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={chosen === name}
              onClick={() => onChoose(chosen === name ? null : name)}
            >
              {t(`exchange.${name}`, { count: counts[name] ?? 0 })}
            </button>
          </li>
        ))}
    </ul>
  )
}

function RowList({ rows, state, progress }: ImportRowsProps & { readonly rows: readonly ImportRow[] }) {
  const { t, pick } = useTranslator()
  return (
    <ul className={styles.rows} aria-label={t('exchange.rows')} tabIndex={0}>
      {rows.map((row) => (
        <li key={row.row} data-state={row.state}>
          <b>
            {t('exchange.row', { row: row.row })} {row.label}
          </b>
          {/* The words of the counts, without a number. */}
          <small>{t(`exchange.${row.state}`, { count: '' }).trim()}</small>
          {row.message && (warnedStates.has(row.state) ? <small>{row.message}</small> : <em>{row.message}</em>)}
          {row.cells.length > 0 && (
            <div data-new={row.cells.every(isNewValue) || undefined}>
              {row.cells.map((cell) => (
                <CellLine key={pick(cell.title)} row={row} cell={cell} state={state} progress={progress} />
              ))}
            </div>
          )}
          {row.lines && <RowLines row={row} lines={row.lines} importId={state.id} />}
          {state.phase === 'checked' && row.state === 'repeated' && <AgainChoice row={row.row} progress={progress} />}
        </li>
      ))}
    </ul>
  )
}

/** The choice to write a row that an earlier import has added. */
function AgainChoice({ row, progress: { choices, setChoices } }: { row: number; progress: ImportProgress }) {
  const { t } = useTranslator()
  const { again } = choices
  return (
    <Checkbox
      checked={again.includes(row)}
      onChange={({ target }) =>
        setChoices({ ...choices, again: target.checked ? [...again, row] : again.filter((number) => number !== row) })
      }
    >
      {t('exchange.again')}
    </Checkbox>
  )
}
