// The chart of a report: grouped bars or lines as one small SVG.
// Every number is also in the table, so the drawing itself is hidden from screen readers.
// Its legend switches series: a hidden one also leaves the scale and the tip.
import { useEffect, useRef, useState, type RefObject } from 'react'
import { chartColors, fittedLabel, groupLines, labelWidth, monthLines, shortNumber, ticks } from './chartScale'
import styles from './report.module.css'

interface Series {
  readonly name: string
  readonly title: string
  /** One per label; null: nothing to draw. */
  readonly values: readonly (number | null)[]
  /** The same values as users read them. */
  readonly texts: readonly string[]
}
/** A series in the color of its place, which it keeps while others are hidden. */
interface DrawnSeries extends Series {
  readonly color: string
}
interface ReportChartProps {
  readonly kind: 'bar' | 'line'
  readonly title: string
  readonly labels: readonly string[]
  readonly series: readonly Series[]
  readonly language: string
}

const heightPixels = 260
const edge = { top: 14, right: 12, left: 54 }
/** Height below the axis: for upright labels, for those on two lines, and for longer, slanted ones. */
const foot = { upright: 30, lines: 44, leaning: 66 }
const maxLabelWidth = 92
const lineHeightPixels = 14
const minBandPixels = 34

export default function ReportChart({ kind, title, labels, series, language }: ReportChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const room = useContentWidth(frame)
  const [pointed, setPointed] = useState<number | null>(null)
  const [hidden, setHidden] = useState<readonly string[]>([])
  const colored = series.map((sery, index): DrawnSeries => ({ ...sery, color: colorOf(index) }))
  const drawn = colored.filter(({ name }) => !hidden.includes(name))
  const scale = scaleOf({ labels, series: drawn, language }, room)
  return (
    <figure className={styles.chart}>
      <Legend series={colored} hidden={hidden} setHidden={setHidden} />
      <div ref={frame} className={styles.canvas} style={{ minHeight: heightPixels }}>
        {room > 0 && (
          <svg width={scale.width} height={heightPixels} aria-hidden onPointerLeave={() => setPointed(null)}>
            <title>{title}</title>
            <Grid scale={scale} language={language} />
            {labels.map((label, index) => (
              <g key={index} onPointerEnter={() => setPointed(index)}>
                <rect
                  x={edge.left + scale.band * index}
                  y={edge.top}
                  width={scale.band}
                  height={heightPixels - edge.top - scale.bottom}
                  className={pointed === index ? styles.bandOn : styles.band}
                />
                {kind === 'bar' && <Bars scale={scale} series={drawn} index={index} />}
                <Label scale={scale} label={label} index={index} />
              </g>
            ))}
            {kind === 'line' &&
              drawn.map(({ name, values, color }) => (
                <Line key={name} scale={scale} values={values} color={color} pointed={pointed} />
              ))}
          </svg>
        )}
        {pointed !== null && <Tip scale={scale} label={labels[pointed]} series={drawn} index={pointed} />}
      </div>
    </figure>
  )
}

interface LegendProps {
  readonly series: readonly DrawnSeries[]
  /** By name. */
  readonly hidden: readonly string[]
  readonly setHidden: (names: readonly string[]) => void
}

/** The name of each series, as a button that hides or shows it; one alone stays. */
function Legend({ series, hidden, setHidden }: LegendProps) {
  const isAlone = series.length === 1
  return (
    <figcaption className={styles.legend}>
      {series.map(({ name, title, color }) => {
        const others = hidden.filter((other) => other !== name)
        const isShown = others.length === hidden.length
        const words = (
          <>
            <i style={{ background: color }} />
            {title}
          </>
        )
        return isAlone ? (
          <span key={name}>{words}</span>
        ) : (
          <button
            key={name}
            type="button"
            aria-pressed={isShown}
            onClick={() => setHidden(isShown ? [...hidden, name] : others)}
          >
            {words}
          </button>
        )
      })}
    </figcaption>
  )
}

const colorOf = (index: number): string => chartColors[index % chartColors.length]!

/** Pixels inside an element; 0 before it is measured. */
function useContentWidth(frame: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0)
  useEffect(() => {
    const node = frame.current
    if (!node) return
    const observer = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width))
    observer.observe(node)
    return () => observer.disconnect()
  }, [frame])
  return room
}

/** The positions of labels and values in the drawing, in pixels. */
interface Scale {
  readonly width: number
  readonly marks: readonly number[]
  readonly band: number
  readonly leaning: boolean
  /** Instead of leaning labels: months above their years, or a line for each group. */
  readonly lines: ReturnType<typeof monthLines>
  readonly bottom: number
  readonly y: (value: number) => number
  /** The center of a label's band. */
  readonly middle: (index: number) => number
}

type ScaledChart = Pick<ReportChartProps, 'labels' | 'series' | 'language'>

function scaleOf({ labels, series, language }: ScaledChart, room: number): Scale {
  const width = Math.max(room, labels.length * minBandPixels + edge.left + edge.right)
  const all = series.flatMap((sery) => sery.values.filter((value): value is number => value !== null))
  const marks = ticks(Math.min(0, ...all), Math.max(0, ...all))
  const low = marks[0] ?? 0
  const high = marks[marks.length - 1] ?? 1
  const band = (width - edge.left - edge.right) / Math.max(1, labels.length)
  const wide = labels.some((label) => labelWidth(label) > band - 6)
  const lines = wide ? (monthLines(labels, language) ?? groupLines(labels, band - 6)) : undefined
  const leaning = wide && !lines
  const bottom = foot[lines ? 'lines' : leaning ? 'leaning' : 'upright']
  return {
    width,
    marks,
    band,
    leaning,
    lines,
    bottom,
    y: (value) => edge.top + (1 - (value - low) / (high - low)) * (heightPixels - edge.top - bottom),
    middle: (index) => edge.left + band * (index + 0.5),
  }
}

function Grid({ scale, language }: { scale: Scale; language: ReportChartProps['language'] }) {
  return scale.marks.map((mark) => (
    <g key={mark}>
      <line
        x1={edge.left}
        x2={scale.width - edge.right}
        y1={scale.y(mark)}
        y2={scale.y(mark)}
        className={mark === 0 ? styles.base : styles.grid}
      />
      <text x={edge.left - 8} y={scale.y(mark) + 4} textAnchor="end" className={styles.tick}>
        {shortNumber(mark, language)}
      </text>
    </g>
  ))
}

/** The bars of one label, series side by side. */
function Bars({ scale, series, index }: { scale: Scale; series: readonly DrawnSeries[]; index: number }) {
  const { y, middle, band } = scale
  const bar = Math.min(36, (band * 0.68) / Math.max(1, series.length))
  return series.map(({ name, values, color }, seriesIndex) => {
    const value = values[index]
    if (!value) return null
    return (
      <rect
        key={name}
        x={middle(index) + (seriesIndex - series.length / 2) * bar + 1}
        y={Math.min(y(value), y(0))}
        width={bar - 2}
        height={Math.max(1, Math.abs(y(value) - y(0)))}
        rx={2}
        fill={color}
      />
    )
  })
}

function Label({ scale, label, index }: { scale: Scale; label: string; index: number }) {
  const x = scale.middle(index)
  return scale.leaning ? (
    <text
      transform={`translate(${x + 4} ${heightPixels - scale.bottom + 16}) rotate(-34)`}
      textAnchor="end"
      className={styles.tick}
    >
      {fittedLabel(label, maxLabelWidth)}
    </text>
  ) : (
    <text x={x} y={heightPixels - scale.bottom + 20} textAnchor="middle" className={styles.tick}>
      {scale.lines?.[index]?.map((line, row) => (
        <tspan key={row} x={x} dy={row * lineHeightPixels}>
          {line}
        </tspan>
      )) ?? label}
    </text>
  )
}

interface LineProps {
  readonly scale: Scale
  readonly values: Series['values']
  readonly color: string
  /** The label under the pointer. */
  readonly pointed: number | null
}

function Line({ scale: { y, middle }, values, color, pointed }: LineProps) {
  const points = values.map((value, index) => (value === null ? null : ([middle(index), y(value)] as const)))
  return (
    <g pointerEvents="none">
      <path d={linePath(points)} fill="none" stroke={color} strokeWidth={2} />
      {points.map(
        (point, index) =>
          point && <circle key={index} cx={point[0]} cy={point[1]} r={pointed === index ? 4.5 : 3} fill={color} />,
      )}
    </g>
  )
}

interface TipProps {
  readonly scale: Scale
  readonly label: string | undefined
  readonly series: readonly DrawnSeries[]
  readonly index: number
}

/** The values of the label under the pointer. */
function Tip({ scale: { width, middle }, label, series, index }: TipProps) {
  return (
    <div className={styles.tip} style={{ left: Math.min(Math.max(middle(index), 90), width - 90) }}>
      <strong>{label}</strong>
      {series.map((sery) => (
        <div key={sery.name}>
          <i style={{ background: sery.color }} />
          {sery.title}
          <b>{sery.texts[index]}</b>
        </div>
      ))}
    </div>
  )
}

/** Straight segments between the points; a gap where there is none. */
function linePath(points: readonly (readonly number[] | null)[]): string {
  let path = ''
  let open = false
  for (const point of points) {
    if (point) path += `${open ? 'L' : 'M'}${point[0]?.toFixed(1)} ${point[1]?.toFixed(1)}`
    open = point !== null
  }
  return path
}
