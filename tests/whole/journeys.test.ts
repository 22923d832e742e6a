// Runs the journeys of screens, tutorial and recipes step by step on the demo data.
// A failure has its location and the actual outcome.
import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkJourneys } from '../../scripts/journeys/checkJourneys'
import { demoAccountKeys, rulesOfJourneys } from '../../scripts/journeys/readJourney'
import { JourneyFailure, runJourney } from '../../scripts/journeys/runJourney'
import { travel } from '../../scripts/journeys/travel'
import type { Source } from '../../src/manifest/json/source'
import { printProblem } from '../../src/manifest/problems/print'
import { readJourneys, readSources } from '../../src/server/workers/readManifests'
import { filesOf, journeysOf, over } from '../documented'
import { createTeller } from '../story/teller'
import { turnOf } from '../turns'
import { readSchemas } from './schemas'
import { useProduct } from './useProduct'

const folder = 'schemas'
const journeys = readJourneys(folder)
/** They take turns, those of money more often; `npm run journeys` tries all. */
const isOfMoney = ({ path, text }: Source) => path.startsWith('finance/') || /amount|price|balance/i.test(text)
const [ofMoney, others] = [journeys.filter(isOfMoney), journeys.filter((journey) => !isOfMoney(journey))]

it('name what there is', () => {
  const names = { app: readSchemas(), sources: readSources(folder), accounts: demoAccountKeys(folder) }
  expect(checkJourneys(names, journeys).map((problem) => printProblem(problem, folder))).toEqual([])
})

describe('hold', () => {
  it.each([...turnOf(ofMoney, 3), ...turnOf(others, 6)].map((journey) => [journey.path, journey] as const))(
    '%s',
    async (_, journey) => {
      expect(await travel(journey, folder)).toBeGreaterThan(0)
    },
  )

  it('with a value that fits for each required cell that a line leaves out', async () => {
    const { path, text } = journeys.find((one) => one.path.endsWith('complaintJudged.journey.json'))!
    // The share of the dealer becomes the least one.
    const without = text.replace(/("party": "dealer"),\s*"ratio": 30/, '$1').replace('合计 90', '合计 61')
    expect(without).not.toContain('合计 90')
    expect(await travel({ path, text: without }, folder)).toBeGreaterThan(4)
  })

  it.each(turnOf(['tutorial', 'recipes'], 2))('that of %s.md', async (name) => {
    const text = readFileSync(`schemas/language/${name}.md`, 'utf8')
    const elsewhere = await mkdtemp(join(tmpdir(), 'manifests-'))
    await cp(folder, elsewhere, { recursive: true })
    for (const { path, text: written } of over(readSources(folder), filesOf(text))) {
      await mkdir(join(elsewhere, path, '..'), { recursive: true })
      await writeFile(join(elsewhere, path), written)
    }
    for (const journey of journeysOf(text)) expect(await travel(journey, elsewhere)).toBeGreaterThan(4)
    await rm(elsewhere, { recursive: true })
  })
})

describe('end where one does not', () => {
  const suite = useProduct({ environment: { JOBS: 'off' } })
  const create = { as: 'guide', run: 'customer.create', values: { name: '陈晓明' }, keep: 'customer' }
  const look = { as: 'guide', on: 'customer' }
  const edit = { as: 'dispatcher', run: 'customer.edit', on: 'customer' }

  const opening = { as: 'manager', screen: '/statistics/CustomerAnalyse' }
  const failed = { job: 'customer.remind.0', entity: 'customer', id: 7, error: new Error('Stuck') }

  it.each<[string, object | readonly object[], string | RegExp]>([
    [
      'a rule',
      { ...look, holds: ["state == 'deal'"] },
      'guide looks at customer: this does not hold: state is "following"',
    ],
    ['a refusal that does not come', { ...create, keep: undefined, refused: true }, 'it was not refused'],
    ['another refusal', { ...edit, refusalKey: 'stale_version' }, /refused with “.*” \(permission_required\)/],
    ['another message', { ...edit, refused: true, message: '客户已流失' }, 'refused with “'],
    ['a refusal that was not meant', edit, /"as": "dispatcher"/],
    ['a button', { ...look, offersNot: ['edit'] }, 'this is offered'],
    ['a missing button', { ...look, offers: ['claim'] }, 'this is not offered, but'],
    ['a missing row', { as: 'guide', screen: '/customer/HighSeas', shows: ['customer'] }, 'is not among'],
    ['a row', { as: 'guide', screen: '/customer/CustomerList', hides: ['customer'] }, 'is among'],
    ['a missing message', { as: 'guide', receives: ['已过应结'] }, 'has not received this message, but none'],
    ['a total', [opening, { ...opening, figures: { customers: '+1000' } }], 'customers has changed by'],
    ['a change since nothing', { ...opening, figures: { customers: '+0' } }, 'has not opened the report before'],
    ['a job', { ...look, afterDays: 1 }, 'the job customer.remind.0 failed for record 7: Stuck'],
    ['a record in reach', { ...look, unseen: true }, 'the record can be read'],
    [
      'an unknown record',
      { as: 'guide', screen: '/customer/CustomerList', where: "name == '无'" },
      'there is no record with',
    ],
  ])('%s', async (_, step, expected) => {
    const app = suite.product.server.dependencies.liveApp.current
    const teller = createTeller(suite.product.transport)
    const rules = rulesOfJourneys(app, readSources(folder))
    const path = 'customer/wrong.journey.json'
    const text = JSON.stringify({ title: ['一', 'One'], steps: [create, step].flat() }, null, 2)
    const failure = await runJourney(
      { app, teller, rules, clock: () => new Date(), pass: async () => [failed] },
      { path, text },
      folder,
    ).catch((error: Error) => error)
    expect(failure).toBeInstanceOf(JourneyFailure)
    expect((failure as Error).message).toMatch(/^schemas\/customer\/wrong\.journey\.json:(1[3-9]|2\d):\d+ /)
    expect((failure as Error).message).toMatch(expected)
  })
})
