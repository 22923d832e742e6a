// Which figures have an aim, and which of them miss it? One table for all parts of the bench.
// A figure that could not be measured is a missed one.

interface Aim {
  readonly bound: 'at most' | 'at least'
  readonly value: number
  readonly unit: '×' | ' ms' | ' kB' | ' statements'
}

const atMost = (value: number, unit: Aim['unit'] = '×'): Aim => ({ bound: 'at most', value, unit })
const atLeast = (value: number, unit: Aim['unit'] = '×'): Aim => ({ bound: 'at least', value, unit })

/** The aims by the name of their figure. A × compares with the hand-written twin, of a cluster with one PostgreSQL. */
export const aims = {
  'cold load to first rows': atMost(0.75),
  'cold load to first rows, 10 Mbit/s and 40 ms': atMost(0.8),
  'form of 60, its first opening, half a second after the list': atMost(1),
  'form of 60, its first opening, at once': atMost(1),
  'change to the form of 60, made anew': atMost(0.9),
  'heap after 18 changes, MB': atMost(1.2),
  'CPU of a key, form of 60': atMost(0.7),
  'CPU of a key in 500 lines of 12, p95': atMost(0.4),
  'script of the sign-in page': atMost(150, ' kB'),
  'operator, customers: plain list: state, sort, page of 20': atLeast(1.2),
  'operator, customers: and a total that stops at the cap': atLeast(20),
  'operator, customers: search words and a total that stops': atLeast(40),
  'operator, customers: deep page by key': atLeast(40),
  'operator, customers: all that the screen shows: total, tabs, sums': atLeast(400),
  'owner, orders: all that the screen shows: total and sums': atLeast(1),
  'orders: any other list': atLeast(0.67),
  'a search, p99': atMost(250, ' ms'),
  'a report': atMost(2_000, ' ms'),
  'live at 120 screens': atMost(1_000, ' ms'),
  'live at 500 screens': atMost(2_000, ' ms'),
  'cluster: a read, longer than on one': atMost(2, ' ms'),
  'cluster: a transition, longer than on one': atMost(5, ' ms'),
  'cluster: statements of a call, more than on one': atMost(0, ' statements'),
  'cluster: a list or report of headquarters': atMost(3),
} as const satisfies Readonly<Record<string, Aim>>

export type AimedFigure = keyof typeof aims

/** The figures of the cluster, all missed where there is none. */
export const aimsOfCluster = Object.keys(aims).filter((name): name is AimedFigure => name.startsWith('cluster: '))

export const isAimed = (name: string): name is AimedFigure => Object.hasOwn(aims, name)

/** Judges a figure: `met (at most 0.75×)`, `MISSED (at most 0.75×)`. */
export type Judge = (name: AimedFigure, value: number) => string

interface Score {
  readonly judge: Judge
  /** What was met and missed so far; null as long as nothing was judged. */
  summary(): { readonly text: string; readonly isMissed: boolean } | null
}

export function createScore(): Score {
  let met = 0
  const missed: string[] = []
  return {
    judge(name, value) {
      const { bound, value: limit, unit } = aims[name]
      const isMet = bound === 'at most' ? value <= limit : value >= limit
      const aim = `${bound} ${limit.toLocaleString('en')}${unit}`
      if (isMet) met += 1
      else missed.push(`${name}: ${Number.isFinite(value) ? `${figure(value)}${unit}` : 'not measured'}, ${aim}`)
      return `${isMet ? 'met' : 'MISSED'} (${aim})`
    },
    summary() {
      if (met + missed.length === 0) return null
      const text = [`Aims: ${met} met, ${missed.length} missed`, ...missed.map((line) => `  ${line}`)].join('\n')
      return { text, isMissed: missed.length > 0 }
    },
  }
}

const figure = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 3 : 0 })
