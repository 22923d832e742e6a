// Tests imports whose rows name other records: each is found, ambiguous or unknown, with few statements for all rows.
// EXCHANGE_ROWS (`npm run exchange`) tries that many, as many as a file may hold.
import { expect, it } from 'vitest'
import type { ImportRow } from '../../src/protocol/exchange/exchangeCalls'
import { createImporter } from './importing'
import { useProduct } from './useProduct'

const rowCount = Number(process.env.EXCHANGE_ROWS ?? 100)
const suite = useProduct({ environment: { JOBS: 'off' } })
const { answer, compared, everyRow, written } = createImporter(suite)

/** Every hundredth customer is called as the one before; every hundredth order names one that is not there. */
const isTwin = (at: number) => at % 100 === 99
const isUnknown = (at: number) => at % 100 === 50
const nameOf = (at: number) => `同名查找${isTwin(at) ? at - 1 : at}`

/** How often a kind of row takes a statement while `run` is at work. */
async function statementsOf<T>(run: () => Promise<T>): Promise<{ readonly result: T; readonly statements: number }> {
  const { database } = suite.product.server.dependencies
  let statements = 0
  database.onStatement = () => (statements += 1)
  const result = await run()
  database.onStatement = undefined
  return { result, statements }
}

it('each name is one record, several or none, and costs few statements', { timeout: 1_800_000 }, async () => {
  const { guide, store } = await namesOf('guide')
  const places = Array.from({ length: rowCount }, (_, at) => at)
  const address = '浙江省杭州市西湖区文三路1号'
  const customers = places.map((at) => {
    const mobile = `135${String(10_000_000 + at)}`
    return [nameOf(at), mobile, '自然进店', store, guide, address].join()
  })
  const people = ['姓名,手机,客户来源,门店,导购,房屋地址', ...customers].join('\n')
  const { result: found, statements: forPeople } = await statementsOf(() =>
    compared('owner', '/customer/CustomerList', 'people.csv', people),
  )
  expect(found.counts).toEqual({ create: rowCount })
  expect((await written('owner', found)).counts).toEqual({ created: rowCount })

  const orders = places.map((at) => {
    const customer = isUnknown(at) ? `查无此人${at}` : nameOf(at)
    return [`XM-${at}`, customer, '橱柜', '未签约', '20000', '0'].join()
  })
  const file = ['原单号,客户,主品类,进行到,合同金额,已收款', ...orders].join('\n')
  const begun = performance.now()
  const { result: state, statements: forOrders } = await statementsOf(() =>
    compared('owner', '/order/Query?list=takenOver', 'orders.csv', file),
  )
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${rowCount} orders that name customers compared in ${seconds} s with ${forOrders} statements`)
  const rows = await everyRow('owner', state)
  const isShared = (at: number) => isTwin(at) || (isTwin(at + 1) && at + 1 < rowCount)
  const wanted = (at: number) => (isUnknown(at) ? /^没有名为“查无此人/ : isShared(at) ? /“同名查找/ : undefined)
  const wrong = rows.filter((row, at) => {
    const message = wanted(at)
    return message ? !message.test(errorOf(row) ?? '') : row.state !== 'create'
  })
  expect(wrong.slice(0, 3)).toEqual([])
  expect(rows).toHaveLength(rowCount)
  expect(forPeople / rowCount, 'statements a customer').toBeLessThan(8)
  expect(forOrders / rowCount, 'statements an order').toBeLessThan(20)
})

const errorOf = ({ state, cells }: ImportRow): string | undefined =>
  state === 'refused' ? cells.find(({ title }) => title.zh === '客户')?.error : undefined

/** How cells name an account and its store. */
async function namesOf(role: string): Promise<{ readonly guide: string; readonly store: string }> {
  const { store } = await suite.teller.account(role)
  const read = async (entity: string, id: number) =>
    (await answer<{ record: { label: string } }>('owner', '/api/record', { entity, id })).record.label
  const { id } = await suite.teller.account(role)
  return { guide: await read('employee', id), store: await read('store', store) }
}
