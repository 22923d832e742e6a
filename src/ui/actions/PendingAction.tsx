// The dialog of the pending action, one per screen and loaded on first use.
// Evaluates the values that the action takes from its row.
import { useMemo } from 'react'
import type { Action } from '../../manifest/model/column'
import type { Rule } from '../../manifest/model/rule'
import type { Text } from '../../manifest/model/text'
import { toRaw, type RuleValue } from '../../manifest/expression/values/value'
import type { RecordData } from '../../protocol/calls'
import type { EntityAnswer } from '../../protocol/screenCalls'
import ActionDialog from '../form/dialogs/ActionDialog'
import { useProduct } from '../../client/context/clientContext'
import { recordValue, ruleOverRecord } from '../../manifest/access/recordRules'

export interface PendingAction {
  readonly action: Pick<Action, 'entity' | 'transition' | 'values' | 'on'> & { readonly title?: Text }
  readonly record?: RecordData
  readonly records?: readonly RecordData[]
  /** The entity of the record. */
  readonly entityName?: string
  /** Known values besides those of the action's own rules. */
  readonly values?: Readonly<Record<string, unknown>>
}

export default function ActionHost({
  doing,
  answer,
  onClose,
}: {
  doing: PendingAction
  answer: EntityAnswer
  onClose: (done: boolean) => void
}) {
  const { action, record, records, entityName } = doing
  const { timezone } = useProduct()
  const fill = useMemo(
    () => ({ ...filled(doing, record, answer, timezone), ...doing.values }),
    [doing, record, answer, timezone],
  )
  // A creating action of another entity takes values from the row and runs on none.
  const on = action.on !== undefined ? referred(record, action.on) : action.entity === entityName ? record : undefined
  return (
    <ActionDialog
      action={action}
      title={action.title}
      record={on}
      partial={action.on !== undefined}
      records={records}
      fill={fill}
      answer={answer}
      onClose={onClose}
    />
  )
}

/** Of a record behind a reference, the row knows only the label. */
function referred(record: RecordData | undefined, field: string): RecordData | undefined {
  const value = record?.values[field]
  return value && typeof value === 'object' && 'label' in value
    ? { id: Number(value.id), version: 0, label: String(value.label), values: {}, can: [] }
    : undefined
}

function filled(
  { action, entityName }: PendingAction,
  record: RecordData | undefined,
  answer: EntityAnswer,
  timezone: string,
): Record<string, unknown> {
  const transition = answer.entities[action.entity]?.transitions[action.transition]
  const fieldOf = (name: string) => transition?.inputs[name] ?? answer.entities[action.entity]?.fields[name]
  const values: Record<string, unknown> = {}
  for (const [name, rule] of Object.entries(action.values)) {
    const value = valueOf(rule, record, timezone, (raw) => {
      const field = fieldOf(name)
      return field ? toRaw(raw, field.type, field.scale) : raw
    })
    if (value !== undefined) values[name] = value
  }
  if (record && action.entity !== entityName && action.on === undefined && transition) {
    // If only one reference points to records of this kind, it means this record.
    const refs = transition.form.filter((ask) => {
      const field = fieldOf(ask.field)
      return field?.type === 'ref' && field.entity === entityName
    })
    const [only] = refs
    if (only && refs.length === 1 && !(only.field in values))
      values[only.field] = { id: record.id, label: record.label }
  }
  return values
}

/** undefined: the row, if there is any, lacks a value that the rule reads. */
function valueOf(
  rule: Rule,
  record: RecordData | undefined,
  timezone: string,
  toField: (value: RuleValue) => unknown,
): unknown {
  const { node } = rule
  // A reference keeps its label.
  return node.kind === 'name' && node.scope === 'record'
    ? recordValue(record, node.path)
    : toField(ruleOverRecord(rule, record, timezone))
}
