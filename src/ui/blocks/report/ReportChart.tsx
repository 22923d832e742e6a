// The chart of a report: grouped bars or lines as one small SVG. It draws what it is given and asks for nothing;
// every number it shows is also in the table beside it, so the drawing itself is hidden from screen readers.
import { useEffect, useRef, useState } from 'react'
import { chartColours as colours, shortNumber, ticks } from './chartScale'
import styles from './report.module.css'

export interface Series {
  readonly name: string
  readonly title: string
  /** One a label; null where there is nothing to draw. */
  readonly values: readonly (number | null)[]
  /** The same values as people read them. */
  readonly texts: readonly string[]
}
export interface ReportChartProps {
  readonly kind: 'bar' | 'line'
  readonly title: string
  readonly labels: readonly string[]
  readonly series: readonly Series[]
  readonly language: 'zh' | 'en'
}

const height = 260
const edge = { top: 14, right: 12, left: 54 }
/** Below the axis: labels that stand upright, and longer ones that lean. */
const foot = { upright: 30, leaning: 66 }
const longestLeaning = 92
const smallestBand = 34

const markWidth = (mark: string): number => (mark.charCodeAt(0) > 0x2e80 ? 12 : 6.6)
const textWidth = (text: string): number => [...text].reduce((sum, mark) => sum + markWidth(mark), 0)

/** A label that fits into so many pixels (Chinese characters are twice as wide as Latin ones). */
function fitted(text: string, width: number): string {
  let used = 0
  for (const [at, mark] of [...text].entries()) {
    used += markWidth(mark)
    if (used > width) return `${[...text].slice(0, Math.max(1, at - 1)).join('')}…`
  }
  return text
}

export default function ReportChart({ kind, title, labels, series, language }: ReportChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  const [pointed, setPointed] = useState<number | null>(null)

  useEffect(() => {
    const node = frame.current
    if (!node) return
    const observer = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width))
    observer.observe(node)
    return () => observer.disconnect()
  }, [])

  const width = Math.max(room, labels.length * smallestBand + edge.left + edge.right)
  const all = series.flatMap((one) => one.values.filter((value): value is number => value !== null))
  const marks = ticks(Math.min(0, ...all), Math.max(0, ...all))
  const low = marks[0] ?? 0
  const high = marks[marks.length - 1] ?? 1
  const band = (width - edge.left - edge.right) / Math.max(1, labels.length)
  const leaning = labels.some((label) => textWidth(label) > band - 6)
  const bottom = leaning ? foot.leaning : foot.upright
  const y = (value: number): number => edge.top + (1 - (value - low) / (high - low)) * (height - edge.top - bottom)
  const middle = (at: number): number => edge.left + band * (at + 0.5)
  const bar = Math.min(36, (band * 0.68) / Math.max(1, series.length))

  return (
    <figure className={styles.chart}>
      <figcaption className={styles.legend}>
        {series.map((one, at) => (
          <span key={one.name}>
            <i style={{ background: colours[at % colours.length] }} />
            {one.title}
          </span>
        ))}
      </figcaption>
      <div ref={frame} className={styles.canvas}>
        {room > 0 && (
          <svg width={width} height={height} aria-hidden onPointerLeave={() => setPointed(null)}>
            <title>{title}</title>
            {marks.map((mark) => (
              <g key={mark}>
                <line
                  x1={edge.left}
                  x2={width - edge.right}
                  y1={y(mark)}
                  y2={y(mark)}
                  className={mark === 0 ? styles.base : styles.grid}
                />
                <text x={edge.left - 8} y={y(mark) + 4} textAnchor="end" className={styles.tick}>
                  {shortNumber(mark, language)}
                </text>
              </g>
            ))}
            {labels.map((label, at) => (
              <g key={at} onPointerEnter={() => setPointed(at)}>
                <rect
                  x={edge.left + band * at}
                  y={edge.top}
                  width={band}
                  height={height - edge.top - bottom}
                  className={pointed === at ? styles.bandOn : styles.band}
                />
                {kind === 'bar' &&
                  series.map((one, place) => {
                    const value = one.values[at]
                    if (!value) return null
                    const top = Math.min(y(value), y(0))
                    return (
                      <rect
                        key={one.name}
                        x={middle(at) + (place - series.length / 2) * bar + 1}
                        y={top}
                        width={bar - 2}
                        height={Math.max(1, Math.abs(y(value) - y(0)))}
                        rx={2}
                        fill={colours[place % colours.length]}
                      />
                    )
                  })}
                {leaning ? (
                  <text
                    transform={`translate(${middle(at) + 4} ${height - bottom + 16}) rotate(-34)`}
                    textAnchor="end"
                    className={styles.tick}
                  >
                    {fitted(label, longestLeaning)}
                  </text>
                ) : (
                  <text x={middle(at)} y={height - 10} textAnchor="middle" className={styles.tick}>
                    {label}
                  </text>
                )}
              </g>
            ))}
            {kind === 'line' &&
              series.map((one, place) => (
                <g key={one.name} pointerEvents="none">
                  <path
                    d={linePath(one.values.map((value, at) => (value === null ? null : [middle(at), y(value)])))}
                    fill="none"
                    stroke={colours[place % colours.length]}
                    strokeWidth={2}
                  />
                  {one.values.map(
                    (value, at) =>
                      value !== null && (
                        <circle
                          key={at}
                          cx={middle(at)}
                          cy={y(value)}
                          r={pointed === at ? 4.5 : 3}
                          fill={colours[place % colours.length]}
                        />
                      ),
                  )}
                </g>
              ))}
          </svg>
        )}
        {pointed !== null && (
          <div className={styles.tip} style={{ left: Math.min(Math.max(middle(pointed), 90), width - 90) }}>
            <strong>{labels[pointed]}</strong>
            {series.map((one, at) => (
              <div key={one.name}>
                <i style={{ background: colours[at % colours.length] }} />
                {one.title}
                <b>{one.texts[pointed]}</b>
              </div>
            ))}
          </div>
        )}
      </div>
    </figure>
  )
}

/** Straight strokes between the points; a gap where there is none. */
function linePath(points: readonly (readonly number[] | null)[]): string {
  let path = ''
  let open = false
  for (const point of points) {
    if (point) path += `${open ? 'L' : 'M'}${point[0]?.toFixed(1)} ${point[1]?.toFixed(1)}`
    open = point !== null
  }
  return path
}
