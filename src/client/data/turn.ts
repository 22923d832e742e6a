// Reads whose turn a record is, and which of its transitions a check would refuse now.
import type { Entity } from '../../manifest/model/entity'
import type { Transition } from '../../manifest/model/transition'
import type { TurnAnswer } from '../../protocol/records/stepCalls'
import { useSession } from '../context/clientContext'
import { useRead } from './queries'

/**
 * Whose turn a record is; nothing for entities without states or signed-out users. `reads`: the entities on which the
 * record's values depend, whose changes ask again.
 */
export function useTurnAnswer(entity: Entity | undefined, id: number, reads: readonly string[]) {
  const signedIn = useSession((state) => state.boot !== null)
  const enabled = signedIn && entity !== undefined && Object.keys(entity.states).length > 0
  const { data, isLoading } = useRead<TurnAnswer>(
    '/api/turn',
    { entity: entity?.name ?? '', id },
    { entities: reads, enabled },
  )
  return { answer: data, isLoading }
}

/** Whose turn it would be once a transition has submitted the record for a decision, as its form opens. */
export function useTurnAfter(entity: string, id: number, transition: Transition | undefined) {
  const enabled = transition?.awaitsDecision === true
  const request = { entity, id, after: transition?.name ?? '' }
  const { data, isLoading } = useRead<TurnAnswer>('/api/turn', request, { entities: [], enabled, staleTimeMs: 0 })
  return { answer: enabled ? data : undefined, isLoading }
}
