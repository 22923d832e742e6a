// What does the second wall cost? Two servers of ours on the same records, one with row security, are asked in turns.
import { everyScreen } from '../../../src/manifest/access/screenByPath'
import type { App } from '../../../src/manifest/model/app'
import { startChild, type Child } from '../child'
import { median, ratio, round, table } from '../figures'
import type { BenchOptions } from '../benchOptions'
import { ask } from './load'
import { callers, type CallerName } from './people'
import { openFilledPlace, startOf } from './filledPlace'
import { printPlans } from './rowSecurityPlans'
import { orderScenarios, scenariosOf } from './scenarios'

/** The most that row security may cost before it is worth being the default. */
const aim = 1.05
const times = 15
const names = ['operator', 'owner', 'guide'] as const

interface Subject {
  readonly name: string
  readonly path: string
  readonly bodies: readonly object[]
}

export async function benchRowSecurity(knobs: BenchOptions, say: (line: string) => void): Promise<void> {
  const { place, app, environment } = await openFilledPlace(knobs, true, say)
  const children: Child[] = []
  try {
    // The one without row security starts first: it would take the policies away.
    for (const RLS of ['off', 'on'])
      children.push(await startChild({ words: startOf(), environment: { ...environment, RLS }, ready: '/api/entry' }))
    const [without, within] = children as [Child, Child]
    say(
      `\n== Row security: milliseconds with it beside without, the median of ${times}; worth being the default at most ${aim}× of all\n`,
    )
    for (const name of names.filter((one) => knobs.callers.includes(one))) {
      const rows: string[][] = []
      const sums = { without: 0, within: 0 }
      for (const subject of subjectsOf(app).filter((one) => one.name.includes(knobs.only))) {
        const taken = await measure(subject, name, without, within)
        if (!taken) continue
        sums.without += taken.without
        sums.within += taken.within
        rows.push([
          subject.name,
          ratio(taken.within, taken.without),
          round(taken.within),
          round(taken.without),
          taken.within > taken.without * aim + 1 ? '!' : '',
        ])
      }
      say(table([`The ${name}`, 'ratio', 'with', 'without', ''], rows))
      say(`All together ${ratio(sums.within, sums.without)}.\n`)
    }
  } finally {
    await Promise.all(children.map((child) => child.stop()))
    await place.close()
  }
}

/** The plans of the same questions, with and without; nothing is timed. */
export async function showPlans(knobs: BenchOptions, say: (line: string) => void): Promise<void> {
  const { place, app, environment } = await openFilledPlace(knobs, true, say)
  try {
    for (const name of names.filter((one) => knobs.callers.includes(one))) {
      const reads = subjectsOf(app)
        .filter((one) => one.name.includes(knobs.only))
        .map((subject) => ({ ...subject, body: subject.bodies[0]!, token: callers[name].token }))
      await printPlans(environment, `the ${name}`, reads, say)
    }
  } finally {
    await place.close()
  }
}

/** The questions of the bench of lists, the first page of every other list, and every report as it opens. */
function subjectsOf(app: App): Subject[] {
  const list = (name: string, bodies: readonly object[]) => ({ name, path: '/api/list', bodies })
  const screens = everyScreen(app.screens).filter(({ path }) => app.screens[path])
  return [
    ...scenariosOf(50, undefined).map(({ name, ours }) => list(`customers: ${name}`, ours)),
    ...orderScenarios().map(({ name, ours }) => list(`orders: ${name}`, ours)),
    ...screens
      .filter(({ kind }) => kind === 'list')
      .flatMap(({ path }) => [
        list(path, [{ screen: path, want: { rows: true, total: 'capped', tabs: true } }]),
        list(`${path}, searched`, [{ screen: path, words: '王伟', want: { rows: true } }]),
      ]),
    ...screens
      .filter(({ report }) => report !== undefined)
      .map(({ path }) => ({ name: path, path: '/api/report', bodies: [{ screen: path }] })),
  ]
}

/** Undefined where the caller may not ask. */
async function measure({ path, bodies }: Subject, name: CallerName, without: Child, within: Child) {
  const { token } = callers[name]
  const timed = async ({ url }: Child, body: object): Promise<number | undefined> => {
    const began = performance.now()
    const refused = await ask({ url, path, token }, body).then(
      () => false,
      () => true,
    )
    return refused ? undefined : performance.now() - began
  }
  const taken = { without: [] as number[], within: [] as number[] }
  for (let turn = 0; turn <= times; turn += 1) {
    const body = bodies[turn % bodies.length]!
    const [off, on] = [await timed(without, body), await timed(within, body)]
    if (off === undefined || on === undefined) return undefined
    // The first is for warming up.
    if (turn === 0) continue
    taken.without.push(off)
    taken.within.push(on)
  }
  return { without: median(taken.without), within: median(taken.within) }
}
