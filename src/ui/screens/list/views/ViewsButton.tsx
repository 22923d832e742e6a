// The button of a list's saved views: names the active one and marks unsaved changes.
import { lazy } from 'react'
import { useTranslator } from '../../../../client/context/clientContext'
import { IconPopover } from '../../../controls/menu/IconPopover'
import { useNarrow } from '../../../controls/hooks/useMedia'
import type { ListViews } from './useListViews'

const ViewsPanel = lazy(() => import('./ViewsPanel'))

/** Draws the button, with an icon alone in a narrow window. */
export function ViewsButton({ views }: { views: ListViews }) {
  const { t } = useTranslator()
  const narrow = useNarrow(640)
  const { active, changed } = views
  const label = active ? t(changed ? 'list.viewChanged' : 'list.viewNow', { title: active.title }) : t('list.views')
  return (
    <IconPopover
      icon="view"
      label={label}
      text={narrow ? undefined : active ? `${active.title}${changed ? ' *' : ''}` : t('list.views')}
      className={active ? 'list-views-button list-views-active' : 'list-views-button'}
      placement={narrow ? 'bottom' : 'bottomRight'}
    >
      {(close) => <ViewsPanel views={views} close={close} />}
    </IconPopover>
  )
}
