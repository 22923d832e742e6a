// The blocks of a screen side by side in their widths, read in one call.
// The server sends only what the user may open. No placeholders for single blocks: their height is not known yet.
import { useLayoutEffect, type ReactNode } from 'react'
import type { Block } from '../../../manifest/model/block'
import type { BlockData } from '../../../protocol/reportCalls'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import type { CallError } from '../../../client/feedback/callError'
import { useTranslator } from '../../../client/context/clientContext'
import { usePreference } from '../../../client/context/preferences'
import { useNarrow } from '../../controls/hooks/useMedia'
import { BlockState } from '../common/BlockState'
import { blockContent, BlockSection, useBlockData } from './blockContent'
import { ReminderHead } from './reminder/ReminderCard'
import styles from './dashboard.module.css'

const noBlocks: readonly string[] = []

interface ScreenBlocksProps {
  readonly screen: ScreenAnswer
  /** The rows below did not wait: the blocks have a room of their own, which is never empty. */
  readonly isLate: boolean
  /** Called where the blocks could not be read, and before that is drawn. */
  readonly onFailed: () => void
}

/**
 * Draws the blocks that have something to show; an empty place until their data are read, and a retry if that failed.
 */
export default function ScreenBlocks({ screen, isLate, onFailed }: ScreenBlocksProps) {
  const { t, pick } = useTranslator()
  const { data, stays, error, refetch } = useBlockData(screen)
  const hasFailed = !data && error !== null
  // A retry must not hide the rows again.
  useLayoutEffect(() => {
    if (hasFailed) onFailed()
  }, [hasFailed, onFailed])
  // Without room while the rows wait: often no block has something to show, and the rows would move up.
  if (!data && !error && !isLate) return <div data-waiting="" />
  if (!data) return <WaitingBlocks error={error} retry={() => void refetch()} />
  const contents = screen.screen.blocks.flatMap((block, index) => {
    const content = blockContent(screen, index, data.blocks[index], stays.has(index))
    return content === null ? [] : [{ block, index, content }]
  })
  if (contents.length === 0 && isLate) {
    const titles = screen.screen.blocks.flatMap(({ title }) => (title ? [pick(title)] : []))
    return (
      <section className={styles.block}>
        <p className={styles.calm}>{[...titles, t('form.nothingYet')].join(' · ')}</p>
      </section>
    )
  }
  return (
    <div className={styles.blocks}>
      {contents.map(({ block, index, content }) => (
        <FoldableBlock key={index} screen={screen.screen.path} block={block} data={data.blocks[index]}>
          {content}
        </FoldableBlock>
      ))}
    </div>
  )
}

interface FoldableBlockProps {
  readonly screen: string
  readonly block: Block
  readonly data: BlockData | undefined
  readonly children: ReactNode
}

/** A block that the account may fold to one line, if it has a name to show there; on a phone it begins as that line. */
function FoldableBlock({ screen, block, data, children }: FoldableBlockProps) {
  const { pick } = useTranslator()
  const narrow = useNarrow(640)
  const [turned = noBlocks, keep] = usePreference<readonly string[]>(`${narrow ? 'opened' : 'folded'} blocks ${screen}`)
  const { name, title, figures } = block
  const readable = figures.filter(({ withheld }) => !withheld)
  const line = title ? pick(title) : readable.map((figure) => pick(figure.title)).join(' · ')
  if (name === undefined || line === '') return <BlockSection block={block}>{children}</BlockSection>
  const isFolded = turned.includes(name) !== narrow
  const turn = () => {
    const next = turned.includes(name) ? turned.filter((other) => other !== name) : [...turned, name]
    keep(next.length > 0 ? next : null)
  }
  return (
    <BlockSection block={isFolded ? { ...block, title: undefined } : block} label={line} fold={{ isFolded, turn }}>
      {!isFolded ? (
        children
      ) : data?.block === 'reminder' ? (
        <ReminderHead block={block} total={data.total} />
      ) : (
        <strong>{line}</strong>
      )}
    </BlockSection>
  )
}

/** Draws one block with a placeholder, or with the failure of the call for all blocks. */
export function WaitingBlocks({ error, retry }: { error: CallError | null; retry: () => void }) {
  return (
    <div className={styles.blocks} data-waiting={error === null ? '' : undefined}>
      <section className={styles.block}>
        <BlockState error={error} retry={retry} rows={3} />
      </section>
    </div>
  )
}
