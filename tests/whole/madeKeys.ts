// Makes keys of programs and their service accounts in a running product, and calls with them.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { RecordAnswer, RecordData, RunAnswer } from '../../src/protocol/calls'
import type { Teller } from '../story/teller'
import { dayIn, openServiceAccount } from './programKey'
import type { Product } from './product'

/** The product behind one trusted proxy that the cases use, and what they read of it. */
export interface Used {
  readonly product: Product
  readonly teller: Teller
  /** The rows of the audit of one action, the latest first. */
  readonly noted: (action: string) => Promise<readonly RecordData[]>
  readonly employee: (role: string) => Promise<RecordData>
}

export const plainValue = (value: unknown) =>
  typeof value === 'object' && value !== null && 'id' in value ? (value as { id: unknown }).id : value

export const listed = (screen: string) => ({ screen, want: { rows: true }, size: 3 })

/** What is done with keys in a product. */
export function keysOf({ product, teller, noted, employee }: Used) {
  const withKey = async <T>(
    key: string,
    path: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const reply = await fetch(`${product.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
      body: JSON.stringify(body),
    })
    return { status: reply.status, ...((await reply.json()) as { code: number; msg: string; key?: string; data: T }) }
  }
  const rowOf = async (id: number) => {
    const { data } = await teller.call<RecordAnswer>('owner', '/api/record', { entity: 'programKey', id })
    return data.record
  }
  const openAccount = async (name: string, person = 'owner', values = {}) => {
    const opened = await openServiceAccount(teller, 'owner', { person, name, values })
    expect(opened).toMatchObject({ code: 2000 })
    return opened.data.id
  }
  /** A key of a new service account with the rights of the owner, bounded by the role of a person. */
  const orderOf = async (name: string, person: string, bounds: Record<string, unknown> = {}) => {
    const role = Number(plainValue((await employee(person)).values.role))
    const account = bounds.account ?? (await openAccount(name))
    const values = { name, account, role, expiresOn: dayIn(5), ...bounds }
    return { entity: 'programKey', transition: 'create', values, key: randomUUID() }
  }
  const makeKey = async (name: string, person = 'guide', bounds: Record<string, unknown> = {}) => {
    const order = await orderOf(name, person, bounds)
    const created = await teller.call<RunAnswer>('owner', '/api/run', order)
    expect((await noted('rights'))[0]?.values).toMatchObject({ entity: 'programKey', recordId: created.data.id })
    expect(created).toMatchObject({ code: 2000, data: { secret: expect.stringMatching(/^key_[\w-]{43}$/) } })
    return { order, id: created.data.id, account: Number(order.values.account), secret: created.data.secret! }
  }
  /** A key as they were made before there were service accounts: it acts as its creator. */
  const makeOldKey = async (name: string, person = 'guide') => {
    const made = await makeKey(name, person)
    const { database, callers } = product.server.dependencies
    const { id: owner } = await teller.account('owner')
    await database.query(sql`update "_key" set "account" = ${owner} where "record" = ${made.id}`)
    await database.query(sql`update "programKey" set "account" = null where "id" = ${made.id}`)
    callers.forget()
    return made
  }
  return { withKey, rowOf, openAccount, orderOf, makeKey, makeOldKey }
}
