// Tests addresses that no screen of the menu has: those that lead to another one, whatever happens before that is
// drawn, and those of which only the server knows what they are.
import { expect, it } from 'vitest'
import { codes } from '../../src/protocol/envelope'
import { listTexts, shellTexts } from '../pageTexts'
import { envelope, fixtureToken } from '../ui/fixture'
import { keepToItself, restingPath } from './handedOn'
import { lists, useSite } from './site'
import { turnOf } from '../turns'

const site = useSite('dist')
const { app, open, addressOf } = site
const redirecting: readonly (readonly [path: string, target: string])[] = [
  ['/', app.product.homeScreen],
  ...Object.values(app.modules).flatMap(({ path, redirect }) => (path && redirect ? [[path, redirect] as const] : [])),
]

it.each(turnOf(redirecting, 2))(
  '%s leads to %s, also where it is come to again before that is drawn',
  async (path, target) => {
    const page = await open(path, {
      before: async (fresh) =>
        keepToItself(fresh).addInitScript(() => {
          const { replaceState } = window.history
          window.history.replaceState = function (...state) {
            const before = window.location.href
            replaceState.apply(this, state)
            // The router marks the first entry as well.
            if (window.location.href === before) return
            window.history.replaceState = replaceState
            // Before the router, which draws in a task of its own, has drawn the target.
            queueMicrotask(() => {
              window.history.pushState(null, '', before)
              window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
            })
          }
        }),
    })
    await page.locator(`.shell-view[data-view="${target}"]:not([hidden])`).waitFor()
    expect(addressOf(page)).toBe(target)
  },
)

it('an unknown address is not called missing before the server has said so', async () => {
  const page = await open(restingPath) // A screen would take the answer.
  site.fixture.once('/api/screen', () => envelope(null, codes.refused, '服务器太忙了'))
  await page.goto(`${site.served.address}/nowhere`)
  const failed = page.getByRole('alert').filter({ hasText: '服务器太忙了' })
  await failed.waitFor()
  expect(addressOf(page)).toBe('/nowhere')
  await failed.getByRole('button', { name: shellTexts.retry.zh }).click()
  await page.getByText('页面不存在').waitFor()
  expect(addressOf(page)).toBe('/404')
})

it('a screen that the menu still lacks after another reading does not load for ever', async () => {
  const { path, title } = lists[0]!
  const { body } = await site.fixture.transport({
    method: 'GET',
    path: '/api/boot',
    headers: { 'x-token': fixtureToken },
  })
  const { data } = body as { data: { routes: Record<string, unknown> } }
  const { [path]: _, ...routes } = data.routes
  const boots = () => site.fixture.calls.filter((call) => call.path.startsWith('/api/boot')).length
  const page = await open('/dashboard')
  const withScreen = site.fixture.until('/api/boot', () => envelope({ ...data, routes }))
  const begun = boots()
  await page.goto(site.served.address + path)
  const failed = page.getByRole('alert').filter({ hasText: listTexts.failed.zh })
  await failed.waitFor()
  // One reading and another; the page that was left may have begun one of its own.
  expect(boots() - begun).toBeLessThanOrEqual(3)
  withScreen()
  await failed.getByRole('button', { name: shellTexts.retry.zh }).click()
  await page.getByRole('heading', { name: title.zh! }).waitFor()
  expect(boots() - begun).toBeLessThanOrEqual(4)
})
