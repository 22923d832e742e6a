// Applies an account's arrangement of a dashboard:
// order, hidden cards, and cards added from other screens. It survives changes of the manifests: removed cards are left
// out, new ones appear.
import type { Text } from '../../../../manifest/model/text'
import { inChosenOrder } from '../../../table/chosenOrder'

/** A block of a screen, by name. */
export interface CardAddress {
  readonly screen: string
  readonly block: string
}

/** `position`: among the blocks of the dashboard; absent for a card added from another screen. */
export interface Card extends CardAddress {
  readonly kind: string
  readonly title: Text
  readonly position?: number
}

interface CardChoice extends CardAddress {
  readonly hidden?: true
}

/** The stored preference. */
export interface Arrangement {
  readonly cards: readonly CardChoice[]
}

export type Arranged<Card extends CardAddress> = Card & { readonly hidden: boolean }

/** Maximum added cards of a dashboard; each is reread with every change of its data. */
export const maxCards = 40

/** The key of a card by screen and block: blocks of several screens may have the same name. */
export const cardKey = ({ screen, block }: CardAddress): string => `${screen} ${block}`

/** All cards of a dashboard in order, hidden ones included, and the offered ones that may still be added. */
export function arrangedCards<Card extends CardAddress>(
  standard: readonly Card[],
  offered: readonly Card[],
  stored: unknown,
): { readonly cards: Arranged<Card>[]; readonly availableCards: Card[] } {
  const chosen = new Map(choicesIn(stored).map((choice) => [cardKey(choice), choice]))
  const standardKeys = new Set(standard.map(cardKey))
  const others = offered.filter((card) => !standardKeys.has(cardKey(card)))
  const added = others.filter((card) => chosen.has(cardKey(card)))
  return {
    cards: inChosenOrder([...standard, ...added], cardKey, [...chosen.keys()]).map((card) => ({
      ...card,
      hidden: standardKeys.has(cardKey(card)) && chosen.get(cardKey(card))?.hidden === true,
    })),
    availableCards: others.filter((card) => !chosen.has(cardKey(card))),
  }
}

/** Reads a stored preference of any shape: the server accepts any value. */
function choicesIn(stored: unknown): CardChoice[] {
  const cards = (stored as Partial<Arrangement> | null | undefined)?.cards
  return Array.isArray(cards) ? cards.filter(isChoice).slice(0, maxCards) : []
}

function isChoice(value: unknown): value is CardChoice {
  const { screen, block } = (value ?? {}) as Partial<CardAddress>
  return typeof screen === 'string' && typeof block === 'string'
}

export const arrangementOf = (cards: readonly Arranged<CardAddress>[]): Arrangement => ({
  cards: cards.map(({ screen, block, hidden }) => ({ screen, block, ...(hidden && { hidden }) })),
})

/** Puts a card before or after another one. */
export function placedCards<Card extends CardAddress>(
  cards: readonly Card[],
  moved: CardAddress,
  { beside, after }: { readonly beside: CardAddress; readonly after: boolean },
): Card[] {
  const card = cards.find((one) => cardKey(one) === cardKey(moved))
  const others = cards.filter((one) => one !== card)
  const position = others.findIndex((one) => cardKey(one) === cardKey(beside))
  if (!card || position < 0) return [...cards]
  others.splice(after ? position + 1 : position, 0, card)
  return others
}
