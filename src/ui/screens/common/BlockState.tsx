// Shown instead of a block's data while it loads, or with next steps when it fails.
import { Alert, Button, Skeleton } from 'antd'
import type { CallError } from '../../../client/feedback/callError'
import { useTranslator } from '../../../client/context/clientContext'
import styles from './block.module.css'

interface BlockStateProps {
  readonly error: CallError | null
  readonly retry: () => void
  /** Lines of the placeholder. */
  readonly rows?: number | undefined
}

/** Draws a skeleton of `rows` lines without an error, and the error's message with a retry otherwise. */
export function BlockState({ error, retry, rows = 6 }: BlockStateProps) {
  const { t } = useTranslator()
  if (!error)
    return (
      <div style={{ padding: '16px 20px' }} role="status" aria-label={t('shell.loading')}>
        <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />
      </div>
    )
  return (
    <div className={styles.state}>
      <Alert
        type="warning"
        showIcon
        message={t('form.failed')}
        description={error.message}
        action={
          <Button size="small" onClick={retry}>
            {t('form.retry')}
          </Button>
        }
      />
    </div>
  )
}
