// Chooses how high the rows of a list are: as elsewhere on the page, or compact.
import { useTranslator } from '../../../../client/context/clientContext'
import type { ListColumns } from '../data/useListColumns'

/** Draws a native select; the choice is kept with the columns of the list. */
export function DensitySelect({ columns }: { columns: Pick<ListColumns, 'density' | 'keepDensity'> }) {
  const { t } = useTranslator()
  return (
    <label className="list-grouping">
      <span>{t('list.rowHeight')}</span>
      <select
        aria-label={t('list.rowHeight')}
        value={columns.density ?? ''}
        onChange={({ target }) => columns.keepDensity(target.value === 'compact' ? 'compact' : undefined)}
      >
        <option value="">{t('list.rowStandard')}</option>
        <option value="compact">{t('list.rowCompact')}</option>
      </select>
    </label>
  )
}
