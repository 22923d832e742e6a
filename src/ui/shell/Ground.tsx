// What stands behind everything that is seen without a session? The product's mark, the language, and the ground of the sign-in page.
import type { ReactNode } from 'react'
import { useRuntime, useSession, useWords } from '../../runtime/runtime'
import { contrasting } from './colour'
import { ProductMark } from './ProductMark'
import styles from './signIn.module.css'
import { useTone } from './tone'

/** `wide`: what is shown takes the room it needs. */
export function Ground({
  children,
  wide = false,
  beside,
}: {
  children: ReactNode
  wide?: boolean
  beside?: ReactNode
}) {
  const { entry, session } = useRuntime()
  const { pick, index } = useWords()
  const colour = useSession((state) => state.theme.colour)
  useTone()
  const style = { '--accent': colour, '--strong': contrasting(colour, '#ffffff') } as Record<string, string>
  return (
    <div className={styles.ground} style={style}>
      <header className={styles.top}>
        <ProductMark title={pick(entry.product.title)} />
        <span>
          {beside}
          <button
            type="button"
            className={styles.language}
            lang={index === 0 ? 'en' : 'zh-CN'}
            onClick={() => session.setLanguage(index === 0 ? 1 : 0)}
          >
            {index === 0 ? 'English' : '中文'}
          </button>
        </span>
      </header>
      <main className={wide ? styles.wide : styles.middle} id="content">
        {children}
      </main>
    </div>
  )
}
