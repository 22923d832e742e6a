// Between which numbers? Two boxes; either may stay empty. Text that is no number is not sent.
import Input from 'antd/es/input/Input'
import { useEffect, useState, type ReactNode } from 'react'
import { useWords } from '../../runtime/runtime'
import type { FilterInputProps } from './filterProps'

type Pair = readonly [string | null, string | null]
const none: Pair = [null, null]

export function NumberRange({
  column: { field },
  filter,
  onChange,
  title,
  prefix,
}: FilterInputProps & { title: string; prefix: ReactNode }) {
  const { t } = useWords()
  const given = pairOf(filter?.value)
  const [typed, setTyped] = useState<readonly [string, string]>([given[0] ?? '', given[1] ?? ''])
  const [from, to] = given
  // What is typed and is no number yet stays as it is; what comes from elsewhere replaces it.
  useEffect(
    () => setTyped((now) => [same(now[0], from) ? now[0] : (from ?? ''), same(now[1], to) ? now[1] : (to ?? '')]),
    [from, to],
  )
  const change = (at: 0 | 1, text: string) => {
    const next = (at === 0 ? [text, typed[1]] : [typed[0], text]) as [string, string]
    setTyped(next)
    const values = next.map(numberOf)
    onChange(values.some((value) => value !== null) ? { field, operator: 'between', value: values } : undefined, true)
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
  return Array.isArray(value) && value.length === 2
    ? (value.map((one) => (one === null || one === undefined ? null : String(one))) as unknown as Pair)
    : none
}

/** Plain decimal text, or null for what is none; separators are taken away. */
function numberOf(text: string): string | null {
  const plain = text.replace(/[,，\s]/g, '')
  return /^-?\d{1,30}(\.\d{1,20})?$/.test(plain) ? plain : null
}

function same(typed: string, given: string | null): boolean {
  return numberOf(typed) === given
}

function wrong(text: string): 'error' | undefined {
  return text.trim() !== '' && numberOf(text) === null ? 'error' : undefined
}
