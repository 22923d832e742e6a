// A card of another screen on a dashboard, read with that screen and its rights.
import { lazy, Suspense, type ReactNode } from 'react'
import { reportCharts, type ScreenAnswer } from '../../../protocol/screenCalls'
import { useScreen } from '../../../client/data/queries'
import { BlockState } from '../common/BlockState'
import type { Card } from './arranging/arrangement'
import { blockContent, useBlockData, type FramedBlock } from './blockContent'
import { ListCard, shownRecords } from './lists/ListCard'
import { listKind } from './arranging/offeredLists'

const ReportCard = lazy(() => import('../report/ReportCard'))

interface AddedCardProps {
  readonly card: Card
  /** Draws the card around its content; null: nothing to show. */
  readonly frame: (content: ReactNode, block: FramedBlock) => ReactNode
}

const wideColumns = 24
const halfColumns = 12

/** Lines of the placeholder by kind, about as high as the content, so that cards below hardly move. */
const placeholderRows: Readonly<Record<string, number>> = {
  figures: 1,
  latest: 5,
  reminder: 4,
  [listKind]: shownRecords,
  [reportCharts]: 9,
}

export function AddedCard({ card, frame }: AddedCardProps) {
  const { data: screen, error, refetch } = useScreen(card.screen)
  const { kind, title } = card
  const rows = placeholderRows[kind]
  const framed = (content: ReactNode, head?: ReactNode) =>
    frame(content, {
      kind,
      title,
      head,
      width: kind === 'figures' || kind === reportCharts ? wideColumns : halfColumns,
    })
  if (!screen) return framed(<BlockState error={error} retry={() => void refetch()} rows={rows} />)
  if (kind === listKind) return <ListCard card={card} answer={screen} frame={framed} />
  const { report, blocks } = screen.screen
  if (report && card.block === reportCharts)
    return (
      <Suspense fallback={framed(<BlockState error={null} retry={() => void refetch()} rows={rows} />)}>
        <ReportCard screen={screen} report={report} frame={framed} />
      </Suspense>
    )
  const position = blocks.findIndex(({ name }) => name === card.block)
  return position < 0 ? null : <AddedBlock screen={screen} position={position} rows={rows} frame={framed} />
}

interface AddedBlockProps {
  readonly screen: ScreenAnswer
  readonly position: number
  readonly rows: number | undefined
  readonly frame: (content: ReactNode) => ReactNode
}

function AddedBlock({ screen, position, rows, frame }: AddedBlockProps) {
  const { data, stays, error, refetch } = useBlockData(screen)
  return frame(
    data ? (
      blockContent(screen, position, data.blocks[position], stays.has(position))
    ) : (
      <BlockState error={error} retry={() => void refetch()} rows={rows} />
    ),
  )
}
