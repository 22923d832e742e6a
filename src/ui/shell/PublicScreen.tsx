// What does somebody see who is not signed in and opens a public address? That screen alone, on the ground of the sign-in page. A page stands in its middle,
// anything else takes the room it needs.
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { places } from '../../runtime/places'
import { useRuntime, useWords } from '../../runtime/runtime'
import type { Blocks } from '../../runtime/Screen'
import { Ground } from './Ground'
import styles from './signIn.module.css'
import { ViewBody } from './ViewBody'

export function PublicScreen({ blocks }: { blocks: Blocks }) {
  const { entry } = useRuntime()
  const { t, pick } = useWords()
  const { pathname } = useLocation()
  const route = entry.routes[pathname]
  useEffect(() => {
    if (route) document.title = `${pick(route.title)} - ${pick(entry.product.title)}`
  }, [route, pick, entry])
  if (!route) return null
  return (
    <Ground
      wide={route.kind !== 'page'}
      beside={
        <a className={styles.language} href={places.signIn}>
          {t('signIn.submit')}
        </a>
      }
    >
      <div className={route.kind === 'page' ? styles.page : 'shell-public'}>
        <ViewBody path={pathname} blocks={blocks} />
      </div>
    </Ground>
  )
}
