// Loads what the dialog of an action needs: its transition, and the record as of opening the form.
// Loads only what is missing.
import { useMemo, useState } from 'react'
import type { RecordAnswer, RecordData } from '../../../protocol/calls'
import type { EntityAnswer } from '../../../protocol/screenCalls'
import { errorWithoutData, useEntity, useRead } from '../../../client/data/queries'
import { useTurnAfter, useTurnAnswer } from '../../../client/data/turn'
import { turnWaitMs, useElapsed } from '../../controls/hooks/useElapsed'
import { entitiesOfRecord } from '../../rules/entitiesShown'
import { layoutForm, isEmptyForm } from '../model/layoutForm'

export interface ActionSubject {
  readonly action: { readonly entity: string; readonly transition: string }
  /** The record it runs on; for a creating transition the one it starts from. */
  readonly record?: RecordData
  /** Only the label of the record is known: load it before the form opens. */
  readonly partial?: boolean
  /** Several records: runs on each. */
  readonly records?: readonly RecordData[]
  /** The entities already loaded (of the screen), which saves a call when the action's is among them. */
  readonly answer?: EntityAnswer
}

export function useActionData({ action, answer: given, record, records, partial }: ActionSubject) {
  const atHand = given?.entities[action.entity]?.transitions[action.transition] ? given : undefined
  const loaded = useEntity(action.entity, !atHand)
  const answer = atHand ?? loaded.data
  const definition = answer && definitionOf(answer, action)
  const needsReading = Boolean(record && !records && definition && needsRecord(definition, partial))
  const entities = useMemo(
    () => (answer ? entitiesOfRecord(action.entity, answer.entities) : []),
    [answer, action.entity],
  )
  const id = record?.id ?? 0
  const current = useRead<RecordAnswer>(
    '/api/record',
    { entity: action.entity, id },
    { entities, enabled: needsReading, staleTimeMs: 0 },
  )
  const runsOnRecord = record && !records && !definition?.transition.creates
  const turn = useTurnAnswer(runsOnRecord ? definition?.entity : undefined, id, entities)
  const after = useTurnAfter(action.entity, id, runsOnRecord ? definition?.transition : undefined)
  const isLate = useElapsed(turnWaitMs)
  // A later background refresh must not change the values under the user's input.
  const [began, setBegan] = useState<RecordData | null>(null)
  if (needsReading && !began && current.data && !current.isFetching && !current.error) setBegan(current.data.record)
  return {
    definition,
    record: began ?? record,
    /** As it is by now, if it was read. */
    current: began ? current.data?.record : undefined,
    /** Which check would refuse it now; goes by itself once the check holds. */
    refusal: turn.answer?.refused?.find(({ transition }) => transition === action.transition)?.message,
    /** Who decides once it is submitted, and what that will lack. */
    after: after.answer,
    /** With the refusal and what comes after, as one that comes later moves what is being read, unless late. */
    isReady: (!needsReading || began !== null) && (isLate || (!turn.isLoading && !after.isLoading)),
    /** The caller may no longer run it. */
    gone:
      Boolean(answer && !definition) ||
      (began !== null && record !== undefined && !began.can.includes(action.transition)),
    failure: (atHand ? null : errorWithoutData(loaded)) ?? (needsReading && !began ? current.error : null),
    retry: () => void (answer ? current.refetch() : loaded.refetch()),
  }
}

function definitionOf(answer: EntityAnswer, action: ActionSubject['action']) {
  const entity = answer.entities[action.entity]
  const transition = entity?.transitions[action.transition]
  return entity && transition && { answer, entity, transition, outline: layoutForm(entity, transition) }
}

/**
 * A list row has only the columns; the form needs all fields, the values of rules, and the current version.
 */
function needsRecord(
  { transition, outline }: NonNullable<ReturnType<typeof definitionOf>>,
  partial: boolean | undefined,
): boolean {
  const isRead = transition.decisionFields.length + transition.contextFields.length > 0
  return !transition.creates && (partial === true || isRead || !isEmptyForm(outline))
}
