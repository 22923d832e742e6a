// Is every refusal in the catalog thrown, translated and documented, and does nothing refuse beside it?
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { refusalTable, target } from '../../scripts/refusals'
import { catalogLanguages, messageText, type CatalogTexts, type Locale } from '../../src/manifest/expression/message'
import type { Languages } from '../../src/manifest/model/text'
import { placeholders } from '../../src/manifest/expression/template'
import { fieldError, fieldErrors } from '../../src/manifest/fieldTypes/fieldErrors'
import { codes } from '../../src/protocol/envelope'
import { accountRefusals } from '../../src/protocol/refusals/accountRefusals'
import { refusals } from '../../src/protocol/refusals/catalog'
import type { RefusalEntry } from '../../src/protocol/refusals/entry'
import { fileRefusals } from '../../src/protocol/refusals/fileRefusals'
import { importRefusals } from '../../src/protocol/refusals/importRefusals'
import { listRefusals } from '../../src/protocol/refusals/listRefusals'
import { programRefusals } from '../../src/protocol/refusals/programRefusals'
import { recordRefusals } from '../../src/protocol/refusals/recordRefusals'
import { requestRefusals } from '../../src/protocol/refusals/requestRefusals'
import { serviceRefusals } from '../../src/protocol/refusals/serviceRefusals'
import { RequestError } from '../../src/protocol/requestError'
import { phrases } from '../../src/server/context/phrases'
import { planTexts } from '../../src/server/migration/plan/planTexts'
import { createLog } from '../../src/server/context/log'
import { errorReply } from '../../src/server/endpoints/contract/errorReply'
import { sourceFiles } from '../walls/imports'
import { childrenOf, programOf, type SyntaxNode } from '../walls/syntax'
import { chinese, english } from './locales'

/** Where Chinese stands in the server's code, with the reason. */
const chineseSources: Readonly<Record<string, string>> = {
  'src/server/endpoints/openapi/callTitles.ts': 'catalog of the titles of calls',
  'src/server/context/phrases.ts': 'the catalog of what the server says besides refusals',
  'src/server/context/importPhrases.ts': 'its part about imports',
  'src/server/migration/plan/partTexts.ts': 'catalog of the words of a plan',
  'src/server/migration/plan/planTexts.ts': 'catalog of the words of a plan',
  'src/server/endpoints/exchange/exchangeCells.ts': 'the example of an address, whose parts are Chinese',
  'src/server/integrations/partner/errors.ts': 'the word of the specification in the log of a failed sign-in',
  'src/server/integrations/standIns/page.ts': 'plays the page of another system',
  'src/server/integrations/standIns/standIn.ts': 'plays the answers of another system',
}

/** A node with all that is below it. */
function nodesOf(node: SyntaxNode): SyntaxNode[] {
  const nodes: SyntaxNode[] = []
  const visit = (one: SyntaxNode) => {
    nodes.push(one)
    for (const child of childrenOf(one)) visit(child)
  }
  visit(node)
  return nodes
}

/** The texts written below a node, comments apart. */
const literalsOf = (node: SyntaxNode): string[] =>
  nodesOf(node).flatMap(({ type, value }) => {
    if (type === 'Literal' && typeof value === 'string') return [value]
    return type === 'TemplateElement' ? [(value as { cooked: string }).cooked] : []
  })

/** Errors whose reason a person reads; a status may stand behind the name of its protocol. */
const readErrors = ['RequestError', 'SendProblem']
const isProtocol = (text: string) => /^(HTTP|SMTP) $/.test(text)

const sources = sourceFiles('src/server').map((path) => ({
  path,
  program: programOf(path, readFileSync(path, 'utf8')),
}))
const han = /\p{Script=Han}/u

const areas = [
  requestRefusals,
  accountRefusals,
  programRefusals,
  recordRefusals,
  listRefusals,
  fileRefusals,
  importRefusals,
  serviceRefusals,
]
const entries = Object.entries<RefusalEntry>(refusals)
const texts: readonly (readonly [string, CatalogTexts])[] = [
  ...entries.map(([key, entry]) => [key, entry.texts] as const),
  ...entries.flatMap(([key, { hint }]) => (hint ? [[`${key} (hint)`, hint] as const] : [])),
  ...Object.entries<CatalogTexts>(fieldErrors),
  ...Object.entries<CatalogTexts>(phrases),
  ...Object.entries<CatalogTexts>(planTexts),
]
/** Verbs, and units that stay the same, after an argument that counts nothing. */
const notCounted = /\} (is|has|holds|gains|loses|becomes|gets|was)\b/g

describe('the catalog of refusals', () => {
  it('has no key twice, and each in the words of a key', () => {
    expect(entries).toHaveLength(areas.reduce((sum, area) => sum + Object.keys(area).length, 0))
    expect(entries.map(([key]) => key).filter((key) => !/^[a-z]+(_[a-z]+)+$/.test(key))).toEqual([])
  })

  it('has no entry that the server never refuses with', () => {
    const literals = new Set(sources.flatMap(({ program }) => literalsOf(program)))
    expect(entries.map(([key]) => key).filter((key) => !literals.has(key))).toEqual([])
  })

  it('answers codes of the envelope, with a status of HTTP', () => {
    const known = new Set<number>([codes.refused, codes.forbidden, codes.signedOut, codes.failed, 404])
    const statuses = new Set([200, 400, 404, 408, 413, 415, 429, 500, 503, 507])
    expect(entries.filter(([, { code, status }]) => !known.has(code) || !statuses.has(status))).toEqual([])
  })

  it('is documented as it stands', async () => {
    expect(readFileSync(target, 'utf8')).toBe(await refusalTable())
    const unsaid = entries.filter(([, { meaning, remedy }]) => !/^\S.*\.$/.test(meaning) || !/^\S.*\.$/.test(remedy))
    expect(unsaid.map(([key]) => key)).toEqual([])
  })
})

describe('every text of the catalogs', () => {
  it('stands in every language, in its own script', () => {
    const missing = texts.flatMap(([key, text]) =>
      catalogLanguages.filter((language) => text[language].trim() === '').map((language) => `${key} ${language}`),
    )
    expect(missing).toEqual([])
    const onlyNames = (text: string) => text.replace(/\{\w+\}/g, '').replace(/[\s，；、…:：“”（）]|ID/g, '') === ''
    expect(texts.filter(([, { zh }]) => !han.test(zh) && !onlyNames(zh)).map(([key]) => key)).toEqual([])
    expect(texts.filter(([, { en }]) => han.test(en)).map(([key]) => key)).toEqual([])
  })

  it('names the same arguments in every language', () => {
    const namesIn = (text: string) => placeholders({ zh: text }).sort()
    const different = texts.filter(([, { zh, en }]) => namesIn(zh).join() !== namesIn(en).join())
    expect(different.map(([key]) => key)).toEqual([])
  })

  it('has its singular in English wherever it counts something', () => {
    const counting = texts.filter(([, { en }]) => /\{\w+\} [a-z]+s\b/.test(en.replace(notCounted, '')))
    expect(counting.filter(([, { en, en_one: one }]) => !en.includes('{count}') || !one).map(([key]) => key)).toEqual(
      [],
    )
    const locale = (count: number) => messageText(fieldError('too_many_files', { count }), english)
    expect([0, 1, 2].map(locale)).toEqual(['At most 0 files', 'At most 1 file', 'At most 2 files'])
    const translations = {
      pl: { 'fields/too_many_files_few': 'do {count} plików', 'fields/too_many_files': '{count}' },
    }
    const polish: Locale = { language: 'pl', languages: ['pl'], translations }
    expect([1, 3].map((count) => messageText(fieldError('too_many_files', { count }), polish))).toEqual([
      '1',
      'do 3 plików',
    ])
  })

  it('is used: no field error and no phrase stands there for nothing', () => {
    const programs = sourceFiles('src').filter((path) => !/\/(phrases|fieldErrors)\.ts$/.test(path))
    const literals = new Set(programs.flatMap((path) => literalsOf(programOf(path, readFileSync(path, 'utf8')))))
    const keys = [...Object.keys(fieldErrors), ...Object.keys(phrases)]
    expect(keys.filter((key) => !literals.has(key))).toEqual([])
  })
})

describe('a throw site', () => {
  it('holds no sentence for people: neither Chinese anywhere in the server, nor words beside a key', () => {
    const speaking = sources.filter(({ program }) => literalsOf(program).some((text) => han.test(text)))
    expect(speaking.map(({ path }) => path).sort()).toEqual(Object.keys(chineseSources).sort())
    const thrown = sources.flatMap(({ path, program }) =>
      nodesOf(program)
        .filter(
          ({ type, callee }) => type === 'NewExpression' && readErrors.includes((callee as SyntaxNode).name as string),
        )
        .map((node) => ({ path, name: (node.callee as SyntaxNode).name, literals: literalsOf(node) })),
    )
    for (const name of readErrors) expect(thrown.map((site) => site.name)).toContain(name)
    expect(thrown.length).toBeGreaterThan(80)
    expect(thrown.filter(({ literals }) => literals.some((text) => /\s/.test(text) && !isProtocol(text)))).toEqual([])
  })
})

describe('a refusal', () => {
  const log = createLog('warn', { write: () => undefined, say: () => undefined })
  const bodyOf = (error: unknown, locale: Locale) => errorReply(error, locale, log).body

  it('is answered with its key beside the three fields of the specification', () => {
    const error = new RequestError('file_too_large', { file: 'a.png', megabytes: 2.5 })
    expect(bodyOf(error, chinese)).toEqual({
      code: 2001,
      key: 'file_too_large',
      msg: '文件“a.png”超过 2.5 MB',
      data: null,
    })
    expect(bodyOf(error, english)).toMatchObject({ msg: 'The file "a.png" is larger than 2.5 MB' })
  })

  it('puts texts of manifests into the language of the sentence, whichever language comes first', () => {
    const error = new RequestError('condition_not_met', { action: { zh: '关闭', en: 'Close' } })
    expect(bodyOf(error, chinese)).toMatchObject({ msg: '该记录当前不能进行“关闭”' })
    expect(bodyOf(error, english)).toMatchObject({ msg: '“Close” is not possible for this record right now' })
    const reversed = new RequestError('condition_not_met', { action: { en: 'Close', zh: '关闭' } })
    const locale = { language: 'zh', languages: ['en', 'zh'] as const }
    expect(bodyOf(reversed, locale)).toMatchObject({ msg: '该记录当前不能进行“关闭”' })
  })

  it('is said in the first language of the product where the catalog lacks the wanted one, else in English', () => {
    const error = new RequestError('stale_version')
    const french = (languages: Languages) => bodyOf(error, { language: 'fr', languages })
    expect(french(['en', 'fr'])).toMatchObject({ msg: 'This record has been changed. Refresh and try again' })
    expect(french(['zh', 'fr'])).toMatchObject({ msg: '记录已被修改，请刷新后重试' })
    expect(french(['fr', 'de'])).toMatchObject({ msg: 'This record has been changed. Refresh and try again' })
  })

  it('does not fill placeholders that stand in an argument', () => {
    const error = new RequestError('file_too_large', { file: '{megabytes}', megabytes: 1 })
    expect(messageText(error.sentence, english)).toBe('The file "{megabytes}" is larger than 1 MB')
  })

  it('says the sentence at the field that it is about as well', () => {
    const msg = '原密码错误'
    expect(bodyOf(new RequestError('old_password_wrong', {}, { field: 'oldPassword' }), chinese)).toEqual({
      code: 2001,
      key: 'old_password_wrong',
      msg,
      data: { fields: { oldPassword: msg } },
    })
  })
})
