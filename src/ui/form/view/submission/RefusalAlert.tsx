// Why something was refused: it comes into view and takes the focus, wherever the form was.
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { CallError } from '../../../../client/feedback/callError'
import { useFocusOnMount } from '../../../controls/hooks/useFocusOnMount'
import styles from './refusal.module.css'

interface RefusalAlertProps {
  readonly severity: CallError['severity']
  readonly message: ReactNode
  readonly description?: string
  readonly action?: ReactNode
}

/** Draws an alert. It takes the focus when it is mounted, so give another refusal another key. */
export function RefusalAlert({ severity, message, description, action }: RefusalAlertProps) {
  const box = useFocusOnMount()
  return (
    <div ref={box} tabIndex={-1} className={styles.refusal}>
      <Alert type={severity} showIcon message={message} description={description} action={action} role="alert" />
    </div>
  )
}
