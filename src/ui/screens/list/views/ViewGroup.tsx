// The saved views of one reach, each with its default mark and its editing.
import { useState } from 'react'
import { useTranslator } from '../../../../client/context/clientContext'
import { Icon } from '../../../controls/icons'
import type { SharingReach } from '../../../../protocol/screenCalls'
import type { SavedView } from '../../common/savedViews'
import type { ListViews } from './useListViews'
import { ViewForm } from './ViewForm'

interface ViewGroupProps {
  readonly title: string
  /** Absent: the account's own. */
  readonly reach: SharingReach | undefined
  readonly views: ListViews
  readonly close: () => void
}

export function ViewGroup({ title, reach, views, close }: ViewGroupProps) {
  const members = views.views.filter(({ sharedWith }) => sharedWith === reach)
  if (members.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {members.map((view) => (
          <ViewRow key={view.id} view={view} views={views} close={close} />
        ))}
      </ul>
    </section>
  )
}

export function PickButton({ title, current, onClick }: { title: string; current: boolean; onClick: () => void }) {
  return (
    <button type="button" className="list-views-pick" aria-current={current || undefined} onClick={onClick}>
      <Icon name="check" size={14} />
      <span>{title}</span>
    </button>
  )
}

function ViewRow({ view, views, close }: { readonly view: SavedView } & Pick<ViewGroupProps, 'views' | 'close'>) {
  const { t } = useTranslator()
  const [editing, setEditing] = useState(false)
  const { title } = view
  const isDefault = view.id === views.defaultId
  if (editing)
    return (
      <li className="list-views-editing">
        <ViewForm
          views={views}
          view={view}
          submit={t('list.viewSave')}
          onSubmit={async (head) => {
            if (await views.rename(view, head)) setEditing(false)
          }}
          onCancel={() => setEditing(false)}
        />
      </li>
    )
  return (
    <li>
      <PickButton
        title={title}
        current={view === views.active}
        onClick={() => {
          views.apply(view)
          close()
        }}
      />
      <button
        type="button"
        className="list-views-tool"
        aria-pressed={isDefault}
        aria-label={t(isDefault ? 'list.viewNotDefault' : 'list.viewDefault', { title })}
        title={t(isDefault ? 'list.viewNotDefault' : 'list.viewDefault', { title })}
        onClick={() => views.setDefault(isDefault ? undefined : view)}
      >
        <Icon name="pin" size={14} />
      </button>
      {views.mayEdit(view) && (
        <button
          type="button"
          className="list-views-tool"
          aria-label={t('list.viewEdit', { title })}
          title={t('list.viewEdit', { title })}
          onClick={() => setEditing(true)}
        >
          <Icon name="edit" size={14} />
        </button>
      )}
    </li>
  )
}
