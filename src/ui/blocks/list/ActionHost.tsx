// Which action is under way? One dialog for a whole screen, fetched when it is first needed; values that the action takes from its row are worked out here.
import { useMemo } from 'react'
import type { Action, Rule, Text } from '../../../manifest/app'
import { toRaw, type RuleValue } from '../../../manifest/rule/evaluate'
import type { EntityAnswer, RecordData } from '../../../protocol/calls'
import ActionDialog from '../../form/ActionDialog'
import { useProduct } from '../../../runtime/runtime'
import { recordValue, ruleOverRecord } from '../../values/recordRule'

export interface Doing {
  readonly action: Pick<Action, 'entity' | 'transition' | 'fill' | 'on'> & { readonly title?: Text }
  readonly record?: RecordData
  readonly records?: readonly RecordData[]
  /** The entity of the record. */
  readonly own?: string
  /** Values that are known besides those of the action's own rules. */
  readonly values?: Readonly<Record<string, unknown>>
}

export default function ActionHost({
  doing,
  answer,
  onClose,
}: {
  doing: Doing
  answer: EntityAnswer
  onClose: (done: boolean) => void
}) {
  const { action, record, records, own } = doing
  const { timezone } = useProduct()
  const fill = useMemo(
    () => ({ ...filled(doing, record, answer, timezone), ...doing.values }),
    [doing, record, answer, timezone],
  )
  // A creating action of another entity takes values from the row and runs on none.
  const on = action.on !== undefined ? referred(record, action.on) : action.entity === own ? record : undefined
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

/** Of the record that a reference leads to a row knows no more than its name. */
function referred(record: RecordData | undefined, field: string): RecordData | undefined {
  const value = record?.values[field]
  return value && typeof value === 'object' && 'label' in value
    ? { id: Number(value.id), version: 0, label: String(value.label), values: {}, can: [] }
    : undefined
}

function filled(
  { action, own }: Doing,
  record: RecordData | undefined,
  answer: EntityAnswer,
  timezone: string,
): Record<string, unknown> {
  const transition = answer.entities[action.entity]?.transitions[action.transition]
  const fieldOf = (name: string) => transition?.inputs[name] ?? answer.entities[action.entity]?.fields[name]
  const values: Record<string, unknown> = {}
  for (const [name, rule] of Object.entries(action.fill)) {
    const value = valueOf(rule, record, timezone, (raw) => {
      const field = fieldOf(name)
      return field ? toRaw(raw, field.type, field.scale) : raw
    })
    if (value !== undefined) values[name] = value
  }
  if (record && action.entity !== own && action.on === undefined && transition) {
    // The one reference to records of this kind means this record.
    const refs = transition.asks.filter((ask) => {
      const field = fieldOf(ask.field)
      return field?.type === 'ref' && field.entity === own
    })
    const [only] = refs
    if (only && refs.length === 1 && !(only.field in values))
      values[only.field] = { id: record.id, label: record.label }
  }
  return values
}

/** undefined: the row, if there is any, does not hold what the rule reads. */
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
