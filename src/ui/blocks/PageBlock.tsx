// A screen of kind page: its parts from top to bottom. A part whose name nobody knows is said to be unknown.
import { Alert } from 'antd'
import { Suspense } from 'react'
import type { ScreenAnswer } from '../../protocol/calls'
import { useWords } from '../../runtime/runtime'
import { pageBlockOf } from './page/pageBlocks'
import { BlockState } from './parts/BlockState'
import styles from './page/page.module.css'

export default function PageBlock({ screen }: { screen: ScreenAnswer }) {
  const { t, pick } = useWords()
  return (
    <div className={styles.page}>
      {screen.screen.blocks.map((block, at) => {
        const Part = pageBlockOf(block.block)
        return (
          <section key={at} className={styles.part} style={{ gridColumn: `span ${block.width}` }} aria-label={block.title ? pick(block.title) : undefined}>
            {block.title ? <h2>{pick(block.title)}</h2> : null}
            {Part ? <Suspense fallback={<BlockState error={null} retry={() => undefined} rows={3} />}><Part block={block} screen={screen} /></Suspense> : <Alert type="error" showIcon message={t('form.unknownPart', { name: block.block })} />}
          </section>
        )
      })}
    </div>
  )
}
