// The cards of a dashboard in the account's order, with controls during arranging.
import { Fragment, type ReactNode } from 'react'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import { AddedCard } from './AddedCard'
import { cardKey } from './arranging/arrangement'
import { ArrangedCard, useCardDrag } from './arranging/ArrangedCard'
import type { CardMoves } from './arranging/useCardMoves'
import { blockContent, BlockSection, useBlockData, type FramedBlock } from './blockContent'
import { WaitingBlocks } from './ScreenBlocks'
import styles from './dashboard.module.css'

interface DashboardCardsProps {
  readonly screen: ScreenAnswer
  readonly moves: CardMoves
  readonly arranging: boolean
}

export function DashboardCards({ screen, moves, arranging }: DashboardCardsProps) {
  const { data, stays, error, refetch } = useBlockData(screen)
  const drag = useCardDrag()
  return (
    <>
      {data ? null : <WaitingBlocks error={error} retry={() => void refetch()} />}
      {/* Hidden until then, added cards read their data at the same time. */}
      <div className={styles.blocks} style={data ? undefined : { display: 'none' }}>
        {moves.visible.map((card) => {
          const frame = (content: ReactNode, block: FramedBlock) =>
            arranging ? (
              <ArrangedCard card={card} width={block.width} moves={moves} drag={drag}>
                {content}
              </ArrangedCard>
            ) : content === null ? null : (
              <BlockSection block={block}>{content}</BlockSection>
            )
          const { position } = card
          return position === undefined ? (
            <AddedCard key={cardKey(card)} card={card} frame={frame} />
          ) : (
            <Fragment key={cardKey(card)}>
              {frame(
                blockContent(screen, position, data?.blocks[position], stays.has(position)),
                screen.screen.blocks[position]!,
              )}
            </Fragment>
          )
        })}
      </div>
    </>
  )
}
