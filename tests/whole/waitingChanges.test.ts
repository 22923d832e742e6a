// Tests that changes of the folder wait for an administrator with their plan, across a restart.
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListAnswer, RecordAnswer, RecordData, RunAnswer } from '../../src/protocol/calls'
import { startServer, type RunningServer } from '../../src/server/boot/startServer'
import { createLog } from '../../src/server/context/log'
import { createHandler } from '../../src/server/http/handleCall'
import { takingTurns } from '../turns'
import { createTeller, type Teller } from '../story/teller'
import { compileOnce } from './compileOnce'
import { useProduct } from './useProduct'

const isToday = takingTurns(2)
const suite = useProduct({ environment: { JOBS: 'off', WATCH: 'ask' } })

let restarted: RunningServer | undefined
let teller: Teller
beforeAll(() => {
  teller = suite.teller
})
afterAll(() => restarted?.close())

/**
 * A start on the same data and the same folder, as its operator makes the data of a demo real: with DEMO=off and
 * without a word about WATCH. `meanwhile` happens when the folder has been read.
 */
async function restart(meanwhile?: () => void): Promise<void> {
  const former = restarted ?? suite.product.server
  const { configuration } = former.dependencies
  await former.close()
  restarted = await startServer({
    configuration: { ...configuration, demo: false, watch: undefined },
    log: { ...createLog('error'), say: () => undefined },
    compileManifests: async (folder) => {
      const compiled = await compileOnce(folder)
      meanwhile?.()
      return compiled
    },
    webFolder: 'dist',
  })
  const { liveApp, database, ...others } = restarted.dependencies
  teller = createTeller(createHandler(liveApp, database, others))
}

const screen = 'customer/CustomerList.screen.json'
const entity = 'customer/customer.entity.json'

const text = (path: string) => readFileSync(join(suite.product.schemas, path), 'utf8')
const write = (path: string, content: string) => writeFileSync(join(suite.product.schemas, path), content)

/** Replaces what has to be there. */
function edit(path: string, from: string, to: string): void {
  expect(text(path)).toContain(from)
  write(path, text(path).replace(from, to))
}

const changes = async () =>
  (
    await teller.call<ListAnswer>('admin', '/api/list', {
      screen: '/manifestProposals',
      want: { rows: true },
      size: 50,
    })
  ).data.rows!

/** The one change that waits, once there is one with this title; the watch looks at the folder now and then. */
async function waiting(title: string): Promise<RecordData> {
  let row: RecordData | undefined
  await expect
    .poll(
      async () => {
        const rows = (await changes()).filter(({ state }) => state === 'waiting')
        row = rows[0]
        return rows.map(({ values }) => values.title)
      },
      { timeout: 120_000 },
    )
    .toEqual([title])
  return row!
}

const decide = (transition: string, { id, version }: RecordData) =>
  teller.call<RunAnswer>('admin', '/api/run', {
    entity: 'manifestProposal',
    transition,
    id,
    version,
    key: randomUUID(),
  })

const planOf = async ({ id }: RecordData): Promise<string> =>
  String(
    (await teller.call<RecordAnswer>('admin', '/api/record', { entity: 'manifestProposal', id })).data.record!.values
      .plan,
  )

/** What the page of a dealer shows. */
const page = async () =>
  JSON.stringify((await teller.call('owner', '/api/screen', { path: '/customer/CustomerList' })).data)

describe('with WATCH=ask', () => {
  describe.runIf(isToday())('and a server that runs', () => {
    it('a change of the folder waits with its plan, and is live when an administrator applies it', async () => {
      edit(screen, '"permissions": ["p_pc_customerList"]', '"permissions": ["p_pc_storeEmployeeManage"]')
      const change = await waiting(screen)
      expect(change.values).toMatchObject({ origin: 'folder', verdict: 'word' })
      expect(await planOf(change)).toMatch(/导购.*失去：.*打开“客户列表”/)
      expect(await page()).toContain('"/customer/CustomerList"')
      expect((await teller.call('guide', '/api/screen', { path: '/customer/CustomerList' })).code).toBe(2000)
      expect(await decide('takeOver', change)).toMatchObject({ code: 2000 })
      await expect
        .poll(async () => (await teller.call('guide', '/api/screen', { path: '/customer/CustomerList' })).code)
        .toBe(2002)
      expect((await changes())[0]).toMatchObject({ id: change.id, state: 'takenOver' })
    })

    it('going back proposes the reverse, which waits like any other', async () => {
      const applied = (await changes()).find(({ state }) => state === 'takenOver')!
      expect(await decide('goBack', applied)).toMatchObject({ code: 2000 })
      const reverse = await waiting(screen)
      expect(reverse.values).toMatchObject({ origin: 'back' })
      expect(await decide('takeOver', reverse)).toMatchObject({ code: 2000 })
      expect(text(screen)).toContain('"permissions": ["p_pc_customerList"]')
      await expect
        .poll(async () => (await teller.call('guide', '/api/screen', { path: '/customer/CustomerList' })).code)
        .toBe(2000)
    })
  })

  it('what the stored records refuse is not applied', async () => {
    const before = text(entity)
    const fields = JSON.parse(before) as { fields: Record<string, unknown> }
    expect(fields.fields).toHaveProperty('name')
    write(entity, before.replace(/("name": \{[^}]*"maxLength": )\d+/, '$11'))
    expect(text(entity)).not.toBe(before)
    const change = await waiting(entity)
    expect(change.values).toMatchObject({ verdict: 'refused' })
    expect(await planOf(change)).toContain('不能应用的原因')
    expect((await decide('takeOver', change)).code).toBe(2001)
    write(entity, before)
    await expect.poll(async () => (await changes()).filter(({ state }) => state === 'waiting')).toEqual([])
    expect((await changes()).find(({ id }) => id === change.id)).toMatchObject({ state: 'left' })
  })

  describe.runIf(isToday())('and one that starts anew', () => {
    it('a start does not apply what waits', async () => {
      edit(screen, '"客户列表"', '"我的客户"')
      await waiting(screen)
      for (const _ of [1, 2]) {
        await restart()
        expect(restarted!.watch).toBe('ask')
        expect(await page()).not.toContain('我的客户')
      }
      expect(await decide('takeOver', await waiting(screen))).toMatchObject({ code: 2000 })
      await expect.poll(page).toContain('我的客户')
      await restart()
      expect(await page()).toContain('我的客户')
    })

    it('a change while the server starts is not missed', async () => {
      await restart(() => edit(screen, '"我的客户"', '"客户列表"'))
      await waiting(screen)
      expect(await page()).toContain('我的客户')
    })
  })
})
