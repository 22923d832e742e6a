// A link to an external address: another site opens in a new tab, never inside the application.
import { Button } from 'antd'
import { Link } from 'react-router-dom'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import { useSession, useTranslator } from '../../../client/context/clientContext'
import { ResultPage } from '../../controls/result/ResultPage'

/** Draws the link, a notice if the account has no address for it, or the link home for a redirect. */
export function ExternalBlock({ screen: { screen } }: { screen: ScreenAnswer }) {
  const { t, pick } = useTranslator()
  const href = useSession((state) => state.boot?.routes[screen.path]?.href)
  if (screen.redirect)
    return (
      <ResultPage severity="info" title={pick(screen.title)}>
        <Link to={screen.redirect} replace>
          {t('shell.backHome')}
        </Link>
      </ResultPage>
    )
  return (
    <ResultPage
      severity="info"
      title={pick(screen.title)}
      text={href ? t('shell.externalText') : t('shell.externalBlocked')}
    >
      {href && (
        <Button type="primary" href={href} target="_blank" rel="noreferrer noopener">
          {t('shell.externalOpen')}
        </Button>
      )}
    </ResultPage>
  )
}
