// How does a person run a transition from a list, a record or a board? In a dialog with its form; without anything to fill in, a question.
// It loads what it needs by itself and closes when the server has done it or the person lets go.
import { Alert, Button, Spin } from 'antd'
import { useState } from 'react'
import type { Text } from '../../manifest/app'
import type { EntityAnswer, RecordAnswer, RecordData } from '../../protocol/calls'
import { useEntity, useRead } from '../../runtime/records'
import { useWords } from '../../runtime/runtime'
import { DraggableDialog } from '../dialog/DraggableDialog'
import { askFields, asksNothing } from './askFields'
import { BatchDialog } from './BatchDialog'
import { ConfirmDialog } from './ConfirmDialog'
import { FormDialog } from './FormDialog'
import type { Values } from './formValues'
import styles from './form.module.css'

export interface ActionDialogProps {
  readonly action: { readonly entity: string; readonly transition: string }
  /** The title of the button, where it is another than the transition's. */
  readonly title?: Text
  /** The record it runs on; for a creating transition the one it starts from. */
  readonly record?: RecordData
  /** No more of the record is known than its name: it is read before anything is asked. */
  readonly partial?: boolean
  /** Values that the action brings along. */
  readonly fill?: Values
  /** Several records: runs on each. */
  readonly records?: readonly RecordData[]
  /** The entities at hand (of the screen), which saves a call when the action's is among them. */
  readonly answer?: EntityAnswer
  readonly onClose: (done: boolean) => void
}

export default function ActionDialog(props: ActionDialogProps) {
  const { action, record, records, partial, title, onClose } = props
  const { t, pick } = useWords()
  const atHand = props.answer?.entities[action.entity]?.transitions[action.transition] ? props.answer : undefined
  const loaded = useEntity(action.entity, !atHand)
  const answer = atHand ?? loaded.data
  const entity = answer?.entities[action.entity]
  const transition = entity?.transitions[action.transition]
  const asked = entity && transition ? askFields(entity, transition) : undefined
  // The row of a list holds its columns only; the form needs every value that it asks or goes by, and the version of this moment.
  const whole = Boolean(
    record &&
    transition &&
    !transition.creates &&
    asked &&
    (partial || transition.judges.length + transition.said.length > 0 || !asksNothing(asked)) &&
    !records,
  )
  const current = useRead<RecordAnswer>(
    '/api/record',
    { entity: action.entity, id: record?.id ?? 0 },
    { entities: [], enabled: whole, fresh: 0 },
  )
  // A later silent look must not change what the person is typing over.
  const [began, setBegan] = useState<RecordData | null>(null)
  if (whole && !began && current.data && !current.isFetching) setBegan(current.data.record)

  const failure = loaded.error ?? current.error
  const gone =
    Boolean(answer && !transition) || (began !== null && record !== undefined && !began.can.includes(action.transition))
  if (entity && transition && asked && answer && !gone && !failure) {
    const common = { entity, transition, title: pick(title ?? transition.title), onClose }
    if (records) return <BatchDialog {...common} records={records} answer={answer} />
    if (asksNothing(asked) && (!whole || began))
      return <ConfirmDialog {...common} answer={answer} record={began ?? record} fill={props.fill} />
    if (!asksNothing(asked) && (!whole || began))
      return <FormDialog {...common} answer={answer} record={began ?? record} fill={props.fill} />
  }
  return (
    <DraggableDialog
      open
      title={title ? pick(title) : transition ? pick(transition.title) : ''}
      width={480}
      onClose={() => onClose(false)}
      footer={<Button onClick={() => onClose(false)}>{t('form.cancel')}</Button>}
    >
      {(failure ?? gone) ? (
        <Alert
          type="warning"
          showIcon
          message={gone && !failure ? t('form.notAllowed') : t('form.loadFailed')}
          description={failure?.message}
          action={
            failure ? (
              <Button size="small" onClick={() => void (loaded.error ? loaded.refetch() : current.refetch())}>
                {t('form.retry')}
              </Button>
            ) : null
          }
        />
      ) : (
        <div className={styles.loading}>
          <Spin />
        </div>
      )}
    </DraggableDialog>
  )
}
