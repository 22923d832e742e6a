// A card of a dashboard during arranging: its content is visible but inert.
import { useState, type CSSProperties, type DragEvent, type ReactNode } from 'react'
import { useTranslator } from '../../../../client/context/clientContext'
import { Icon } from '../../../controls/icons'
import { hiddenFrom } from '../../../controls/inert'
import { cardKey, type Card } from './arrangement'
import type { CardButton, CardMoves } from './useCardMoves'
import styles from './arranging.module.css'

interface DropPlace {
  readonly card: Card
  readonly after: boolean
}

/** The dragged card, and its drop position. */
interface CardDrag {
  readonly dragged: Card | null
  readonly drop: DropPlace | null
  readonly setDragged: (card: Card | null) => void
  readonly setDrop: (drop: DropPlace | null) => void
}

/** The state of one drag for all cards of a dashboard; null in both while none is dragged. */
export function useCardDrag(): CardDrag {
  const [dragged, setDragged] = useState<Card | null>(null)
  const [drop, setDrop] = useState<DropPlace | null>(null)
  return { dragged, drop, setDragged, setDrop }
}

interface ArrangedCardProps {
  readonly card: Card
  readonly width: number
  readonly moves: CardMoves
  readonly drag: CardDrag
  readonly children: ReactNode
}

/** Draws the card with its buttons and as a target for dragged cards; a card without content gets a sentence. */
export function ArrangedCard({ card, width, moves, drag, children }: ArrangedCardProps) {
  const { t, pick } = useTranslator()
  const title = pick(card.title)
  const isTarget = drag.drop !== null && drag.drop.card === card && drag.dragged !== card
  return (
    <section
      className={styles.card}
      style={{ '--share': width } as CSSProperties}
      aria-label={title}
      data-card={cardKey(card)}
      data-held={drag.dragged === card || undefined}
      data-drop={isTarget ? (drag.drop.after ? 'after' : 'before') : undefined}
      {...dragHandlers(card, moves, drag)}
    >
      <header>
        <Icon name="drag" size={16} className={styles.grip} />
        <h2>{title}</h2>
        <CardControls card={card} title={title} moves={moves} />
      </header>
      <div className={styles.content} {...hiddenFrom(true)}>
        <div className={card.kind === 'reminder' ? 'list-reminder' : undefined}>
          {children ?? <p>{t('arrange.empty')}</p>}
        </div>
      </div>
    </section>
  )
}

function dragHandlers(card: Card, moves: CardMoves, { dragged, drop, setDragged, setDrop }: CardDrag) {
  const end = () => {
    setDragged(null)
    setDrop(null)
  }
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      setDragged(card)
    },
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (dragged === null) return
      event.preventDefault()
      const after = isBehind(event)
      if (drop?.card !== card || drop.after !== after) setDrop({ card, after })
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged !== null && drop !== null && dragged !== drop.card) moves.put(dragged, drop.card, drop.after)
      end()
    },
    onDragEnd: end,
  }
}

/** Whether the pointer is in the second half of a card: the lower half of a full-width card, else the right one. */
function isBehind({ currentTarget, clientX, clientY }: DragEvent<HTMLElement>): boolean {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  const isAlone = width > currentTarget.parentElement!.clientWidth * 0.9
  return isAlone ? clientY > top + height / 2 : clientX > left + width / 2
}

function CardControls({ card, title, moves }: { card: Card; title: string; moves: CardMoves }) {
  const { t } = useTranslator()
  // Keep the button at either end, so that the focus is not lost.
  const button = (name: CardButton, label: string, act: (() => void) | undefined, face: ReactNode) => (
    <button type="button" data-button={name} aria-label={label} title={label} aria-disabled={!act} onClick={act}>
      {face}
    </button>
  )
  const step = (by: -1 | 1) => (moves.neighbor(card, by) ? () => moves.step(card, by) : undefined)
  return (
    <span className={styles.controls}>
      {button('up', t('arrange.up', { title }), step(-1), <Icon name="up" size={16} />)}
      {button('down', t('arrange.down', { title }), step(1), <Icon name="down" size={16} />)}
      {button(
        'hide',
        t(card.position === undefined ? 'arrange.remove' : 'arrange.hide', { title }),
        () => moves.hide(card),
        <Icon name="close" size={16} />,
      )}
    </span>
  )
}
