// How fast is the list endpoint beside the hand-written one? Both on the same database and machine, in turns, so that
// what the machine does meanwhile meets both.
// Prints ratios and which meet their aims; the numbers beside them are of this machine and this run.
import sql from 'sql-template-tag'
import type { ListAnswer } from '../../../src/protocol/calls'
import type { Database } from '../../../src/server/database/connection/openDatabase'
import { startChild, typescript, type Child } from '../child'
import { cpuBetween, cpuOf } from '../cpu'
import { isAimed, type Judge } from '../aims'
import { kilobytes, percentile, ratio, round, table } from '../figures'
import type { BenchOptions } from '../benchOptions'
import { benchCharts } from './charts'
import { ask, connections, load, type Load, type Target } from './load'
import { callers, type CallerName } from './people'
import { openFilledPlace, startOf } from './filledPlace'
import { differences } from './same'
import { orderScenarios, scenariosOf, type Scenario } from './scenarios'

type Say = (line: string) => void
interface Sides {
  readonly ours: Child
  readonly twins: Child
  readonly database: Database
}
/** One side under load, with the processor milliseconds that server and database used for it. */
interface Spent extends Load {
  readonly server: number
  readonly database: number
}
interface Measured {
  readonly scenario: Scenario
  readonly ours: Spent
  readonly twins: Spent
}
type Address = Omit<Target, 'bodies'>

/** A list that both sides answer. */
interface Subject {
  readonly name: 'customers' | 'orders'
  /** Where the twin answers. */
  readonly path: string
  scenarios(ours: Address, deep: number): Promise<Scenario[]>
}

const subjects: readonly Subject[] = [
  {
    name: 'customers',
    path: '/customer/list',
    scenarios: async (ours, deep) => scenariosOf(deep, await keyOf(ours, deep)),
  },
  {
    name: 'orders',
    path: '/order/list',
    scenarios: async () => orderScenarios(),
  },
]

/** Records of the list, below which its aims mean nothing. */
const aimedRows = 1_000_000
/** Two rounds a side; the first second of each scenario is for warming up and is not counted. */
const rounds = 2
const names = ['operator', 'owner', 'guide'] as const

export async function benchServer(knobs: BenchOptions, say: Say, judge: Judge): Promise<void> {
  const { rows, callers: asking, profiles, parts } = knobs
  const { place, app, environment } = await openFilledPlace(
    knobs,
    parts.some((part) => part !== 'customers'),
    say,
  )
  const children: Child[] = []
  try {
    const ours = await startChild({ words: startOf(profiles), environment, ready: '/api/entry' })
    children.push(ours)
    const twins = await startChild({
      words: typescript('tests/bench/server/twin.ts', profiles),
      environment,
      ready: '/health',
    })
    children.push(twins)
    const sides = { ours, twins, database: place.database }
    for (const subject of subjects.filter(({ name }) => parts.includes(name))) {
      say(`\n== Server: the list of ${subject.name}, ${rows.toLocaleString('en')} of them, ${connections} connections`)
      for (const caller of names.filter((name) => asking.includes(name)))
        await benchCaller(subject, caller, sides, { ...knobs, say, judge })
    }
    if (parts.includes('charts'))
      await benchCharts(
        app,
        ours,
        names.filter((name) => asking.includes(name) && name !== 'guide'),
        { say, judge },
      )
    say(
      `\nMemory after the load: ours ${kilobytes(ours.memory())}, the twin ${kilobytes(twins.memory())} (${ratio(ours.memory(), twins.memory())}).`,
    )
  } finally {
    await Promise.all(children.map((child) => child.stop()))
    await place.close()
  }
}

async function benchCaller(
  subject: Subject,
  name: CallerName,
  sides: Sides,
  { seconds, only, rows, say, judge }: BenchOptions & { readonly say: Say; readonly judge: Judge },
): Promise<void> {
  const { token, colleagues, reach } = callers[name]
  const targets = {
    ours: { url: sides.ours.url, path: '/api/list', token, colleagues },
    twins: { url: sides.twins.url, path: subject.path, token, colleagues },
  }
  const { total } = await ask<ListAnswer>(targets.twins, { rows: false, total: true })
  const deep = Math.max(2, Math.floor((total?.count ?? 0) / 20 / 4))
  const scenarios = (await subject.scenarios(targets.ours, deep)).filter((scenario) => scenario.name.includes(only))
  const notes: string[] = []
  const measured: Measured[] = []
  for (const scenario of scenarios) {
    notes.push(...(await compare(scenario, targets)))
    measured.push(await measure(scenario, targets, sides, seconds))
  }
  say(`\nThe ${name}, who reaches ${reach}: ${total?.count.toLocaleString('en')} ${subject.name} of the list\n`)
  say(
    table(
      [
        'requests per second',
        'ratio',
        'ours',
        'twin',
        'p50 ms',
        'twin',
        'p99 ms',
        'twin',
        'CPU ms each',
        'ours',
        'twin',
        'of it the database',
        'twin',
        'aim',
      ],
      measured.map((one) => [
        ...rowOf(one),
        rows < aimedRows ? '' : verdictsOf(one, { caller: name, list: subject.name }, judge),
      ]),
    ),
  )
  for (const note of [...new Set(notes)].slice(0, 6)) say(`! The answers differ in ${note}`)
}

/** Verdicts on the rate of a scenario, and on the slowest answers of a search. */
function verdictsOf(
  { scenario, ours, twins }: Measured,
  { caller, list }: { readonly caller: CallerName; readonly list: Subject['name'] },
  judge: Judge,
): string {
  // A name without the number of its page.
  const own = `${caller}, ${list}: ${scenario.name.replace(/ [\d,]+(?= by key)/, '')}`
  const any = `${list}: any other list`
  const aimed = [own, any].find(isAimed)
  return [
    aimed && judge(aimed, ours.count / ours.seconds / (twins.count / twins.seconds)),
    scenario.name.startsWith('search') && judge('a search, p99', percentile(ours.latencies, 99)),
  ]
    .filter(Boolean)
    .join(', ')
}

function rowOf({ scenario, ours, twins }: Measured): string[] {
  const rate = ({ count, seconds }: Spent) => count / seconds
  const latency = (side: Spent, rank: number) => round(percentile(side.latencies, rank))
  const cpu = ({ server, database, count }: Spent) => (server + database) / count
  const inDatabase = ({ database, count }: Spent) => round(database / count, 2)
  return [
    scenario.name,
    ratio(rate(ours), rate(twins)),
    round(rate(ours), 0),
    round(rate(twins), 0),
    latency(ours, 50),
    latency(twins, 50),
    latency(ours, 99),
    latency(twins, 99),
    ratio(cpu(ours), cpu(twins)),
    round(cpu(ours), 2),
    round(cpu(twins), 2),
    inDatabase(ours),
    inDatabase(twins),
  ]
}

async function measure(
  scenario: Scenario,
  targets: { ours: Address; twins: Address },
  sides: Sides,
  seconds: number,
): Promise<Measured> {
  const loaded = {
    ours: (duration: number) => spent({ ...targets.ours, bodies: scenario.ours }, sides.ours, sides.database, duration),
    twins: (duration: number) =>
      spent({ ...targets.twins, bodies: scenario.twins }, sides.twins, sides.database, duration),
  }
  await loaded.ours(1)
  await loaded.twins(1)
  const runs = { ours: [] as Spent[], twins: [] as Spent[] }
  for (let done = 0; done < rounds; done += 1) {
    runs.ours.push(await loaded.ours(Math.max(1, seconds / rounds)))
    runs.twins.push(await loaded.twins(Math.max(1, seconds / rounds)))
  }
  return { scenario, ours: together(runs.ours), twins: together(runs.twins) }
}

async function spent(target: Target, { pid }: Child, database: Database, seconds: number): Promise<Spent> {
  const workers = (
    await database.query<{ pid: number }>(
      sql`select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
  ).map((row) => row.pid)
  const before = { server: cpuOf([pid]), database: cpuOf(workers) }
  const run = await load(target, seconds)
  return {
    ...run,
    server: cpuBetween(before.server, cpuOf([pid])),
    database: cpuBetween(before.database, cpuOf(workers)),
  }
}

function together(runs: readonly Spent[]): Spent {
  const sum = (of: (run: Spent) => number) => runs.reduce((total, run) => total + of(run), 0)
  return {
    count: sum((run) => run.count),
    seconds: sum((run) => run.seconds),
    latencies: runs.flatMap(({ latencies }) => latencies),
    server: sum((run) => run.server),
    database: sum((run) => run.database),
  }
}

async function compare(scenario: Scenario, targets: { ours: Address; twins: Address }): Promise<string[]> {
  const found = await Promise.all(
    scenario.ours.map(async (body, at) => {
      const [ours, twins] = await Promise.all([
        ask<ListAnswer>(targets.ours, body),
        ask<ListAnswer>(targets.twins, scenario.twins[at]!),
      ])
      return differences(ours, twins, scenario.same)
    }),
  )
  return found.flat()
}

/** The key that leads to a page: `next` of the page before it. */
async function keyOf(target: Address, page: number): Promise<string | undefined> {
  const { next } = await ask<ListAnswer>(target, {
    screen: '/customer/CustomerList',
    size: 20,
    sort: { field: 'createdAt', descending: true },
    page: page - 1,
    want: { rows: true },
  })
  return next
}
