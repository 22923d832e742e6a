// Filter by a range of numbers; either end may be empty. Text that is no number is not sent.
import Input from 'antd/es/input/Input'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslator } from '../../client/context/clientContext'
import { comparedNumber, typedText } from '../../manifest/fieldTypes/parseInput'
import type { FilterInputProps } from './filterProps'

type Pair = readonly [string | null, string | null]
const none: Pair = [null, null]

export function NumberRange({
  column,
  filter,
  onType,
  title,
  prefix,
}: FilterInputProps & { title: string; prefix: ReactNode }) {
  const { t } = useTranslator()
  const [from, to] = pairOf(filter?.value)
  const [typed, setTyped] = useState<readonly [string, string]>([typedText(from, column), typedText(to, column)])
  // Keep typed text that is no number yet; replace it when the value changes from outside.
  useEffect(() => {
    const textOf = (text: string, limit: string | null) =>
      comparedNumber(text, column) === limit ? text : typedText(limit, column)
    setTyped((now) => [textOf(now[0], from), textOf(now[1], to)])
  }, [from, to])
  const change = (end: 0 | 1, text: string) => {
    const next = (end === 0 ? [text, typed[1]] : [typed[0], text]) as [string, string]
    setTyped(next)
    const values = next.map((text) => comparedNumber(text, column))
    onType(
      values.some((value) => value !== null) ? { field: column.field, operator: 'between', value: values } : undefined,
    )
  }
  return (
    <span className="search-pair">
      <Input
        prefix={prefix}
        aria-label={`${title} ${t('list.from')}`}
        placeholder={t('list.from')}
        inputMode="decimal"
        value={typed[0]}
        status={wrong(typed[0], column)}
        onChange={({ target }) => change(0, target.value)}
      />
      <Input
        aria-label={`${title} ${t('list.to')}`}
        placeholder={t('list.to')}
        inputMode="decimal"
        value={typed[1]}
        status={wrong(typed[1], column)}
        onChange={({ target }) => change(1, target.value)}
      />
    </span>
  )
}

function pairOf(value: unknown): Pair {
  if (!Array.isArray(value) || value.length !== 2) return none
  const limit = (item: unknown) => (item === null || item === undefined ? null : String(item))
  return [limit(value[0]), limit(value[1])]
}

function wrong(text: string, column: FilterInputProps['column']): 'error' | undefined {
  return text.trim() !== '' && comparedNumber(text, column) === null ? 'error' : undefined
}
