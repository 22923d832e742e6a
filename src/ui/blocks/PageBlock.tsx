// A screen of kind page: its parts from top to bottom. A part whose name nobody knows is said to be unknown; one that is not for this caller now is not there.
import { Alert } from 'antd'
import { Suspense } from 'react'
import type { ScreenAnswer } from '../../protocol/calls'
import { Permitted } from '../../runtime/Permitted'
import { useDashboard } from '../../runtime/records'
import { useSession, useWords } from '../../runtime/runtime'
import { pageBlockOf } from './page/pageBlocks'
import { BlockHead } from './parts/BlockHead'
import { BlockState } from './parts/BlockState'
import styles from './page/page.module.css'

/** Parts that bring their own frame. */
const bare = new Set(['resetPassword', 'authRedirect', 'outsideSignIn'])
/** Parts with a heading of their own. */
const selfTitled = new Set([...bare, 'notFound', 'noPermission', 'outsideFailed'])
const none: readonly string[] = []

export default function PageBlock({ screen }: { screen: ScreenAnswer }) {
  const { t, pick } = useWords()
  const { blocks, path } = screen.screen
  const here = useSession((state) => state.boot !== null)
  const asks = blocks.some((block) => block.block === 'call')
  const { data, error, refetch } = useDashboard(path, none, asks)
  if (asks && !data) return <BlockState error={error} retry={() => void refetch()} rows={8} />
  return (
    <>
      {here && screen.screen.layout === 'main' && !blocks.every((block) => selfTitled.has(block.block)) ? (
        <BlockHead screen={screen} />
      ) : null}
      <div className={styles.page}>
        {blocks.map((block, at) => {
          const Part = pageBlockOf(block.block)
          const found = data?.blocks[at]
          if (found?.block === 'call' && !found.shown) return null
          const part = (
            <section
              key={at}
              className={bare.has(block.block) ? styles.bare : styles.part}
              style={{ gridColumn: `span ${block.width}` }}
              aria-label={block.title ? pick(block.title) : undefined}
            >
              {block.title ? <h2>{pick(block.title)}</h2> : null}
              {Part ? (
                <Suspense fallback={<BlockState error={null} retry={() => undefined} rows={3} />}>
                  <Part block={block} screen={screen} found={found} />
                </Suspense>
              ) : (
                <Alert type="error" showIcon message={t('form.unknownPart', { name: block.block })} />
              )}
            </section>
          )
          return block.permission ? (
            <Permitted key={at} roles={block.permission}>
              {part}
            </Permitted>
          ) : (
            part
          )
        })}
      </div>
    </>
  )
}
