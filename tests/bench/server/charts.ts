// How long does each report take? Every grouping of every report screen is asked for as the screen does when it opens,
// three times; the middle one is told.
// There is no twin: the aim is an absolute one.
import type { App } from '../../../src/manifest/model/app'
import type { ReportAnswer } from '../../../src/protocol/reportCalls'
import type { Child } from '../child'
import type { Judge } from '../aims'
import { median, round, table } from '../figures'
import { ask } from './load'
import { callers, type CallerName } from './people'

const times = 3

export async function benchCharts(
  app: App,
  ours: Child,
  asking: readonly CallerName[],
  { say, judge }: { readonly say: (line: string) => void; readonly judge: Judge },
): Promise<void> {
  say(`\n== Charts: every grouping of every report, milliseconds, the median of ${times}\n`)
  const rows: string[][] = []
  for (const screen of Object.values(app.screens)) {
    if (!screen.report) continue
    const { dimensions: groups, chooseDimension: choose } = screen.report
    for (const group of choose ? Object.keys(groups) : [undefined]) {
      const cells = await Promise.all(asking.map(async () => ''))
      let found = 0
      for (const [at, name] of asking.entries()) {
        const taken: number[] = []
        for (let turn = 0; turn < times; turn += 1) {
          const began = performance.now()
          const answer = await ask<ReportAnswer>(
            { url: ours.url, path: '/api/report', token: callers[name].token },
            { screen: screen.path, ...(group !== undefined && { group }) },
          )
          taken.push(performance.now() - began)
          found = answer.rows.length
        }
        cells[at] = `${round(median(taken), 0)}: ${judge('a report', median(taken))}`
      }
      rows.push([`${screen.path}${group === undefined ? '' : ` by ${group}`}`, ...cells, String(found)])
    }
  }
  say(table(['report', ...asking, 'rows'], rows))
}
