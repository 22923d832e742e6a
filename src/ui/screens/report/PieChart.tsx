// The share of each row in one measure, as a ring:
// the largest ones individually, the others combined. The legend and the table hold the numbers, so the drawing itself
// is hidden from screen readers.
import { chartColors } from './chartScale'
import styles from './report.module.css'

interface Slice {
  readonly label: string
  readonly value: number
  readonly text: string
}

/** Maximum slices that can be distinguished. */
const maxSlices = 7
const radiusPixels = 70
const round = 2 * Math.PI * radiusPixels

/** The largest slices and the sum of the others; slices of zero and below are omitted. */
export function ringOf(slices: readonly Slice[], others: string, written: (value: number) => string): readonly Slice[] {
  const sorted = slices.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value)
  if (sorted.length <= maxSlices + 1) return sorted
  const rest = sorted.slice(maxSlices).reduce((sum, { value }) => sum + value, 0)
  return [...sorted.slice(0, maxSlices), { label: others, value: rest, text: written(rest) }]
}

export default function PieChart({ title, ring }: { title: string; ring: readonly Slice[] }) {
  const all = ring.reduce((sum, { value }) => sum + value, 0)
  let passed = 0
  return (
    <figure className={styles.pie}>
      <figcaption>{title}</figcaption>
      <svg viewBox="0 0 200 200" width="168" height="168" aria-hidden>
        <title>{title}</title>
        {ring.map(({ value }, index) => {
          const [length, start] = [(value / all) * round, passed]
          passed += length
          return (
            <circle
              key={index}
              cx="100"
              cy="100"
              r={radiusPixels}
              fill="none"
              strokeWidth="36"
              stroke={chartColors[index % chartColors.length]}
              strokeDasharray={`${Math.max(0.5, length - 1)} ${round}`}
              strokeDashoffset={-start}
              transform="rotate(-90 100 100)"
            />
          )
        })}
      </svg>
      <ul>
        {ring.map(({ label, value, text }, index) => (
          <li key={index}>
            <i style={{ background: chartColors[index % chartColors.length] }} />
            <span>{label}</span>
            <b>{text}</b>
            <em>{((value / all) * 100).toFixed(1)}%</em>
          </li>
        ))}
      </ul>
    </figure>
  )
}
