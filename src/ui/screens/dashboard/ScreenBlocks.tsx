// The blocks of a screen side by side in their widths, read in one call.
// The server sends only what the user may open. No placeholders for single blocks: one of another height would shift
// the rest of the screen.
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import type { CallError } from '../../../client/feedback/callError'
import { BlockState } from '../common/BlockState'
import { blockContent, BlockSection, useBlockData } from './blockContent'
import styles from './dashboard.module.css'

export default function ScreenBlocks({ screen }: { screen: ScreenAnswer }) {
  const { data, stays, error, refetch } = useBlockData(screen)
  // Without room while it waits: often no block has something to show, and the rows would move up.
  if (!data) return error ? <WaitingBlocks error={error} retry={() => void refetch()} /> : <div data-waiting="" />
  return (
    <div className={styles.blocks}>
      {screen.screen.blocks.map((block, index) => {
        const content = blockContent(screen, index, data.blocks[index], stays.has(index))
        return content === null ? null : (
          <BlockSection key={index} block={block}>
            {content}
          </BlockSection>
        )
      })}
    </div>
  )
}

export function WaitingBlocks({ error, retry }: { error: CallError | null; retry: () => void }) {
  return (
    <div className={styles.blocks} data-waiting={error === null ? '' : undefined}>
      <section className={styles.block}>
        <BlockState error={error} retry={retry} rows={3} />
      </section>
    </div>
  )
}
