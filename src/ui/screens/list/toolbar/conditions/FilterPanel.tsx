// The filter panel of a list: conditions over every field that the user may read.
// All of them must hold, or any. A reference also offers the fields of its record.
import { Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import type { Entity } from '../../../../../manifest/model/entity'
import type { ListConditions } from '../../../../../client/navigation/urlState'
import { useTranslator } from '../../../../../client/context/clientContext'
import { Icon } from '../../../../controls/icons'
import type { Definitions } from '../../../../values/renderContext'
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
import { ConditionValue } from './ConditionValue'
import { useConditionField, useOwnEntities } from './useConditionField'
import styles from './conditions.module.css'

interface FilterPanelProps {
  readonly entity: Entity
  readonly manifests: Definitions
  readonly canOpen: (entity: string) => boolean
  /** The address of the list. */
  readonly screen: string
  readonly conditions: ListConditions | undefined
  readonly onChange: (conditions: ListConditions | undefined) => void
}

/** Maximum conditions of a call. */
const maxRows = 20

export default function FilterPanel({ conditions, onChange, ...list }: FilterPanelProps) {
  const { t } = useTranslator()
  const mine = useOwnEntities()
  const [firstField] = conditionFields(list.entity, mine)
  const first = (): ConditionRow => ({ field: firstField!.name, operator: operatorChoices(firstField!, mine)[0]! })
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
          {...list}
          row={row}
          onChange={(changed) => change(index, changed)}
          onRemove={() => setRows(rows.filter((_, at) => at !== index))}
        />
      ))}
      <footer>
        <Button type="link" size="small" disabled={rows.length >= maxRows} onClick={() => setRows([...rows, first()])}>
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

interface RowProps extends Pick<FilterPanelProps, 'entity' | 'manifests' | 'canOpen' | 'screen'> {
  readonly row: ConditionRow
  readonly onChange: (row: ConditionRow) => void
  readonly onRemove: () => void
}

function Row({ row, onChange, onRemove, screen, ...list }: RowProps) {
  const { t } = useTranslator()
  const mine = useOwnEntities()
  const { field, entity, manifests } = useConditionField(row.field, list)
  const operators = field ? operatorChoices(field, mine) : [row.operator]
  return (
    <div className={styles.row}>
      <FieldChoice row={row} onChange={onChange} {...list} />
      <Select
        aria-label={t('condition.operator')}
        virtual={false}
        value={row.operator}
        options={operators.map((operator) => ({ value: operator, label: t(`condition.${operator}`) }))}
        onChange={(operator: OperatorChoice) =>
          onChange(
            valueKindOf(operator) === valueKindOf(row.operator) ? { ...row, operator } : { field: row.field, operator },
          )
        }
      />
      {field ? (
        <ConditionValue
          row={row}
          field={field}
          entity={entity}
          manifests={manifests}
          screen={screen}
          onChange={onChange}
        />
      ) : (
        <span data-waiting="" />
      )}
      <button type="button" className={styles.remove} aria-label={t('condition.remove')} onClick={onRemove}>
        <Icon name="close" size={14} />
      </button>
    </div>
  )
}

/** A field; for a reference also a field of the referenced record. */
function FieldChoice({ row, onChange, ...list }: Omit<RowProps, 'onRemove' | 'screen'>) {
  const { t, pick } = useTranslator()
  const mine = useOwnEntities()
  const fields = conditionFields(list.entity, mine)
  const [name = '', further = ''] = row.field.split('.')
  const { referred, base } = useConditionField(row.field, list)
  const inner = referred ? conditionFields(referred, mine).filter(({ type }) => type !== 'ref') : []
  return (
    <span className={styles.field}>
      <Select
        showSearch
        optionFilterProp="label"
        aria-label={t('condition.field')}
        value={name}
        options={fields.map((field) => ({ value: field.name, label: pick(field.title) }))}
        onChange={(chosen: string) => {
          const [operator] = operatorChoices(list.entity.fields[chosen]!, mine)
          onChange({ field: chosen, operator: operator! })
        }}
      />
      {inner.length > 0 && (
        <Select
          showSearch
          optionFilterProp="label"
          aria-label={t('condition.inner')}
          value={further}
          options={[
            { value: '', label: t('condition.itself') },
            ...inner.map((field) => ({ value: field.name, label: pick(field.title) })),
          ]}
          onChange={(chosen: string) => {
            const [operator] = operatorChoices(chosen ? referred!.fields[chosen]! : base!, mine)
            onChange({ field: chosen ? `${name}.${chosen}` : name, operator: operator! })
          }}
        />
      )}
    </span>
  )
}
