// Tests effective codes against an independent model of the specification:
// all combinations of the seven flags, the dealer's status, the two ways into the test run and every code.
import { describe, expect, it } from 'vitest'
import { effectiveCodes, canOpen } from '../../src/manifest/access/permissions'
import { readSchemas } from './schemas'

const app = readSchemas()
const every = Object.keys(app.access.permissions).filter((code) => code !== 'admin')

/** Flag of the answer of userinfo: field of the dealer, the value that takes something away, and what. */
const flags = [
  ['isInstallation', true, ['p_pc_Install', 'p_pc_AssignWork']],
  ['isInvite', false, ['p_pc_orderListInvitation']],
  ['isPicture', true, ['p_pc_orderListDraw']],
  ['isPiper', false, ['p_pc_orderListAssignRuler']],
  ['isProgramme', true, ['p_pc_orderListCaseAffirm']],
  ['isReceiptConfirmat', true, ['p_pc_ConfirmReceipt']],
  ['isScale', true, ['p_pc_orderListMeasure']],
] as const
const restricted = [
  'contractPload',
  'contractRePload',
  'afterNewReceipts',
  'afterAgainReceipts',
  'afterCustomerAdd',
  'priceReupload',
  'supplyPriceAdd',
  'supplyPriceReupload',
  'redesignApply',
  'redesignUpload',
  'againOld',
].map((name) => `p_pc_${name}`)

interface Dealer {
  readonly flags: readonly boolean[]
  readonly status: string
  readonly testRun: boolean
  readonly joinno: string
}

function model(held: readonly string[], { flags: values, status, testRun, joinno }: Dealer): Set<string> {
  const gone = new Set(['p_pc_aftermarketList', ...(status === '1' ? [] : restricted)])
  flags.forEach(([, bad, codes], at) => {
    if (values[at] === bad) for (const code of codes) gone.add(code)
  })
  const left = new Set(held.filter((code) => !gone.has(code)))
  if (testRun || joinno === 'J10001') left.add('p_pc_isTestRun')
  return left
}

function* dealers(): Generator<Dealer> {
  for (let bits = 0; bits < 2 ** flags.length; bits += 1) {
    const values = flags.map((_, at) => (bits & (1 << at)) !== 0)
    for (const status of ['0', '1', '2'])
      for (const testRun of [false, true])
        for (const joinno of ['J10001', 'J10002']) yield { flags: values, status, testRun, joinno }
  }
}

const engine = (held: readonly string[], dealer: Dealer) =>
  effectiveCodes(
    app,
    held,
    {
      me: { id: 1 },
      tenant: {
        id: 1,
        ...Object.fromEntries(flags.map(([field], at) => [field, dealer.flags[at]])),
        status: dealer.status,
        testRun: dealer.testRun,
        joinno: dealer.joinno,
      },
    },
    new Date(),
  )

describe('the codes of a person', () => {
  // spec 4.11 6.6 6.7 6.8 6.9 6.10 6.11 6.12 6.13 6.14 6.16
  it('are those of the specification for all 1,536 dealers there can be, with every code held and with none', () => {
    let dealersSeen = 0
    for (const dealer of dealers()) {
      dealersSeen += 1
      for (const held of [every, []])
        expect([...engine(held, dealer).codes].sort(), JSON.stringify(dealer)).toEqual([...model(held, dealer)].sort())
    }
    expect(dealersSeen).toBe(1_536)
  })

  it('are independent of each other: each code held alone stays or goes as it does among all others', () => {
    for (const dealer of [...dealers()].filter((_, at) => at % 7 === 0)) {
      const among = model(every, dealer)
      for (const code of every)
        expect(engine([code], dealer).codes.has(code), `${code} ${JSON.stringify(dealer)}`).toBe(among.has(code))
    }
  })

  it('that were taken away are given a reason, but the one that nobody has', () => {
    for (const dealer of dealers()) {
      const { codes, reasons } = engine(every, dealer)
      for (const code of every)
        if (!codes.has(code) && code !== 'p_pc_aftermarketList')
          expect(
            Object.values(reasons.get(code) ?? { none: '' }).every((text) => text !== ''),
            code,
          ).toBe(true)
    }
  })

  // spec 2.43 5.6 5.7 6.2 6.3 6.4 6.5
  it('open exactly the screens that name one of them and whose module does; what is switched off stays shut, and the administrator opens all', () => {
    const screens = Object.values(app.screens)
    for (const dealer of [...dealers()].filter((_, at) => at % 31 === 0)) {
      const codes = model(every, dealer)
      for (const screen of screens) {
        const module = app.modules[screen.module]!
        const holds = (asked: readonly string[]) =>
          asked.some((code) => code === 'signed-in' || code === 'public' || codes.has(code))
        const open = screen.permissions.includes('public') || (holds(screen.permissions) && holds(module.permissions))
        const rights = { codes, administrator: false, disabled: new Set<string>(), me: { id: 1 } }
        expect(canOpen(app, rights, screen), `${screen.path} ${JSON.stringify(dealer)}`).toBe(open)
        expect(canOpen(app, { ...rights, disabled: new Set([screen.path]) }, screen)).toBe(
          screen.permissions.includes('public'),
        )
        expect(canOpen(app, { ...rights, codes: new Set(), administrator: true }, screen)).toBe(true)
      }
    }
  })
})
