// Moves, hides and shows the cards of a dashboard by buttons.
// The focus stays on the clicked button, and the outcome is announced to screen readers.
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslator } from '../../../../client/context/clientContext'
import { cardKey, placedCards, type Arranged, type Card } from './arrangement'
import type { CardArrangement } from './useArrangement'

/** The clicked button of a card. */
export type CardButton = 'up' | 'down' | 'hide'

export interface CardMoves {
  readonly visible: readonly Arranged<Card>[]
  readonly hidden: readonly Arranged<Card>[]
  /** Undefined at that end. */
  readonly neighbor: (card: Card, step: -1 | 1) => Card | undefined
  readonly step: (card: Card, step: -1 | 1) => void
  readonly put: (card: Card, beside: Card, after: boolean) => void
  /** Removes an added card. */
  readonly hide: (card: Card) => void
  readonly show: (card: Card) => void
  readonly add: (card: Card) => void
  readonly spoken: string
}

/** The moves of the cards below `root`, each of which is stored at once. */
export function useCardMoves(
  { cards, keep }: CardArrangement,
  root: { readonly current: HTMLElement | null },
): CardMoves {
  const { t, pick } = useTranslator()
  const [spoken, setSpoken] = useState('')
  const pressed = useRef<{ readonly key: string; readonly button: CardButton } | null>(null)
  // A card loses the focus when moved in the document, and gets other buttons when hidden or shown.
  useLayoutEffect(() => {
    if (!pressed.current) return
    const { key, button } = pressed.current
    pressed.current = null
    const card = root.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(key)}"]`)
    const target = card?.matches('button') ? card : card?.querySelector<HTMLElement>(`[data-button="${button}"]`)
    target?.focus()
  })
  const visible = cards.filter((card) => !card.hidden)
  const indexOf = (card: Card) => visible.findIndex((one) => cardKey(one) === cardKey(card))
  const neighbor = (card: Card, step: -1 | 1) => visible[indexOf(card) + step]
  const put = (card: Card, beside: Card, after: boolean) => {
    const next = placedCards(cards, card, { beside, after })
    const position = next.filter(({ hidden }) => !hidden).findIndex((one) => cardKey(one) === cardKey(card))
    setSpoken(t('arrange.placed', { title: pick(card.title), position: position + 1, count: visible.length }))
    keep(next)
  }
  const apply = (card: Card, next: readonly Arranged<Card>[]) => {
    const isHidden = next.find((one) => cardKey(one) === cardKey(card))?.hidden ?? true
    pressed.current = { key: cardKey(card), button: 'hide' }
    setSpoken(t(isHidden ? 'arrange.spokenHidden' : 'arrange.spokenShown', { title: pick(card.title) }))
    keep(next)
  }
  const without = (card: Card) => cards.filter((one) => cardKey(one) !== cardKey(card))
  const changed = (card: Card, change: Pick<Arranged<Card>, 'hidden'>) =>
    cards.map((one) => (cardKey(one) === cardKey(card) ? { ...one, ...change } : one))
  return {
    visible,
    hidden: cards.filter((card) => card.hidden),
    neighbor,
    put,
    step: (card, step) => {
      const beside = neighbor(card, step)
      if (!beside) return
      pressed.current = { key: cardKey(card), button: step < 0 ? 'up' : 'down' }
      put(card, beside, step > 0)
    },
    hide: (card) => apply(card, card.position === undefined ? without(card) : changed(card, { hidden: true })),
    show: (card) => apply(card, changed(card, { hidden: false })),
    add: (card) => apply(card, [...cards, { ...card, hidden: false }]),
    spoken,
  }
}
