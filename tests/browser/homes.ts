// What the home page of each role shows and begins with.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { view, type Language, type Place } from './visitor'

const sales = '本月业绩'
const delivery = '本月交付与售后'
const visits = '今天的上门'
const followUps = '今天该跟进'
const funds = '工厂账户与付款'
const stores = '建店进展'
/** By role: the queue that its tasks begin with, and the other cards of its own. */
const homes: Readonly<Record<string, { readonly work: string; readonly cards: readonly string[] }>> = {
  owner: { work: '/customer/Receipting', cards: [followUps, visits, sales, delivery, funds, stores] },
  manager: { work: '/customer/AuditTransferCustomer', cards: [followUps, visits, sales, delivery] },
  guide: { work: '/customer/Receipting', cards: [followUps, '今天的预约', sales, delivery] },
  designer: { work: '/order/Measure', cards: [followUps, visits, delivery] },
  finance: { work: '/customer/Examine', cards: [sales, funds] },
  dispatcher: { work: '/order/AssignRuler', cards: [visits, delivery] },
  aftersales: { work: '/order/Receipt', cards: [visits, delivery] },
  storebuilder: { work: '/order/Receipt', cards: [stores] },
  orderclerk: { work: '/order/Explode', cards: [delivery] },
  admin: { work: '/order/Detailed', cards: ['等总部处理', sales, delivery, stores] },
}
/** Drawn only while there are records, which others may have booked. */
const passing = '今天的预约'

/** The home of a role has its cards and no others, and begins with a step of its own work. */
export async function expectHome({ app }: Pick<Place, 'app'>, page: Page, role: string, language: Language = 'zh') {
  const { work, cards } = homes[role]!
  const { path, blocks } = app.screens[app.product.homeScreen]!
  const card = (zh: string) => {
    const { title } = blocks.find((block) => block.title?.zh === zh)!
    return view(page, path).getByRole('region', { name: title![language]!, exact: true })
  }
  const tasks = card('待我处理')
  await tasks.getByRole('region').first().locator('li[data-row] .table-action').first().waitFor()
  expect(await tasks.locator('h3').first().innerText(), role).toContain(app.screens[work]!.title[language]!)
  for (const name of cards) await card(name).waitFor()
  // Own work precedes what everyone has.
  const heads = await view(page, path).getByRole('heading', { level: 2 }).allInnerTexts()
  const titles = heads.map((head) => blocks.find(({ title }) => title && head.includes(title[language]!))?.title!.zh)
  const begin = titles.findIndex((title) => title === '未读消息' || title === '最新资讯')
  expect(begin, role).toBeGreaterThanOrEqual(0)
  const shared = titles.slice(begin)
  for (const name of cards) expect(shared, role).not.toContain(name)
  const others = new Set(Object.values(homes).flatMap((home) => home.cards))
  for (const name of [...others].filter((other) => other !== passing && !cards.includes(other)))
    expect(await card(name).count(), `${role}: ${name}`).toBe(0)
}
