// Shows in an open dialog which check would refuse its transition now.
import { Alert } from 'antd'
import { useTurnAnswer } from '../../../client/data/turn'
import { useTranslator } from '../../../client/context/clientContext'
import { entitiesOfRecord } from '../../rules/entitiesShown'
import { MendFirst } from './MendFirst'
import type { TransitionDialogProps } from './transitionDialog'
import styles from '../view/form.module.css'

/** Goes by itself once the check holds, as when a colleague has done what was missing. */
export function RefusedNow({ dialog }: { readonly dialog: TransitionDialogProps }) {
  const { entity, transition, answer: manifests, record } = dialog
  const { t } = useTranslator()
  const { answer } = useTurnAnswer(
    transition.creates || !record ? undefined : entity,
    record?.id ?? 0,
    entitiesOfRecord(entity.name, manifests.entities),
  )
  const refusal = answer?.refused?.find((refused) => refused.transition === transition.name)
  if (!refusal) return null
  return (
    <Alert
      className={styles.alert}
      type="warning"
      showIcon
      message={t('record.turnUnmet', { message: refusal.message })}
      action={<MendFirst dialog={dialog} record={record} />}
    />
  )
}
