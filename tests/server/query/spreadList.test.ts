// Proves that the parts of a list over several machines are read together.
// One that fails ends the others.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ListRequest } from '../../../src/protocol/calls'
import { RequestAborted } from '../../../src/server/database/connection/cancelOnAbort'
import type { Context } from '../../../src/server/context/context'
import { readList } from '../../../src/server/endpoints/lists/list'
import { asking, openReads } from '../endpoints/reads'
import type { Workshop } from '../mutation/workshop'

const request: ListRequest = { screen: '/projects', want: { rows: true, total: 'capped', tabs: true } }
/** A part of the statement that counts the tabs. */
const ofTabs = 'AS "tabs"'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openReads()
  for (const name of ['one', 'two']) await workshop.project({ name, state: 'running' })
}, 120_000)
afterAll(() => workshop?.close())

/** A caller of all tenants, whose records lie on several machines. */
const everywhere = (query: Context['query'] = workshop.database.query) => ({
  ...asking(workshop, 'boss'),
  distributed: true,
  query,
})

it('answers as a list of one machine does', async () => {
  const { rows, ...numbers } = await readList(everywhere(), request)
  expect(rows!.map(({ values }) => values.name)).toEqual(['one', 'two'])
  expect({ rows, ...numbers }).toEqual(await readList(asking(workshop, 'boss'), request))
})

it('reads a part while another is read, and leaves connections to the rest of the page', async () => {
  let [running, most] = [0, 0]
  const counting: Context['query'] = async (statement, limit) => {
    most = Math.max(most, (running += 1))
    return workshop.database.query<never>(statement, limit).finally(() => (running -= 1))
  }
  await readList(everywhere(counting), request)
  expect(most).toBe(2)
})

it('begins no part after one has failed, and ends those that are being read', async () => {
  const texts: string[] = []
  let ended = 0
  const failing: Context['query'] = (statement, limit) => {
    texts.push(statement.text)
    if (statement.text.includes('AS "total"')) return Promise.reject(new Error('The disk is full.'))
    return new Promise((_, reject) => {
      limit!.addEventListener('abort', () => {
        ended += 1
        reject(new RequestAborted('A part has failed.'))
      })
    })
  }
  await expect(readList(everywhere(failing), request)).rejects.toThrow('The disk is full.')
  await expect.poll(() => ended).toBe(1)
  expect(texts).toHaveLength(2)
  expect(texts.join()).not.toContain(ofTabs)
})
