// Signs in to the integration before its screen is shown, then shows the age of the data.
// A failure leads to the failure screen, with the requested address.
import { Alert, Button, Spin } from 'antd'
import { useEffect, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { hasSignedIn, type IntegrationSignInAnswer } from '../../protocol/signIn/integrationCalls'
import { useLaunch, useIntegration, useRetryIntegration } from '../../client/data/integrations'
import { useFormat, useProduct, useRuntime, useTranslator } from '../../client/context/clientContext'
import { useCurrentTab } from '../../client/navigation/unsavedChanges'
import { useBusyCall } from '../controls/hooks/useBusyCall'
import { ResultPage } from '../controls/result/ResultPage'
import { useElapsed } from '../controls/hooks/useElapsed'
import styles from './integration.module.css'

const slowNoticeAfterMs = 6_000

/**
 * Draws the children only once the integration has accepted the account; until then a waiting page, and the reason with
 * a retry if the call itself failed.
 */
export default function IntegrationGate({ path, children }: { path: string; children: ReactNode }) {
  const { t, pick } = useTranslator()
  const { active } = useCurrentTab()
  const { search } = useLocation()
  const navigate = useNavigate()
  const { data, error, refetch } = useIntegration(path)
  const failed = data && !hasSignedIn(data) ? data.failed : null
  useEffect(() => {
    if (failed !== null && active)
      void navigate(`${failed}?${new URLSearchParams({ from: path + search }).toString()}`, { replace: true })
  }, [failed, active, navigate, path, search])

  if (error && !data)
    return (
      <ResultPage severity="warning" title={t('integration.failedPlain')} text={error.message}>
        <Button type="primary" onClick={() => void refetch()}>
          {t('integration.retry')}
        </Button>
      </ResultPage>
    )
  if (!data || !hasSignedIn(data)) return <Entering />
  return (
    <div className={styles.gated}>
      <Freshness path={path} answer={data} name={pick(data.title)} />
      {children}
    </div>
  )
}

function Entering() {
  const { t } = useTranslator()
  const { homeScreen: home } = useProduct()
  const navigate = useNavigate()
  const isSlow = useElapsed(slowNoticeAfterMs)
  return (
    <div className={styles.entering} role="status" aria-label={t('shell.loading')}>
      <Spin />
      <p>{t(isSlow ? 'integration.entersSlowly' : 'integration.entering')}</p>
      {isSlow ? <Button onClick={() => void navigate(home)}>{t('shell.backHome')}</Button> : null}
    </div>
  )
}

function Freshness({ path, answer, name }: { path: string; answer: IntegrationSignInAnswer; name: string }) {
  const { t } = useTranslator()
  const { notifications } = useRuntime()
  const format = useFormat()
  const retrySignIn = useRetryIntegration()
  const launch = useLaunch()
  const { busy, runCall } = useBusyCall()
  const renew = () =>
    runCall(
      () => retrySignIn(path),
      ({ message }) => notifications.say('warning', message),
    )
  const buttons = (
    <>
      {answer.at !== undefined || answer.error !== undefined ? (
        <Button size="small" type="link" loading={busy} onClick={() => void renew()}>
          {t('integration.renew')}
        </Button>
      ) : null}
      {answer.launch ? (
        <Button size="small" type="link" onClick={() => void runCall(launch)}>
          {t('integration.open')}
        </Button>
      ) : null}
    </>
  )
  const syncedAt = answer.at === undefined ? '' : format.datetime(answer.at)
  if (answer.error)
    return (
      <Alert
        className={styles.error}
        type="warning"
        showIcon
        message={t('integration.notBroughtIn', { name, reason: answer.error })}
        description={syncedAt ? t('integration.shownAsOf', { at: syncedAt }) : undefined}
        action={buttons}
      />
    )
  return (
    <p className={styles.fresh}>
      {syncedAt ? t('integration.broughtIn', { name, at: syncedAt }) : name}
      {buttons}
    </p>
  )
}
