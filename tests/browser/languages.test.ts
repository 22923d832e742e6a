// Tests that a page changes to a third language without losing its content, over a small product of
// three languages.
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EntryAnswer } from '../../src/protocol/publicEntry'
import { pageLanguage } from '../../src/server/context/language'
import { entryOf } from '../../src/server/endpoints/screens/publicEntry'
import { findTarget } from '../../src/server/http/handleCall'
import { createHttp } from '../../src/server/http/http'
import { formTexts } from '../pageTexts'
import { password, type Library } from '../server/library'
import { openThreeLanguages } from '../server/threeLanguages'
import { launchBrowser, newPage, view } from './visitor'
import { testPort } from '../whole/testPort'
import { leaveBrowser, leavePage } from './handedOn'

let library: Library
let server: FastifyInstance
let browser: Browser
beforeAll(async () => {
  ;[library, browser] = await Promise.all([openThreeLanguages(), launchBrowser()])
  const { configuration, liveApp, log } = library.server
  server = await createHttp({
    transport: library.transport,
    isCall: (method, path) => path.startsWith('/api/') || findTarget(liveApp.current, method, path) !== undefined,
    configuration,
    log,
    webFolder: join(import.meta.dirname, '../../dist'),
    entry: (cookies) => entryOf(liveApp.current, pageLanguage(liveApp.current.product, cookies), () => undefined),
  })
  await server.listen({ port: await testPort(), host: '127.0.0.1' })
})
afterAll(async () => {
  await leaveBrowser(browser)
  library.server.live.close()
  server.server.closeAllConnections()
  await server.close()
  await library.close()
})

const address = () => `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
const speak = async (page: Page, button: string, language: string) => {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitem', { name: language, exact: true }).click()
}

it('begins in the language that the browser has chosen, and in the first without a choice', async () => {
  const { cookies } = library.server.liveApp.current.product
  const pageFor = async (language: string) => {
    const reply = await fetch(address(), {
      headers: { accept: 'text/html', cookie: `a=1; ${cookies.language}=${language}` },
    })
    const entry = /id="entry">(.*?)<\/script>/.exec(await reply.text())![1]!
    return { ...(JSON.parse(entry) as EntryAnswer), headers: reply.headers }
  }
  const [chosen, unknown] = await Promise.all([pageFor('fr'), pageFor('de')])
  expect([chosen, unknown].map(({ routes }) => routes['/login']!.title)).toEqual([{ fr: '登录' }, { zh: '登录' }])
  expect(chosen.headers.get('vary')).toContain('cookie')
  expect(chosen.headers.get('etag')).not.toBe(unknown.headers.get('etag'))
})

it('names the inputs of the sign-in in the language that is chosen there', async () => {
  const page = await newPage({ browser, app: library.server.liveApp.current, address: address() })
  await page.goto(`${address()}/login`)
  const labels = () => page.locator('main label').allInnerTexts()
  await expect.poll(labels).toEqual(['账号', '密码'])
  await page.getByRole('button', { name: 'English', exact: true }).click()
  await expect.poll(labels).toEqual(['Account', 'Password'])
  await leavePage(page)
})

it('fetches the third when it is chosen, and keeps what the page holds', async () => {
  const page = await newPage({ browser, app: library.server.liveApp.current, address: address() })
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname.replace(/-[^-]{8}\.js$/, '.js')))
  await page.goto(`${address()}/lending/AddBook`)
  await page.locator('input[autocomplete=username]').fill('13900000009')
  await page.locator('input[type=password]').fill(password)
  await page.locator('button[type=submit]').click()
  const nav = page.locator('.shell-nav')
  const form = view(page, '/lending/AddBook')
  const input = (field: string) => form.locator(`[data-ask="${field}"] input`)
  await input('title').fill('Candide')
  await input('price').fill('100000')
  await nav.locator('a[href="/lending/Books"]').click()
  const list = view(page, '/lending/Books')
  const search = list.locator('.list-words input')
  await search.fill('nothing')
  await search.press('Enter')
  await expect.poll(() => page.url()).toContain('words=nothing')
  expect(fetched.filter((path) => path.startsWith('/assets/en'))).toEqual([])

  await speak(page, '语言', 'Français')
  await page.getByText('Langue changée').waitFor()
  await list.getByRole('heading', { name: 'Catalogue' }).waitFor()
  expect(await nav.locator('a[href="/lending/Books"]').innerText()).toBe('Catalogue')
  expect(await page.locator('html').getAttribute('lang')).toBe('fr')
  expect([await search.inputValue(), page.url()]).toEqual(['nothing', expect.stringContaining('words=nothing')])

  await nav.locator('a[href="/lending/AddBook"]').click()
  await form.getByText('Titre').waitFor()
  expect([await input('title').inputValue(), await form.getByText('作者').count()]).toEqual(['Candide', 1])
  await form.getByText('小说', { exact: true }).click()
  await form.getByRole('button', { name: 'Cataloguer' }).click()
  await page.getByText('Le prix est trop élevé').first().waitFor()
  await input('price').fill('10')
  await form.getByRole('button', { name: 'Cataloguer' }).click()
  await form.getByRole('button', { name: formTexts.another.zh }).waitFor()

  await nav.locator('a[href="/lending/Books"]').click()
  await search.fill('')
  await search.press('Enter')
  await list.locator('tr[data-row]').getByText('En rayon').waitFor()
  await list.getByRole('columnheader', { name: 'Titre' }).waitFor()
  await list.getByRole('button', { name: 'Exporter', exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Exporter en CSV' }).click(),
  ])
  const exported = await text(await file.createReadStream())
  expect(file.suggestedFilename()).toMatch(/^Catalogue-.*\.csv$/)
  expect([exported.includes('Titre'), exported.includes('En rayon')]).toEqual([true, true])

  // What has been fetched once is there; the form begins empty, and keeps its entries while it is in view.
  await nav.locator('a[href="/lending/AddBook"]').click()
  await input('title').fill('Zadig')
  const before = fetched.length
  await speak(page, 'Langue', '中文')
  await form.getByText('书名').waitFor()
  expect(await input('title').inputValue()).toBe('Zadig')
  expect(fetched.slice(before).filter((path) => path === '/api/entry' || path.endsWith('.js'))).toEqual([])
})
