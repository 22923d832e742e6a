// Failure of the sign-in to an integration: reason, retry, password and the way back.
// Accepts ?from= only if it is the address of a screen that requires the integration.
import { Alert, Button } from 'antd'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Route } from '../../../../manifest/access/navigation'
import { fillTemplate } from '../../../../manifest/expression/template'
import type { PageForm, PageLink } from '../../../../manifest/model/block'
import type { Text } from '../../../../manifest/model/text'
import { useViewQuery } from '../../../../client/navigation/urlState'
import { useIntegration, useRetryIntegration } from '../../../../client/data/integrations'
import { hasSignedIn } from '../../../../protocol/signIn/integrationCalls'
import { isOwnAddress } from '../../../../protocol/transport'
import { useRuntime, useSession, useTranslator } from '../../../../client/context/clientContext'
import { useRefusableCall } from '../../../controls/hooks/useRefusableCall'
import { ResultPage } from '../../../controls/result/ResultPage'
import styles from '../../../auth/integration.module.css'
import type { PagePartProps } from '../../common/pagePart'

/** Draws the reason with retry and password; without a valid `from` only the text for that. */
export default function IntegrationFailedPart({ block, screen: { screen } }: PagePartProps) {
  const { pick } = useTranslator()
  const [query] = useViewQuery()
  const from = query.get('from') ?? ''
  const route = useIntegrationScreen(from)
  const { integration, reason, ...again } = useFailedSignIn(from, route)
  const { unasked } = block.results
  const result = route || !unasked ? block : unasked
  const named = (text: Text | undefined, name: string) => text && fillTemplate(pick(text), () => name)
  const title = route && !integration ? pick(screen.title) : named(result.title, pick(integration ?? {}))
  return (
    <div className={styles.failed}>
      {block.image ? <img src={block.image} alt="" height={96} /> : null}
      <ResultPage
        severity={route ? 'warning' : 'info'}
        title={title ?? pick(screen.title)}
        text={named(result.text, pick(route?.title ?? {}))}
      >
        {route && block.submitTitle ? (
          <Button type="primary" loading={again.busy} onClick={() => void again.retry()}>
            {pick(block.submitTitle)}
          </Button>
        ) : null}
        <Links links={result.links ?? []} />
      </ResultPage>
      {reason ? <Alert type="warning" showIcon message={reason} /> : null}
      {route ? block.forms.map((form) => <PasswordForm key={form.name} {...again} form={form} />) : null}
    </div>
  )
}

function Links({ links }: { links: readonly PageLink[] }) {
  const { pick } = useTranslator()
  const navigate = useNavigate()
  return links.map(({ title, screen }, index) => (
    <Button key={index} onClick={() => void (screen === undefined ? navigate(-1) : navigate(screen))}>
      {pick(title)}
    </Button>
  ))
}

const pathOf = (address: string): string => (isOwnAddress(address) ? address.split(/[?#]/)[0]! : '')

/** The screen of an address, if it requires an integration. */
function useIntegrationScreen(address: string): Route | undefined {
  const routes = useSession((state) => state.boot?.routes)
  const path = pathOf(address)
  const route = routes && Object.hasOwn(routes, path) ? routes[path] : undefined
  return route?.autoLogin ? route : undefined
}

/** The title of the screen's integration, the reason of the failure, and another attempt. */
function useFailedSignIn(from: string, route: Route | undefined) {
  const { data, error } = useIntegration(route?.path ?? null)
  const { failure, ...again } = useRetry(from)
  return { integration: data?.title, reason: failure ?? data?.reason ?? error?.message, ...again }
}

/** Signs in again, with a new password where one is given, and goes back to the screen. */
function useRetry(from: string) {
  const { client } = useRuntime()
  const navigate = useNavigate()
  const retrySignIn = useRetryIntegration()
  const [password, setPassword] = useState('')
  const { busy, refused: failure, setRefused: setFailure, runCall } = useRefusableCall()
  const retry = (input?: string) => {
    const work = async () => {
      if (input) await client.post('/api/integration/password', { password: input }, { quiet: true })
      const answer = await retrySignIn(pathOf(from))
      if (hasSignedIn(answer)) void navigate(from, { replace: true })
      else setFailure(answer.reason ?? null)
    }
    return runCall(work).finally(() => setPassword(''))
  }
  return { retry, busy, failure, password, setPassword }
}

interface PasswordFormProps extends Omit<ReturnType<typeof useRetry>, 'failure'> {
  readonly form: PageForm
}

function PasswordForm({ form, busy, retry, password, setPassword }: PasswordFormProps) {
  const { pick } = useTranslator()
  const [input] = form.inputs
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password) void retry(password)
  }
  return (
    <form className={styles.secret} onSubmit={submit} autoComplete="off">
      <label htmlFor="integration-password">{pick(input!.title)}</label>
      <div>
        <input
          type="password"
          id="integration-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          maxLength={200}
          placeholder={input!.hint && pick(input!.hint)}
          autoComplete="off"
          aria-describedby={form.text ? 'integration-help' : undefined}
        />
        <Button htmlType="submit" disabled={password === ''} loading={busy}>
          {pick(form.submitTitle ?? form.title)}
        </Button>
      </div>
      {form.text && <p id="integration-help">{pick(form.text)}</p>}
    </form>
  )
}
