// Tests second factors and linked accounts:
// added in the settings, required at sign-in and for a payment, with a passkey of a virtual authenticator and a real
// OpenID provider.
import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorTexts, formTexts } from '../pageTexts'
import { accounts, password } from '../story/teller'
import { startProduct, type Product } from '../whole/product'
import { turnOf } from '../turns'
import { violationsOf } from './axe'
import { routeOnce } from './calls'
import { expectComplaint } from './complaints'
import { client, startProvider, type RunningProvider } from './identityProvider'
import { goTo, launchBrowser, newPage, type Language, type Place } from './visitor'
import { keepToItself, leaveBrowser, leavePage } from './handedOn'

let provider: RunningProvider
let product: Product
let browser: Browser
let place: Place
beforeAll(async () => {
  provider = await startProvider()
  product = await startProduct({
    environment: {
      COMPANY_LOGIN_URL: provider.issuer,
      COMPANY_LOGIN_CLIENT_ID: client.id,
      COMPANY_LOGIN_CLIENT_SECRET: client.secret,
    },
  })
  browser = await launchBrowser()
  // A passkey belongs to a name, which an address of numbers is not.
  const address = product.address.replace('127.0.0.1', 'localhost')
  provider.register(`${address}/authredirect`)
  place = { browser, address, app: product.server.dependencies.liveApp.current }
}, 120_000)
afterAll(async () => {
  await leaveBrowser(browser)
  await product?.stop()
  await provider?.close()
})

const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + later * 30_000,
  })

async function soundFor(page: Page, what: string): Promise<void> {
  const violations = await violationsOf(page, { without: '.ant-message' })
  expect(violations.map(({ id, nodes }) => `${what}: ${id} ${nodes[0]?.html}`)).toEqual([])
}

/** Signs in by the form, up to what comes after the password. */
async function typePassword(account: string, language: Language = 'en', page?: Page): Promise<Page> {
  const at = page ?? (await newPage(place, language))
  await at.goto(`${place.address}/login`)
  await at.locator('input[autocomplete=username]').fill(account)
  await at.locator('input[type=password]').fill(password)
  await at.locator('button[type=submit]').click()
  return at
}

// The connection breaks on purpose while the page asks which factors there are.
expectComplaint(/(request|console) at \/api\/factors\/challenge: .*net::ERR_CONNECTION_RESET/)
const loseChallenge = (page: Page) =>
  routeOnce(page, '**/api/factors/challenge', (route) => route.abort('connectionreset'))

const inside = (page: Page) => page.locator('.shell-nav')

async function openSettings(page: Page): Promise<void> {
  // On a phone the menu is out of sight.
  await inside(page).waitFor({ state: 'attached' })
  await goTo(page, place.address, '/settings')
  await page.getByRole('region', { name: /^(Second factor|两步验证)$/ }).waitFor()
}

/** Without horizontal scrolling, as on a phone. */
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

/** The button that fetches an endpoint's code, in its block of the settings. */
function authorizeOf(page: Page, endpoint: string, language: Language) {
  const block = place.app.screens['/settings']!.blocks.find((part) => part.endpoint === endpoint)!
  const { options } = Object.values(place.app.endpoints).find(({ name }) => name === endpoint)!
  const { title } = place.app.integrations[String(options.identityProvider)]!
  const region = page.getByRole('region', { name: block.title![language], exact: true })
  const name = formTexts.authorizeAt[language].replace('{{name}}', title[language]!)
  return { block, press: region.getByRole('button', { name }) }
}

async function bound(mobile: string, field: 'eaAccount' | 'weixinId') {
  const [row] = await product.server.dependencies.database.query<Record<string, string | null>>(
    sql`select "eaAccount", "weixinId" from "employee" where "mobile" = ${mobile}`,
  )
  return row![field]
}

describe('a second factor', () => {
  it('is an app that is added in the settings, asked at the next sign-in and for a payment', async () => {
    const account = '13800000005'
    const page = await typePassword(account)
    await openSettings(page)
    await page.getByRole('button', { name: 'Add a second factor' }).click()
    await soundFor(page, 'kinds')
    await page.getByRole('button', { name: /^Authenticator app/ }).click()
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    const secret = await page.getByRole('dialog').locator('code').innerText()
    await soundFor(page, 'app')
    await page.getByLabel('Code of the authenticator app').fill('000000')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('wrong, used or too old')
    await page.getByLabel('Code of the authenticator app').fill(codeOf(secret, -1))
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const codes = page.getByRole('dialog').locator('li code')
    await expect.poll(() => codes.count()).toBe(10)
    await soundFor(page, 'recovery codes')
    const recovery = await codes.first().innerText()
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByRole('button', { name: 'Remove Authenticator' }).waitFor()

    const phone = await newPage(place, 'zh')
    await phone.setViewportSize({ width: 390, height: 844 })
    await loseChallenge(phone)
    await typePassword(account, 'zh', phone)
    await phone.getByRole('heading', { name: '两步验证' }).waitFor()
    await phone.getByRole('alert').filter({ hasText: errorTexts.offline.zh! }).waitFor()
    await soundFor(phone, 'lost connection')
    await phone.getByRole('button', { name: formTexts.retry.zh! }).click()
    await phone.getByLabel('验证器中的验证码').waitFor()
    expect(await phone.getByRole('alert').count()).toBe(0)
    await soundFor(phone, 'second step')
    expect(await fits(phone)).toBe(true)
    await phone.getByLabel('验证器中的验证码').fill(codeOf(secret))
    await phone.getByRole('button', { name: '验证', exact: true }).click()
    await openSettings(phone)
    expect(await fits(phone)).toBe(true)
    await leavePage(phone)

    const third = await typePassword(account)
    await third.getByRole('button', { name: /recovery code/ }).click()
    await third.getByLabel('Recovery code').fill(recovery)
    await third.getByRole('button', { name: 'Verify' }).click()
    await inside(third).waitFor()
    await pays(third, codeOf(secret, 1))
    await leavePage(page)
    await leavePage(third)
  })

  it('is a passkey of the browser, with which one signs in without a code', async () => {
    const account = '13800000004'
    const page = keepToItself(await typePassword(account))
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await openSettings(page)
    await page.getByRole('button', { name: 'Add a second factor' }).click()
    await page.getByRole('button', { name: /^Passkey/ }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('My laptop')
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('My laptop').waitFor()
    await page.context().clearCookies({ name: 'Token' })
    await typePassword(account, 'en', page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await openSettings(page)
    // Taking it away asks for it once more.
    await page.getByRole('button', { name: 'Remove My laptop' }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
    await soundFor(page, 'prompt')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('My laptop').waitFor({ state: 'detached' })
  })

  it('is added while one signs in, where the role requires it', async () => {
    const account = '13800000009'
    const { database } = product.server.dependencies
    await database.query(sql`update "role" set "secondFactor" = true
      where "id" = (select "role" from "employee" where "mobile" = ${account} and "state" = 'active')`)
    const page = await newPage(place, 'zh')
    await page.setViewportSize({ width: 390, height: 844 })
    await typePassword(account, 'zh', page)
    await page.getByText('您的角色必须使用两步验证').waitFor()
    await page.getByRole('button', { name: /^验证器应用/ }).click()
    const secret = await page.locator('code').innerText()
    await soundFor(page, 'while signing in')
    expect(await fits(page)).toBe(true)
    await page.getByLabel('验证器中的验证码').fill(codeOf(secret, -1))
    await page.getByRole('button', { name: '确认添加' }).click()
    await page.getByRole('button', { name: '已保存，继续' }).click()
    await page.locator('#content').waitFor()
    await expect.poll(() => page.getByText('您的角色必须使用两步验证').count()).toBe(0)
    await leavePage(page)
  })
})

/** Pays what waits at the factory; the dialog of the second factor stands between. */
async function pays(page: Page, code: string): Promise<void> {
  await page.goto(`${place.address}/order/Factory`)
  const rows = page.locator('.shell-view:not([hidden]) .table tbody tr[data-row]')
  await rows.getByRole('button', { name: 'Pay' }).first().click()
  const form = page.getByRole('dialog').filter({ hasText: 'Cash' })
  await loseChallenge(page)
  await form.getByRole('button', { name: 'Pay', exact: true }).click()
  const prompt = page.getByRole('dialog', { name: 'Second factor' })
  await prompt.getByRole('alert').filter({ hasText: errorTexts.offline.en! }).waitFor()
  await prompt.getByRole('button', { name: formTexts.retry.en! }).press('Enter')
  await prompt.getByLabel('Code of the authenticator app').fill(code)
  await prompt.getByRole('button', { name: 'Verify' }).click()
  await prompt.waitFor({ state: 'detached' })
  await form.waitFor({ state: 'detached' })
}

describe('another system', () => {
  const account = '13800000008'

  /** The pages of the provider want a font from elsewhere. */
  const withoutFonts = (page: Page) =>
    page.context().route('https://fonts.googleapis.com/**', (route) => route.fulfill({ body: '' }))

  async function passProvider(page: Page, name: string): Promise<void> {
    await page.waitForURL(`${provider.issuer}/**`)
    await page.locator('input[name=login]').fill(name)
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    await page.getByRole('button', { name: /Continue/ }).click()
  }

  it('opens an account that is linked to it, and no other', async () => {
    const stranger = await newPage(place, 'en')
    await withoutFonts(stranger)
    await stranger.goto(`${place.address}/login`)
    const way = stranger.getByRole('button', { name: 'Company account' })
    await way.waitFor()
    await soundFor(stranger, 'ways to sign in')
    await way.click()
    // The other system names the account's own number; without a link that says nothing.
    await passProvider(stranger, account)
    await stranger.getByText('This account is not linked yet').waitFor()
    await soundFor(stranger, 'not linked')
    const [asked] = provider.asked
    expect(Object.fromEntries(asked!)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/.{20}/),
      nonce: expect.stringMatching(/.{20}/),
    })
    await leavePage(stranger)

    const page = await typePassword(account)
    await withoutFonts(page)
    await openSettings(page)
    await page.getByRole('button', { name: 'Link Company account' }).click()
    await passProvider(page, 'wang.min')
    await page.getByRole('button', { name: 'Unlink Company account' }).waitFor()
    await leavePage(page)

    const back = await newPage(place, 'en')
    await withoutFonts(back)
    await back.goto(`${place.address}/login`)
    await back.getByRole('button', { name: 'Company account' }).click()
    await passProvider(back, 'wang.min')
    await inside(back).waitFor()
    await openSettings(back)
    await back.getByRole('button', { name: 'Unlink Company account' }).click()
    await back.getByRole('button', { name: 'Unlink', exact: true }).last().click()
    await back.getByRole('button', { name: 'Link Company account' }).waitFor()
    await leavePage(back)
  })

  it('names a code that its button did not receive, and takes it where no other tab may open', async () => {
    const page = await typePassword(accounts.dispatcher!, 'en')
    await openSettings(page)
    const first = authorizeOf(page, 'empBindEa', 'en')
    const [service] = await Promise.all([page.context().waitForEvent('page'), first.press.click()])
    await service.getByRole('link', { name: 'demo' }).waitFor()
    await page.reload()
    await first.press.waitFor()
    await service.getByRole('link', { name: 'demo' }).click()
    await service.getByRole('heading', { name: 'Authorization not received' }).waitFor()
    await service.getByText('go back and press the button again').waitFor()
    expect(await bound(accounts.dispatcher!, 'eaAccount')).toBeNull()
    await service.close()

    await page.evaluate(() => Object.assign(window, { open: () => null }))
    await first.press.click()
    await page.getByRole('link', { name: 'demo' }).click()
    await page.getByText(first.block.successMessage!.en!, { exact: true }).waitFor()
    expect(await bound(accounts.dispatcher!, 'eaAccount')).toBe('demo')
    expect(new URL(page.url()).pathname).toBe('/settings')
    await leavePage(page)
  })

  // spec 2.9
  it('gives a button of the settings its code, which alone comes back and binds the account', async () => {
    const page = await typePassword(accounts.dispatcher!, 'zh')
    await openSettings(page)
    const endpoints = [
      ['empBindEa', 'eaAccount'],
      ['bindWeixin', 'weixinId'],
    ] as const
    for (const [endpoint, field] of turnOf(endpoints, 2)) {
      const { press, block } = authorizeOf(page, endpoint, 'zh')
      const [service] = await Promise.all([page.context().waitForEvent('page'), press.click()])
      const account = service.getByRole('link', { name: 'demo' })
      await account.waitFor()
      // A code that this press did not ask for, as another site could bring it.
      const foreign = await page.context().newPage()
      await foreign.goto(`${place.address}/authredirect?code=stolen&state=1`)
      await foreign.close()
      await account.click()
      await page.getByText(block.successMessage!.zh!, { exact: true }).waitFor()
      expect(await bound(accounts.dispatcher!, field)).toBe('demo')
    }
    await leavePage(page)
  })

  it('leads nobody in by a way back that another browser began', async () => {
    const page = await newPage(place, 'en')
    await page.goto(`${place.address}/authredirect?code=stolen&state=stolen`)
    await page.getByRole('heading', { name: 'Authorization not received' }).waitFor()
    expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: 'Token' }))
    await leavePage(page)
  })

  it('is played by a stand-in where it is not configured', async () => {
    const page = await typePassword(account)
    await openSettings(page)
    await page.getByRole('button', { name: 'Link WeCom' }).click()
    await page.getByRole('link', { name: 'WangMin' }).click()
    await page.getByRole('button', { name: 'Unlink WeCom' }).waitFor()
    await page.context().clearCookies({ name: 'Token' })
    await page.goto(`${place.address}/login`)
    await page.getByRole('button', { name: 'WeCom' }).click()
    await page.getByRole('link', { name: 'WangMin' }).click()
    await inside(page).waitFor()
    await leavePage(page)
  })
})
