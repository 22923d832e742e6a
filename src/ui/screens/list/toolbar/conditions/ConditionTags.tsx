// The conditions of a list above its rows, each removable.
import { isDayType } from '../../../../../manifest/expression/values/valueTypes'
import { typedText } from '../../../../../manifest/fieldTypes/parseInput'
import { Tag } from 'antd'
import type { Entity } from '../../../../../manifest/model/entity'
import type { ConditionLeaf } from '../../../../../protocol/calls'
import type { ListConditions } from '../../../../../client/navigation/urlState'
import { useFormat, useTranslator } from '../../../../../client/context/clientContext'
import { useOptions } from '../../../../../client/data/queries'
import { optionsOf, type Definitions } from '../../../../values/renderContext'
import { conditionRow } from './conditionRows'
import { useConditionField } from './useConditionField'
import styles from './conditions.module.css'

interface ConditionTagsProps {
  readonly entity: Entity
  readonly manifests: Definitions
  readonly canOpen: (entity: string) => boolean
  /** The address of the list. */
  readonly screen: string
  readonly conditions: ListConditions
  readonly onChange: (conditions: ListConditions | undefined) => void
}

/** Draws a tag for each condition; removing the last one passes undefined to `onChange`. */
export function ConditionTags({ conditions, onChange, ...list }: ConditionTagsProps) {
  const { t } = useTranslator()
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
          <ConditionText leaf={leaf} {...list} />
        </Tag>
      ))}
    </p>
  )
}

type ConditionTextProps = Omit<ConditionTagsProps, 'conditions' | 'onChange'> & { readonly leaf: ConditionLeaf }

/** "Name contains 王": field, operator and value in words. */
function ConditionText({ leaf, screen, ...list }: ConditionTextProps) {
  const { t, pick } = useTranslator()
  const format = useFormat()
  const { field, entity, manifests, title } = useConditionField(leaf.field, list)
  const { operator, value } = conditionRow(leaf)
  const values = value === undefined ? [] : Array.isArray(value) ? value : [value]
  const ids = field?.type === 'ref' ? values.filter((part): part is number => typeof part === 'number') : []
  const { data: records } = useOptions(
    { screen, field: leaf.field, ids },
    field?.entity ? [field.entity] : [],
    ids.length > 0,
  )
  const codes =
    field?.type === 'choice'
      ? optionsOf(manifests, { field: field.name, dictionary: field.dictionary }, entity.name)
      : []
  const word = (part: unknown): string => {
    if (part === null || part === undefined) return '…'
    if (typeof part === 'boolean') return t(part ? 'list.yes' : 'list.no')
    const code = codes.find((option) => option.code === part)
    if (code) return pick(code.title)
    if (field?.type === 'ref' && typeof part === 'number')
      return records?.options.find(({ id }) => id === part)?.label ?? '…'
    if (field?.format === 'percent') return `${typedText(part, field)}%`
    return field && isDayType(field.type) ? format.date(String(part)) : String(part)
  }
  const isDays = operator === 'lastDays' || operator === 'nextDays'
  const between = operator === 'between' ? ' – ' : t('list.wordsBetween')
  const written = values.map(isDays ? String : word).join(between)
  return <>{[title, t(`condition.${operator}`), written].filter((part) => part !== '').join(' ')}</>
}
