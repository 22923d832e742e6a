// The values that the tests of money send, and the tables that hold them.
import type { Step, StoryValue } from './step'

export type Values = Readonly<Record<string, StoryValue>>

export const moneyTables = [
  'accountEntry',
  'remittance',
  'refund',
  'receipt',
  'chargeback',
  'invoice',
  'placement',
  'order',
  'customer',
  'log',
]

/** The steps of an order that nobody has told yet, for another customer in another half-day. */
export function another(steps: readonly Step[], tag: string, at: number, category = 'wardrobe'): Step[] {
  const text = JSON.stringify(steps)
    .replaceAll('13922220002', `1392222${String(1000 + at)}`)
    .replaceAll('沈立群', `客户${tag}`)
    .replaceAll('"day":41', `"day":${60 + at}`)
    .replaceAll(/"(\$?)(KH2|DD2|HT2|SK6|XD2)(["."])/g, `"$1$2${tag}$3`)
    .replaceAll('"category":"wardrobe"', `"category":"${category}"`)
  return JSON.parse(text) as Step[]
}

let transfers = 0
export const transfer = (amount: string, purpose = 'prepay'): Values => ({
  purpose,
  amount,
  bank: 'icbc',
  payerName: '杭州臻木家居有限公司',
  bankRef: `MONEY${(transfers += 1)}`,
  paidOn: { day: 0 },
  vouchers: ['#bank.png'],
})
