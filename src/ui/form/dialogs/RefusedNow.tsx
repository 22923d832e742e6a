// Shows in an open dialog which check would refuse its transition now.
import { Alert } from 'antd'
import { useTranslator } from '../../../client/context/clientContext'
import { MendFirst } from './MendFirst'
import type { TransitionDialogProps } from './transitionDialog'
import styles from '../view/form.module.css'

/** Draws nothing while no check refuses it. */
export function RefusedNow({ dialog }: { readonly dialog: TransitionDialogProps }) {
  const { t } = useTranslator()
  const { refusal, record } = dialog
  if (refusal === undefined) return null
  return (
    <Alert
      className={styles.alert}
      type="warning"
      showIcon
      message={t('record.turnUnmet', { message: refusal })}
      action={<MendFirst dialog={dialog} record={record} />}
    />
  )
}
