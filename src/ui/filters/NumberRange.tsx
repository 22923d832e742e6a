// Filter by a range of numbers; either end may be empty. Text that is no number is not sent.
import Input from 'antd/es/input/Input'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslator } from '../../client/context/clientContext'
import type { FilterInputProps } from './filterProps'

type Pair = readonly [string | null, string | null]
const none: Pair = [null, null]

export function NumberRange({
  column: { field },
  filter,
  onType,
  title,
  prefix,
}: FilterInputProps & { title: string; prefix: ReactNode }) {
  const { t } = useTranslator()
  const pair = pairOf(filter?.value)
  const [typed, setTyped] = useState<readonly [string, string]>([pair[0] ?? '', pair[1] ?? ''])
  const [from, to] = pair
  // Keep typed text that is no number yet; replace it when the value changes from outside.
  useEffect(
    () => setTyped((now) => [same(now[0], from) ? now[0] : (from ?? ''), same(now[1], to) ? now[1] : (to ?? '')]),
    [from, to],
  )
  const change = (end: 0 | 1, text: string) => {
    const next = (end === 0 ? [text, typed[1]] : [typed[0], text]) as [string, string]
    setTyped(next)
    const values = next.map(numberOf)
    onType(values.some((value) => value !== null) ? { field, operator: 'between', value: values } : undefined)
  }
  return (
    <span className="search-pair">
      <Input
        prefix={prefix}
        aria-label={`${title} ${t('list.from')}`}
        placeholder={t('list.from')}
        inputMode="decimal"
        value={typed[0]}
        status={wrong(typed[0])}
        onChange={({ target }) => change(0, target.value)}
      />
      <Input
        aria-label={`${title} ${t('list.to')}`}
        placeholder={t('list.to')}
        inputMode="decimal"
        value={typed[1]}
        status={wrong(typed[1])}
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

/** Plain decimal text without separators, or null for anything but a number. */
function numberOf(text: string): string | null {
  const plain = text.replace(/[,，\s]/g, '')
  return /^-?\d{1,30}(\.\d{1,20})?$/.test(plain) ? plain : null
}

function same(typed: string, input: string | null): boolean {
  return numberOf(typed) === input
}

function wrong(text: string): 'error' | undefined {
  return text.trim() !== '' && numberOf(text) === null ? 'error' : undefined
}
