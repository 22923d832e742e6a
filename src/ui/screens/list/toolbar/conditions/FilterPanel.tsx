// The filter panel of a list: conditions over every field that the user may read.
// All of them hold, or any.
import { Button, Input, InputNumber, Segmented, Select } from 'antd'
import { useState } from 'react'
import type { Entity } from '../../../../../manifest/model/entity'
import type { Field } from '../../../../../manifest/model/field'
import type { ListConditions } from '../../../../../client/navigation/urlState'
import { useTranslator } from '../../../../../client/context/clientContext'
import { Icon } from '../../../../controls/icons'
import { optionsOf, type Definitions } from '../../../../values/renderContext'
import {
  operatorChoices,
  conditionFields,
  isComplete,
  leafOf,
  conditionRow,
  valueKindOf,
  type ConditionRow,
  type OperatorChoice,
} from './conditionRows'
import styles from './conditions.module.css'

interface FilterPanelProps {
  readonly entity: Entity
  readonly manifests: Definitions
  readonly conditions: ListConditions | undefined
  readonly onChange: (conditions: ListConditions | undefined) => void
}

/** Most conditions of a call. */
const mostRows = 20

export default function FilterPanel({ entity, manifests, conditions, onChange }: FilterPanelProps) {
  const { t } = useTranslator()
  const fields = conditionFields(entity)
  const first = (): ConditionRow => ({ field: fields[0]!.name, operator: operatorChoices(fields[0]!)[0]! })
  const [join, setJoin] = useState(conditions?.join ?? 'all')
  const [rows, setRows] = useState<readonly ConditionRow[]>(conditions?.leaves.map(conditionRow) ?? [first()])
  const change = (index: number, row: ConditionRow) => setRows(rows.map((one, at) => (at === index ? row : one)))
  return (
    <form
      className={styles.panel}
      onSubmit={(event) => {
        event.preventDefault()
        onChange(rows.length === 0 ? undefined : { join, leaves: rows.map(leafOf) })
      }}
    >
      {rows.length > 1 && (
        <Segmented
          size="small"
          value={join}
          onChange={setJoin}
          options={(['all', 'any'] as const).map((value) => ({ value, label: t(`condition.${value}`) }))}
        />
      )}
      {rows.map((row, index) => (
        <Row
          key={index}
          row={row}
          fields={fields}
          entity={entity}
          manifests={manifests}
          onChange={(changed) => change(index, changed)}
          onRemove={() => setRows(rows.filter((_, at) => at !== index))}
        />
      ))}
      <footer>
        <Button type="link" size="small" disabled={rows.length >= mostRows} onClick={() => setRows([...rows, first()])}>
          {t('condition.add')}
        </Button>
        <Button size="small" disabled={!conditions} onClick={() => onChange(undefined)}>
          {t('condition.clear')}
        </Button>
        <Button size="small" type="primary" htmlType="submit" disabled={!rows.every(isComplete)}>
          {t('condition.apply')}
        </Button>
      </footer>
    </form>
  )
}

interface RowProps {
  readonly row: ConditionRow
  readonly fields: readonly Field[]
  readonly entity: Entity
  readonly manifests: Definitions
  readonly onChange: (row: ConditionRow) => void
  readonly onRemove: () => void
}

function Row({ row, fields, entity, manifests, onChange, onRemove }: RowProps) {
  const { t, pick } = useTranslator()
  const field = fields.find(({ name }) => name === row.field)
  const operators = field ? operatorChoices(field) : [row.operator]
  return (
    <div className={styles.row}>
      <Select
        showSearch
        optionFilterProp="label"
        aria-label={t('condition.field')}
        value={row.field}
        options={fields.map(({ name, title }) => ({ value: name, label: pick(title) }))}
        onChange={(name: string) => {
          const [operator] = operatorChoices(fields.find((other) => other.name === name)!)
          onChange({ field: name, operator: operator! })
        }}
      />
      <Select
        aria-label={t('condition.operator')}
        virtual={false}
        value={row.operator}
        options={operators.map((operator) => ({ value: operator, label: t(`condition.${operator}`) }))}
        onChange={(operator: OperatorChoice) =>
          onChange({
            field: row.field,
            operator,
            ...(valueKindOf(operator) === valueKindOf(row.operator) && { value: row.value }),
          })
        }
      />
      {field && <Value row={row} field={field} entity={entity} manifests={manifests} onChange={onChange} />}
      <button type="button" className={styles.remove} aria-label={t('condition.remove')} onClick={onRemove}>
        <Icon name="close" size={14} />
      </button>
    </div>
  )
}

function Value({
  row,
  field,
  entity,
  manifests,
  onChange,
}: Pick<RowProps, 'row' | 'entity' | 'manifests' | 'onChange'> & { readonly field: Field }) {
  const { t, pick } = useTranslator()
  const kind = valueKindOf(row.operator)
  const set = (value: unknown) => onChange({ ...row, value })
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
  if (kind === 'many')
    return (
      <Select
        mode="multiple"
        optionFilterProp="label"
        aria-label={label}
        value={(row.value as string[] | undefined) ?? []}
        options={optionsOf(manifests, { field: field.name, dictionary: field.dictionary }, entity.name).map(
          ({ code, title }) => ({ value: code, label: pick(title) }),
        )}
        onChange={set}
      />
    )
  if (field.type === 'boolean')
    return (
      <Select
        aria-label={label}
        value={row.value as boolean | undefined}
        options={[
          { value: true, label: t('list.yes') },
          { value: false, label: t('list.no') },
        ]}
        onChange={set}
      />
    )
  if (kind === 'one') return <Plain type={field.type} label={label} value={row.value} onChange={set} />
  const [from, to] = (row.value as readonly unknown[] | undefined) ?? []
  return (
    <span className={styles.two}>
      <Plain type={field.type} label={t('list.from')} value={from} onChange={(value) => set([value, to])} />
      <Plain type={field.type} label={t('list.to')} value={to} onChange={(value) => set([from, value])} />
    </span>
  )
}

const numbers: readonly Field['type'][] = ['int', 'money', 'decimal']

/** A text, a number as decimal text, or a day. */
function Plain({
  type,
  label,
  value,
  onChange,
}: {
  readonly type: Field['type']
  readonly label: string
  readonly value: unknown
  readonly onChange: (value: string) => void
}) {
  const isDay = type === 'date' || type === 'datetime'
  return (
    <Input
      aria-label={label}
      type={isDay ? 'date' : 'text'}
      inputMode={numbers.includes(type) ? 'decimal' : undefined}
      maxLength={200}
      value={(value as string | undefined) ?? ''}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
