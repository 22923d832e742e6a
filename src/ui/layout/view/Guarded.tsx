// Replaces a part of the page that fails to render by a message with ways to continue.
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useRuntime, useTranslator } from '../../../client/context/clientContext'
import { ResultPage } from '../../controls/result/ResultPage'
import { ErrorBoundary } from '../../feedback/ErrorBoundary'

/** Draws its children, or the message once one of them has thrown; the error goes to the error log. */
export function Guarded({ children }: { children: ReactNode }) {
  const { errors } = useRuntime()
  return (
    <ErrorBoundary onError={(error, place) => errors.add(error, place)} fallback={(retry) => <Broken retry={retry} />}>
      {children}
    </ErrorBoundary>
  )
}

function Broken({ retry }: { retry: () => void }) {
  const { t } = useTranslator()
  return (
    <ResultPage severity="error" title={t('shell.brokenTitle')} text={t('shell.brokenText')}>
      <Button type="primary" onClick={retry}>
        {t('shell.retry')}
      </Button>
      <Button href="/">{t('shell.backHome')}</Button>
    </ResultPage>
  )
}
