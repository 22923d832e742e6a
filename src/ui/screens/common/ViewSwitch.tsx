// Switches between the table and the board of a list. The address holds the choice.
import { lazy, Suspense } from 'react'
import type { Screen } from '../../../manifest/model/screen'
import { useViewValue } from '../../../client/navigation/urlState'
import { useTranslator } from '../../../client/context/clientContext'

// Few screens have a board.
const Segmented = lazy(() => import('antd/es/segmented'))

export function ViewSwitch({ screen: { kind, board } }: { screen: Screen }) {
  const { t } = useTranslator()
  const [view, show] = useViewValue('view')
  if (kind !== 'list' || !board) return null
  return (
    <Suspense fallback={null}>
      <Segmented
        className="list-switch"
        aria-label={t('list.view')}
        options={[
          { value: 'list', label: t('list.asList') },
          { value: 'board', label: t('list.asBoard') },
        ]}
        value={view === 'board' ? 'board' : 'list'}
        onChange={(next) => show(next === 'board' ? 'board' : null)}
      />
    </Suspense>
  )
}
