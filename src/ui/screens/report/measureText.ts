// Formats the value of a measure, and its change since an earlier value.
import type { Measure } from '../../../manifest/model/report'
import type { useFormat } from '../../../client/context/clientContext'

/** Whether a number is in a table, whose head names it, or outside of one. */
export type FigurePlace = 'alone' | 'table'

/** A number with separators, and money with the sign of its currency where it is outside of a table. */
export function figureText(
  measure: Pick<Measure, 'type'>,
  value: string | null | undefined,
  format: ReturnType<typeof useFormat>,
  figurePlace: FigurePlace = 'alone',
): string {
  if (value === null || value === undefined) return ''
  if (measure.type !== 'money') return format.number(value)
  return figurePlace === 'alone' ? format.money(value) : format.amount(value)
}

/** Beyond this the earlier value is shown instead. */
const maxChangePercent = 1000

/** The signed change in percent from an earlier value; undefined if meaningless. */
export function changeOf(value: string | null | undefined, earlier: string | null | undefined): string | undefined {
  const [now, before] = [Number(value ?? Number.NaN), Number(earlier ?? Number.NaN)]
  if (!Number.isFinite(now) || !Number.isFinite(before) || before === 0) return undefined
  // Rounded first: a change that is written as 0.0 has no sign.
  const change = Math.round(((now - before) / Math.abs(before)) * 1000) / 10
  if (Math.abs(change) > maxChangePercent) return undefined
  return `${change > 0 ? '+' : ''}${change.toFixed(1)}%`
}

/** Whether a change is good news; even: neither. */
export function moodOf(change: string | undefined, lowerIsBetter = false): 'good' | 'bad' | 'even' {
  if (!change || Number.parseFloat(change) === 0) return 'even'
  return change.startsWith('+') === lowerIsBetter ? 'bad' : 'good'
}
