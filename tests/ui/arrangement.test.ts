// Proves the order of the cards of a dashboard, hidden and added ones, and what is stored of it.
import { describe, expect, it } from 'vitest'
import {
  arrangedCards,
  arrangementOf,
  cardKey,
  placedCards,
  type Arranged,
  type CardAddress,
} from '../../src/ui/screens/dashboard/arranging/arrangement'

const card = (block: string, screen = '/home'): CardAddress => ({ screen, block })
const standard = ['a', 'b', 'c'].map((block) => card(block))
const offered = [card('x', '/list'), card('y', '/list'), card('a')]
const choices = (...cards: readonly object[]) => ({ cards })

/** Names in order, hidden ones in brackets. */
const words = (cards: readonly (CardAddress & { readonly hidden?: boolean })[]) =>
  cards.map(({ block, hidden }) => (hidden ? `(${block})` : block)).join(' ')
const arranged = (stored: unknown, blocks = standard) => {
  const { cards, availableCards: offers } = arrangedCards(blocks, offered, stored)
  return [words(cards), words(offers)]
}

describe('the cards of a dashboard', () => {
  it("are the manifest's where nothing was chosen, or nothing that can be read", () => {
    for (const stored of [undefined, null, 1, 'a', [], {}, { cards: 'b' }, { cards: [null, 1, {}] }])
      expect(arranged(stored)).toEqual(['a b c', 'x y'])
  })

  it('keep order, hidden and added ones; what is added is offered no more', () => {
    const stored = choices(card('c'), card('x', '/list'), { ...card('b'), hidden: true }, card('a'))
    expect(arranged(stored)).toEqual(['c x (b) a', 'y'])
  })

  it('leave out what has vanished or may not be seen, and take in what is new where the manifest has it', () => {
    const stored = choices(card('gone'), card('secret', '/list'), card('c'), card('a'))
    const manifest = [card('first'), card('a'), card('new'), card('c'), card('last')]
    expect(arranged(stored, manifest)).toEqual(['first c last a new', 'x y'])
  })

  it('never hide a card of another screen, and count each once', () => {
    const stored = choices({ ...card('x', '/list'), hidden: true }, card('a'), card('a'), card('a', '/elsewhere'))
    expect(arranged(stored)).toEqual(['x a b c', 'y'])
  })

  it('are stored as they are read, in bounds', () => {
    const { cards } = arrangedCards(standard, offered, choices(card('y', '/list'), { ...card('a'), hidden: true }))
    const stored = arrangementOf(cards)
    expect(stored).toEqual(choices(card('y', '/list'), { ...card('a'), hidden: true }, card('b'), card('c')))
    expect(arrangedCards(standard, offered, stored).cards).toEqual(cards)
    const many = Array.from({ length: 100 }, (_, index) => card(`m${index}`, '/list'))
    expect(arrangedCards([], many, choices(...many)).cards).toHaveLength(40)
  })

  it('go before or after another one, over hidden ones too', () => {
    const cards = ['a', 'b', 'c'].map((block): Arranged<CardAddress> => ({ ...card(block), hidden: block === 'b' }))
    const placed = (moved: string, beside: string, after: boolean) =>
      words(placedCards(cards, card(moved), { beside: card(beside), after }))
    expect(placed('c', 'a', false)).toBe('c a (b)')
    expect(placed('a', 'c', true)).toBe('(b) c a')
    expect(placed('a', 'c', false)).toBe('(b) a c')
    expect(placed('a', 'gone', true)).toBe('a (b) c')
    expect(placed('gone', 'a', true)).toBe('a (b) c')
    expect(cardKey(card('a'))).not.toBe(cardKey(card('a', '/list')))
  })
})
