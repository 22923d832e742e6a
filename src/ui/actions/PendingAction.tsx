// The dialog of the pending action, one per screen and loaded on first use.
import { useMemo, useRef, useState } from 'react'
import type { Action, Column } from '../../manifest/model/column'
import type { Text } from '../../manifest/model/text'
import type { RecordData } from '../../protocol/calls'
import type { EntityAnswer } from '../../protocol/screenCalls'
import ActionDialog from '../form/dialogs/ActionDialog'
import { useProduct } from '../../client/context/clientContext'
import { actionValues } from './actionValues'

export interface PendingAction {
  readonly action: Pick<Action, 'entity' | 'transition' | 'values' | 'on'> & { readonly title?: Text }
  readonly record?: RecordData
  readonly records?: readonly RecordData[]
  /** The columns of the list in which the records were chosen. */
  readonly columns?: readonly Column[] | undefined
  /** The entity of the record. */
  readonly entityName?: string
  /** Known values besides those of the action's own rules. */
  readonly values?: Readonly<Record<string, unknown>>
}

interface ActionHostProps {
  readonly pendingAction: PendingAction
  readonly answer: EntityAnswer
  /** The records among which the action continues with the next possible one. */
  readonly among?: readonly RecordData[]
  readonly onClose: (done: boolean) => void
}

/**
 * Draws the dialog over the record that the action runs on: the row itself, or one that it refers to. After success it
 * may go on with the next record of `among`.
 */
export default function ActionHost({ pendingAction: begun, answer, among, onClose }: ActionHostProps) {
  const { pendingAction, next, goOn } = useNextRecord(begun, among)
  const { action, record, records, entityName } = pendingAction
  const { timezone } = useProduct()
  const fill = useMemo(
    () => ({ ...actionValues(pendingAction, record, answer, timezone), ...pendingAction.values }),
    [pendingAction, record, answer, timezone],
  )
  // A creating action of another entity takes values from the row and runs on none.
  const on = action.on !== undefined ? referred(record, action.on) : action.entity === entityName ? record : undefined
  return (
    <ActionDialog
      key={on?.id}
      action={action}
      title={action.title}
      record={on}
      partial={action.on !== undefined}
      origin={record && entityName !== undefined ? { entity: entityName, id: record.id } : undefined}
      records={records}
      columns={pendingAction.columns}
      fill={fill}
      answer={answer}
      onNext={next && goOn}
      onClose={onClose}
    />
  )
}

/** Runs the action on one record after another, in order. */
function useNextRecord(begun: PendingAction, among: readonly RecordData[] | undefined) {
  const { action, entityName } = begun
  const [current, setCurrent] = useState(begun.record)
  const passed = useRef(new Set<number>())
  const record = current && begun.record ? current : begun.record
  const isOwn = action.entity === entityName && action.on === undefined && begun.records === undefined
  const isOpen = ({ id, can }: RecordData) =>
    id !== record?.id && !passed.current.has(id) && can.includes(action.transition)
  const index = among?.findIndex(({ id }) => id === record?.id) ?? -1
  const next = isOwn && record ? [...(among ?? []).slice(index + 1), ...(among ?? [])].find(isOpen) : undefined
  const goOn = () => {
    if (!record || !next) return
    passed.current.add(record.id)
    setCurrent(next)
  }
  return { pendingAction: record === begun.record ? begun : { ...begun, record }, next, goOn }
}

/** For a referenced record, the row has only the label. */
function referred(record: RecordData | undefined, field: string): RecordData | undefined {
  const value = record?.values[field]
  return value && typeof value === 'object' && 'label' in value
    ? { id: Number(value.id), version: 0, label: String(value.label), values: {}, can: [] }
    : undefined
}
