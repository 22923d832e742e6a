// The menu of a column's header cell.
import { useTranslator } from '../../../client/context/clientContext'
import { Icon } from '../../controls/icons'
import { LazyDropdown } from '../../controls/menu/LazyDropdown'
import '../groups.css'

export interface HeadMenuEntry {
  readonly key: string
  readonly title: string
  readonly run: () => void
}

interface HeadMenuProps {
  readonly title: string
  /** With a line between them; empty ones are left out. */
  readonly sections: readonly (readonly HeadMenuEntry[])[]
}

/** A button that opens the menu of a column. */
export function HeadMenu({ title, sections }: HeadMenuProps) {
  const { t } = useTranslator()
  return (
    <LazyDropdown
      placement="bottomRight"
      menu={() => ({
        items: sections
          .filter(({ length }) => length > 0)
          .flatMap((entries, index) => [
            ...(index > 0 ? [{ type: 'divider' as const }] : []),
            ...entries.map(({ key, title: label, run }) => ({ key, label, onClick: run })),
          ]),
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
