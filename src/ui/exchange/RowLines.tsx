// The lines of a record in the preview of an import: how many change, and each of them on demand.
import { Button } from 'antd'
import { useState } from 'react'
import {
  importLineOutcomes,
  type ImportLine,
  type ImportLineOutcome,
  type ImportRow,
  type ImportRowsAnswer,
} from '../../protocol/exchange/exchangeCalls'
import { useImports } from '../../client/data/imports'
import { useTranslator } from '../../client/context/clientContext'
import { useRefusableCall } from '../controls/hooks/useRefusableCall'
import { CellValues } from './CellLine'
import styles from './exchange.module.css'

/** Also the words of the counts of rows. */
const outcomeTexts = {
  refused: 'refused',
  contested: 'lineContested',
  changed: 'update',
  added: 'create',
} as const satisfies Record<ImportLineOutcome, string>

interface RowLinesProps {
  readonly row: ImportRow
  readonly lines: NonNullable<ImportRow['lines']>
  readonly importId: number
}

/** Draws the counts, the most urgent lines, and a button that unfolds all of them. */
export function RowLines({ row, lines: { counts, listed }, importId }: RowLinesProps) {
  const { t } = useTranslator()
  const imports = useImports()
  const { busy, refused, runCall } = useRefusableCall()
  const [opened, setOpened] = useState<Pick<ImportRowsAnswer, 'more'> & { readonly lines: readonly ImportLine[] }>()
  const outcomes = importLineOutcomes.filter((outcome) => counts[outcome])
  if (outcomes.length === 0) return null
  const read = (before: readonly ImportLine[]): Promise<void> =>
    runCall(async () => {
      const after = before.at(-1)?.row
      const request = { import: importId, linesOf: row.row, ...(after !== undefined && { after }) }
      const { rows, more } = await imports.rows(request)
      setOpened({ lines: [...before, ...rows.flatMap(({ lines }) => lines?.listed ?? [])], more })
    })
  const toggle = t(opened ? 'exchange.hideLines' : 'exchange.showLines')
  const listing = outcomes.map((outcome) => t(`exchange.${outcomeTexts[outcome]}`, { count: counts[outcome] ?? 0 }))
  return (
    <div className={styles.lines}>
      <span>
        {t('exchange.lines', { counts: listing.join(t('form.importComma')) })}{' '}
        <Button
          type="link"
          size="small"
          loading={busy}
          aria-expanded={opened !== undefined}
          aria-label={`${toggle} ${row.label}`}
          onClick={() => (opened ? setOpened(undefined) : void read([]))}
        >
          {toggle}
        </Button>
      </span>
      {refused && <em role="alert">{refused}</em>}
      {(opened?.lines ?? listed).map((line) => (
        <Line key={line.row} line={line} isWhole={opened !== undefined} />
      ))}
      {opened?.more && (
        <Button size="small" loading={busy} onClick={() => void read(opened.lines)}>
          {t('exchange.more')}
        </Button>
      )}
    </div>
  )
}

/** Draws a line with its cells; unless it is whole, with the refused ones if there are any. */
function Line({ line: { row, outcome, cells }, isWhole }: { readonly line: ImportLine; readonly isWhole: boolean }) {
  const { t, pick } = useTranslator()
  const isShort = !isWhole && outcome === 'refused'
  return (
    <p data-outcome={outcome}>
      <span>
        {t('exchange.row', { row })} <small>{t(`exchange.${outcomeTexts[outcome]}`, { count: '' }).trim()}</small>
      </span>
      {cells
        .filter(({ error }) => error || !isShort)
        .map((cell) => (
          <span key={pick(cell.title)}>
            <CellValues cell={cell} />
            {cell.error && <em> {cell.error}</em>}
          </span>
        ))}
    </p>
  )
}
