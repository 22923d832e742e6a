// Switches between the ways in which a list shows its records. The address holds the choice.
import type { Screen } from '../../../manifest/model/screen'
import { useViewValue } from '../../../client/navigation/urlState'
import { useTranslator } from '../../../client/context/clientContext'
import { ListSwitch } from './ListSwitch'

export type ListDisplay = 'list' | 'board' | 'gallery' | 'feed'

const everyDisplay: readonly ListDisplay[] = ['list', 'board', 'gallery', 'feed']

/** The present view of a list, and a function to choose another. */
export function useListDisplay({ kind, board, gallery, feed }: Screen) {
  const [view, show] = useViewValue('view')
  const offered: Readonly<Record<ListDisplay, boolean>> = {
    list: true,
    board: board !== undefined,
    gallery: gallery !== undefined,
    feed: feed !== undefined,
  }
  const displays = kind === 'list' ? everyDisplay.filter((one) => offered[one]) : []
  const first: ListDisplay = gallery?.isDefault ? 'gallery' : feed?.isDefault ? 'feed' : 'list'
  return {
    displays,
    display: displays.find((one) => one === view) ?? first,
    choose: (next: ListDisplay) => show(next === first ? null : next),
  }
}

const titles = { list: 'list.asList', board: 'list.asBoard', gallery: 'list.asGallery', feed: 'list.asFeed' } as const

/** Draws the displays of the list; nothing if it has only one. */
export function ViewSwitch({ screen }: { screen: Screen }) {
  const { t } = useTranslator()
  const { displays, display, choose } = useListDisplay(screen)
  if (displays.length < 2) return null
  return (
    <ListSwitch
      label={t('list.view')}
      options={displays.map((value) => ({ value, label: t(titles[value]) }))}
      value={display}
      onChange={(next) => choose(next as ListDisplay)}
    />
  )
}
