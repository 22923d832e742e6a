// The input for the value of a condition, depending on its operator.
import { isDayType, isNumberType } from '../../../../../manifest/expression/values/valueTypes'
import { Input, InputNumber, Select } from 'antd'
import { lazy, Suspense, useId, useMemo, useState } from 'react'
import { isEmpty } from '../../../../../manifest/fieldTypes/definition'
import type { Entity } from '../../../../../manifest/model/entity'
import type { Field } from '../../../../../manifest/model/field'
import { useProduct, useTranslator } from '../../../../../client/context/clientContext'
import { optionsOf, type Definitions } from '../../../../values/renderContext'
import { leaveByTab } from '../../../../controls/leaveByTab'
import { comparedNumber, isComparable, typedText } from '../../../../../manifest/fieldTypes/parseInput'
import { unreadText } from '../../../../inputs/base/typedDay'
import { DayPicker } from '../../../../inputs/scalar/DateInput'
import { valueKindOf, type ConditionRow } from './conditionRows'
import styles from './conditions.module.css'

const RecordFilter = lazy(() => import('../../../../filters/RecordFilter'))

interface ConditionValueProps {
  readonly row: ConditionRow
  readonly field: Field
  readonly entity: Entity
  readonly manifests: Definitions
  /** The list with the condition. */
  readonly screen: string
  readonly onChange: (row: ConditionRow) => void
}

export function ConditionValue({ row, field, entity, manifests, screen, onChange }: ConditionValueProps) {
  const { t } = useTranslator()
  const kind = valueKindOf(row.operator)
  const set = (value: unknown) =>
    onChange({ ...row, value, unread: [value].flat().some((part) => isUnread(part, field)) })
  const label = t('condition.value')
  if (kind === 'nothing') return <span />
  if (kind === 'days')
    return (
      <InputNumber
        aria-label={label}
        min={1}
        max={3660}
        precision={0}
        value={row.value as number | undefined}
        onChange={set}
      />
    )
  if (kind === 'many' && field.type === 'ref')
    return (
      <Suspense fallback={<span />}>
        <RecordFilter
          field={row.field}
          entity={field.entity}
          screen={screen}
          title={label}
          filter={{ field: row.field, operator: 'in', value: (row.value as number[] | undefined) ?? [] }}
          onChange={(filter) => set(filter?.value ?? [])}
        />
      </Suspense>
    )
  if (kind === 'many' || field.type === 'boolean')
    return (
      <Options
        row={row}
        field={field}
        entity={entity}
        manifests={manifests}
        label={label}
        set={set}
        isMany={kind === 'many'}
      />
    )
  if (kind === 'one') return <Plain field={field} label={label} value={row.value} onChange={set} />
  const [from, to] = (row.value as readonly unknown[] | undefined) ?? []
  return (
    <span className={styles.two}>
      <Plain field={field} label={t('list.from')} value={from} onChange={(value) => set([value, to])} />
      <Plain field={field} label={t('list.to')} value={to} onChange={(value) => set([from, value])} />
    </span>
  )
}

interface OptionsProps extends Pick<ConditionValueProps, 'row' | 'field' | 'entity' | 'manifests'> {
  readonly isMany: boolean
  readonly label: string
  readonly set: (value: unknown) => void
}

/** Codes of a dictionary, or yes and no. */
function Options({ row, field, entity, manifests, isMany, label, set }: OptionsProps) {
  const { t, pick } = useTranslator()
  if (isMany)
    return (
      <Select
        mode="multiple"
        onInputKeyDown={leaveByTab}
        optionFilterProp="label"
        aria-label={label}
        value={(row.value as string[] | undefined) ?? []}
        options={optionsOf(manifests, { field: field.name, dictionary: field.dictionary }, entity.name).map(
          ({ code, title }) => ({ value: code, label: pick(title) }),
        )}
        onChange={set}
      />
    )
  return (
    <Select
      onInputKeyDown={leaveByTab}
      aria-label={label}
      value={row.value as boolean | undefined}
      options={[
        { value: true, label: t('list.yes') },
        { value: false, label: t('list.no') },
      ]}
      onChange={set}
    />
  )
}

const isUnreadDay = (value: unknown): boolean => unreadText(value, { type: 'date' }) !== ''

/** Whether the value is typed text that is no day or number. */
function isUnread(value: unknown, { type }: Field): boolean {
  if (isDayType(type)) return isUnreadDay(value)
  return isNumberType(type) && !isEmpty(value) && !isComparable(value)
}

interface PlainProps {
  readonly field: Field
  readonly label: string
  readonly value: unknown
  readonly onChange: (value: string) => void
}

/** A text, a number as decimal text, or a day. */
function Plain({ field, label, value, onChange }: PlainProps) {
  const { timezone } = useProduct()
  const id = useId()
  // A moment, too, is compared by its day.
  const day = useMemo(() => ({ ...field, type: 'date' as const }), [field])
  if (isDayType(field.type))
    return (
      <DayPicker
        id={id}
        field={day}
        zone={timezone}
        label={label}
        placeholder={label}
        value={value === '' ? null : (value as string | null | undefined)}
        invalid={isUnreadDay(value)}
        onChange={(next) => onChange(next ?? '')}
      />
    )
  if (isNumberType(field.type)) return <NumberLimit field={field} label={label} value={value} onChange={onChange} />
  return (
    <Input
      aria-label={label}
      maxLength={200}
      value={(value as string | undefined) ?? ''}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Typed with separators and in percent as in a form; the value is what the field keeps, or text that is no number. */
function NumberLimit({ field, label, value, onChange }: PlainProps) {
  const [typed, setTyped] = useState(() => typedText(value, field))
  const valueOf = (text: string) => comparedNumber(text, field) ?? text
  return (
    <Input
      aria-label={label}
      inputMode="decimal"
      maxLength={200}
      value={valueOf(typed) === (value ?? '') ? typed : typedText(value, field)}
      status={isUnread(value, field) ? 'error' : undefined}
      suffix={field.format === 'percent' ? '%' : undefined}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(valueOf(target.value))
      }}
    />
  )
}
