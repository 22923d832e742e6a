// What stands above a form that could not be sent, and how to go on from there.
import { observer } from '@formily/react'
import { Alert, Button } from 'antd'
import { useWords } from '../../runtime/runtime'
import type { LivingForm } from './useFormModel'
import type { Submission } from './useSubmission'
import styles from './form.module.css'

export const Troubles = observer(function Troubles({
  submission,
  living,
}: {
  submission: Submission
  living: LivingForm
}) {
  const { t } = useWords()
  const { trouble, renewed } = submission
  if (trouble?.kind === 'stale') {
    return (
      <Alert
        className={styles.alert}
        type="warning"
        showIcon
        message={t('form.stale')}
        description={t('form.staleText')}
        action={
          <Button size="small" onClick={() => void submission.renew()}>
            {t('form.reload')}
          </Button>
        }
        role="alert"
      />
    )
  }
  if (trouble?.kind === 'refused') {
    return (
      <Alert
        className={styles.alert}
        type="error"
        showIcon
        message={trouble.messages.map((message) => (
          <div key={message}>{message}</div>
        ))}
        role="alert"
      />
    )
  }
  // It counts down while the person mends them.
  const count = trouble?.kind === 'faults' ? living.model.faulty().length : 0
  if (count > 0)
    return <Alert className={styles.alert} type="error" showIcon message={t('form.faults', { count })} role="alert" />
  if (renewed) return <Alert className={styles.alert} type="info" showIcon message={t('form.reloaded')} />
  if (living.restored && living.model.form.modified) {
    return (
      <Alert
        className={styles.alert}
        type="info"
        showIcon
        message={t('form.restored')}
        action={
          <Button size="small" type="link" onClick={living.startAnew}>
            {t('form.startAnew')}
          </Button>
        }
      />
    )
  }
  return null
})
