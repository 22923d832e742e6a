// A screen of kind page: its parts from top to bottom.
// Reports an unknown part; omits one that is withheld from this caller.
import { Alert } from 'antd'
import { Suspense } from 'react'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import { Permitted } from '../../../client/context/Permitted'
import { useDashboard } from '../../../client/data/queries'
import { useSession, useTranslator } from '../../../client/context/clientContext'
import { pagePartOf } from '../pageParts/pageParts'
import { BlockHead } from '../common/BlockHead'
import { BlockState } from '../common/BlockState'
import styles from './page.module.css'

/** Parts with a layout of their own. */
const bare = new Set(['signIn', 'resetPassword', 'authRedirect', 'integrationSignIn'])
/** Parts with a heading of their own. */
const selfTitled = new Set([...bare, 'notFound', 'noPermission', 'integrationFailed'])
const noEntities: readonly string[] = []

/** Draws the parts in their widths. The title is drawn for signed-in users, unless each part has its own. */
export default function PageBlock({ screen }: { screen: ScreenAnswer }) {
  const { t, pick } = useTranslator()
  const { blocks, path } = screen.screen
  const isSignedIn = useSession((state) => state.boot !== null)
  const hasCalls = blocks.some((block) => block.kind === 'call')
  const { data, error, refetch } = useDashboard(path, noEntities, hasCalls)
  if (hasCalls && !data) return <BlockState error={error} retry={() => void refetch()} rows={8} />
  return (
    <>
      {isSignedIn && screen.screen.layout === 'main' && !blocks.every((block) => selfTitled.has(block.kind)) ? (
        <BlockHead screen={screen} />
      ) : null}
      {/* One placeholder for all parts: one of their own each would push down the parts below it. */}
      <Suspense fallback={<BlockState error={null} retry={() => undefined} rows={8} />}>
        <div className={styles.page}>
          {blocks.map((block, index) => {
            const Part = pagePartOf(block.kind)
            const content = data?.blocks[index]
            if (block.withheld || (content?.block === 'call' && !content.shown)) return null
            const part = (
              <section
                key={index}
                data-section={index}
                tabIndex={-1}
                className={bare.has(block.kind) ? styles.bare : styles.part}
                style={{ gridColumn: `span ${block.width}` }}
                aria-label={block.title ? pick(block.title) : undefined}
              >
                {block.title && !selfTitled.has(block.kind) ? <h2>{pick(block.title)}</h2> : null}
                {Part ? (
                  <Part block={block} screen={screen} found={content} />
                ) : (
                  <Alert type="error" showIcon message={t('form.unknownPart', { name: block.kind })} />
                )}
              </section>
            )
            return block.permissions ? (
              <Permitted key={index} codes={block.permissions}>
                {part}
              </Permitted>
            ) : (
              part
            )
          })}
        </div>
      </Suspense>
    </>
  )
}
