// Proves that the texts of the engine are complete, and chosen by the language of the person.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTranslator } from '../../src/client/text/translate'
import { loadPageTexts, type PageTexts } from '../../src/client/text/pageTexts'
import { catalogLanguages } from '../../src/manifest/expression/message'

const folder = join(import.meta.dirname, '../../src/client/text/locales')
const sources = join(import.meta.dirname, '../../src')
const marks = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort()
const languages = ['zh', 'en'] as const
const textsOf = async (code: string): Promise<PageTexts> => (await loadPageTexts(code, languages))[code]!
/** By address, plural forms among them. */
const flat = (texts: PageTexts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([area, keys]) =>
      Object.entries(keys).map(([key, text]) => [`${area}.${key}`, text]),
    ),
  )
const withoutForm = (address: string) => address.replace(/_(zero|one|two|few|many)$/, '')
const translator = async (language: string) =>
  createTranslator({ language, languages }, await loadPageTexts(language, languages))

describe("the engine's texts", () => {
  it.each(readdirSync(folder))('%s has no text that the first language lacks, with the same values', async (file) => {
    const first = flat(await textsOf('zh'))
    const own = flat(await textsOf(file.replace('.json', '')))
    for (const [address, text] of Object.entries(own)) {
      expect(text.trim(), address).not.toBe('')
      expect(marks(text), address).toEqual(marks(first[withoutForm(address)] ?? ''))
      expect(first[withoutForm(address)], address).toBeDefined()
    }
    if (catalogLanguages.some((code) => file.startsWith(code)))
      expect(Object.keys(first).filter((address) => own[address] === undefined)).toEqual([])
  })

  it('are all used, but for those whose key is composed', async () => {
    const code = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(join(sources, file), 'utf8'))
      .join('')
    const composed = new Set([...code.matchAll(/`(\w+)\.\$\{/g)].map(([, area]) => area))
    const unused = Object.keys(flat(await textsOf('zh'))).filter(
      (address) => !composed.has(address.split('.')[0]) && !code.includes(`'${withoutForm(address)}'`),
    )
    expect(unused).toEqual([])
  })

  it('count one thing in the singular', async () => {
    const en = flat(await textsOf('en'))
    const noun = /\{\{count\}\}(?: (?!in|of|on|to)\w+){0,2} (?!in\b)\w+s\b/
    const counted = Object.keys(en).filter((address) => !address.endsWith('_one') && noun.test(en[address]!))
    expect(counted.length).toBeGreaterThan(20)
    expect(counted.filter((address) => en[`${address}_one`] === undefined)).toEqual([])
  })

  it('come alone in a language that has them all, and with a stand-in in one that may not', async () => {
    const loaded = async (language: string) => Object.keys(await loadPageTexts(language, ['zh', 'en', 'fr']))
    expect([await loaded('zh'), await loaded('en'), await loaded('fr')]).toEqual([['zh'], ['en'], ['zh']])
  })

  it('are said in the language of the person, values included as they are', async () => {
    const [zh, en] = [await translator('zh'), await translator('en')]
    expect([zh.t('list.selected', { count: 3 }), en.t('list.selected', { count: 3 })]).toEqual([
      '已选 3 条',
      '3 selected',
    ])
    expect([1, 2].map((count) => en.t('shell.problemsCount', { count }))).toEqual(['1 problem', '2 problems'])
    expect([1, 2].map((count) => zh.t('shell.problemsCount', { count }))).toEqual(['1 个问题', '2 个问题'])
    expect(zh.t('shell.unsavedText', { title: '<b>&' })).toContain('<b>&')
    expect([zh.pick({ zh: '甲', en: 'a' }), en.pick({ zh: '甲', en: 'a' })]).toEqual(['甲', 'a'])
  })
})
