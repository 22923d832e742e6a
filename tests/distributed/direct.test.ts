// Are the reads of one dealer answered by the machine that holds it, and the same as through the coordinator?
import { describe, expect, it } from 'vitest'
import { everyScreen } from '../../src/manifest/access/screenByPath'
import type { ListAnswer } from '../../src/protocol/calls'
import { readSchemas } from '../whole/schemas'
import { useProduct } from '../whole/useProduct'
import { isDirect, isExplained, statementsOf, type Heard } from './tasks'

const app = readSchemas()
const suite = useProduct({ environment: { JOBS: 'off' } })
/** A statement is learned when it comes again, and sent directly from then on. */
const repeats = 4

async function repeatedly(role: string, path: string, body: object) {
  const answers: unknown[] = []
  const sent: Heard[][] = []
  for (let time = 0; time < repeats; time += 1)
    sent.push(await statementsOf(async () => answers.push(await suite.teller.call(role, path, body))))
  return { answers, first: sent[0]!.filter(isExplained), last: sent.at(-1)!.filter(isExplained) }
}

describe.each(['owner', 'guide', 'finance', 'dispatcher', 'admin'])('%s', (role) => {
  it('gets from the machines what the coordinator answers', { timeout: 300_000 }, async () => {
    await suite.teller.token(role)
    let direct = 0
    let compared = 0
    for (const screen of everyScreen(app.screens).filter(({ kind }) => kind === 'list')) {
      const want = { rows: true, total: 'capped', tabs: true, sums: true }
      const list = await repeatedly(role, '/api/list', { screen: screen.path, want })
      const [row] = (list.answers[0] as { data?: ListAnswer }).data?.rows ?? []
      // To administrators a record shows who has opened it, themselves included.
      const record =
        row && role !== 'admin' && (await repeatedly(role, '/api/record', { entity: screen.entity!, id: row.id }))
      for (const { answers, first, last } of [list, ...(record ? [record] : [])]) {
        for (const answer of answers) expect(answer, screen.path).toEqual(answers[0])
        direct += last.filter(isDirect).length
        if (first.some((one) => !isDirect(one)) && last.every(isDirect)) compared += 1
      }
    }
    expect(direct).toBeGreaterThan(10)
    // Which rows stand on a page of all dealers is asked of the coordinator each time.
    if (role !== 'admin') expect(compared).toBeGreaterThan(role === 'owner' ? 20 : 0)
  })
})
