// A public screen alone on the background of the sign-in page, the same with a session as without.
// A page is centered, anything else takes the full width.
import type { ReactNode } from 'react'
import type { Route } from '../../manifest/access/navigation'
import type { Blocks } from '../../client/ScreenRenderer'
import { PublicLayout } from '../auth/publicLayout/PublicLayout'
import styles from '../auth/publicLayout/publicLayout.module.css'
import { ViewBody } from './view/ViewBody'

interface PublicScreenProps {
  readonly route: Pick<Route, 'path' | 'kind'>
  readonly blocks: Blocks
  /** The link next to the language. */
  readonly beside: ReactNode
}

export function PublicScreen({ route, blocks, beside }: PublicScreenProps) {
  return (
    <PublicLayout wide={route.kind !== 'page'} beside={beside}>
      <div className={route.kind === 'page' ? styles.page : 'shell-public'} data-view={route.path}>
        <ViewBody path={route.path} blocks={blocks} />
      </div>
    </PublicLayout>
  )
}
