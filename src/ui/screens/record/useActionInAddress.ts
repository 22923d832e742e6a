// Starts the action that the address names on the open record (?run=follow.create), or its notes.
// What the record no longer offers, as a step that is done meanwhile, gets a notice instead.
import { useEffect, useState } from 'react'
import type { Entity } from '../../../manifest/model/entity'
import type { Text } from '../../../manifest/model/text'
import type { RecordData } from '../../../protocol/calls'
import { noteAction } from '../../../protocol/findCalls'
import { useRuntime, useTranslator } from '../../../client/context/clientContext'
import { useInFront } from '../../../client/navigation/useInFront'
import { useViewQuery } from '../../../client/navigation/urlState'
import { allowedActionKey, begunValues, recordActions } from '../../actions/availableActions'
import type { PendingAction } from '../../actions/PendingAction'

interface AddressedRecord {
  readonly record: RecordData
  /** false: read before, and being read again. */
  readonly isFresh: boolean
  readonly definition: Entity | undefined
  readonly entities: Readonly<Record<string, Entity>>
}

/** Whether the address leads to a new note. */
export function useActionInAddress(
  { record, isFresh, definition, entities }: AddressedRecord,
  run: (pendingAction: PendingAction) => void,
): boolean {
  const { notifications } = useRuntime()
  const { t, pick } = useTranslator()
  const [query, change] = useViewQuery()
  const [asksNote, setAsksNote] = useState(() => query.get('run') === noteAction)
  const isInFront = useInFront()
  const named = query.get('run')
  useEffect(() => {
    if (named === null || !definition || !isInFront()) return
    const action = recordActions(record, definition.name, entities).find(
      (one) => allowedActionKey(one, definition.name) === named,
    )
    if (!action && !isFresh && named !== noteAction) return
    change((params) => params.delete('run'), { replace: true })
    setAsksNote(named === noteAction)
    if (action)
      run({ action, record, entityName: definition.name, values: begunValues(action, record, definition, entities) })
    else if (named !== noteAction) {
      const title = titleOf(named, definition, entities)
      if (title) notifications.say('info', t('record.stepGone', { record: record.label, step: pick(title) }))
    }
  }, [named, definition, record, isFresh, entities, change, run, isInFront])
  return asksNote
}

/** The title of an action that a record does not offer. */
function titleOf(named: string, definition: Entity, entities: AddressedRecord['entities']): Text | undefined {
  const [first = '', second] = named.split('.')
  return (second === undefined ? definition.transitions[first] : entities[first]?.transitions[second])?.title
}
