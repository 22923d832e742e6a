// The rows of the filter panel: field, operator and value as chosen by the user.
import { conditionOperatorsOf, type ConditionOperator } from '../../../../../manifest/fieldTypes/conditionOperators'
import { isEmpty } from '../../../../../manifest/fieldTypes/definition'
import { namedPeriods } from '../../../../../manifest/expression/values/relativeDays'
import type { Entity } from '../../../../../manifest/model/entity'
import type { Field } from '../../../../../manifest/model/field'
import type { ConditionLeaf } from '../../../../../protocol/calls'

/** The operators of the panel; "is empty" and its opposite are one operator in a call. */
export type OperatorChoice = Exclude<ConditionOperator, 'empty'> | 'empty' | 'filled'

/** The kind of the entered value. */
type ValueKind = 'nothing' | 'one' | 'two' | 'many' | 'days'

const withoutValue: readonly OperatorChoice[] = ['empty', 'filled', ...namedPeriods, 'me', 'myUnit']

export function valueKindOf(operator: OperatorChoice): ValueKind {
  if (withoutValue.includes(operator)) return 'nothing'
  if (operator === 'lastDays' || operator === 'nextDays') return 'days'
  if (operator === 'between') return 'two'
  return operator === 'in' || operator === 'noneOf' ? 'many' : 'one'
}

/** The entities of accounts and units, for "me" and "my unit". */
export interface OwnEntities {
  readonly accountEntity: string
  readonly unitEntity?: string | undefined
}

/** Fields that allow conditions: neither masked ones nor internal ones of the engine. */
export function conditionFields({ fields }: Entity, mine: OwnEntities): readonly Field[] {
  return Object.values(fields).filter(
    (field) =>
      !field.mask &&
      !field.secret &&
      field.name !== 'id' &&
      field.name !== 'version' &&
      operatorChoices(field, mine).length > 0,
  )
}

/** The operators of a field; codes and records use "one of". */
export function operatorChoices(field: Field, mine: OwnEntities): readonly OperatorChoice[] {
  const all = conditionOperatorsOf(field, mine).flatMap((operator): OperatorChoice[] =>
    operator === 'empty' ? ['empty', 'filled'] : [operator],
  )
  const isOffered = (operator: OperatorChoice): boolean => {
    if (field.type === 'ref' || field.type === 'choice') return operator !== 'equals' && operator !== 'notEquals'
    return operator !== 'in' && operator !== 'noneOf'
  }
  return all.filter(isOffered)
}

export interface ConditionRow {
  readonly field: string
  readonly operator: OperatorChoice
  readonly value?: unknown
  /** The value holds typed text that is no day or number. */
  readonly unread?: boolean
}

/** Whether the operator's value is complete. */
export function isComplete({ operator, value, unread }: ConditionRow): boolean {
  if (unread) return false
  const values = Array.isArray(value) ? value : [value]
  switch (valueKindOf(operator)) {
    case 'nothing':
      return true
    case 'two':
      return values.some((part) => !isEmpty(part))
    case 'days':
      return Number.isInteger(value) && Number(value) > 0
    default:
      return values.length > 0 && values.every((part) => !isEmpty(part))
  }
}

export function leafOf({ field, operator, value }: ConditionRow): ConditionLeaf {
  if (operator === 'empty' || operator === 'filled') return { field, operator: 'empty', value: operator === 'empty' }
  if (valueKindOf(operator) === 'nothing') return { field, operator }
  if (operator !== 'between') return { field, operator, value }
  const [from, to] = value as readonly unknown[]
  return { field, operator, value: [isEmpty(from) ? null : from, isEmpty(to) ? null : to] }
}

export function conditionRow({ field, operator, value }: ConditionLeaf): ConditionRow {
  return operator === 'empty' ? { field, operator: value === false ? 'filled' : 'empty' } : { field, operator, value }
}
