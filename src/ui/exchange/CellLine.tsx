// A cell of an import's row: its values, and what is wrong with it.
import type { ImportCell, ImportRow, ImportState } from '../../protocol/exchange/exchangeCalls'
import { useTranslator } from '../../client/context/clientContext'
import { ContestedValue } from './ContestedChoice'
import type { ImportProgress } from './useImport'

/** A value that replaces none. */
export const isNewValue = ({ base, now, contested, error }: ImportCell): boolean =>
  base === undefined && now === undefined && !contested && error === undefined

interface CellLineProps {
  readonly row: ImportRow
  readonly cell: ImportCell
  readonly state: ImportState
  readonly progress: ImportProgress
}

/** Draws a cell as it was exported, as it is in the file and as it is now, with the choice between them. */
export function CellLine({ row, cell, state, progress }: CellLineProps) {
  const { t, pick } = useTranslator()
  const { title, contested, field, error } = cell
  const isOpen = state.phase === 'checked' && row.state === 'conflict' && contested === true && field !== undefined
  return (
    <span>
      {/* Which cells of lines are contested is listed with the lines. */}
      {row.lines && contested ? pick(title) : <CellValues cell={cell} isOpen={isOpen} />}
      {cell.kept && <small> {t('exchange.cellKept')}</small>}
      {error && <em> {error}</em>}
      {isOpen && <ContestedValue row={row} cell={{ ...cell, field }} progress={progress} />}
    </span>
  )
}

/** Draws the title of a cell with its values; `isOpen`: the present one and that of the file are a choice beside it. */
export function CellValues({ cell, isOpen = false }: { readonly cell: ImportCell; readonly isOpen?: boolean }) {
  const { t, pick } = useTranslator()
  const { title, contested, base, file, now } = cell
  const value = (text: string) => text || t('exchange.none')
  const parts = [
    base !== undefined && t('exchange.base', { value: value(base) }),
    contested && base === undefined && t('exchange.baseUnknown'),
    !isOpen && now !== undefined && t('exchange.now', { value: value(now) }),
    !isOpen && t('exchange.file', { value: value(file) }),
  ]
  return (
    <>
      {pick(title)}: {isNewValue(cell) ? file : parts.filter(Boolean).join(' → ')}
    </>
  )
}
