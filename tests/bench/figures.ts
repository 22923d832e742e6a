// How are measured numbers summed up and shown? Medians, percentiles, ratios and plain tables; it judges nothing and
// asserts nothing.

/** The middle value; of an even count the mean of the two in the middle. NaN for none. */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The value below which `rank` per cent lie, interpolated. NaN for none. */
export function percentile(values: readonly number[], rank: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  if (sorted.length === 0) return Number.NaN
  const at = ((sorted.length - 1) * rank) / 100
  const low = sorted[Math.floor(at)]!
  const high = sorted[Math.ceil(at)]!
  return low + (high - low) * (at - Math.floor(at))
}

/** `1.23×`, `12×`; `–` when either is missing. */
export function ratio(ours: number, twins: number): string {
  const value = ours / twins
  if (!Number.isFinite(value)) return '–'
  return `${value.toFixed(value >= 10 ? 0 : 2)}×`
}

export function round(value: number, digits = 1): string {
  return Number.isFinite(value) ? value.toFixed(digits) : '–'
}

export function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

/** A table for the terminal: the first column to the left, all others to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) => Math.max(...[title, ...rows.map((row) => row[at] ?? '')].map(widthOf)))
  const line = (cells: readonly string[]) =>
    widths
      .map((width, at) => pad(cells[at] ?? '', width, at === 0))
      .join('  ')
      .trimEnd()
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n')
}

function pad(text: string, width: number, left: boolean): string {
  const blank = ' '.repeat(Math.max(0, width - widthOf(text)))
  return left ? text + blank : blank + text
}

// Chinese characters take two columns of a terminal.
function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (/[\u2e80-\u9fff\uff00-\uff60]/.test(character) ? 2 : 1), 0)
}
