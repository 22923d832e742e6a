// The tray above the cards during arranging: hidden cards and those of other screens.
import { Select } from 'antd'
import { useSession, useTranslator } from '../../../../client/context/clientContext'
import { reportCharts } from '../../../../protocol/screenCalls'
import { Icon } from '../../../controls/icons'
import spoken from '../../../controls/spoken.module.css'
import { listKind } from './offeredLists'
import { cardKey, type Card } from './arrangement'
import type { CardArrangement } from './useArrangement'
import type { CardMoves } from './useCardMoves'
import styles from './arranging.module.css'

/** Draws a button for each such card; it also announces the moves of all cards to screen readers. */
export function CardTray({
  moves,
  availableCards,
}: {
  moves: CardMoves
  availableCards: CardArrangement['availableCards']
}) {
  const { t } = useTranslator()
  return (
    <section className={styles.tray} aria-label={t('arrange.begin')}>
      <p>{t('arrange.hint')}</p>
      <CardChips title={t('arrange.hidden')} press={moves.show} name="arrange.show" cards={moves.hidden} />
      <CardChips
        title={t('arrange.offers')}
        press={moves.add}
        name="arrange.add"
        cards={availableCards.filter(({ kind }) => kind !== listKind)}
      />
      <ListChoice press={moves.add} cards={availableCards.filter(({ kind }) => kind === listKind)} />
      <span className={spoken.only} role="status">
        {moves.spoken}
      </span>
    </section>
  )
}

interface CardChipsProps {
  readonly title: string
  readonly cards: readonly Card[]
  readonly name: 'arrange.show' | 'arrange.add'
  readonly press: (card: Card) => void
}

function CardChips({ title, cards, name, press }: CardChipsProps) {
  const { t, pick } = useTranslator()
  if (cards.length === 0) return null
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {cards.map((card) => (
          <li key={cardKey(card)}>
            <button
              type="button"
              data-card={cardKey(card)}
              aria-label={t(name, { title: pick(card.title) })}
              onClick={() => press(card)}
            >
              <Icon name="plus" size={14} />
              {pick(card.title)}
              <CardOrigin card={card} />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Lists are too many for buttons. */
function ListChoice({ press, cards }: Pick<CardChipsProps, 'press' | 'cards'>) {
  const { t, pick } = useTranslator()
  const routes = useSession((state) => state.boot?.routes)
  if (cards.length === 0) return null
  const nameOf = (card: Card) => {
    const title = pick(card.title)
    const route = routes?.[card.screen]
    const list = route ? pick(route.title) : title
    return list === title ? title : t('arrange.viewOf', { title, list })
  }
  return (
    <Select
      className={styles.lists}
      showSearch
      optionFilterProp="label"
      aria-label={t('arrange.addList')}
      placeholder={t('arrange.addList')}
      value={null}
      options={cards.map((card) => ({ value: cardKey(card), label: nameOf(card) }))}
      onSelect={(key: string | null) => {
        const card = cards.find((one) => cardKey(one) === key)
        if (card) press(card)
      }}
    />
  )
}

/** The screen of an offered card, or its content if it is named after the screen. */
function CardOrigin({ card: { position, screen, title, kind } }: { card: Card }) {
  const { t, pick } = useTranslator()
  const route = useSession((state) => state.boot?.routes[screen])
  if (position !== undefined || !route) return null
  const origin = pick(route.title)
  return (
    <small>{origin === pick(title) ? t(kind === reportCharts ? 'arrange.charts' : 'arrange.figures') : origin}</small>
  )
}
