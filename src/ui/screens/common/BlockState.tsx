// Shown instead of a block's data while it loads, or with next steps when it fails.
import { Alert, Button } from 'antd'
import type { CallError } from '../../../client/feedback/callError'
import { useTranslator } from '../../../client/context/clientContext'
import { LoadingLines } from '../../controls/Loading'
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
  if (!error) return <LoadingLines rows={rows} />
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
