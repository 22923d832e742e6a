// Round ticks of a chart's axis. Chart heights are the only numbers that may be floats.

/**
 * Ascending ticks from a round number at or below `low` to one at or above `high`, about `count` of them; zero is
 * always among them.
 */
export function ticks(low: number, high: number, count = 5): number[] {
  const from = Math.min(0, low)
  const to = Math.max(0, high)
  if (from === to) return [0, 1]
  const rough = (to - from) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step =
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough - 1e-12) ?? rough
  const first = Math.floor(from / step + 1e-9)
  const last = Math.ceil(to / step - 1e-9)
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}

/** A tick's text: 12,000 -> 1.2万 / 12k, so that the axis stays narrow. */
export function shortNumber(value: number, language: string): string {
  const format = new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 3 })
  // The letter of a thousand is small, as in kilo.
  return format
    .formatToParts(value)
    .map(({ type, value: part }) => (type === 'compact' && part === 'K' ? 'k' : part))
    .join('')
}

const markWidth = (mark: string): number => (mark.charCodeAt(0) > 0x2e80 ? 12 : 6.6)

/** Pixels that a label takes (Chinese characters are twice as wide as Latin ones). */
export const labelWidth = (text: string): number => [...text].reduce((sum, mark) => sum + markWidth(mark), 0)

/** A label that takes at most a number of pixels. Cut in the middle: similar labels often differ at their end. */
export function fittedLabel(text: string, width: number): string {
  if (labelWidth(text) <= width) return text
  const marks = [...text]
  let [first, last] = [1, marks.length - 1]
  const cut = (): string => `${marks.slice(0, first).join('')}…${marks.slice(last).join('')}`
  for (let turn = 0; first < last; turn += 1) {
    const before = cut()
    if (turn % 2 === 0) last -= 1
    else first += 1
    if (labelWidth(cut()) > width) return before
  }
  return cut()
}

const monthForm = /^\d{4}-\d{2}$/

/** Months as short names, with the year below the first one and below each January; undefined for other labels. */
export function monthLines(labels: readonly string[], language: string): readonly (readonly string[])[] | undefined {
  if (!labels.every((label) => monthForm.test(label))) return undefined
  const { format } = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  return labels.map((label, index) => {
    const name = format(new Date(`${label}-01T00:00:00Z`))
    return index === 0 || label.endsWith('-01') ? [name, label.slice(0, 4)] : [name]
  })
}

/** What separates the groups in the label of a row. */
export const groupSeparator = ' · '

/** Labels of several groups, a line for each; undefined if a line does not fit into the width in pixels. */
export function groupLines(labels: readonly string[], width: number): readonly (readonly string[])[] | undefined {
  const lines = labels.map((label) => label.split(groupSeparator))
  return lines.every((parts) => parts.length <= 2 && parts.every((part) => labelWidth(part) <= width))
    ? lines
    : undefined
}

/** The colors of series and slices, in their order. */
export const chartColors = [
  'var(--ant-blue-5, #4096ff)',
  'var(--ant-cyan-5, #36cfc9)',
  'var(--ant-gold-5, #ffc53d)',
  'var(--ant-purple-5, #9254de)',
  'var(--ant-volcano-5, #ff7a45)',
  'var(--ant-green-5, #73d13d)',
  'var(--ant-magenta-5, #f759ab)',
  'var(--ant-geekblue-5, #597ef7)',
]
