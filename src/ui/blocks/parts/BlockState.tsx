// What stands where a block's data would be while it is coming, and when it could not be had: with a way on.
import { Alert, Button, Skeleton } from 'antd'
import type { CallError } from '../../../runtime/faults'
import { useWords } from '../../../runtime/runtime'
import styles from './parts.module.css'

export function BlockState({ error, retry, rows = 6 }: { error: CallError | null; retry: () => void; rows?: number }) {
  const { t } = useWords()
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
