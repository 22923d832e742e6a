// What stands at an address that is somewhere else? A way there: on another site only in a new tab, never inside the application.
import { Button } from 'antd'
import { Link } from 'react-router-dom'
import type { ScreenAnswer } from '../../protocol/calls'
import { useSession, useWords } from '../../runtime/runtime'
import { Outcome } from '../shell/Outcome'

export function ElsewhereBlock({ screen: { screen } }: { screen: ScreenAnswer }) {
  const { t, pick } = useWords()
  const href = useSession((state) => state.boot?.routes[screen.path]?.href)
  if (screen.redirect)
    return (
      <Outcome voice="info" title={pick(screen.title)}>
        <Link to={screen.redirect} replace>
          {t('shell.backHome')}
        </Link>
      </Outcome>
    )
  return (
    <Outcome voice="info" title={pick(screen.title)} text={href ? t('shell.externalText') : t('shell.externalBlocked')}>
      {href && (
        <Button type="primary" href={href} target="_blank" rel="noreferrer noopener">
          {t('shell.externalOpen')}
        </Button>
      )}
    </Outcome>
  )
}
