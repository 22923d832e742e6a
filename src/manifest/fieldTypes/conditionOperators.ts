// The operators of a list condition by field type, shared by page and server.
import { isDayType, isTextType } from '../expression/values/valueTypes'
import type { Field } from '../model/field'
import { fieldTypes } from './fieldTypes'
import type { FilterOperator } from './definition'
import { relativePeriods } from '../expression/values/relativeDays'

export const conditionOperators = [
  'equals',
  'notEquals',
  'contains',
  'startsWith',
  'in',
  'noneOf',
  'between',
  'atLeast',
  'atMost',
  'empty',
  ...relativePeriods,
  'me',
  'myUnit',
] as const
export type ConditionOperator = (typeof conditionOperators)[number]

const following: Readonly<Record<FilterOperator, readonly ConditionOperator[]>> = {
  equals: ['equals', 'notEquals'],
  contains: ['contains'],
  in: ['in', 'noneOf'],
  between: ['between', 'atLeast', 'atMost'],
  empty: ['empty'],
}

/** The operators of a condition on a field; `accountEntity` and `unitEntity` tell who can be me and my unit. */
export function conditionOperatorsOf(
  { type, entity }: Pick<Field, 'type' | 'entity'>,
  { accountEntity, unitEntity }: { readonly accountEntity: string; readonly unitEntity?: string | undefined },
): readonly ConditionOperator[] {
  const { operators } = fieldTypes[type]
  return [
    ...operators.flatMap((operator) => following[operator]),
    ...(isTextType(type) && operators.some((operator) => operator === 'equals') ? (['startsWith'] as const) : []),
    ...(isDayType(type) ? relativePeriods : []),
    ...(type === 'ref' && entity === accountEntity ? (['me'] as const) : []),
    ...(type === 'ref' && unitEntity !== undefined && entity === unitEntity ? (['myUnit'] as const) : []),
  ]
}
