// What stands over a block: the title of the screen and, at the end of the line, what can be done with all of it.
import type { ReactNode } from 'react'
import type { ScreenAnswer } from '../../../protocol/calls'
import { useWords } from '../../../runtime/runtime'
import styles from './parts.module.css'

export function BlockHead({ screen, children }: { screen: ScreenAnswer; children?: ReactNode }) {
  const { pick } = useWords()
  return (
    <header className={styles.head}>
      <h1>{pick(screen.screen.title)}</h1>
      <div>{children}</div>
    </header>
  )
}
