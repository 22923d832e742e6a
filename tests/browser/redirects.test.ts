// Tests that an address which leads to another one does so whatever happens before the other one is drawn.
import { expect, it } from 'vitest'
import { keepToItself } from './handedOn'
import { useSite } from './site'

const site = useSite('dist')
const { app, open, addressOf } = site
const redirecting: readonly (readonly [path: string, target: string])[] = [
  ['/', app.product.homeScreen],
  ...Object.values(app.modules).flatMap(({ path, redirect }) => (path && redirect ? [[path, redirect] as const] : [])),
]

it.each(redirecting)('%s leads to %s, also where it is come to again before that is drawn', async (path, target) => {
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
})
