// Proves that the page names its language, and requests scripts in it, before any has run.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHttp } from '../../src/server/http/http'
import { pageLanguage } from '../../src/server/context/language'
import { createLog } from '../../src/server/context/log'

const product = {
  title: { en: 'Warehouse' },
  shortTitle: { en: 'W' },
  languages: ['zh', 'en', 'fr'] as const,
  cookies: { token: 'a', language: 'tongue', size: 'c', sidebar: 'd' },
  passthroughOrigins: [],
}
// One entry for each language, since a page is rendered once for each.
const entries = new Map(product.languages.map((language) => [language as string, { revision: 'r', product }]))
const silent = () => undefined
let server: Awaited<ReturnType<typeof createHttp>>

beforeAll(async () => {
  server = await createHttp({
    transport: () => Promise.reject(new Error('The page makes no call.')),
    isCall: () => false,
    configuration: { proxies: 0, uploadBytes: 1_000 },
    log: createLog('silent', { write: silent, say: silent }),
    webFolder: join(import.meta.dirname, '../../src/browser'),
    entry: (cookies) => entries.get(pageLanguage(product as never, cookies)) as never,
  })
})
afterAll(() => server.close())

it.each([
  ['', 'zh-CN', '请启用 JavaScript 以使用本系统。'],
  ['tongue=en', 'en', 'Please enable JavaScript to use this application.'],
  ['tongue=fr', 'fr', '请启用 JavaScript 以使用本系统。'],
])('with the cookie "%s" the page is in %s', async (cookie, language, text) => {
  const { body } = await server.inject({ url: '/', headers: { accept: 'text/html', cookie } })
  expect(/<html[^>]*>/.exec(body)?.[0]).toBe(`<html lang="${language}">`)
  expect(body).toContain(`<noscript>${text}</noscript>`)
})
