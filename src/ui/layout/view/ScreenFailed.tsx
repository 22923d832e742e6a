// Shown instead of a screen that could not be read: the reason, and the next step.
import { Button } from 'antd'
import type { CallError } from '../../../client/feedback/callError'
import { useTranslator } from '../../../client/context/clientContext'
import type { RefusalKey } from '../../../protocol/refusals/catalog'
import { FullPage } from '../../controls/refusal/FullPage'
import { ResultPage } from '../../controls/result/ResultPage'

/** Whether the server has no screen at the address; after any other failure that is unknown. */
export const isScreenMissing = (error: CallError): boolean => error.key === ('page_not_found' satisfies RefusalKey)

interface ScreenFailedProps {
  readonly path: string
  /** Absent: there is no more to say than that it failed. */
  readonly error?: CallError
  readonly retry: () => void
}

export function ScreenFailed({ path, error, retry }: ScreenFailedProps) {
  const { t } = useTranslator()
  if (error?.kind === 'forbidden') return <FullPage kind="forbidden" text={error.message} screen={path} />
  if (error && isScreenMissing(error)) return <FullPage kind="missing" />
  return (
    <ResultPage severity="warning" title={t('list.failed')} text={error?.message}>
      <Button type="primary" onClick={retry}>
        {t('shell.retry')}
      </Button>
    </ResultPage>
  )
}
