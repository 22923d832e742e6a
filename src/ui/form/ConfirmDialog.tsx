// A transition that asks for nothing is a question: what will happen, to what, and yes or no.
import { Alert, Button } from 'antd'
import { useMemo, useState } from 'react'
import { fillText } from '../../manifest/rule/fill'
import type { Value } from '../../protocol/calls'
import { createIntention, useActions } from '../../runtime/actions'
import { CallError } from '../../runtime/faults'
import { useWords } from '../../runtime/runtime'
import { DraggableDialog } from '../dialog/DraggableDialog'
import type { Values } from './formValues'
import { SubjectFacts } from './SubjectFacts'
import type { TransitionDialogProps } from './transitionDialog'
import styles from './form.module.css'

export function ConfirmDialog({ entity, transition, title, answer, record, fill, onClose }: TransitionDialogProps) {
  const { t, index } = useWords()
  const actions = useActions()
  const intention = useMemo(createIntention, [])
  const [sending, setSending] = useState(false)
  const [fault, setFault] = useState('')

  const run = async (): Promise<void> => {
    setSending(true)
    setFault('')
    try {
      const own = record && !transition.creates ? { id: record.id, version: record.version } : {}
      await actions.run(
        { entity: entity.name, transition: transition.name, values: sent(fill), ...own },
        { intention, quiet: true },
      )
      onClose(true)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFault(error.message)
      setSending(false)
    }
  }
  const asked = transition.confirm
    ? fillText(transition.confirm, index, (path) => shown(record?.values[path]))
    : record
      ? t('form.askOn', { label: record.label, action: title })
      : t('form.ask', { action: title })
  return (
    <DraggableDialog
      open
      title={
        <>
          {title}
          {record ? <span className={styles.subject}>{record.label}</span> : null}
        </>
      }
      width={440}
      busy={sending}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button disabled={sending} onClick={() => onClose(false)}>
            {t('form.cancel')}
          </Button>
          <Button type="primary" danger={transition.danger} loading={sending} autoFocus onClick={() => void run()}>
            {title}
          </Button>
        </>
      }
    >
      {fault ? <Alert className={styles.alert} type="error" showIcon message={fault} role="alert" /> : null}
      <SubjectFacts entity={entity} transition={transition} record={record} answer={answer} />
      <div className={styles.question}>
        <span>{asked}</span>
        {transition.danger ? <small>{t('form.danger')}</small> : null}
      </div>
    </DraggableDialog>
  )
}

const shown = (value: Value | undefined): string =>
  typeof value === 'object' && value !== null && 'label' in value
    ? String(value.label)
    : value === null || value === undefined
      ? ''
      : String(value)

/** References as ids; nothing at all stays away. */
function sent(fill: Values | undefined): Values | undefined {
  if (!fill || Object.keys(fill).length === 0) return undefined
  return Object.fromEntries(
    Object.entries(fill).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null && 'id' in value ? value.id : value,
    ]),
  )
}
