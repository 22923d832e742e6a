// What stands in a view? Its screen, and in its place the waiting, the refusal or the error, each with a way on.
import { Button, Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import type { CallError } from '../../runtime/faults'
import { useRuntime, useSession, useWords } from '../../runtime/runtime'
import { Screen, type Blocks } from '../../runtime/Screen'
import { ErrorBoundary } from './ErrorBoundary'
import { FullPage } from './FullPage'
import { Outcome } from './Outcome'

const OutsideGate = lazy(() => import('./OutsideGate'))

export function ViewBody({ path, blocks }: { path: string; blocks: Blocks }) {
  const { errors } = useRuntime()
  const { t } = useWords()
  const gated = useSession((state) => state.boot?.routes[path]?.autoLogin === true)
  const screen = (
    <Screen
      path={path}
      blocks={blocks}
      waiting={<Waiting />}
      failed={(error, retry) => <Failed error={error} retry={retry} />}
      unknown={(kind) => <Outcome voice="warning" title={t('shell.unknownKind', { kind })} />}
    />
  )
  return (
    <ErrorBoundary met={(error, place) => errors.add(error, place)} fallback={(retry) => <Broken retry={retry} />}>
      {gated ? (
        <Suspense fallback={<Waiting />}>
          <OutsideGate path={path}>{screen}</OutsideGate>
        </Suspense>
      ) : (
        screen
      )}
    </ErrorBoundary>
  )
}

/** A screen that is on its way, in the shape of what will come. */
export function Waiting() {
  const { t } = useWords()
  return (
    <div className="shell-waiting" role="status" aria-label={t('shell.loading')}>
      <Skeleton active title={{ width: 180 }} paragraph={{ rows: 1, width: '60%' }} />
      <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} />
    </div>
  )
}

function Failed({ error, retry }: { error: CallError; retry: () => void }) {
  const { t } = useWords()
  if (error.kind === 'forbidden') return <FullPage kind="forbidden" text={error.message} />
  if (error.kind === 'missing') return <FullPage kind="missing" />
  return (
    <Outcome voice="warning" title={t('list.failed')} text={error.message}>
      <Button type="primary" onClick={retry}>
        {t('shell.retry')}
      </Button>
    </Outcome>
  )
}

function Broken({ retry }: { retry: () => void }) {
  const { t } = useWords()
  return (
    <Outcome voice="error" title={t('shell.brokenTitle')} text={t('shell.brokenText')}>
      <Button type="primary" onClick={retry}>
        {t('shell.retry')}
      </Button>
      <Button href="/">{t('shell.backHome')}</Button>
    </Outcome>
  )
}
