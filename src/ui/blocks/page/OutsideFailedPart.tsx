// What stands where signing in to the outside system has failed? Why, a way to try again, a place to give the password, and a way back.
// ?from= is believed only when it is the address of a screen of ours that needs that system.
import { Alert, Button, Input } from 'antd'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ScreenAnswer } from '../../../protocol/calls'
import { CallError } from '../../../runtime/faults'
import { useViewQuery } from '../../../runtime/location'
import { useOutside, useOutsideAgain } from '../../../runtime/outside'
import { isOwnAddress } from '../../../runtime/places'
import { useProduct, useRuntime, useSession, useWords } from '../../../runtime/runtime'
import { Outcome } from '../../shell/Outcome'
import styles from '../../shell/outside.module.css'

export default function OutsideFailedPart({ screen: { screen } }: { screen: ScreenAnswer }) {
  const { t, pick } = useWords()
  const { client } = useRuntime()
  const { home } = useProduct()
  const routes = useSession((state) => state.boot?.routes)
  const navigate = useNavigate()
  const [query] = useViewQuery()
  const from = query.get('from') ?? ''
  const path = isOwnAddress(from) ? from.split(/[?#]/)[0]! : ''
  const route = routes && Object.hasOwn(routes, path) && routes[path]!.autoLogin ? routes[path] : undefined
  const known = useOutside(route ? path : null)
  const again = useOutsideAgain()
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const retry = async (given?: string) => {
    setBusy(true)
    setFailure(null)
    try {
      if (given) await client.post('/api/outside/password', { password: given }, { quiet: true })
      const answer = await again(path)
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password) void retry(password)
  }
  const reason = failure ?? known.data?.reason ?? known.error?.message
  return (
    <div className={styles.failed}>
      <Outcome
        voice={route ? 'warning' : 'info'}
        title={known.data ? t('outside.failedTitle', { name: pick(known.data.title) }) : pick(screen.title)}
        text={route ? t('outside.failedScreen', { title: pick(route.title) }) : t('outside.failedUnasked')}
      >
        {route ? (
          <Button type="primary" loading={busy} onClick={() => void retry()}>
            {t('outside.retry')}
          </Button>
        ) : null}
        <Button onClick={() => void navigate(home)}>{t('shell.backHome')}</Button>
      </Outcome>
      {reason ? <Alert type="warning" showIcon message={reason} /> : null}
      {route ? (
        <form className={styles.secret} onSubmit={submit} autoComplete="off">
          <label htmlFor="outside-password">{t('outside.password')}</label>
          <div>
            <Input.Password
              id="outside-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              maxLength={200}
              autoComplete="off"
              visibilityToggle={false}
              aria-describedby="outside-help"
            />
            <Button htmlType="submit" disabled={password === ''} loading={busy}>
              {t('outside.keepAndRetry')}
            </Button>
          </div>
          <p id="outside-help">{t('outside.passwordHelp')}</p>
        </form>
      ) : null}
    </div>
  )
}
