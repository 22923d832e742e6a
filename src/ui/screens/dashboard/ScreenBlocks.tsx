// The blocks of a screen side by side in their widths, read in one call.
// The server sends only what the user may open. Nothing stands in for a single block: what takes no room at first, or
// another height, would push the rest of the screen down.
import { useMemo, type CSSProperties, type ReactNode } from 'react'
import type { Block } from '../../../manifest/model/block'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import type { DashboardAnswer, BlockData } from '../../../protocol/reportCalls'
import { useRead } from '../../../client/data/queries'
import { useTranslator } from '../../../client/context/clientContext'
import { pageBlockOf } from '../pageParts/pageParts'
import { BlockState } from '../common/BlockState'
import { Figures, isWithheld } from './Figures'
import { Latest } from './LatestRecords'
import { Queues } from './Queues'
import { ReminderCard } from './ReminderCard'
import { Work } from './Work'
import styles from './dashboard.module.css'

/** Milliseconds between two background reads: queues count records of screens that no live event names. */
const lookAgain = 60_000

export default function ScreenBlocks({ screen }: { screen: ScreenAnswer }) {
  const { screen: manifest } = screen
  const { pick } = useTranslator()
  const entities = useMemo(
    () => [
      ...new Set(
        manifest.blocks
          .flatMap(({ entity, actions, figures }) => [
            entity,
            ...actions.map((action) => action.entity),
            ...figures.map((figure) => figure.aggregate?.entity),
          ])
          .filter((name): name is string => name !== undefined),
      ),
    ],
    [manifest],
  )
  const { data, error, refetch } = useRead<DashboardAnswer>(
    '/api/dashboard',
    { screen: manifest.path },
    { entities, keep: true, every: lookAgain },
  )
  if (!data)
    return (
      <div className={styles.blocks} data-waiting={error === null ? '' : undefined}>
        <section className={styles.block}>
          <BlockState error={error} retry={() => void refetch()} rows={3} />
        </section>
      </div>
    )
  return (
    <div className={styles.blocks}>
      {manifest.blocks.map((block, index) =>
        isEmpty(block, data.blocks[index]) ? null : (
          <section
            key={index}
            className={block.kind === 'reminder' ? 'list-reminder' : styles.block}
            style={{ '--share': block.width } as CSSProperties}
            aria-label={block.title ? pick(block.title) : undefined}
          >
            {block.title && block.kind !== 'reminder' ? <h2>{pick(block.title)}</h2> : null}
            {drawn(block, index, data.blocks[index], screen)}
          </section>
        ),
      )}
    </div>
  )
}

/** Figures of which the caller may read none, and work of which there is none. */
function isEmpty({ kind, figures, actions, withheld }: Block, data: BlockData | undefined): boolean {
  if (withheld || data?.block === 'withheld') return true
  if (kind === 'reminder') return data?.block !== 'reminder' || data.rows.length === 0
  if (data?.block === 'latest' && actions.length > 0) return data.rows.length === 0
  return data?.block === 'figures' && figures.every((figure, index) => isWithheld(figure, data.values[index]))
}

function drawn(block: Block, position: number, data: BlockData | undefined, screen: ScreenAnswer): ReactNode {
  switch (data?.block) {
    case 'queues':
      return <Queues queues={data.queues} block={block} screen={screen.screen.path} />
    case 'figures':
      return <Figures screen={screen.screen.path} block={position} figures={block.figures} values={data.values} />
    case 'latest':
      return block.actions.length > 0 ? (
        <Work block={block} rows={data.rows} screen={screen} />
      ) : (
        <Latest block={block} rows={data.rows} screen={screen} />
      )
    case 'reminder':
      return <ReminderCard block={block} data={data} screen={screen} />
    default: {
      const Named = pageBlockOf(block.kind)
      return Named ? <Named block={block} screen={screen} /> : null
    }
  }
}
