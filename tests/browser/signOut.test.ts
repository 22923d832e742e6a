// Tests that signing out shows the sign-in page once, with nothing between the application and the
// reloaded page.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { errorTexts, shellTexts } from '../pageTexts'
import { usePlace } from './usePlace'
import { keepToItself } from './handedOn'
import { enter, giveToken, signIn } from './visitor'

const place = usePlace({ environment: { JOBS: 'off' } })

/** Counts in the tab, over the pages that it loads, how often the sign-in page appears. */
function countSignInPages(): void {
  const field = 'input[type=password]'
  let isShown = false
  new MutationObserver(() => {
    const appears = !isShown && document.querySelector(field) !== null
    isShown = document.querySelector(field) !== null
    if (appears) sessionStorage.setItem('signInPages', String(Number(sessionStorage.getItem('signInPages')) + 1))
  }).observe(document, { childList: true, subtree: true })
}

async function signedIn(role: string): Promise<Page> {
  const page = keepToItself(await signIn(place, role))
  await page.evaluate(countSignInPages)
  await page.addInitScript(countSignInPages)
  return page
}

/** Waits for the page that is loaded anew; how often the sign-in page has appeared until then. */
async function signInPages(page: Page, press: () => Promise<void>): Promise<number> {
  await page.evaluate(() => Object.assign(window, { isSignedIn: true }))
  await press()
  await page.waitForFunction(() => !('isSignedIn' in window) && document.querySelector('input[type=password]'))
  return page.evaluate(() => Number(sessionStorage.getItem('signInPages')))
}

it('signing out ends with the sign-in page, and shows it once', async () => {
  const page = await signedIn('guide')
  const shown = await signInPages(page, async () => {
    await page.locator('.shell-account').click()
    await page.getByRole('menuitem', { name: shellTexts.signOut.zh }).click()
    await page.locator('.ant-modal').getByRole('button', { name: shellTexts.ok.zh, exact: true }).click()
  })
  expect([new URL(page.url()).pathname, shown]).toEqual(['/login', 1])
})

/** As over plain http, where a browser cannot encrypt. */
function forbidEncryption(): void {
  Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })
}

it.each([
  ['kept, sealed', shellTexts.signOutKept.zh, true],
  ['lost, where the browser cannot encrypt them', shellTexts.signOutLost.zh, false],
])('says that changes that were not sent are %s, which they are', async (_, sentence, isKept) => {
  const page = keepToItself(await signIn(place, 'guide'))
  if (!isKept) await page.addInitScript(forbidEncryption)
  const input = page.locator('[data-ask="name"] input').first()
  const openForm = () => page.goto(`${place.address}/customer/AddCustomer`)
  await openForm()
  await input.fill('半途之名')
  await page.locator('.shell-account').click()
  await page.getByRole('menuitem', { name: shellTexts.signOut.zh }).click()
  await page.locator('.ant-modal').getByText(sentence).waitFor()
  await page.locator('.ant-modal').getByRole('button', { name: shellTexts.ok.zh, exact: true }).click()
  await page.locator('input[type=password]').waitFor()
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toContain('半途之名')
  await giveToken(page.context(), place, await place.teller.token('guide'))
  await openForm()
  await expect.poll(() => input.inputValue()).toBe(isKept ? '半途之名' : '')
  await page.locator('.shell-account').waitFor()
})

it('so does a session that was ended elsewhere, after it was said', async () => {
  const page = await signedIn('designer')
  const token = (await page.context().cookies()).find(({ name }) => name === place.app.product.cookies.token)!.value
  const out = Object.values(place.app.endpoints).find(({ operation }) => operation === 'signOut')!
  await place.product.transport({ method: 'GET', path: out.path, headers: { 'x-token': token } })
  const notice = page.getByRole('dialog').filter({ hasText: errorTexts.signedOutTitle.zh })
  await notice.waitFor()
  const leave = notice.getByRole('button', { name: errorTexts.ok.zh, exact: true })
  expect(await signInPages(page, () => leave.click())).toBe(1)
})

/** As a browser does that forbids a site what it could recognize its user by. */
function forbidStorages(): void {
  const refuse = () => {
    throw new DOMException('forbidden', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse })
  Object.assign(window, { BroadcastChannel: refuse })
  Object.defineProperty(navigator, 'locks', { value: { request: () => Promise.resolve().then(refuse) } })
}

it('another tab notices it, also where the browser forbids all storages', async () => {
  const entered = keepToItself(await enter(place, 'finance'))
  const context = entered.context()
  await context.addInitScript(forbidStorages)
  const pages = [await context.newPage(), await context.newPage()] as const
  await entered.close()
  for (const page of pages) {
    await page.goto(place.address)
    await page.locator('.shell-nav').waitFor()
  }
  await pages[0].locator('.shell-account').click()
  await pages[0].getByRole('menuitem', { name: shellTexts.signOut.zh }).click()
  await pages[0].locator('.ant-modal').getByRole('button', { name: shellTexts.ok.zh, exact: true }).click()
  await pages[0].locator('input[type=password]').waitFor()
  await pages[1].getByRole('dialog').filter({ hasText: errorTexts.signedOutTitle.zh }).waitFor()
})
