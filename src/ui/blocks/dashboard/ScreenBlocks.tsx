// The blocks of a screen side by side as wide as they say, read in one call. Only what this person may open is there, because the server sends nothing else.
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Block } from '../../../manifest/app'
import type { DashboardAnswer, DashboardBlock as BlockData, ScreenAnswer } from '../../../protocol/calls'
import { useRead } from '../../../runtime/records'
import { useWords } from '../../../runtime/runtime'
import { pageBlockOf } from '../page/pageBlocks'
import { BlockState } from '../parts/BlockState'
import { Figures, isWithheld } from './Figures'
import { Latest } from './Latest'
import { Queues } from './Queues'
import styles from './dashboard.module.css'

/** Milliseconds between two silent looks: counts of queues belong to screens that no live event names. */
const lookAgain = 60_000

export default function ScreenBlocks({ screen }: { screen: ScreenAnswer }) {
  const { screen: manifest } = screen
  const { pick } = useWords()
  const entities = useMemo(
    () => [
      ...new Set(
        manifest.blocks
          .flatMap((block) => [block.entity, ...block.figures.map((figure) => figure.aggregate?.entity)])
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
  return (
    <div className={styles.blocks}>
      {manifest.blocks.map((block, at) =>
        isEmpty(block, data?.blocks[at]) ? null : (
          <section
            key={at}
            className={styles.block}
            style={{ gridColumn: `span ${block.width}` }}
            aria-label={block.title ? pick(block.title) : undefined}
          >
            {block.title ? <h2>{pick(block.title)}</h2> : null}
            {data ? (
              drawn(block, at, data.blocks[at], screen)
            ) : (
              <BlockState error={error} retry={() => void refetch()} rows={3} />
            )}
          </section>
        ),
      )}
    </div>
  )
}

/** Figures of which none is this person's to read. */
function isEmpty({ figures }: Block, data: BlockData | undefined): boolean {
  return data?.block === 'figures' && figures.every((figure, at) => isWithheld(figure, data.values[at]))
}

function drawn(block: Block, at: number, data: BlockData | undefined, screen: ScreenAnswer): ReactNode {
  switch (data?.block) {
    case 'queues':
      return <Queues queues={data.queues} />
    case 'figures':
      return <Figures screen={screen.screen.path} block={at} figures={block.figures} values={data.values} />
    case 'latest':
      return <Latest block={block} rows={data.rows} screen={screen} />
    default: {
      const Named = pageBlockOf(block.block)
      return Named ? <Named block={block} screen={screen} /> : null
    }
  }
}
