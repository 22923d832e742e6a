// The panel of saved views: apply one, edit it, or save the list as it is.
import { Button } from 'antd'
import { useSession, useTranslator } from '../../../../client/context/clientContext'
import { reachOfRole, roleOfReach } from '../../../../protocol/screenCalls'
import type { ListViews } from './useListViews'
import { ViewForm } from './ViewForm'
import { PickButton, ViewGroup } from './ViewGroup'
import './views.css'

interface ViewsPanelProps {
  readonly views: ListViews
  readonly close: () => void
}

export default function ViewsPanel({ views, close }: ViewsPanelProps) {
  const { t } = useTranslator()
  const account = useSession((state) => state.boot?.account)
  const ofRole = (id: number, name: string) => ({ title: t('list.viewsOfRole', { name }), reach: reachOfRole(id) })
  const role = account?.role
  const groups = [
    { title: t('list.viewsOwn'), reach: undefined },
    { title: t('list.viewsOf', { name: account?.unit?.label ?? '' }), reach: 'unit' as const },
    ...(role ? [ofRole(role.id, role.label)] : []),
    { title: t('list.viewsOf', { name: account?.tenant.label ?? '' }), reach: 'tenant' as const },
    ...views.sharesWith.flatMap(({ reach, label }) => {
      const id = roleOfReach(reach)
      return id === undefined || id === role?.id ? [] : [ofRole(id, label)]
    }),
  ]
  return (
    <div className="list-views" role="dialog" aria-label={t('list.views')}>
      <div className="list-views-groups">
        <ul>
          <li>
            <PickButton
              title={t('list.viewStandard')}
              current={!views.active}
              onClick={() => {
                views.apply()
                close()
              }}
            />
          </li>
        </ul>
        {groups.map(({ title, reach }) => (
          <ViewGroup key={reach ?? 'own'} title={title} reach={reach} views={views} close={close} />
        ))}
      </div>
      <ChangedButtons views={views} />
      <ViewForm
        views={views}
        submit={t('list.viewSaveNew')}
        onSubmit={async (head) => {
          if (await views.create(head)) close()
        }}
      />
    </div>
  )
}

function ChangedButtons({ views }: { views: ListViews }) {
  const { t } = useTranslator()
  const { active, changed } = views
  if (!active || !changed) return null
  return (
    <div className="list-views-changed">
      {views.mayEdit(active) && (
        <Button size="small" type="primary" onClick={() => void views.update()}>
          {t('list.viewUpdate')}
        </Button>
      )}
      <Button size="small" onClick={() => views.apply(active)}>
        {t('list.viewRevert')}
      </Button>
    </div>
  )
}
