// The head of a block: the title of the screen and the buttons for the whole block.
import type { ReactNode } from 'react'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import { useTranslator } from '../../../client/context/clientContext'
import styles from './block.module.css'

/** Draws the heading of level 1 of a screen; the children are its buttons. */
export function BlockHead({ screen, children }: { screen: ScreenAnswer; children?: ReactNode }) {
  const { pick } = useTranslator()
  return (
    <header className={styles.head}>
      <h1>{pick(screen.screen.title)}</h1>
      <div>{children}</div>
    </header>
  )
}
