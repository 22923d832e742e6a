// Evaluates the values that an action takes from its row.
import type { Action } from '../../manifest/model/column'
import type { Rule } from '../../manifest/model/rule'
import type { Transition } from '../../manifest/model/transition'
import { toRaw, type RuleValue } from '../../manifest/expression/values/value'
import { recordValue, ruleOverRecord } from '../../manifest/access/recordRules'
import type { RecordData } from '../../protocol/calls'
import type { EntityAnswer } from '../../protocol/screenCalls'

interface BegunAction {
  readonly action: Pick<Action, 'entity' | 'transition' | 'values' | 'on'>
  /** The entity of the record. */
  readonly entityName?: string
}

/** The initial values of a form opened by an action. */
export function actionValues(
  { action, entityName }: BegunAction,
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
    const refs = transition.form.filter((formField) => {
      const field = fieldOf(formField.field)
      return field?.type === 'ref' && field.entity === entityName
    })
    const [only] = refs
    if (only && refs.length === 1 && !(only.field in values))
      return { ...givenValues(transition, only.field, record), ...values }
  }
  return values
}

/** A record as a reference of the form, and those of its values that determine other references there. */
export function givenValues(
  { form }: Pick<Transition, 'form'>,
  reference: string,
  record: RecordData,
): Record<string, unknown> {
  const given = form.flatMap(({ field, givenBy }) => {
    const from = givenBy?.find((source) => source.reference === reference)
    const value = from && record.values[from.path]
    return value == null ? [] : [[field, value] as const]
  })
  return { ...Object.fromEntries(given), [reference]: { id: record.id, label: record.label } }
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
