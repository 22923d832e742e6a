// Proves that what was stored while a clock was ahead by a year holds up nothing afterwards:
// sign-ins, codes, turns of a sync, and its retries.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { saveCode, useCode } from '../../src/server/auth/oneTimeCodes'
import { claimAttempt } from '../../src/server/auth/signInThrottle'
import { prepareOwnTables } from '../../src/server/boot/engineTables'
import type { Context } from '../../src/server/context/context'
import { RecordTries } from '../../src/server/integrations/partner/recordTries'
import { claimTurn } from '../../src/server/integrations/partner/syncTurns'
import { freshDatabase, type FreshDatabase } from './freshDatabase'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  await prepareOwnTables(fresh.database)
})
afterAll(() => fresh?.remove())

const now = new Date('2026-03-05T01:30:00Z')
const yearAhead = new Date('2027-03-05T01:30:00Z')
const minuteLater = new Date(now.getTime() + 60_000)

it('a failed sign-in delays no right one, and failures are counted again', async () => {
  const attempt = (moment: Date) => claimAttempt(fresh.database, 'someone', '10.1.1.1', moment)
  const five = async (moment: Date) => {
    for (let tried = 0; tried < 5; tried += 1) await attempt(moment)
  }
  await five(yearAhead)
  await expect(attempt(yearAhead)).rejects.toMatchObject({ key: 'too_many_attempts' })
  await five(now)
  await expect(attempt(now)).rejects.toMatchObject({ key: 'too_many_attempts' })
})

it('a code is invalid, and the next one is sent', async () => {
  const recipient = { purpose: 'reset', login: 'someone' }
  await saveCode(fresh.database, recipient, '111111', yearAhead)
  await expect(useCode(fresh.database, recipient, '111111', now)).rejects.toMatchObject({ key: 'code_invalid' })
  await saveCode(fresh.database, recipient, '222222', now)
  await expect(saveCode(fresh.database, recipient, '333333', now)).rejects.toMatchObject({
    key: 'code_requested_too_often',
  })
  await useCode(fresh.database, recipient, '222222', now)
})

it('a sync takes its next turn, and tries again what was refused', async () => {
  const contextAt = (moment: Date) => ({ query: fresh.database.query, now: moment }) as Context
  const turn = { name: 'order partner', tenant: 1 }
  expect(await claimTurn(contextAt(yearAhead), turn, now)).toBe(true)
  expect(await claimTurn(contextAt(minuteLater), turn, now)).toBe(true)
  expect(await claimTurn(contextAt(minuteLater), turn, now)).toBe(false)

  const pace = { everySeconds: 60, atOnce: false }
  const triesAt = (moment: Date) => RecordTries.read(contextAt(moment), { ...turn, part: 'send' }, pace)
  const dueAt = async (moment: Date) => (await triesAt(moment)).due(['one'], (key) => key, 10).again
  const refused = await triesAt(yearAhead)
  refused.note('one', 'refused')
  await refused.save()
  expect(await dueAt(now)).toEqual(['one'])
})
