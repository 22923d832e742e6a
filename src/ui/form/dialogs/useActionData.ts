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
  const { answer, definition, ...loading } = useDefinition(action, given)
  const entities = useMemo(
    () => (answer ? entitiesOfRecord(action.entity, answer.entities) : []),
    [answer, action.entity],
  )
  const id = record?.id ?? 0
  const isOnOne = record !== undefined && !records
  const needsReading = isOnOne && definition !== undefined && needsRecord(definition, partial)
  const { atOpening, ...reading } = useRecordAtOpening(action.entity, id, entities, needsReading)
  const runsOnRecord = isOnOne && !definition?.transition.creates
  const outlook = useOutlook(action, runsOnRecord ? definition : undefined, id, entities)
  return {
    definition,
    record: atOpening ?? record,
    /** As it is by now, if it was read. */
    current: reading.current,
    refusal: outlook.refusal,
    after: outlook.after,
    /** Waits for the refusal and the next step, which would shift the form if they came later; not for long. */
    isReady: reading.isReady && outlook.isReady,
    /** The caller may no longer run it. */
    gone: loading.isWithheld || (isOnOne && atOpening !== null && !atOpening.can.includes(action.transition)),
    failure: loading.failure ?? reading.failure,
    retry: answer ? reading.retry : loading.retry,
  }
}

function useDefinition(action: ActionSubject['action'], given: EntityAnswer | undefined) {
  const atHand = given?.entities[action.entity]?.transitions[action.transition] ? given : undefined
  const loaded = useEntity(action.entity, { enabled: !atHand })
  const answer = atHand ?? loaded.data
  const definition = answer && definitionOf(answer, action)
  return {
    answer,
    definition,
    isWithheld: answer !== undefined && definition === undefined,
    failure: atHand ? null : errorWithoutData(loaded),
    retry: () => void loaded.refetch(),
  }
}

/** A later background refresh must not change the values under the user's input. */
function useRecordAtOpening(entity: string, id: number, entities: readonly string[], enabled: boolean) {
  const current = useRead<RecordAnswer>('/api/record', { entity, id }, { entities, enabled, staleTimeMs: 0 })
  const [atOpening, setAtOpening] = useState<RecordData | null>(null)
  if (enabled && !atOpening && current.data && !current.isFetching && !current.error) setAtOpening(current.data.record)
  return {
    atOpening,
    current: atOpening ? current.data?.record : undefined,
    isReady: !enabled || atOpening !== null,
    failure: enabled && !atOpening ? current.error : null,
    retry: () => void current.refetch(),
  }
}

/** Without a definition, as for a new record, nothing is foretold. */
function useOutlook(
  action: ActionSubject['action'],
  definition: ReturnType<typeof definitionOf>,
  id: number,
  entities: readonly string[],
) {
  const turn = useTurnAnswer(definition?.entity, id, entities)
  const after = useTurnAfter(action.entity, id, definition?.transition)
  const isLate = useElapsed(turnWaitMs)
  return {
    /** Which check would refuse it now; goes by itself once the check holds. */
    refusal: turn.answer?.refused?.find(({ transition }) => transition === action.transition)?.message,
    /** Who decides once it is submitted, and what that will lack. */
    after: after.answer,
    isReady: isLate || (!turn.isLoading && !after.isLoading),
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
