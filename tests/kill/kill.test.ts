// Kills the program while people write (every second time with its database, every third with a receiver of webhooks):
// what was acknowledged, customers and what changes them, is there whole and once, and each event arrives. `npm run
// kill` has 300 rounds (KILL_ROUNDS, KILL_SEED), starts within 5 s (KILL_START_SECONDS); npm test has none.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RunAnswer } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import { identifier } from '../../src/server/database/sql/identifier'
import { randomOf } from '../oracle/requests'
import { databaseOf, endPrograms, queryBeside, startProgram, type Program } from '../server/program'
import { accounts, password } from '../story/teller'
import { startReceiver, type Receiver } from '../whole/webhookReceiver'

const rounds = Number(process.env.KILL_ROUNDS ?? 0)
const random = randomOf(Number(process.env.KILL_SEED ?? 7))
const writers = 10
/** For a start on what a killed program has left; of a machine that does nothing else. */
const startLimit = Number(process.env.KILL_START_SECONDS ?? 5) * 1_000

interface Write {
  readonly key: string
  readonly entity: 'customer' | 'follow'
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
/** The customers of the rounds before. */
const customers: number[] = []
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

const create = ({ key, entity, values }: Write) =>
  ask<RunAnswer>('/api/run', { entity, transition: 'create', values, key })

/** Waits until one event of each record has arrived: the receiver drops repetitions by their id. */
async function expectEvents(ids: readonly number[]): Promise<void> {
  const heard = async () =>
    (await receiver.received()).kept.map(({ data }) => data.id).sort((one, other) => one - other)
  await expect.poll(heard, { timeout: 300_000, interval: 1_000 }).toEqual([...ids].sort((one, other) => one - other))
  expect((await receiver.received()).forged).toBe(0)
  process.stdout.write(`${ids.length} events, each received once\n`)
}

/** A customer, or a follow-up, which changes a customer of an earlier round. */
function nextWrite(): Write {
  const sequence = (number += 1)
  const key = `kill-${String(sequence).padStart(8, '0')}`
  const customer = customers[sequence % customers.length]
  if (customer === undefined || sequence % 2 === 0) {
    const mobile = `177${String(10_000_000 + sequence)}`
    const { id: guide, unit } = account
    const values = { name: key, mobile, source: 'walkIn', intent: 'A', store: unit.id, guide }
    return { key, entity: 'customer', values }
  }
  return { key, entity: 'follow', values: { customer, method: 'phone', content: key } }
}

/** Writes one after the other until the program is gone; what was not answered has no id. */
async function writeUntil(sent: Write[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const write = nextWrite()
    sent.push(write)
    const answer = await create(write).catch(() => undefined)
    if (!answer) return
    expect(answer.code, answer.msg).toBe(2000)
    write.id = answer.data.id
  }
}

/** How often it was written; both have their key as a value. */
async function countOf({ entity, key }: Write): Promise<number> {
  const field = { customer: 'name', follow: 'content' }[entity]
  const statement = sql`select 1 from ${identifier(entity)} where ${identifier(field)}::text like ${`%${key}%`}`
  return (await queryBeside(join(folder, 'data'), statement)).length
}

/** Customers not written once for each follow-up, that of their creation included. */
const halfWritten = () =>
  queryBeside(
    join(folder, 'data'),
    sql`select "id" from "customer" c where "name" like 'kill-%'
        and "version" <> (select count(*) from "follow" f where f."customer" = c."id")`,
  )

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
        if (write.entity === 'customer') customers.push(again.data.id)
        continue
      }
      acknowledged += 1
      expect(await countOf(write), write.key).toBe(1)
      if (write.entity !== 'customer') continue
      customers.push(write.id)
      const { code, data } = await ask<{ record: { values: Record<string, unknown> } }>('/api/record', {
        entity: 'customer',
        id: write.id,
      })
      expect([code, data?.record.values.name], write.key).toEqual([2000, write.values.name])
      const history = await ask<{ entries: readonly object[] }>('/api/timeline', { entity: 'customer', id: write.id })
      expect(history.data.entries, write.key).toHaveLength(1)
    }
    expect(await halfWritten()).toEqual([])
    if ((round + 1) % 25 === 0 || round + 1 === rounds) say(round + 1, acknowledged, unanswered)
  }
  expect(acknowledged).toBeGreaterThan(rounds)
  await expectEvents(customers)
})
