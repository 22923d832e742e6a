// Runs a transition from a list, a record or a board: its form, or a confirmation without one.
// Loads what it needs and closes after success or cancellation.
import { Alert, Button, Spin } from 'antd'
import { useState } from 'react'
import type { Column } from '../../../manifest/model/column'
import type { Text } from '../../../manifest/model/text'
import { useTranslator } from '../../../client/context/clientContext'
import { DraggableDialog } from '../../controls/dialogs/DraggableDialog'
import { isEmptyForm } from '../model/layoutForm'
import { BatchDialog } from './batch/BatchDialog'
import { ConfirmDialog } from './ConfirmDialog'
import { FormDialog } from './FormDialog'
import { useActionData, type ActionSubject } from './useActionData'
import type { TransitionDialogProps } from './transitionDialog'
import styles from '../view/form.module.css'

interface ActionDialogProps
  extends ActionSubject, Pick<TransitionDialogProps, 'origin' | 'fill' | 'place' | 'onNext' | 'onClose'> {
  /** The title of the button, if it differs from the transition's. */
  readonly title?: Text
  /** The columns of the list in which the records were chosen. */
  readonly columns?: readonly Column[] | undefined
}

/** Draws the dialog of one action, and of another transition if the user chooses that instead. */
export default function ActionDialog(props: ActionDialogProps) {
  const [instead, setInstead] = useState<string | null>(null)
  if (instead === null) return <OneAction {...props} onInstead={setInstead} />
  const { fill: _fill, title: _title, onNext: _onNext, ...rest } = props
  return <OneAction key={instead} {...rest} action={{ entity: props.action.entity, transition: instead }} partial />
}

function OneAction(props: ActionDialogProps & { readonly onInstead?: (transition: string) => void }) {
  const { records, columns, title, fill, onInstead, onNext, onClose } = props
  const { pick } = useTranslator()
  const { definition, record, current, refusal, after, isReady, gone, failure, retry } = useActionData(props)
  if (definition && isReady && !gone && !failure) {
    const { answer, entity, transition, outline } = definition
    const common = {
      entity,
      transition,
      answer,
      current,
      refusal,
      after,
      title: pick(title ?? transition.title),
      onInstead,
      onNext,
      onClose,
    }
    if (records) return <BatchDialog {...common} records={records} columns={columns} />
    if (isEmptyForm(outline)) return <ConfirmDialog {...common} record={record} fill={fill} />
    return <FormDialog {...common} record={record} fill={fill} origin={props.origin} place={props.place} />
  }
  const heading = title ?? definition?.transition.title
  return (
    <WaitingDialog
      title={heading ? pick(heading) : ''}
      gone={gone}
      failure={failure?.message}
      retry={retry}
      close={() => onClose(false)}
    />
  )
}

interface WaitingDialogProps {
  readonly title: string
  readonly gone: boolean
  readonly failure: string | undefined
  readonly retry: () => void
  readonly close: () => void
}

/** Stays until the form can open, or states why it cannot. */
function WaitingDialog({ title, gone, failure, retry, close }: WaitingDialogProps) {
  const { t } = useTranslator()
  const again = (
    <Button size="small" onClick={retry}>
      {t('form.retry')}
    </Button>
  )
  return (
    <DraggableDialog
      open
      title={title}
      width={480}
      onClose={close}
      footer={<Button onClick={close}>{t('form.cancel')}</Button>}
    >
      {failure !== undefined || gone ? (
        <Alert
          type="warning"
          showIcon
          message={failure === undefined ? t('form.notAllowed') : t('form.loadFailed')}
          description={failure}
          action={failure === undefined ? null : again}
        />
      ) : (
        <div className={styles.loading}>
          <Spin />
        </div>
      )}
    </DraggableDialog>
  )
}
