// Tests that the bench calls a figure met or missed by its aim, and says at the end what was missed.
import { expect, it, vi } from 'vitest'
import { aims, createScore, isAimed } from './aims'
import type { BenchOptions } from './benchOptions'

it.each([
  ['change to the form of 60, made anew', 0.9, 'met (at most 0.9×)'],
  ['change to the form of 60, made anew', 0.901, 'MISSED (at most 0.9×)'],
  ['script of the sign-in page', 149.9, 'met (at most 150 kB)'],
  ['script of the sign-in page', 150.1, 'MISSED (at most 150 kB)'],
  ['operator, customers: all that the screen shows: total, tabs, sums', 400, 'met (at least 400×)'],
  ['operator, customers: all that the screen shows: total, tabs, sums', 399, 'MISSED (at least 400×)'],
  ['live at 500 screens', 2_000, 'met (at most 2,000 ms)'],
  ['cold load to first rows', Number.NaN, 'MISSED (at most 0.75×)'],
  ['cold load to first rows', Number.POSITIVE_INFINITY, 'MISSED (at most 0.75×)'],
] as const)('%s of %d is judged', (name, value, verdict) => {
  expect(createScore().judge(name, value)).toBe(verdict)
})

it('sums up what was met, names what was missed, and shows the worst of each figure', () => {
  const score = createScore()
  expect(score.summary()).toBeNull()
  score.judge('CPU of a key, form of 60', 0.7)
  score.judge('CPU of a key, form of 60', 0.6)
  score.judge('orders: any other list', 0.9)
  score.judge('orders: any other list', 1.2)
  expect(score.summary()).toEqual({
    text: [
      'Aims: 4 met, 0 missed',
      '',
      'figure, of several the worst  measured             aim',
      '────────────────────────────  ────────  ──────────────  ───',
      'CPU of a key, form of 60          0.7×    at most 0.7×  met',
      'orders: any other list            0.9×  at least 0.67×  met',
    ].join('\n'),
    isMissed: false,
  })
  score.judge('CPU of a key, form of 60', 0.774)
  score.judge('a report', 2_345.6)
  score.judge('cold load to first rows', Number.NaN)
  score.judge('cold load to first rows', 0.7)
  const { text, isMissed } = score.summary()!
  expect(isMissed).toBe(true)
  expect(text).toMatch(/^Aims: 5 met, 3 missed\n/)
  for (const line of [
    /^ {2}CPU of a key, form of 60: 0\.774×, at most 0\.7×$/m,
    /^ {2}a report: 2,346 ms, at most 2,000 ms$/m,
    /^ {2}cold load to first rows: not measured, at most 0\.75×$/m,
    /^CPU of a key, form of 60 +0\.774× +at most 0\.7× +MISSED$/m,
    /^cold load to first rows +not measured +at most 0\.75× +MISSED$/m,
  ])
    expect(text).toMatch(line)
})

it('knows a figure with an aim by its name', () => {
  expect(Object.keys(aims).filter((name) => !isAimed(name))).toEqual([])
  expect(['cold load', 'toString'].filter(isAimed)).toEqual([])
})

it('counts each figure of a cluster as missed where it cannot be measured', async () => {
  vi.stubEnv('CITUS_CLUSTER', '')
  const score = createScore()
  const said: string[] = []
  const { benchCluster } = await import('./cluster/run')
  await benchCluster({ seconds: 1 } as BenchOptions, (line) => said.push(line), score.judge)
  expect(said.join('')).toContain('Not measured: the cluster. There is no cluster: CITUS_CLUSTER is not set.')
  expect(score.summary()!.text).toMatch(/^Aims: 0 met, 4 missed\n/)
})
