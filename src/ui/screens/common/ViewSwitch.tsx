// Switches between the ways in which a list shows its records. The address holds the choice.
import { lazy, Suspense } from 'react'
import type { Screen } from '../../../manifest/model/screen'
import { useViewValue } from '../../../client/navigation/urlState'
import { useTranslator } from '../../../client/context/clientContext'

// Few screens have a choice.
const Segmented = lazy(() => import('antd/es/segmented'))

export type ListDisplay = 'list' | 'board' | 'gallery'

/** How a list shows its records now, and a function to choose another way. */
export function useListDisplay({ kind, board, gallery }: Screen) {
  const [view, show] = useViewValue('view')
  const displays: readonly ListDisplay[] =
    kind === 'list' ? ['list', ...(board ? (['board'] as const) : []), ...(gallery ? (['gallery'] as const) : [])] : []
  const first: ListDisplay = gallery?.isDefault ? 'gallery' : 'list'
  return {
    displays,
    display: displays.find((one) => one === view) ?? first,
    choose: (next: ListDisplay) => show(next === first ? null : next),
  }
}

const titles = { list: 'list.asList', board: 'list.asBoard', gallery: 'list.asGallery' } as const

export function ViewSwitch({ screen }: { screen: Screen }) {
  const { t } = useTranslator()
  const { displays, display, choose } = useListDisplay(screen)
  if (displays.length < 2) return null
  return (
    <Suspense fallback={null}>
      <Segmented
        className="list-switch"
        aria-label={t('list.view')}
        options={displays.map((value) => ({ value, label: t(titles[value]) }))}
        value={display}
        onChange={(next) => choose(next as ListDisplay)}
      />
    </Suspense>
  )
}
