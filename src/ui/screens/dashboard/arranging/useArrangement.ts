// The account's arrangement of a dashboard's cards, stored on the server.
import { useMemo } from 'react'
import type { Block } from '../../../../manifest/model/block'
import type { OfferedBlock, ScreenAnswer } from '../../../../protocol/screenCalls'
import { usePreference } from '../../../../client/context/preferences'
import { arrangedCards, arrangementOf, maxCards, type Arranged, type Arrangement, type Card } from './arrangement'
import { useOfferedLists } from './offeredLists'

const none: readonly OfferedBlock[] = []

export interface CardArrangement {
  readonly cards: readonly Arranged<Card>[]
  /** The cards that may be added. */
  readonly availableCards: readonly Card[]
  /** Whether nothing is stored. */
  readonly isStandard: boolean
  readonly keep: (cards: readonly Arranged<Card>[]) => void
  readonly reset: () => void
}

/** The arranged cards and what else may be added, none beyond `maxCards`. `reset` returns to the manifest's order. */
export function useArrangement({ screen, offeredBlocks = none }: ScreenAnswer): CardArrangement {
  const offeredLists = useOfferedLists()
  const [stored, keep] = usePreference<Arrangement>(`arrangement ${screen.path}`)
  const { cards, availableCards } = useMemo(() => {
    const blocks = screen.blocks.flatMap(({ kind, name, title, withheld }: Block, position): Card[] =>
      withheld || name === undefined
        ? []
        : [{ screen: screen.path, block: name, kind, title: title ?? screen.title, position }],
    )
    return arrangedCards<Card>(blocks, [...offeredBlocks, ...offeredLists], stored)
  }, [screen, offeredBlocks, offeredLists, stored])
  return {
    cards,
    availableCards: cards.length < maxCards ? availableCards : [],
    isStandard: stored === undefined,
    keep: (next) => keep(arrangementOf(next)),
    reset: () => keep(null),
  }
}
