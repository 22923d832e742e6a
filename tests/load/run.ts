// Does one person's load leave the others their share? The worst that one account may send, while another works; then
// mixed work of many. Prints each figure beside its bar.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { maxRecords } from '../../src/protocol/exchange/tableFile'
import { maxColumns } from '../../src/protocol/exchange/workbookBounds'
import { maxPixels } from '../../src/server/files/images'
import { xlsxFile } from '../../src/server/files/spreadsheets/xlsx'
import { startBuilt, type Program } from '../server/program'
import { addColleagues, addCustomers, type Colleague } from './addRows'
import { LoadAsker, quantile, type Answered } from './asker'

export interface LoadOptions {
  readonly dataDir: string
  readonly url?: string
  /** Of mixed work. */
  readonly seconds: number
  readonly say: (line: string) => void
}

const customers = '/customer/CustomerList'
const connections = 200
/** Of the people who work at once. */
const dealers = 4
/** The figures of the event loop are the median of so many. */
const rounds = 3
/** Records of the list that the account exports. */
const exported = 100_000
const roles = ['owner', 'manager', 'guide', 'designer', 'finance', 'orderclerk']
const loopDelay = new URL('loopDelay.mjs', import.meta.url).href

/** Whether every bar was kept. */
export async function runLoad({ dataDir, url, seconds, say }: LoadOptions): Promise<boolean> {
  const program = startBuilt({
    DATA_DIR: dataDir,
    DEMO: 'on',
    WATCH: 'off',
    // The attack is to be read and stored each time, not to be refused for its size.
    UPLOAD_QUOTA_MB: '1000000',
    NODE_OPTIONS: `--import ${loopDelay}`,
    ...(url && { DATABASE_URL: url }),
  })
  let passed = true
  const bar = (what: string, value: number, limit: number, unit: string) => {
    const good = value <= limit
    passed &&= good
    say(`${good ? 'kept  ' : 'BROKEN'} ${what}: ${value} ${unit} (at most ${limit})`)
  }
  const idle = idleProgram()
  try {
    const address = await program.address
    const asker = new LoadAsker(address)
    for (const role of ['owner', 'guide']) await asker.signIn(role)
    await addCustomers({ url, dataDir }, exported)
    // Those of the start are not the load's.
    await delaysOf(program)
    await delaysOf(idle)
    const attacks = await prepareAttacks()
    const delays: Delays[] = []
    for (let round = 0; round < rounds; round += 1) {
      await attackBeside(asker, attacks, bar, say)
      delays.push(await delaysOf(program))
    }
    bar('loop delay under the attacks, 99.9th of a hundred', medianOf(delays, 'high'), 100, 'ms')
    bar('loop delay under the attacks, longest', medianOf(delays, 'longest'), 250, 'ms')
    const machine = await delaysOf(idle)
    say(`a process without any work beside it: ${machine.high} ms, longest ${machine.longest} ms`)
    const colleagues = await addColleagues({ url, dataDir }, roles, { count: connections, dealers })
    for (const { mobile } of colleagues) await asker.signIn(mobile, mobile)
    await mixed(asker, { colleagues, seconds, pid: program.child.pid!, bar, say })
    const { high, longest } = await delaysOf(program)
    say(`loop delay under the mixed work: ${high} ms, longest ${longest} ms`)
    asker.close()
  } finally {
    idle.child.kill()
    program.child.kill('SIGTERM')
    await program.ended
  }
  return passed
}

type Bar = (what: string, value: number, limit: number, unit: string) => void

/** Milliseconds for which the event loop kept its timers waiting. */
interface Delays {
  readonly high: number
  readonly longest: number
}

/** How long does this machine itself keep a process waiting that does nothing? Started beside the server. */
function idleProgram(): Pick<Program, 'child' | 'stderr'> {
  const child = spawn(process.execPath, ['--import', loopDelay, '-e', 'setInterval(() => {}, 1_000_000)'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // An interrupted run leaves it nothing to be measured beside.
  process.once('exit', () => child.kill())
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  return { child, stderr: () => output }
}

/** The delays since the last time that they were asked for. */
async function delaysOf({ child, stderr }: Pick<Program, 'child' | 'stderr'>): Promise<Delays> {
  const before = stderr().length
  child.kill('SIGUSR2')
  const line = /loop delay: 99.9 of 100 at most (\d+) ms, longest (\d+) ms\n/
  while (!line.test(stderr().slice(before))) await pause(20)
  const [, high, longest] = line.exec(stderr().slice(before))!
  return { high: Number(high), longest: Number(longest) }
}

function medianOf(delays: readonly Delays[], name: keyof Delays): number {
  return quantile(
    delays.map((each) => each[name]),
    0.5,
  )
}

interface Attacks {
  readonly worst: readonly object[]
  readonly book: Uint8Array
  readonly picture: Uint8Array
}

const prepareAttacks = async (): Promise<Attacks> => ({
  worst: worstReads(),
  book: await worstBook(),
  picture: await largestPicture(),
})

/** One account sends its worst, another lists. */
async function attackBeside(
  asker: LoadAsker,
  { worst, book, picture }: Attacks,
  bar: Bar,
  say: LoadOptions['say'],
): Promise<void> {
  let going = true
  const attack = Array.from({ length: connections }, async (_, index) => {
    const answers: Answered[] = []
    while (going) answers.push(await asker.post('guide', '/api/list', worst[index % worst.length]!))
    return answers
  })
  const books: (readonly [string, number])[] = []
  const pictures: (readonly [string, number])[] = []
  const files: number[] = []
  const others = [
    (async () => {
      while (going) {
        const { status, code, id = '' } = await asker.upload('guide', 'book.xlsx', book)
        books.push(['sent', status === 200 ? code : status])
        if (!id) continue
        const begun = await asker.post('guide', '/api/exchange/begin', { screen: customers, file: id })
        books.push(['read', begun.status === 200 ? begun.code : begun.status])
      }
    })(),
    (async () => {
      while (going) {
        const { status, code } = await asker.upload('guide', 'picture.jpg', picture)
        pictures.push(['sent', status === 200 ? code : status])
      }
    })(),
    (async () => {
      while (going) files.push(await asker.lines('guide', '/api/export', { screen: customers, format: 'csv' }))
    })(),
  ]
  await pause(1_000)
  const times: number[] = []
  let refused = 0
  for (let index = 0; index < 100; index += 1) {
    const { status, code, milliseconds } = await asker.post('owner', '/api/list', { screen: customers })
    if (status !== 200 || code !== 2000) refused += 1
    times.push(milliseconds)
  }
  going = false
  const answers = (await Promise.all(attack)).flat()
  await Promise.all(others)
  say(`the one account: ${answers.length} reads answered, by status ${JSON.stringify(countAnswers(answers))}`)
  const lackOf = (what: string, done: boolean) => bar(`lack of ${what}`, done ? 0 : 1, 0, '')
  say(`its books ${JSON.stringify(books)}, its pictures ${JSON.stringify(pictures)}, lines of its exports ${files}`)
  // An attack that is refused at the door would make the figures look good.
  lackOf(
    'a book that was read',
    books.some(([what, code]) => what === 'read' && code === 2000),
  )
  lackOf(
    'a picture that was taken',
    pictures.some(([, code]) => code === 2000),
  )
  lackOf(
    'a whole export',
    files.some((lines) => lines > exported),
  )
  bar("another person's list, 95th of a hundred", quantile(times, 0.95), 500, 'ms')
  bar("another person's lists refused", refused, 0, '')
  bar('defects', answers.filter(({ status }) => status === 500).length, 0, '')
}

/** How many answers have each status, and each refusal? */
function countAnswers(answers: readonly Answered[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, key } of answers) {
    const name = key === undefined ? `${status}` : `${status} ${key}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

interface Mixed {
  readonly colleagues: readonly Colleague[]
  readonly seconds: number
  readonly pid: number
  readonly bar: Bar
  readonly say: LoadOptions['say']
}

/** What people open all day. */
const callsFor = (customer: number): readonly (readonly [string, object])[] => [
  ['/api/list', { screen: customers, want: { rows: true, total: 'capped' } }],
  ['/api/list', { screen: '/order/Query', want: { rows: true, total: 'capped', tabs: true, sums: true } }],
  ['/api/record', { entity: 'customer', id: customer }],
  ['/api/timeline', { entity: 'order', id: 1 }],
  ['/api/dashboard', { screen: '/dashboard' }],
  ['/api/screen', { path: '/order/Query' }],
  ['/api/preference', { name: 'load', value: 1 }],
]

/** Which of these calls does each role get? Those of its first person, by their places. */
async function workOfRoles(
  asker: LoadAsker,
  { colleagues, bar, say }: Mixed,
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const workOf = new Map<string, ReadonlySet<number>>()
  for (const role of roles) {
    const { mobile, customer } = colleagues.find((colleague) => colleague.role === role)!
    const allowed = new Set<number>()
    for (const [index, [path, body]] of callsFor(customer).entries())
      if ((await asker.post(mobile, path, body)).code === 2000) allowed.add(index)
      else say(`not part of the work of ${role}: ${path} ${JSON.stringify(body)}`)
    workOf.set(role, allowed)
    bar(`calls that ${role} lacks`, Math.max(0, 4 - allowed.size), 0, '')
  }
  return workOf
}

/** Each connection is that of another person: what one may ask at once is not what is measured here. */
async function mixed(asker: LoadAsker, mix: Mixed): Promise<void> {
  const { colleagues, seconds, pid, bar, say } = mix
  const workOf = await workOfRoles(asker, mix)
  const end = Date.now() + seconds * 1_000
  const answers: Answered[] = []
  const memory = () =>
    Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
  let first = 0
  const noted = pause(Math.min(60_000, seconds * 500)).then(() => {
    first = memory()
  })
  await Promise.all(
    colleagues.map(async ({ role, mobile, customer }, connection) => {
      const calls = callsFor(customer).filter((_, index) => workOf.get(role)!.has(index))
      for (let index = connection; Date.now() < end; index += 1) {
        const [path, body] = calls[index % calls.length]!
        answers.push(await asker.post(mobile, path, body))
      }
    }),
  )
  await noted
  const times = answers.map(({ milliseconds }) => milliseconds)
  const answered = answers.filter(({ status, code }) => status === 200 && code === 2000).length
  say(
    `mixed work of ${connections} connections, people of ${dealers} dealers: ${Math.round(answers.length / seconds)} calls a second, half within ${quantile(times, 0.5)} ms, 99 of 100 within ${quantile(times, 0.99)} ms`,
  )
  if (answered < answers.length) say(`by status ${JSON.stringify(countAnswers(answers))}`)
  bar('calls that were not answered', answers.length - answered, 0, '')
  if (process.platform !== 'linux') return say('memory: not looked at on this system')
  const rest = Math.min(60, seconds)
  await pause(rest * 1_000)
  bar(`memory after ${rest} s of rest`, memory(), Math.round(first * 1.3), 'MB')
}

/** Each within every limit of a request. */
function worstReads(): object[] {
  const values = (length: number, salt: string) =>
    Array.from({ length }, (_, index) => `${salt}${'y'.repeat(20)}${index}`)
  const filters = (count: number, make: (index: number) => object) =>
    Array.from({ length: count }, (_, index) => make(index))
  return [
    { filters: filters(10, (index) => ({ field: 'name', operator: 'in', value: values(200, String(index)) })) },
    { filters: filters(4, (index) => ({ field: 'name', operator: 'in', value: values(500, String(index)) })) },
    { filters: filters(50, (index) => ({ field: 'name', operator: 'contains', value: `${index}` })) },
  ].map((body) => ({
    ...body,
    screen: customers,
    size: 200,
    want: { rows: true, total: 'exact', tabs: true, sums: true },
  }))
}

/** As many cells as a file may have, those of its heading included; the first column is one of the list. */
async function worstBook(): Promise<Buffer> {
  const parts: Buffer[] = []
  const cell = { kind: 'number', text: '1' } as const
  const rows = (async function* () {
    for (let row = 100; row < maxRecords; row += 100)
      yield Array.from({ length: 100 }, () => Array.from({ length: maxColumns }, () => cell))
  })()
  const columns = Array.from({ length: maxColumns }, (_, index) => ({
    title: index ? `列${index}` : '姓名',
    width: 10,
  }))
  for await (const part of xlsxFile('A', columns, rows)) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

/** As many pixels as a picture may have. */
function largestPicture(): Promise<Buffer> {
  const side = Math.floor(Math.sqrt(maxPixels))
  return sharp(randomBytes(3_000 * 3_000 * 3), { raw: { width: 3_000, height: 3_000, channels: 3 } })
    .resize(side, side, { kernel: 'nearest' })
    .jpeg({ quality: 40 })
    .toBuffer()
}
