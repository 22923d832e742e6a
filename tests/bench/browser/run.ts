// How fast is a screen that is read from a manifest beside the same screen written by hand? Both in the same browser,
// in turns, with a real server each.
// Prints ratios and sizes, and which meet their aims.
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { chromium, type Browser } from 'playwright-core'
import { findChromium } from '../../../scripts/chromium'
import { root, startChild, typescript, type Child } from '../child'
import { isAimed, type AimedFigure, type Judge } from '../aims'
import { kilobytes, median, percentile, ratio, round, table } from '../figures'
import type { BenchOptions } from '../benchOptions'
import { openPlace } from '../place'
import { addCustomers } from '../server/customers'
import { addPeople, callers } from '../server/people'
import { measureGrid } from './grid'
import { measured, survey, writeSchemas } from './survey'
import { buildTwin } from './twinBuild'
import { requestedBefore } from './inPage'
import {
  clickTo,
  heapOf,
  metrics,
  openAt,
  openVisit,
  slow,
  typeKeys,
  type Script,
  type Side,
  type Visit,
} from './visit'

type Say = (line: string) => void
interface Sides {
  readonly ours: Side
  readonly twins: Side
}
/** Milliseconds or bytes of each repetition, by what was measured. */
type Samples = Map<string, { ours: number[]; twins: number[] }>

const rows = 2_000
const token = callers.owner.token
const link = (path: string) => `a[href="${path}"]`
const fieldCount = survey.flatMap((section) => Object.keys(section.fields)).length
const firstOpening = 'form of 60, its first opening'
const firstOpenings = {
  later: `${firstOpening}, half a second after the list`,
  atOnce: `${firstOpening}, at once`,
} as const satisfies Record<string, AimedFigure>
/** Milliseconds that a user needs at least to see a list and press a link. */
const reaction = 500
const typed = 'abcdefghijklmnopqrstuvwxyz0123'

export async function benchBrowser({ repeats, only }: BenchOptions, say: Say, judge: Judge): Promise<void> {
  say(`\n== Browser: the customer list and a form of ${fieldCount} fields, medians of ${repeats}\n`)
  const wanted = (part: 'pages' | 'grid' | 'sizes') => only === '' || only === part
  const executablePath = findChromium(say)
  const built = spawnSync(process.execPath, [join(root, 'scripts/start.mjs'), '--build-only'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(`The page could not be built:\n${built.stdout}${built.stderr}`)
  const place = await openPlace()
  const children: Child[] = []
  let browser: Browser | undefined
  try {
    const schemas = join(place.folder, 'schemas')
    const twinPage = join(place.folder, 'twin')
    await Promise.all([writeSchemas(schemas), buildTwin(twinPage)])
    const environment = {
      DATABASE_URL: place.url,
      DATA_DIR: join(place.folder, 'files'),
      SCHEMAS_DIR: schemas,
      DEMO: 'off',
      WATCH: 'off',
      LOG_LEVEL: 'error',
      TWIN_PAGE: twinPage,
    }
    const start = { words: [join(root, 'scripts/start.mjs'), '--no-build'], environment, ready: '/api/entry' }
    const first = await startChild(start)
    await first.stop()
    const access = JSON.parse(await readFile(join(schemas, 'access.json'), 'utf8')) as {
      permissions: Record<string, unknown>
      administratorPermission: string
    }
    await addPeople(place.database, Object.keys(access.permissions), access.administratorPermission)
    await addCustomers(place.database, rows, () => undefined)
    const [ours, twins] = [
      await startChild(start),
      await startChild({ words: typescript('tests/bench/server/twin.ts'), environment, ready: '/health' }),
    ]
    children.push(ours, twins)
    browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
    const fresh: Sides = {
      ours: {
        name: 'ours',
        url: ours.url,
        row: 'tr[data-row]',
        field: '[data-ask]',
        input: '[data-ask="community"] input',
        link,
        grid: '[data-ask="parts"] [role="group"]',
        cell: 'td[data-line="5"][data-field="length"] input',
      },
      twins: {
        name: 'twin',
        url: twins.url,
        row: 'tr[data-row-key]',
        field: 'form label[for]',
        input: '#community',
        link,
        grid: '.grid',
        cell: '.grid .ant-table-row:nth-child(6) .ant-table-cell:nth-child(6) input',
      },
    }
    const sides: Sides = { ours: await visited(browser, fresh.ours), twins: await visited(browser, fresh.twins) }
    const samples: Samples = new Map()
    for (let turn = 0; turn <= repeats && wanted('pages'); turn += 1) {
      for (const side of [sides.ours, sides.twins]) await measure(browser, side, turn === 0 ? new Map() : samples)
    }
    for (let turn = 0; turn < repeats && wanted('grid'); turn += 1) {
      for (const side of [sides.ours, sides.twins])
        await measureGrid(browser, side, token, (name, ...values) => noteTo(samples, side, name, ...values))
    }
    if (samples.size > 0)
      say(
        table(
          ['milliseconds unless said otherwise', 'ratio', 'ours', 'twin', 'aim'],
          [...samples].map(([name, { ours: one, twins: other }]) => rowOf(name, one, other, judge)),
        ),
      )
    if (wanted('sizes')) await sizes(browser, sides, say, judge)
  } finally {
    await browser?.close()
    await Promise.all(children.map((child) => child.stop()))
    await place.close()
  }
}

/** The side as a user finds it who has worked there before, though none of its files is in the cache any more. */
async function visited(browser: Browser, side: Side): Promise<Side> {
  const visit = await openVisit(browser, side, token)
  await openAt(visit, side, measured.cold, { selector: side.row, least: 20 })
  const storage = await visit.page.context().storageState()
  await close(visit)
  return { ...side, storage }
}

function rowOf(name: string, ours: readonly number[], twins: readonly number[], judge: Judge): string[] {
  const [one, other] = [median(ours), median(twins)]
  const aimed = name.trim()
  return [name, ratio(one, other), round(one), round(other), isAimed(aimed) ? judge(aimed, one / other) : '']
}

function noteTo(samples: Samples, side: Side, name: string, ...values: number[]): void {
  const entry = samples.get(name) ?? { ours: [], twins: [] }
  samples.set(name, entry)
  entry[side.name === 'ours' ? 'ours' : 'twins'].push(...values)
}

/** One round of everything for one side. */
export async function measure(browser: Browser, side: Side, samples: Samples): Promise<void> {
  const note = (name: string, ...values: number[]) => noteTo(samples, side, name, ...values)
  const list = { selector: side.row, least: 20 }
  const form = { selector: side.field, least: fieldCount }

  for (const shaped of [false, true]) {
    const visit = await openVisit(browser, side, token, shaped)
    const time = await openAt(visit, side, measured.cold, list)
    note(
      shaped
        ? (`cold load to first rows, ${slow.megabits} Mbit/s and ${slow.latency} ms` as const satisfies AimedFigure)
        : ('cold load to first rows' satisfies AimedFigure),
      time,
    )
    if (!shaped) note('  CPU of it', (await metrics(visit)).TaskDuration! * 1_000)
    await close(visit)
  }

  const later = await openVisit(browser, side, token)
  await openAt(later, side, measured.list, list)
  await later.page.waitForTimeout(reaction)
  note(firstOpenings.later, await clickTo(later, { ...form, click: side.link(measured.form) }))
  await close(later)

  const visit = await openVisit(browser, side, token)
  await openAt(visit, side, measured.list, list)
  note(firstOpenings.atOnce, await clickTo(visit, { ...form, click: side.link(measured.form) }))
  for (let again = 0; again < 3; again += 1) {
    note(
      'change to the list, made anew',
      await clickTo(visit, { ...list, click: side.link(measured.list), gone: side.input }),
    )
    note(
      'change to the form of 60, made anew' satisfies AimedFigure,
      await clickTo(visit, { ...form, click: side.link(measured.form), gone: side.row }),
    )
  }
  await clickTo(visit, { ...list, click: side.link(measured.kept), gone: side.input })
  for (let again = 0; again < 5; again += 1) {
    await clickTo(visit, { ...form, click: side.link(measured.form), gone: side.row })
    note(
      'change to a list seen before',
      await clickTo(visit, { ...list, click: side.link(measured.kept), gone: side.input }),
    )
  }
  note('heap after 18 changes, MB' satisfies AimedFigure, (await heapOf(visit)) / 1_000_000)
  // Last: a form with something typed in it is not left without a question.
  await clickTo(visit, { ...form, click: side.link(measured.form), gone: side.row })
  const keys = await typeKeys(visit, side.input, typed)
  note('CPU of a key, form of 60' satisfies AimedFigure, keys.cpu)
  note('a key until it is painted, p50', percentile(keys.latencies, 50))
  note('a key until it is painted, p95', percentile(keys.latencies, 95))
  await close(visit)
}

async function close(visit: Visit): Promise<void> {
  await visit.close()
  if (visit.errors.length > 0) throw new Error(`The page reported an error: ${visit.errors[0]}`)
}

/** How much script comes before the sign-in page and before the first rows, and what is left for later. */
async function sizes(browser: Browser, { ours, twins }: Sides, say: Say, judge: Judge): Promise<void> {
  const signIn = await openVisit(browser, ours, undefined)
  await openAt(signIn, ours, '/', { selector: 'input[type="password"]', least: 1 })
  const atSignIn = [...signIn.scripts]
  await close(signIn)
  const [oursAtRows, twinsAtRows] = [await scriptsAtRows(browser, ours), await scriptsAtRows(browser, twins)]
  const signInBytes = await gzipped(atSignIn)
  const [oursBytes, twinBytes] = [await gzipped(oursAtRows.scripts), await gzipped(twinsAtRows.scripts)]
  const [oursSheets, twinSheets] = [await gzipped(oursAtRows.sheets), await gzipped(twinsAtRows.sheets)]
  const aim = judge('script of the sign-in page', total(signInBytes) / 1_000)
  say(`\nScript, gzip: sign-in page ${kilobytes(total(signInBytes))}: ${aim};`)
  const [oursTotal, twinTotal] = [total(oursBytes), total(twinBytes)]
  say(`until first rows ${kilobytes(oursTotal)}, the twin ${kilobytes(twinTotal)} (${ratio(oursTotal, twinTotal)}).`)
  say(
    `Style sheets, gzip, until first rows: ${kilobytes(total(oursSheets))}, the twin ${kilobytes(total(twinSheets))}.\n`,
  )
  const known = new Map([...signInBytes, ...oursBytes].map((entry) => [entry.name, entry]))
  say(
    table(
      ['script requested by our page', 'gzip', 'sign-in page', 'first rows'],
      [...known.values()].map(({ name, bytes }) => [
        name,
        kilobytes(bytes),
        signInBytes.some((entry) => entry.name === name) ? 'yes' : '',
        oursBytes.some((entry) => entry.name === name) ? 'yes' : '',
      ]),
    ),
  )
  const heavy = [...known.keys()].filter((name) => /chart|editor|excel|xlsx|pdf|canvas|pinyin|tiptap|amap/i.test(name))
  say(
    heavy.length > 0
      ? `\n! Loaded before it is used: ${heavy.join(', ')}.`
      : '\nNo chunk of a chart, an editor, a spreadsheet or the like is loaded before it is used.',
  )
}

async function scriptsAtRows(browser: Browser, side: Side): Promise<{ scripts: Script[]; sheets: Script[] }> {
  const visit = await openVisit(browser, side, token)
  const time = await openAt(visit, side, measured.cold, { selector: side.row, least: 20 })
  // What the page loads for later begins when the rows are there; it is not what they wait for.
  const before = new Set(await visit.page.evaluate(requestedBefore, time))
  const awaited = (files: readonly Script[]) => files.filter(({ url }) => before.has(url))
  const files = { scripts: awaited(visit.scripts), sheets: awaited(visit.sheets) }
  await close(visit)
  return files
}

interface Sized {
  readonly name: string
  readonly bytes: number
}

async function gzipped(files: readonly Script[]): Promise<Sized[]> {
  return Promise.all(
    files.map(async ({ name, url }) => {
      const body = new Uint8Array(await (await fetch(url)).arrayBuffer())
      return { name, bytes: (await promisify(gzip)(body, { level: 9 })).length }
    }),
  )
}

function total(files: readonly Sized[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
