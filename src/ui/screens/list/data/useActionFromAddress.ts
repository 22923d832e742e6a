// Starts the toolbar action that the address names (?run=entity.transition).
import { useEffect } from 'react'
import type { Screen } from '../../../../manifest/model/screen'
import { useInFront } from '../../../../client/navigation/useInFront'
import { useViewQuery } from '../../../../client/navigation/urlState'
import type { ListDialogs } from './useListDialogs'

/** Begins it once and takes `run` out of the address, so that a reload does not begin it again. */
export function useActionFromAddress(
  { actions, entity }: Screen,
  setPendingAction: ListDialogs['setPendingAction'],
): void {
  const [query, change] = useViewQuery()
  const isInFront = useInFront()
  const named = query.get('run')

  useEffect(() => {
    // An action on a record is started by that record.
    if (named === null || query.has('record') || !isInFront()) return
    change((params) => params.delete('run'), { replace: true })
    const action = actions.find(
      ({ entity: name, transition, place }) => place === 'toolbar' && named === `${name}.${transition}`,
    )
    if (action) setPendingAction({ action, entityName: entity ?? '' })
  }, [named, query, actions, entity, change, setPendingAction, isInFront])
}
