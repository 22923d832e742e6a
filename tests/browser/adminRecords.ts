// Adds records to the lists of administrators that the demo data leave empty or finished.
// Webhooks and scheduled reports that run and rest, deliveries and messages that failed, changes that are proposed.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { RunAnswer } from '../../src/protocol/calls'
import type { Teller } from '../story/teller'
import { createKey } from '../whole/programKey'
import type { Product } from '../whole/product'

/** @param owner of what belongs to an account */
export async function addAdminRecords(
  { product, teller }: { readonly product: Product; readonly teller: Teller },
  owner: string,
): Promise<void> {
  const create = async (entity: string, values: object): Promise<number> => {
    const request = { entity, transition: 'create', values, key: randomUUID() }
    const answer = await teller.call<RunAnswer>(owner, '/api/run', request)
    expect(answer, `${entity}: ${answer.msg} ${JSON.stringify(answer.data)}`).toMatchObject({ code: 2000 })
    return answer.data.id
  }
  const report = { every: 'day', hour: 8, delivery: 'message', language: 'zh' }
  const request = JSON.stringify({ screen: '/customer/CustomerList', filters: [], columns: ['no', 'name'] })
  await create('scheduledReport', { ...report, name: 'Runs', request })
  await teller.act(
    owner,
    'scheduledReport.pause',
    await create('scheduledReport', { ...report, name: 'Rests', request }),
  )
  const subscription = { entity: 'customer', address: 'https://crm.example.com/events' }
  const webhook = await create('webhook', { ...subscription, name: 'Runs' })
  await teller.act(owner, 'webhook.pause', await create('webhook', { ...subscription, name: 'Rests' }))
  const { query } = product.server.dependencies.database
  await query(sql`insert into "webhookDelivery"
    ("dealer", "webhook", "event", "entity", "recordId", "action", "body", "tries",
      "startedAt", "nextAt", "state", "version", "createdAt", "stateAt")
    select "dealer", "id", ${randomUUID()}, 'customer', 1, 'edit', '{}', 9, now(), now(), 'dead', 1, now(), now()
    from "webhook" where "id" = ${webhook}`)
  for (const state of ['unknown', 'failed'])
    await query(sql`insert into "outMessage"
      ("dealer", "channel", "kind", "address", "text", "tries", "state", "version", "createdAt", "stateAt")
      select "id", 'sms', 'information', '13800000001', '["一","One"]', 3, ${state}, 1, now(), now()
      from "dealer" limit 1`)
  const door = { address: product.address, key: await createKey(teller, 'admin') }
  for (const name of ['我的客户', '全部客户']) await proposeName(door, product.schemas, name)
}

const list = 'customer/CustomerList.screen.json'

async function proposeName(door: AgentsDoor, schemas: string, name: string): Promise<void> {
  const text = readFileSync(join(schemas, list), 'utf8').replace('"客户列表"', `"${name}"`)
  await proposeChange(door, name, [{ path: list, text }])
}

interface AgentsDoor {
  readonly address: string
  readonly key: string
}

/** Proposes files through the door for agents. */
export async function proposeChange(
  { address, key }: AgentsDoor,
  title: string,
  files: readonly { readonly path: string; readonly text: string }[],
): Promise<void> {
  const reply = await fetch(`${address}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'propose', arguments: { title, files } },
    }),
  })
  expect(await reply.text()).toContain('"verdict"')
}
