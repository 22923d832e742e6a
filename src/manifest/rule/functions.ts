// Which functions has the rule language, what do they take and what do they give? What they mean stands in evaluate.ts.
import type { FunctionName, ValueType } from '../app'

export interface Signature {
  /** For every argument the types it may have; the last entry repeats up to `most`. */
  readonly takes: readonly (readonly ValueType[])[]
  readonly least: number
  readonly most: number
  /** A type, or `first`: that of the arguments. */
  readonly gives: ValueType | 'first'
  /** All arguments have one type. */
  readonly alike?: boolean
  /** How it is written, for hints. */
  readonly written: string
}

const day: readonly ValueType[] = ['date', 'datetime']
const ordered: readonly ValueType[] = ['number', 'date', 'datetime']
const text: readonly ValueType[] = ['text']
const number: readonly ValueType[] = ['number']
const many = 32

export const signatures = {
  now: { takes: [], least: 0, most: 0, gives: 'datetime', written: 'now()' },
  today: { takes: [], least: 0, most: 0, gives: 'date', written: 'today()' },
  date: { takes: [day], least: 1, most: 1, gives: 'date', written: 'date(moment)' },
  days: { takes: [day, day], least: 2, most: 2, gives: 'number', written: 'days(from, to)' },
  addDays: { takes: [day, number], least: 2, most: 2, gives: 'first', written: 'addDays(day, number)' },
  month: { takes: [day], least: 1, most: 1, gives: 'text', written: 'month(day)' },
  round: { takes: [number, number], least: 1, most: 2, gives: 'number', written: 'round(number, digits)' },
  max: { takes: [ordered], least: 2, most: many, gives: 'first', alike: true, written: 'max(a, b)' },
  min: { takes: [ordered], least: 2, most: many, gives: 'first', alike: true, written: 'min(a, b)' },
  abs: { takes: [number], least: 1, most: 1, gives: 'number', written: 'abs(number)' },
  coalesce: {
    takes: [['text', 'number', 'boolean', 'date', 'datetime', 'record', 'files', 'address']],
    least: 2,
    most: many,
    gives: 'first',
    alike: true,
    written: 'coalesce(a, b)',
  },
  size: { takes: [['text', 'list', 'files', 'lines']], least: 1, most: 1, gives: 'number', written: 'size(value)' },
  contains: { takes: [text, text], least: 2, most: 2, gives: 'boolean', written: "contains(text, 'part')" },
  startsWith: { takes: [text, text], least: 2, most: 2, gives: 'boolean', written: "startsWith(text, 'part')" },
  endsWith: { takes: [text, text], least: 2, most: 2, gives: 'boolean', written: "endsWith(text, 'part')" },
  text: {
    takes: [['text', 'number', 'boolean', 'date', 'datetime', 'record']],
    least: 1,
    most: 1,
    gives: 'text',
    written: 'text(value)',
  },
  number: { takes: [['text', 'number']], least: 1, most: 1, gives: 'number', written: 'number(text)' },
  holds: { takes: [text], least: 1, most: 1, gives: 'boolean', written: "holds('code')" },
  granted: { takes: [text], least: 1, most: 1, gives: 'boolean', written: 'granted(code)' },
  refer: { takes: [number], least: 1, most: 1, gives: 'record', written: 'refer(number)' },
} as const satisfies Record<FunctionName, Signature>

export function signatureOf(name: string): Signature | undefined {
  return Object.hasOwn(signatures, name) ? signatures[name as FunctionName] : undefined
}
