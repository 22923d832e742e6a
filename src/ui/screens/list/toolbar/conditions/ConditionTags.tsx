// The conditions of a list above its rows, each with a way to take it off.
import { Tag } from 'antd'
import type { Entity } from '../../../../../manifest/model/entity'
import type { ConditionLeaf } from '../../../../../protocol/calls'
import type { ListConditions } from '../../../../../client/navigation/urlState'
import { useFormat, useTranslator } from '../../../../../client/context/clientContext'
import { optionsOf, type Definitions } from '../../../../values/renderContext'
import { conditionRow } from './conditionRows'
import styles from './conditions.module.css'

interface ConditionTagsProps {
  readonly entity: Entity | undefined
  readonly manifests: Definitions
  readonly conditions: ListConditions
  readonly onChange: (conditions: ListConditions | undefined) => void
}

export function ConditionTags({ entity, manifests, conditions, onChange }: ConditionTagsProps) {
  const { t } = useTranslator()
  const textOf = useConditionText(entity, manifests)
  const { join, leaves } = conditions
  const without = (index: number): ListConditions | undefined =>
    leaves.length === 1 ? undefined : { join, leaves: leaves.filter((_, at) => at !== index) }
  return (
    <p className={styles.tags}>
      {leaves.length > 1 && <span>{t(`condition.${join}`)}</span>}
      {leaves.map((leaf, index) => (
        <Tag
          key={index}
          closable
          closeIcon={<span aria-label={t('condition.remove')}>×</span>}
          onClose={(event) => {
            event.preventDefault()
            onChange(without(index))
          }}
        >
          {textOf(leaf)}
        </Tag>
      ))}
    </p>
  )
}

/** "Name contains 王": field, operator and value in words. */
function useConditionText(entity: Entity | undefined, manifests: Definitions): (leaf: ConditionLeaf) => string {
  const { t, pick } = useTranslator()
  const format = useFormat()
  return (leaf) => {
    const { operator, value } = conditionRow(leaf)
    const field = entity?.fields[leaf.field]
    const options =
      field?.type === 'choice'
        ? optionsOf(manifests, { field: leaf.field, dictionary: field.dictionary }, entity!.name)
        : []
    const word = (part: unknown): string => {
      if (part === null || part === undefined) return '…'
      if (typeof part === 'boolean') return t(part ? 'list.yes' : 'list.no')
      const option = options.find(({ code }) => code === part)
      if (option) return pick(option.title)
      return field?.type === 'date' || field?.type === 'datetime' ? format.date(String(part)) : String(part)
    }
    const isDays = operator === 'lastDays' || operator === 'nextDays'
    const values = value === undefined ? '' : (Array.isArray(value) ? value : [value]).map(isDays ? String : word)
    const between = operator === 'between' ? ' – ' : t('list.wordsBetween')
    return [
      field ? pick(field.title) : leaf.field,
      t(`condition.${operator}`),
      Array.isArray(values) ? values.join(between) : values,
    ]
      .filter((part) => part !== '')
      .join(' ')
  }
}
