// Checks every text for people, of any manifest:
// the terms of the trade, American spelling, one form of address, and equal placeholders in both languages.
import { describe, expect, it } from 'vitest'
import { groupBy } from '../../src/manifest/expression/values/lists'
import { word, words } from '../story/words'
import { engineTexts, manifestTexts, textsOfPage, type PlacedText } from './texts'

const texts = [...manifestTexts(), ...engineTexts()]

/** The places whose text matches, with the text. */
const placesOf = (wrong: (text: PlacedText) => boolean): string[] =>
  texts.filter(wrong).map(({ place, zh, en }) => `${place}: ${zh} | ${en}`)

const british =
  /\b(colours?|grey|centres?|judgements?|aluminium|catalogues?|cancell(ed|ing)|licence|behaviour|favour\w*|instalments?|fulfil|programme|organis\w+|authoris\w+|synchronis\w+|recognis\w+|customis\w+)\b/i
const untrade =
  /\b(high[- ]seas|explod\w+|charge ?backs?|charged back|bag-in|guides?|dealt|deals?|nonstandard|placements?|receipts?|supplementary|supplements?|measurers?|demands?|audit(ed|or)?|log[- ]?(in|out)|logged|somebody|nobody|whoever|told|anew)\b/i
// What is written to the audit, and spreadsheets' and codes' own names, are no terms of the trade.
const otherSense = /^(Audit records?|Audit event|Confirm receipt of funds)$/
const quoted = ['你已被登出，请重新登录！', '你确定退出登录么?', 'you browser can not work']
// Names of companies, units and products, and what is written in Latin letters anyway.
const names = /^(you browser can not work|[\d\W_]*|[A-Z]{2,}.*|[a-z]{1,3}[²³]?|PET|LOFT|Excel|CSV)$/

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{?([\w.]+)\}?\}/g)].map((match) => match[1]!).sort()
const withoutPlaceholders = (text: string): string => text.replaceAll(/\$?\{[^}]*\}+/g, '')

describe('every text', () => {
  it('is found: of the manifests, of the page and of the server', () => {
    expect(manifestTexts().length).toBeGreaterThan(2000)
    expect(engineTexts().length).toBeGreaterThan(400)
    expect(textsOfPage().length).toBeGreaterThan(900)
    expect(placesOf(({ zh, en }) => zh === '' || en === '')).toEqual([])
  })

  it('in English is spelled as in America', () => {
    expect(placesOf(({ en }) => british.test(withoutPlaceholders(en)))).toEqual([])
  })

  it('in English has the terms of the trade', () => {
    expect(placesOf(({ en }) => untrade.test(withoutPlaceholders(en)) && !otherSense.test(en))).toEqual([])
  })

  it('differs in the two languages unless it is a name', () => {
    expect(placesOf(({ zh, en }) => zh === en && !names.test(withoutPlaceholders(en)))).toEqual([])
    expect(placesOf(({ zh, en }) => zh.trim() === '' || en.trim() === '')).toEqual([])
  })

  it('of a manifest has the same placeholders in both languages', () => {
    const differing = manifestTexts().filter(({ zh, en }) => placeholders(zh).join(' ') !== placeholders(en).join(' '))
    expect(differing).toEqual([])
  })

  it('addresses the person as 您, but for the sentences of the specification', () => {
    expect(placesOf(({ zh }) => /你/.test(zh) && !quoted.includes(zh))).toEqual([])
  })

  it('that is a title in English is in sentence case, without a full stop', () => {
    const titles = manifestTexts().filter(({ place }) => place.endsWith('.title'))
    expect(titles.filter(({ en }) => /[.:;]$/.test(en) && !/\bno\.$/i.test(en))).toEqual([])
    expect(titles.filter(({ en }) => /^[a-z]/.test(en))).toEqual([])
  })
})

/** Chinese titles with several English ones, with the reason. */
const ambiguous: Readonly<Record<string, string>> = {
  已关闭: 'an order is closed only before its contract, which the title has to tell apart from a cancellation',
  待方案确认: 'the plan of a store, and the design of an order',
  一般: 'a level of complaints, and a score',
  施工图: 'a drawing for the workshop, and one for the builders of a store',
  微信: 'a channel, and a way to pay, which WeChat calls so',
}

describe('a term', () => {
  const place = /(\.(fields|states|inputs|items)\.\w+(\.title)?|\.entity\.json\.title)$/
  const [entityFile, outside] = [/\.entity\.json\.title$/, /\.(documents|sections)\./]
  /** A title in the singular: one of many records has the word of one. */
  const single = (en: string) => en.toLowerCase().replace(/s$/, '')

  it('in Chinese has one in English, in titles of fields, states, inputs, options and kinds of records', () => {
    const titles = manifestTexts().filter((text) => place.test(text.place) && !outside.test(text.place))
    expect(titles.filter((text) => entityFile.test(text.place)).length).toBeGreaterThan(30)
    const several = [...groupBy(titles, ({ zh }) => zh)].filter(
      ([, all]) => new Set(all.map(({ en }) => single(en))).size > 1,
    )
    const unreasoned = several.filter(([zh]) => !(zh in ambiguous))
    expect(unreasoned.flatMap(([, all]) => all.map((text) => `${text.place}: ${text.zh} | ${text.en}`))).toEqual([])
    expect(several.map(([zh]) => zh).sort(), 'a reason for what differs no more').toEqual(Object.keys(ambiguous).sort())
  })
})

describe('the words that replaced others', () => {
  const all = { zh: new Set(texts.map(({ zh }) => zh)), en: new Set(texts.map(({ en }) => en)) }

  it.each(words.filter(({ where }) => where === undefined))('“$new” stands for “$old” everywhere', (row) => {
    const used = all[row.language ?? 'zh']
    expect([used.has(row.new), used.has(row.old), row.why !== '']).toEqual([true, false, true])
  })

  it.each(words.filter(({ where }) => where !== undefined))('“$new” stands for “$old” at $where', (row) => {
    const text = manifestTexts().find(({ place }) => place.endsWith(`/${row.where!}`))
    expect([text?.[row.language ?? 'zh'], row.why !== '', word(row.old, row.where)]).toEqual([row.new, true, row.new])
  })
})
