// Draws the content of a block, and reads the data of all blocks of a screen in one call.
import { useEffect, useMemo, useState, type CSSProperties, type ReactNode } from 'react'
import type { Block } from '../../../manifest/model/block'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import type { DashboardAnswer, BlockData } from '../../../protocol/reportCalls'
import { useRead } from '../../../client/data/queries'
import { useTranslator } from '../../../client/context/clientContext'
import { Icon } from '../../controls/icons'
import { pagePartOf } from '../pageParts/pageParts'
import { Checklist } from './checklist/Checklist'
import { Figures, isWithheld } from './figures/Figures'
import { Latest } from './latest/LatestRecords'
import { Queues } from './queues/Queues'
import { ReminderCard } from './reminder/ReminderCard'
import { DueRecords } from './latest/DueRecords'
import styles from './dashboard.module.css'
import foldableStyles from './foldable.module.css'

/** Milliseconds between two background reads: queues count records of screens that no live event names. */
const refreshMs = 60_000

/** The data of a screen's blocks in their order; `stays` as for `blockContent`. */
export function useBlockData({ screen: declared }: ScreenAnswer) {
  const entities = useMemo(
    () => [
      ...new Set(
        declared.blocks
          .flatMap(({ entity, actions, figures, steps }) => [
            entity,
            ...steps.map((step) => step.entity),
            ...actions.map((action) => action.entity),
            ...figures.map((figure) => figure.aggregate?.entity),
          ])
          .filter((name): name is string => name !== undefined),
      ),
    ],
    [declared],
  )
  const read = useRead<DashboardAnswer>(
    '/api/dashboard',
    { screen: declared.path },
    { entities, keep: true, everyMs: refreshMs },
  )
  return { ...read, stays: useUnfinished(read.data?.blocks) }
}

/** Positions of the checklists that had a step left since the screen was opened. */
function useUnfinished(blocks: readonly BlockData[] | undefined): ReadonlySet<number> {
  const [unfinished, setUnfinished] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    const left = (blocks ?? []).flatMap((data, position) => (hasStepLeft(data) ? [position] : []))
    setUnfinished((before) => (left.every((position) => before.has(position)) ? before : new Set([...before, ...left])))
  }, [blocks])
  return unfinished
}

const hasStepLeft = (data: BlockData): boolean => data.block === 'checklist' && data.steps.some(({ done }) => !done)

/**
 * null: nothing to show: no readable figures, no work, no step left, or a call whose condition fails.
 * @param stays whether to keep a completed checklist, so that the form or import of its last step stays open
 */
export function blockContent(
  screen: ScreenAnswer,
  position: number,
  data: BlockData | undefined,
  stays: boolean,
): ReactNode {
  const block = screen.screen.blocks[position]!
  if (isEmpty(block, data) && !(stays && data?.block === 'checklist')) return null
  switch (data?.block) {
    case 'queues':
      return <Queues queues={data.queues} block={block} screen={screen.screen.path} />
    case 'figures':
      return <Figures screen={screen.screen.path} position={position} figures={block.figures} data={data} />
    case 'checklist':
      return <Checklist block={block} steps={data.steps} screen={screen} />
    case 'latest':
      return block.actions.length > 0 ? (
        <DueRecords block={block} data={data} screen={screen} />
      ) : (
        <Latest block={block} rows={data.rows} screen={screen} />
      )
    case 'reminder':
      return <ReminderCard block={block} data={data} screen={screen} />
    default: {
      const Named = pagePartOf(block.kind)
      return Named ? <Named block={block} screen={screen} found={data} /> : null
    }
  }
}

function isEmpty({ kind, figures, actions, withheld }: Block, data: BlockData | undefined): boolean {
  if (withheld || data?.block === 'withheld' || (data?.block === 'call' && !data.shown)) return true
  if (data?.block === 'checklist') return !hasStepLeft(data)
  if (kind === 'reminder') return data?.block !== 'reminder' || data.rows.length === 0
  if (data?.block === 'latest' && actions.length > 0) return data.rows.length === 0
  return data?.block === 'figures' && figures.every((figure, index) => isWithheld(figure, data.values[index]))
}

export interface FramedBlock extends Pick<Block, 'kind' | 'title' | 'width'> {
  /** In place of the title as plain text. */
  readonly head?: ReactNode
}

interface BlockSectionProps {
  readonly block: FramedBlock
  /** Its accessible name, if not the title. */
  readonly label?: string
  /** Absent: always open. */
  readonly fold?: { readonly isFolded: boolean; readonly turn: () => void }
  readonly children: ReactNode
}

function FoldButton({ isFolded, turn, title }: NonNullable<BlockSectionProps['fold']> & { title: string }) {
  const { t } = useTranslator()
  const label = t(isFolded ? 'list.blockUnfold' : 'list.blockFold', { title })
  return (
    <button
      type="button"
      className={foldableStyles.foldButton}
      aria-expanded={!isFolded}
      aria-label={label}
      title={label}
      onClick={turn}
    >
      <Icon name={isFolded ? 'down' : 'up'} size={14} />
    </button>
  )
}

/** The frame of a block with its title. */
export function BlockSection({ block, label, fold, children }: BlockSectionProps) {
  const { pick } = useTranslator()
  const title = label ?? (block.title && pick(block.title))
  return (
    <section
      className={`${block.kind === 'reminder' ? 'list-reminder' : styles.block}${fold ? ` ${foldableStyles.foldable}` : ''}`}
      style={{ '--share': block.width } as CSSProperties}
      aria-label={title}
      data-folded={fold?.isFolded}
    >
      {fold ? <FoldButton {...fold} title={title ?? ''} /> : null}
      {block.title && block.kind !== 'reminder' ? <h2>{block.head ?? pick(block.title)}</h2> : null}
      {children}
    </section>
  )
}
