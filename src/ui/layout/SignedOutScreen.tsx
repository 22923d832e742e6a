// The public screen at the address of the page, for a visitor without a session.
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { builtInPaths } from '../../client/navigation/builtInPaths'
import { useRuntime, useTranslator } from '../../client/context/clientContext'
import type { Blocks } from '../../client/ScreenRenderer'
import styles from '../auth/publicLayout/publicLayout.module.css'
import { PublicScreen } from './PublicScreen'

export function SignedOutScreen({ blocks }: { blocks: Blocks }) {
  const { entry } = useRuntime()
  const { t, pick } = useTranslator()
  const { pathname } = useLocation()
  const route = entry.routes[pathname]
  useEffect(() => {
    if (route) document.title = `${pick(route.title)} - ${pick(entry.product.title)}`
  }, [route, pick, entry])
  if (!route) return null
  return (
    <PublicScreen
      route={{ path: pathname, kind: route.kind }}
      blocks={blocks}
      beside={
        <a className={styles.language} href={builtInPaths.signIn}>
          {t('signIn.submit')}
        </a>
      }
    />
  )
}
