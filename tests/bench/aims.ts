// Which figures have an aim, and which of them miss it? One table for all parts of the bench.
// A figure that could not be measured is a missed one.
import { table } from './figures'

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
  /** What was met and missed so far, and each figure with its aim; null as long as nothing was judged. */
  summary(): { readonly text: string; readonly isMissed: boolean } | null
}

export function createScore(): Score {
  let met = 0
  const missed: string[] = []
  /** Of a name that several figures have, the one that is farthest from its aim. */
  const worst = new Map<AimedFigure, number>()
  return {
    judge(name, value) {
      const before = worst.get(name)
      if (before === undefined || isWorse(name, value, before)) worst.set(name, value)
      if (isMet(name, value)) met += 1
      else missed.push(`${name}: ${shown(name, value)}, ${aimOf(name)}`)
      return `${verdict(name, value)} (${aimOf(name)})`
    },
    summary() {
      if (met + missed.length === 0) return null
      const rows = [...worst].map(([name, value]) => [name, shown(name, value), aimOf(name), verdict(name, value)])
      const text = [
        `Aims: ${met} met, ${missed.length} missed`,
        ...missed.map((line) => `  ${line}`),
        '',
        table(['figure, of several the worst', 'measured', 'aim', ''], rows),
      ].join('\n')
      return { text, isMissed: missed.length > 0 }
    },
  }
}

function isMet(name: AimedFigure, value: number): boolean {
  const { bound, value: limit } = aims[name]
  return bound === 'at most' ? value <= limit : value >= limit
}

/** What was not measured is the worst. */
const isWorse = (name: AimedFigure, value: number, before: number): boolean =>
  Number.isNaN(value) || (aims[name].bound === 'at most' ? value > before : value < before)

const aimOf = (name: AimedFigure): string =>
  `${aims[name].bound} ${aims[name].value.toLocaleString('en')}${aims[name].unit}`

const verdict = (name: AimedFigure, value: number): string => (isMet(name, value) ? 'met' : 'MISSED')

const shown = (name: AimedFigure, value: number): string =>
  Number.isFinite(value) ? `${figure(value)}${aims[name].unit}` : 'not measured'

const figure = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 3 : 0 })
