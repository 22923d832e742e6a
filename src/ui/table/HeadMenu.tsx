// The menu of a column's header cell.
import { useTranslator } from '../../client/context/clientContext'
import { Icon } from '../controls/icons'
import { LazyDropdown } from '../controls/menu/LazyDropdown'
import './groups.css'

export interface HeadMenuEntry {
  readonly key: string
  readonly title: string
  readonly run: () => void
}

export function HeadMenu({ title, entries }: { readonly title: string; readonly entries: readonly HeadMenuEntry[] }) {
  const { t } = useTranslator()
  return (
    <LazyDropdown
      placement="bottomRight"
      menu={() => ({
        items: entries.map(({ key, title: label, run }) => ({ key, label, onClick: run })),
      })}
    >
      <button
        type="button"
        className="table-head-menu"
        aria-haspopup="menu"
        aria-label={t('list.columnMenu', { title })}
      >
        <Icon name="down" size={14} />
      </button>
    </LazyDropdown>
  )
}
