// Kills the program while people write (every second time with its database, every third with a receiver of webhooks):
// what was acknowledged is there whole and once, and each event arrives. `npm run kill` has 300 rounds (KILL_ROUNDS,
// KILL_SEED) and refuses a start of more than 5 s (KILL_START_SECONDS); npm test has none.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RunAnswer } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import { randomOf } from '../oracle/requests'
import { databaseOf, endPrograms, startProgram, type Program } from '../server/program'
import { accounts, password } from '../story/teller'
import { startReceiver, type Receiver } from '../whole/webhookReceiver'

const rounds = Number(process.env.KILL_ROUNDS ?? 0)
const random = randomOf(Number(process.env.KILL_SEED ?? 7))
const writers = 10
/** For a start on what a killed program has left; of a machine that does nothing else. */
const startLimit = Number(process.env.KILL_START_SECONDS ?? 5) * 1_000

interface Write {
  readonly key: string
  readonly values: Readonly<Record<string, unknown>>
  id?: number
}

let folder: string
let program: Program
let address: string
let token: string
let account: { id: number; unit: { id: number } }
let receiver: Receiver
let number = 0
const starts: number[] = []

beforeAll(async () => {
  if (rounds === 0) return
  folder = mkdtempSync(join(tmpdir(), 'kill-'))
  chmodSync(folder, 0o755)
  receiver = await startReceiver(join(folder, 'events'))
  await start()
  const tokenOf = async (role: string) => {
    const credentials = { account: accounts[role], password, pwdType: 'password' }
    return (await ask<{ token?: string }>('/pcindex/login/login_check.html', credentials)).data.token!
  }
  token = await tokenOf('owner')
  const values = { name: 'events', address: receiver.address, entity: 'customer', action: 'customer.create' }
  const subscribed = await ask<RunAnswer>('/api/run', {
    entity: 'webhook',
    transition: 'create',
    values,
    key: 'kill-subscription',
  })
  expect(subscribed.code, subscribed.msg).toBe(2000)
  await receiver.verifyWith(subscribed.data.secret!)
  token = await tokenOf('manager')
  const reply = await fetch(`${address}/api/boot`, { headers: { 'x-token': token } })
  account = ((await reply.json()) as Envelope<{ account: typeof account }>).data.account
}, 300_000)
afterAll(async () => {
  if (rounds === 0) return
  await receiver?.kill()
  await endPrograms()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function start(): Promise<void> {
  const began = performance.now()
  program = startProgram([], {
    DATA_DIR: join(folder, 'data'),
    DEMO: 'on',
    WATCH: 'off',
    WEBHOOKS_PRIVATE: 'on',
  })
  address = await program.address
  starts.push(Math.round(performance.now() - began))
}

async function ask<T>(path: string, body: object): Promise<Envelope<T>> {
  const reply = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { 'x-token': token }) },
    body: JSON.stringify(body),
  })
  return (await reply.json()) as Envelope<T>
}

const create = ({ key, values }: Write) =>
  ask<RunAnswer>('/api/run', { entity: 'customer', transition: 'create', values, key })

/** Waits until one event of each record has arrived: the receiver drops repetitions by their id. */
async function expectEvents(ids: readonly number[]): Promise<void> {
  const heard = async () =>
    (await receiver.received()).kept.map(({ data }) => data.id).sort((one, other) => one - other)
  await expect.poll(heard, { timeout: 300_000, interval: 1_000 }).toEqual([...ids].sort((one, other) => one - other))
  expect((await receiver.received()).forged).toBe(0)
  process.stdout.write(`${ids.length} events, each received once\n`)
}

/** Writes one after the other until the program is gone; what was not answered has no id. */
async function writeUntil(sent: Write[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const sequence = (number += 1)
    const write: Write = {
      key: `kill-${String(sequence).padStart(8, '0')}`,
      values: {
        name: `Kill ${sequence}`,
        mobile: `177${String(10_000_000 + sequence)}`,
        source: 'walkIn',
        intent: 'A',
        store: account.unit.id,
        guide: account.id,
      },
    }
    sent.push(write)
    const answer = await create(write).catch(() => undefined)
    if (!answer) return
    expect(answer.code, answer.msg).toBe(2000)
    write.id = answer.data.id
  }
}

async function countOf({ values }: Write): Promise<number> {
  const { data } = await ask<{ total: { count: number } }>('/api/list', {
    screen: '/customer/CustomerList',
    filters: [{ field: 'mobile', operator: 'equals', value: values.mobile }],
    want: { total: 'exact' },
  })
  return data.total.count
}

function say(done: number, acknowledged: number, unanswered: number): void {
  const median = [...starts].sort((one, other) => one - other)[Math.floor(starts.length / 2)]
  const figures = [
    `${done} rounds: ${acknowledged} acknowledged, 0 lost`,
    `${unanswered} unanswered and sent again, 0 doubled`,
    `start ${median} ms in the middle, ${Math.max(...starts)} ms at most`,
  ]
  process.stdout.write(`${figures.join('; ')}\n`)
}

it.skipIf(rounds === 0)('what was acknowledged is there once, and whole', { timeout: rounds * 120_000 }, async () => {
  let acknowledged = 0
  let unanswered = 0
  const ids: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const sent: Write[] = []
    let isOver = false
    const writing = Promise.all(Array.from({ length: writers }, () => writeUntil(sent, () => isOver)))
    await pause(300 + random() * 1_500)
    const database = round % 2 ? databaseOf(join(folder, 'data')) : undefined
    if (round % 3 === 2) await receiver.kill()
    program.child.kill('SIGKILL')
    if (database !== undefined) process.kill(database, 'SIGKILL')
    isOver = true
    await program.ended
    await writing
    if (round % 3 === 2) await receiver.startAgain()
    await start()
    expect(starts.at(-1), 'milliseconds of a start').toBeLessThan(startLimit)
    for (const write of sent) {
      if (write.id === undefined) {
        unanswered += 1
        // Sent again under its key: whether or not it was written, it is there once then.
        const again = await create(write)
        expect([again.code, again.msg, await countOf(write)]).toEqual([2000, again.msg, 1])
        ids.push(again.data.id)
        continue
      }
      acknowledged += 1
      ids.push(write.id)
      const { code, data } = await ask<{ record: { values: Record<string, unknown> } }>('/api/record', {
        entity: 'customer',
        id: write.id,
      })
      expect([code, data?.record.values.name], write.key).toEqual([2000, write.values.name])
      const history = await ask<{ entries: readonly object[] }>('/api/timeline', { entity: 'customer', id: write.id })
      expect(history.data.entries, write.key).toHaveLength(1)
    }
    if ((round + 1) % 25 === 0 || round + 1 === rounds) say(round + 1, acknowledged, unanswered)
  }
  expect(acknowledged).toBeGreaterThan(rounds)
  await expectEvents(ids)
})
