// What does somebody see who is not signed in and opens a public address? That screen alone, without the frame.
import { useLocation } from 'react-router-dom'
import { useRuntime, useWords } from '../../runtime/runtime'
import type { Blocks } from '../../runtime/Screen'
import { ViewBody } from './ViewBody'

export function PublicScreen({ blocks }: { blocks: Blocks }) {
  const { entry } = useRuntime()
  const { pick } = useWords()
  const { pathname } = useLocation()
  const route = entry.routes[pathname]
  if (!route) return null
  return (
    <main className="shell-public" id="content">
      <h1 className="shell-public-title">{pick(route.title)}</h1>
      <ViewBody path={pathname} blocks={blocks} />
    </main>
  )
}
