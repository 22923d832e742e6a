// Failure of the sign-in to an integration: reason, retry, password and the way back.
// Accepts ?from= only if it is the address of a screen that requires the integration.
import { Alert, Button, Input } from 'antd'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Route } from '../../../../manifest/access/navigation'
import type { ScreenAnswer } from '../../../../protocol/screenCalls'
import { CallError } from '../../../../client/feedback/callError'
import { useViewQuery } from '../../../../client/navigation/urlState'
import { useIntegration, useIntegrationAgain } from '../../../../client/data/integrations'
import { isOwnAddress } from '../../../../client/navigation/builtInPaths'
import { useProduct, useRuntime, useSession, useTranslator } from '../../../../client/context/clientContext'
import { ResultPage } from '../../../controls/result/ResultPage'
import styles from '../../../auth/integration.module.css'

export default function IntegrationFailedPart({ screen: { screen } }: { screen: ScreenAnswer }) {
  const { t, pick } = useTranslator()
  const { homeScreen: home } = useProduct()
  const navigate = useNavigate()
  const [query] = useViewQuery()
  const from = query.get('from') ?? ''
  const route = useIntegrationScreen(from)
  const cached = useIntegration(route?.path ?? null)
  const { failure, ...attempt } = useRetry(from)
  const reason = failure ?? cached.data?.reason ?? cached.error?.message
  return (
    <div className={styles.failed}>
      <ResultPage
        voice={route ? 'warning' : 'info'}
        title={cached.data ? t('integration.failedTitle', { name: pick(cached.data.title) }) : pick(screen.title)}
        text={route ? t('integration.failedScreen', { title: pick(route.title) }) : t('integration.failedUnasked')}
      >
        {route ? (
          <Button type="primary" loading={attempt.busy} onClick={() => void attempt.retry()}>
            {t('integration.retry')}
          </Button>
        ) : null}
        <Button onClick={() => void navigate(home)}>{t('shell.backHome')}</Button>
      </ResultPage>
      {reason ? <Alert type="warning" showIcon message={reason} /> : null}
      {route ? <PasswordForm {...attempt} /> : null}
    </div>
  )
}

const pathOf = (address: string): string => (isOwnAddress(address) ? address.split(/[?#]/)[0]! : '')

/** The screen of an address, if it requires an integration. */
function useIntegrationScreen(address: string): Route | undefined {
  const routes = useSession((state) => state.boot?.routes)
  const path = pathOf(address)
  const route = routes && Object.hasOwn(routes, path) ? routes[path] : undefined
  return route?.autoLogin ? route : undefined
}

/** Signs in again, with a new password where one is given, and goes back to the screen. */
function useRetry(from: string) {
  const { client } = useRuntime()
  const navigate = useNavigate()
  const again = useIntegrationAgain()
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const retry = async (input?: string) => {
    setBusy(true)
    setFailure(null)
    try {
      if (input) await client.post('/api/integration/password', { password: input }, { quiet: true })
      const answer = await again(pathOf(from))
      if (answer.flag === 1) void navigate(from, { replace: true })
      else setFailure(answer.reason ?? null)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error.message)
    } finally {
      setPassword('')
      setBusy(false)
    }
  }
  return { retry, busy, failure, password, setPassword }
}

function PasswordForm({ busy, retry, password, setPassword }: Omit<ReturnType<typeof useRetry>, 'failure'>) {
  const { t } = useTranslator()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password) void retry(password)
  }
  return (
    <form className={styles.secret} onSubmit={submit} autoComplete="off">
      <label htmlFor="integration-password">{t('integration.password')}</label>
      <div>
        <Input.Password
          id="integration-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          maxLength={200}
          autoComplete="off"
          visibilityToggle={false}
          aria-describedby="integration-help"
        />
        <Button htmlType="submit" disabled={password === ''} loading={busy}>
          {t('integration.keepAndRetry')}
        </Button>
      </div>
      <p id="integration-help">{t('integration.passwordHelp')}</p>
    </form>
  )
}
