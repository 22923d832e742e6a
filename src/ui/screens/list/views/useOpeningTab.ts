// Opens a list on the tab of what waits for the caller, unless the address chooses another.
import { useEffect, useRef } from 'react'
import { stepRank, stepRanks } from '../../../../manifest/access/stepOrder'
import { useList } from '../../../../client/data/queries'
import { useInFront } from '../../../../client/navigation/useInFront'
import { isListName, useOpenRecord, useViewQuery } from '../../../../client/navigation/urlState'
import type { ScreenAnswer } from '../../../../protocol/screenCalls'
import { shownEntities } from '../../../rules/entitiesShown'
import { useListDisplay } from '../../common/ViewSwitch'
import { countsWanted } from '../data/useListData'

/** True until it is known whether records wait, and the tab is chosen. */
export function useOpeningTab(answer: ScreenAnswer, enabled: boolean): boolean {
  const { screen } = answer
  const [params, change] = useViewQuery()
  const [record] = useOpenRecord()
  const { display } = useListDisplay(screen)
  const isInFront = useInFront()
  const phase = useRef<'asking' | 'choosing' | 'open'>('asking')
  const tab = queueTab(answer)
  const isPlain = enabled && display === 'list' && record === null && ![...params.keys()].some(isListName)
  const asks = phase.current === 'asking' && isPlain && tab !== undefined
  const { data, isError } = useList({ screen: screen.path, want: countsWanted(screen) }, shownEntities(answer), {
    enabled: asks,
  })
  const waiting = tab === undefined ? 0 : (data?.tabs?.[tab] ?? 0)
  const isKnown = data !== undefined || isError
  useEffect(() => {
    // The page renders the new address when it has time: until then the list would read all records.
    if (phase.current === 'choosing' && !isPlain) phase.current = 'open'
    if (phase.current !== 'asking' || !enabled || (asks && !isKnown)) return
    if (!isInFront()) return
    phase.current = asks && waiting > 0 ? 'choosing' : 'open'
    if (phase.current === 'choosing') change((next) => next.set('tab', tab ?? ''), { replace: true })
  }, [enabled, asks, isKnown, isPlain, waiting, tab, change, isInFront])
  return (phase.current === 'choosing' && isPlain) || (asks && (!isKnown || waiting > 0))
}

/** The tab of the queue, for a caller whose list names a step for its records: only for such steps does it count. */
export function queueTab({ screen: { entity: name = '', tabsBy, queue, actions }, entities }: ScreenAnswer) {
  const entity = entities[name]
  const tab = tabsBy === undefined ? undefined : queue?.tab
  if (!entity || tab === undefined) return undefined
  const state = tabsBy === 'state' ? tab : undefined
  const movesOn = (transition: string) =>
    stepRank(entity, transition, state) === stepRanks.move &&
    (state === undefined || entity.transitions[transition]?.from.includes(state))
  const hasStep = actions.some(
    (action) => !action.implied && action.entity === name && action.on === undefined && movesOn(action.transition),
  )
  return hasStep ? tab : undefined
}
