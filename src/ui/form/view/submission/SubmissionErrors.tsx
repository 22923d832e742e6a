// The summary above a form that could not be submitted, with the next steps.
import { observer } from '@formily/react'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslator } from '../../../../client/context/clientContext'
import type { FormSession } from '../../model/useFormModel'
import { RefusalAlert } from './RefusalAlert'
import type { Submission } from './useSubmission'
import styles from '../form.module.css'

interface SubmissionErrorsProps {
  readonly submission: Submission
  readonly form: FormSession
  /** A link to a transition that can resolve the refusal. */
  readonly mend?: ReactNode
}

export const SubmissionErrors = observer(function SubmissionErrors({ submission, form, mend }: SubmissionErrorsProps) {
  const { t } = useTranslator()
  const { failure, renewed } = submission
  if (failure?.kind === 'stale')
    return <StaleRecord description={t('form.staleText')} renew={() => void submission.renew()} />
  if (failure?.kind === 'refused') {
    const message = failure.messages.map((text) => <div key={text}>{text}</div>)
    return <RefusalAlert severity={failure.severity} message={message} action={mend} />
  }
  // The number decreases as the user corrects the inputs.
  const count = failure?.kind === 'errors' ? form.model.errorCount() : 0
  if (count > 0) return <ErrorSummary count={count} first={form.model.firstError()} show={submission.showError} />
  if (renewed) return <Alert className={styles.alert} type="info" showIcon message={t('form.reloaded')} />
  return form.restored && form.model.form.modified ? <Restored startAnew={form.startAnew} /> : null
})

/** The record was changed since the dialog was opened: `renew` loads it. */
export function StaleRecord({ description, renew }: { readonly description: string; readonly renew: () => void }) {
  const { t } = useTranslator()
  const reload = (
    <Button size="small" onClick={renew}>
      {t('form.reload')}
    </Button>
  )
  return <RefusalAlert severity="warning" message={t('form.stale')} description={description} action={reload} />
}

interface ErrorSummaryProps {
  readonly count: number
  /** The sentence of the first error: its input may be out of view. */
  readonly first: string | undefined
  readonly show: () => void
}

function ErrorSummary({ count, first, show }: ErrorSummaryProps) {
  const { t } = useTranslator()
  const toFirst = (
    <Button size="small" type="link" onClick={show}>
      {t('form.firstError')}
    </Button>
  )
  return (
    <Alert
      className={styles.alert}
      type="error"
      showIcon
      message={t('form.errors', { count })}
      description={first}
      action={toFirst}
      role="alert"
    />
  )
}

/** The form began with a draft. */
function Restored({ startAnew }: { startAnew: () => void }) {
  const { t } = useTranslator()
  const restart = (
    <Button size="small" type="link" onClick={startAnew}>
      {t('form.startAnew')}
    </Button>
  )
  return <Alert className={styles.alert} type="info" showIcon message={t('form.restored')} action={restart} />
}
