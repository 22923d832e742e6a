// Proves that a product with a third language uses it everywhere without a change of its manifests.
import { describe, expect, it } from 'vitest'
import { translatorOf } from '../pageTexts'
import { compile } from '../../src/manifest/compile'
import { messageText } from '../../src/manifest/expression/message'
import type { App } from '../../src/manifest/model/app'
import { RequestError } from '../../src/protocol/requestError'
import { localeOf, phrase } from '../../src/server/context/phrases'
import { languageOf } from '../../src/server/context/language'
import { errorReply } from '../../src/server/endpoints/contract/errorReply'
import { createLog } from '../../src/server/context/log'
import { fixture, names, problemsOf } from './sources'

const appFile = JSON.parse(fixture().find(({ path }) => path === 'app.json')!.text) as object
const threeLanguages = { path: 'app.json', text: JSON.stringify({ ...appFile, languages: ['zh', 'en', 'fr'] }) }
const french = (texts: object, name = 'lending') => ({ path: `texts/fr/${name}.json`, text: JSON.stringify(texts) })
const spoken = french({
  'lending/book.entity': { title: 'Livre', 'fields/title/title': 'Titre', states: { lent: { title: 'Prêté' } } },
  engine: {
    refusals: { stale_version: 'Un autre a modifié cet enregistrement' },
    phrases: { record_now_in_state: '{record} est maintenant « {state} »' },
    titles: { createdAt: 'Créé le' },
    page: {
      'shell.language': 'Langue',
      'list.filesCount_one': '{{count}} fichier',
      'list.filesCount_many': '{{count}} de fichiers',
      'list.filesCount_other': '{{count}} fichiers',
    },
  },
})

function compiled(...over: { path: string; text: string }[]) {
  const result = compile(fixture([threeLanguages, ...over]), names)
  if (!result.ok) throw new Error(problemsOf([threeLanguages, ...over]).join('\n\n'))
  return result
}

describe('a product in one language', () => {
  const isPair = (value: unknown): value is [string, string] =>
    Array.isArray(value) && value.length === 2 && /\p{Script=Han}/u.test(String(value[0]))
  const one = (language: string) => {
    const single = (_: string, value: unknown) => (isPair(value) ? [value[language === 'zh' ? 0 : 1]] : value)
    const sources = fixture([{ path: 'app.json', text: JSON.stringify({ ...appFile, languages: [language] }) }])
    const result = compile(
      sources.map(({ path, text }) => ({ path, text: JSON.stringify(JSON.parse(text, single)) })),
      names,
    )
    if (!result.ok) throw new Error(result.problems.map(({ file, message }) => `${file}: ${message}`).join(', '))
    return result.app
  }

  it.each([
    ['zh', '创建时间'],
    ['en', 'Created at'],
    ['de', 'Created at'],
  ])('%s has each text in it alone, and those of the engine in it or else in English', (language, createdAt) => {
    const { entities, product } = one(language)
    expect(product.languages).toEqual([language])
    expect(Object.keys(entities.book!.title)).toEqual([language])
    expect(entities.book!.fields.createdAt!.title).toEqual({ [language]: createdAt })
    const { t } = translatorOf(language, product.languages)
    expect(t('shell.language')).toBe(language === 'zh' ? '语言' : 'Language')
  })
})

describe('a further language', () => {
  const { app, warnings } = compiled(spoken)
  const { book } = app.entities

  it('has the texts of its folder by their addresses, and those of the first language where it has none', () => {
    expect([book!.title, book!.states.lent!.title.fr, book!.fields.title!.title.fr]).toEqual([
      { zh: book!.title.zh, en: book!.title.en, fr: 'Livre' },
      'Prêté',
      'Titre',
    ])
    expect(book!.states.shelved!.title.fr).toBe(book!.states.shelved!.title.zh)
  })

  it('is counted where it is missing', () => {
    const missingIn = ({ warnings: all }: { warnings: typeof warnings }) =>
      all.filter(({ code }) => code === 'missing-text').map(({ message }) => Number(/^\d+/.exec(message)![0]))
    expect(warnings.find(({ code }) => code === 'missing-text')).toMatchObject({
      file: 'app.json',
      message: expect.stringMatching(/^\d+ texts are missing in fr; the first language stands in\.$/),
    })
    expect(missingIn(compiled())[0]! - missingIn({ warnings })[0]!).toBe(3)
  })

  it('words refusals, messages, titles of the engine and the page', () => {
    const locale = localeOf(app.product, 'fr')
    const log = createLog('warn', { write: () => undefined, say: () => undefined })
    expect(errorReply(new RequestError('stale_version'), locale, log).body).toMatchObject({
      key: 'stale_version',
      msg: 'Un autre a modifié cet enregistrement',
    })
    const state = book!.states.lent!.title
    expect(messageText(phrase('record_now_in_state', { record: book!.title, state }), locale)).toBe(
      'Livre est maintenant « Prêté »',
    )
    expect(book!.fields.createdAt!.title).toEqual({ zh: '创建时间', en: 'Created at', fr: 'Créé le' })
    const { t, pick } = translatorOf('fr', app.product.languages, app.product.translations)
    expect([t('shell.language'), pick(book!.title), t('shell.account')]).toEqual(['Langue', 'Livre', '账号菜单'])
    expect([1, 2].map((count) => t('list.filesCount', { count }))).toEqual(['1 fichier', '2 fichiers'])
  })

  it('is that of a caller who asks for it', () => {
    const asked = (headers: Record<string, string>) => languageOf(app.product, headers)
    expect([
      asked({ 'x-language': 'fr' }),
      asked({ 'accept-language': 'fr-CA,en' }),
      asked({ 'x-language': 'de' }),
    ]).toEqual(['fr', 'fr', 'zh'])
  })
})

describe('a text', () => {
  const titled = (title: unknown) => ({
    path: 'lending/Extra.screen.json',
    text: JSON.stringify({
      path: '/extra',
      title,
      kind: 'list',
      entity: 'book',
      permissions: ['books'],
      columns: ['title'],
    }),
  })
  const titleOf = (app: App) => app.screens['/extra']!.title

  it('is a list in the order of the languages, or an object by their codes', () => {
    expect(titleOf(compiled(titled(['甲', 'A', 'a'])).app)).toEqual({ zh: '甲', en: 'A', fr: 'a' })
    expect(titleOf(compiled(titled({ fr: 'a', zh: '甲' })).app)).toEqual({ zh: '甲', en: '甲', fr: 'a' })
  })

  it('has the first language, and none that the product does not speak', () => {
    expect(problemsOf([threeLanguages, titled({ en: 'A' })]).join()).toContain('missing-key')
    expect(problemsOf([threeLanguages, titled({ zh: '甲', de: 'A' })]).join()).toContain('unknown-key')
    expect(problemsOf([threeLanguages, titled(['甲', 'A', 'a', 'b'])]).join()).toContain('wrong-count')
  })
})
