// Runs a transition from a list, a record or a board: its form, or a confirmation without one.
// Loads what it needs and closes after success or cancellation.
import { Alert, Button, Spin } from 'antd'
import { useState } from 'react'
import type { Column } from '../../../manifest/model/column'
import type { Text } from '../../../manifest/model/text'
import type { RecordAnswer, RecordData } from '../../../protocol/calls'
import type { EntityAnswer } from '../../../protocol/screenCalls'
import { useEntity, useRead } from '../../../client/data/queries'
import { useTranslator } from '../../../client/context/clientContext'
import { DraggableDialog } from '../../controls/DraggableDialog'
import { layoutForm, isEmptyForm } from '../model/layoutForm'
import { BatchDialog } from './BatchDialog'
import { ConfirmDialog } from './ConfirmDialog'
import { FormDialog } from './FormDialog'
import type { Values } from '../model/formValues'
import styles from '../view/form.module.css'

interface ActionDialogProps {
  readonly action: { readonly entity: string; readonly transition: string }
  /** The title of the button, if it differs from the transition's. */
  readonly title?: Text
  /** The record it runs on; for a creating transition the one it starts from. */
  readonly record?: RecordData
  /** Only the label of the record is known: load it before the form opens. */
  readonly partial?: boolean
  /** Values that the action provides. */
  readonly fill?: Values
  /** Several records: runs on each. */
  readonly records?: readonly RecordData[]
  /** Columns whose sums over them are shown. */
  readonly summed?: readonly Column[]
  /** The entities already loaded (of the screen), which saves a call when the action's is among them. */
  readonly answer?: EntityAnswer
  /** Goes on to the next record that waits for the same; absent: none does. */
  readonly onNext?: () => void
  readonly onClose: (done: boolean) => void
}

export default function ActionDialog(props: ActionDialogProps) {
  const [instead, setInstead] = useState<string | null>(null)
  if (instead === null) return <OneAction {...props} onInstead={setInstead} />
  const { fill: _fill, title: _title, onNext: _onNext, ...rest } = props
  return <OneAction key={instead} {...rest} action={{ entity: props.action.entity, transition: instead }} partial />
}

function OneAction(props: ActionDialogProps & { readonly onInstead?: (transition: string) => void }) {
  const { records, summed, title, fill, onInstead, onNext, onClose } = props
  const { pick } = useTranslator()
  const { definition, record, isReady, gone, failure, retry } = useActionData(props)
  if (definition && isReady && !gone && !failure) {
    const { answer, entity, transition, outline } = definition
    const common = { entity, transition, answer, title: pick(title ?? transition.title), onInstead, onNext, onClose }
    if (records) return <BatchDialog {...common} records={records} summed={summed} />
    if (isEmptyForm(outline)) return <ConfirmDialog {...common} record={record} fill={fill} />
    return <FormDialog {...common} record={record} fill={fill} />
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

/** The definition of the transition and the record as it is now, each loaded where it is not at hand. */
function useActionData({ action, answer: given, record, records, partial }: ActionDialogProps) {
  const atHand = given?.entities[action.entity]?.transitions[action.transition] ? given : undefined
  const loaded = useEntity(action.entity, !atHand)
  const answer = atHand ?? loaded.data
  const definition = answer && definitionOf(answer, action)
  const whole = Boolean(record && !records && definition && needsRecord(definition, partial))
  const current = useRead<RecordAnswer>(
    '/api/record',
    { entity: action.entity, id: record?.id ?? 0 },
    { entities: [action.entity], enabled: whole, fresh: 0 },
  )
  // A later background refresh must not change the values under the user's input.
  const [began, setBegan] = useState<RecordData | null>(null)
  if (whole && !began && current.data && !current.isFetching) setBegan(current.data.record)
  return {
    definition,
    record: began ?? record,
    isReady: !whole || began !== null,
    /** The caller may not run it any more. */
    gone:
      Boolean(answer && !definition) ||
      (began !== null && record !== undefined && !began.can.includes(action.transition)),
    failure: loaded.error ?? current.error,
    retry: () => void (loaded.error ? loaded.refetch() : current.refetch()),
  }
}

function definitionOf(answer: EntityAnswer, action: ActionDialogProps['action']) {
  const entity = answer.entities[action.entity]
  const transition = entity?.transitions[action.transition]
  return entity && transition && { answer, entity, transition, outline: layoutForm(entity, transition) }
}

/**
 * The row of a list holds its columns only; the form needs the values of its fields and rules, and the current version.
 */
function needsRecord(
  { transition, outline }: NonNullable<ReturnType<typeof definitionOf>>,
  partial: boolean | undefined,
): boolean {
  const isRead = transition.decisionFields.length + transition.contextFields.length > 0
  return !transition.creates && (partial === true || isRead || !isEmptyForm(outline))
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
