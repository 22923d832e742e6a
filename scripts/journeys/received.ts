// Compares messages and totals of reports with what steps expect.
// Both count from an earlier moment of the journey, since the demo data has messages and figures of its own.
import type { App } from '../../src/manifest/model/app'
import type { ListAnswer, RecordData } from '../../src/protocol/calls'
import { codes, type Envelope } from '../../src/protocol/envelope'
import type { ReportAnswer } from '../../src/protocol/reportCalls'
import type { Teller } from '../../tests/story/teller'
import { FailedExpectation, unmetRefusal, refusalInWords } from './failedExpectation'
import type { JourneyStep } from './readJourney'

type Totals = ReportAnswer['totals']

/** All rows of a list, or the refusal. */
export async function listRows(
  teller: Teller,
  account: string,
  screen: string,
): Promise<readonly RecordData[] | Envelope<ListAnswer>> {
  const rows: RecordData[] = []
  for (let after: string | undefined, more = true; more;) {
    const request = { screen, size: 200, want: { rows: true }, ...(after !== undefined && { after }) }
    const answer = await teller.call<ListAnswer>(account, '/api/list', request)
    if (answer.code !== codes.success) return answer
    rows.push(...(answer.data.rows ?? []))
    after = answer.data.next
    more = after !== undefined
  }
  return rows
}

export class Received {
  /** The messages of an account as the journey begins, by id. */
  private readonly messagesBefore = new Map<string, ReadonlySet<number>>()
  /** The totals that an account has last opened, by account and screen. */
  private readonly totalsBefore = new Map<string, Totals>()

  constructor(
    private readonly app: App,
    private readonly teller: Teller,
  ) {}

  async begin(steps: readonly JourneyStep[]): Promise<void> {
    for (const { as, receives, receivesNot } of steps)
      if ((receives ?? receivesNot) !== undefined && !this.messagesBefore.has(as))
        this.messagesBefore.set(as, new Set((await this.messagesOf(as)).map(({ id }) => id)))
  }

  async unmetMessage({ as, receives = [], receivesNot = [] }: JourneyStep): Promise<FailedExpectation | undefined> {
    if (receives.length + receivesNot.length === 0) return undefined
    const before = this.messagesBefore.get(as)
    const texts = (await this.messagesOf(as))
      .filter(({ id }) => !before?.has(id))
      .map(({ values }) => [values.title, values.body].filter((text) => typeof text === 'string').join(': '))
    const missing = receives.findIndex((part) => !texts.some((text) => text.includes(part)))
    const got = texts.length === 0 ? 'none' : texts.map((text) => `“${text}”`).join(', ')
    if (missing >= 0)
      return new FailedExpectation('receives', `${as} has not received this message, but ${got}.`, missing)
    const unwanted = receivesNot.findIndex((part) => texts.some((text) => text.includes(part)))
    if (unwanted >= 0) return new FailedExpectation('receivesNot', `${as} has received ${got}.`, unwanted)
    return undefined
  }

  async unmetReport(step: JourneyStep): Promise<FailedExpectation | undefined> {
    const { as, screen = '', figures = {} } = step
    const answer = await this.teller.call<ReportAnswer>(as, '/api/report', { screen })
    const refusal = unmetRefusal(step, answer)
    if (refusal !== undefined || answer.code !== codes.success) return refusal
    const { totals, withheld = [] } = answer.data
    const before = this.totalsBefore.get(`${as} ${screen}`)
    this.totalsBefore.set(`${as} ${screen}`, totals)
    for (const [measure, expected] of Object.entries(figures)) {
      if (totals[measure] === undefined || withheld.includes(measure))
        return new FailedExpectation('figures', `${measure} is not shown to ${as}.`, measure)
      if (typeof expected === 'string' && before?.[measure] === undefined)
        return new FailedExpectation(
          'figures',
          `${as} has not opened the report before, with which this compares.`,
          measure,
        )
      const unmet = unmetFigure(measure, expected, { total: totals[measure], before: before?.[measure] })
      if (unmet !== undefined) return unmet
    }
    return undefined
  }

  private async messagesOf(account: string): Promise<readonly RecordData[]> {
    const rows = await listRows(this.teller, account, this.app.product.messages.screen)
    if ('code' in rows) throw new Error(`${account} cannot read messages: ${refusalInWords(rows)}`)
    return rows
  }
}

interface Shown {
  readonly total: string | null | undefined
  readonly before: string | null | undefined
}

function unmetFigure(
  measure: string,
  expected: number | string,
  { total, before }: Shown,
): FailedExpectation | undefined {
  const number = Number(total ?? 0)
  if (typeof expected === 'number')
    return number === expected
      ? undefined
      : new FailedExpectation('figures', `${measure} is ${total ?? 'empty'}.`, measure)
  const change = Number((number - Number(before ?? 0)).toFixed(6))
  if (change === Number(expected)) return undefined
  return new FailedExpectation(
    'figures',
    `${measure} has changed by ${change}, from ${before ?? 0} to ${total ?? 0}.`,
    measure,
  )
}
