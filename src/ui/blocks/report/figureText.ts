// How is the value of a measure written? Empty where there is none.
import type { Measure } from '../../../manifest/app'
import type { useFormat } from '../../../runtime/runtime'

export function figureText(
  measure: Pick<Measure, 'type'>,
  value: string | null | undefined,
  format: ReturnType<typeof useFormat>,
): string {
  if (value === null || value === undefined) return ''
  return measure.type === 'money' ? format.money(value, true) : format.number(value)
}

/** By how many per cent a value is above or below an earlier one, with its sign; undefined where that says nothing. */
export function changeOf(value: string | null | undefined, earlier: string | null | undefined): string | undefined {
  const [now, before] = [Number(value ?? Number.NaN), Number(earlier ?? Number.NaN)]
  if (!Number.isFinite(now) || !Number.isFinite(before) || before === 0) return undefined
  const change = ((now - before) / Math.abs(before)) * 100
  return `${change > 0 ? '+' : ''}${change.toFixed(1)}%`
}
