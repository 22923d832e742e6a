// Schedules lists and reports for tests, with a product without running jobs and a real mail
// server.
import { randomUUID } from 'node:crypto'
import readWorkbook from 'read-excel-file/universal'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { ListAnswer, RecordData } from '../../src/protocol/calls'
import type { Dependencies } from '../../src/server/endpoints/contract/dependencies'
import { sendScheduled } from '../../src/server/endpoints/lists/scheduledReports'
import { listenForMail, type MailServer } from '../server/integrations/mailServer'
import { createTeller, type Teller } from '../story/teller'
import { startProduct, type Product } from './product'

export const list = { screen: '/customer/CustomerList', filters: [], columns: ['no', 'name', 'state'] }
export const usual = {
  name: '客户',
  every: 'day',
  hour: 8,
  delivery: 'mail',
  address: 'boss@shop.example',
  language: 'zh',
}

export const sheet = async (content: Buffer) => {
  const [first] = await readWorkbook(new Blob([new Uint8Array(content)]))
  return (first as unknown as { data?: unknown[][] }).data ?? (first as unknown as unknown[][])
}

/** To be called where a file begins; what it holds is there when the tests run. */
export function useScheduling() {
  let product: Product
  let teller: Teller
  let mail: MailServer

  beforeAll(async () => {
    mail = await listenForMail()
    product = await startProduct({
      environment: {
        JOBS: 'off',
        MAIL_URL: `smtp://127.0.0.1:${mail.port}`,
        MAIL_FROM: 'office@shop.example',
        LOG_LEVEL: 'silent',
      },
    })
    teller = createTeller(product.transport)
  }, 120_000)
  afterAll(async () => {
    await product?.stop()
    await mail?.close()
  })
  beforeEach(async () => {
    mail.received.length = 0
    mail.refusal = undefined
    await database().query(sql`update "scheduledReport" set "state" = 'removed'`)
  })

  const dependencies = (): Dependencies => product.server.dependencies
  const database = () => dependencies().database
  const round = () => sendScheduled(dependencies())

  async function run(role: string, transition: string, more: object, values: object = {}) {
    return teller.call<{ id?: number }>(role, '/api/run', {
      entity: 'scheduledReport',
      transition,
      values,
      key: randomUUID(),
      ...more,
    })
  }
  async function schedule(role: string, values: object = {}, request: unknown = list) {
    const answer = await run(role, 'create', {}, { ...usual, request: JSON.stringify(request), ...values })
    expect(answer, role).toMatchObject({ code: 2000 })
  }
  async function own(role: string): Promise<RecordData> {
    const answer = await teller.call<ListAnswer>(role, '/api/list', {
      screen: '/scheduledReports',
      want: { rows: true },
    })
    return answer.data.rows!.find(({ state }) => state !== 'removed')!
  }
  /** Its time comes. */
  const due = () =>
    database().query(sql`update "scheduledReport"
      set "dueAt" = '2026-01-02T00:00:00Z', "nextAt" = now() - interval '1 second' where "state" = 'active'`)
  const exportsNoted = async () =>
    (
      await teller.call<ListAnswer>('admin', '/api/list', {
        screen: '/audit',
        filters: [{ field: 'action', operator: 'equals', value: 'export' }],
        want: { rows: true },
      })
    ).data.rows!
  const listed = async (role: string, words?: string) =>
    (
      await teller.call<ListAnswer>(role, '/api/list', {
        screen: '/customer/CustomerList',
        want: { total: 'exact' },
        ...(words && { words }),
      })
    ).data.total!.count
  /** A server whose first mail leaves and finds no end until `goOn`. */
  function stalling() {
    const { channels } = dependencies()
    const gates = { left: () => {}, goOn: () => {} }
    const left = new Promise<void>((resolve) => (gates.left = resolve))
    const end = new Promise<void>((resolve) => (gates.goOn = resolve))
    let isFirst = true
    const server: Dependencies = {
      ...dependencies(),
      channels: (name) => ({
        async send(message) {
          const waits = isFirst
          isFirst = false
          await channels(name)!.send(message)
          gates.left()
          if (waits) await end
        },
      }),
    }
    return { server, left, goOn: () => gates.goOn() }
  }
  return {
    stalling,
    get product() {
      return product
    },
    get teller() {
      return teller
    },
    get mail() {
      return mail
    },
    dependencies,
    database,
    round,
    run,
    schedule,
    own,
    due,
    exportsNoted,
    listed,
  }
}
