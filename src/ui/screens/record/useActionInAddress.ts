// Starts the action that the address names on the open record (?run=follow.create), or its notes.
import { useEffect, useState } from 'react'
import type { Entity } from '../../../manifest/model/entity'
import type { RecordData } from '../../../protocol/calls'
import { noteAction } from '../../../protocol/findCalls'
import { useViewQuery } from '../../../client/navigation/urlState'
import { allowedActionKey, begunValues, recordActions } from '../../actions/availableActions'
import type { PendingAction } from '../../actions/PendingAction'

/** Whether the address leads to a new note. */
export function useActionInAddress(
  record: RecordData,
  definition: Entity | undefined,
  entities: Readonly<Record<string, Entity>>,
  run: (doing: PendingAction) => void,
): boolean {
  const [query, change] = useViewQuery()
  const [asksNote, setAsksNote] = useState(() => query.get('run') === noteAction)
  const named = query.get('run')
  useEffect(() => {
    if (named === null || !definition) return
    change((params) => params.delete('run'), { replace: true })
    setAsksNote(named === noteAction)
    const action = recordActions(record, definition.name, entities).find(
      (one) => allowedActionKey(one, definition.name) === named,
    )
    if (action)
      run({ action, record, entityName: definition.name, values: begunValues(action, record, definition, entities) })
  }, [named, definition, record, entities, change, run])
  return asksNote
}
