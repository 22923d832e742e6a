// Tests that the page shows the manual to administrators only, in their language.
import { describe, expect, it } from 'vitest'
import type { ManualAnswer } from '../../src/protocol/reportCalls'
import type { Envelope } from '../../src/protocol/envelope'
import { iconNames } from '../../src/manifest/context/drawnNames'
import { refusals } from '../../src/protocol/refusals/catalog'
import { cures, warningCures } from '../../scripts/manual/cures'
import { searchManual } from '../../src/ui/screens/pageParts/manual/searchManual'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
const lateRecipe = 'How do I send a message when something is late?'
const remindRecipe = 'How do I remind one person first, and others later?'
const oneRoleRecipe = 'How do I let only one role approve, and no one their own request?'
const han = /\p{Script=Han}/u

async function manualIn(language: string, role = 'admin'): Promise<Envelope<ManualAnswer>> {
  const headers = { 'x-token': await suite.teller.token(role), 'x-language': language }
  const reply = await suite.product.transport({ method: 'POST', path: '/api/manual', headers, body: {} })
  return reply.body as Envelope<ManualAnswer>
}

describe('the manual in the page', () => {
  it('is for administrators alone', async () => {
    for (const role of ['owner', 'guide'])
      expect(await manualIn('zh', role)).toMatchObject({ key: 'permission_required' })
    expect(await suite.teller.call('owner', '/api/screen', { path: '/manual' })).toMatchObject({ code: 2002 })
  })

  it('has an entry of every problem, warning and refusal by its code', async () => {
    const { entries } = (await manualIn('en')).data
    const ids = new Set(entries.map(({ id }) => id))
    expect(ids.size).toBe(entries.length)
    const codes = [...Object.keys(cures), ...Object.keys(warningCures), ...Object.keys(refusals)]
    expect(codes.filter((code) => !ids.has(code))).toEqual([])
  })

  it('has keys under the object that holds them, and leaves no link without an entry', async () => {
    const { entries } = (await manualIn('en')).data
    const mask = entries.find(({ title }) => title === 'Field.mask')!
    expect(entries.find(({ id }) => id === mask.parent)).toMatchObject({ title: 'Field' })
    const ids = new Set(entries.map(({ id }) => id))
    const links = entries.flatMap(({ text }) => [...text.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor]) => anchor!))
    expect(links.length).toBeGreaterThan(100)
    expect(links.filter((anchor) => !ids.has(anchor))).toEqual([])
  })

  it('is Chinese: chapters, headings of the first two, and every paragraph of prose', async () => {
    const [zh, en] = [(await manualIn('zh')).data, (await manualIn('en')).data]
    expect(zh.chapters.filter((title) => !han.test(title))).toEqual([])
    const headings = zh.entries.filter(({ chapter }) => chapter < 2)
    expect(headings.filter(({ title }) => !han.test(title)).map(({ title }) => title)).toEqual([])
    const untranslated = zh.entries.flatMap(({ english }, index) => (english ? [en.entries[index]!.title] : []))
    expect(untranslated, 'to be said in schemas/language/manual.zh.json').toEqual([])
    expect(en.entries.filter(({ english }) => english)).toEqual([])
  })

  it('shows each paragraph of the tutorial once, in one language', async () => {
    const { entries } = (await manualIn('zh')).data
    const [introduction = ''] = entries.map(({ text }) => text)
    const paragraphs = introduction.split('\n\n')
    expect(paragraphs).toHaveLength(3)
    expect(paragraphs.filter((text) => /[a-z]{3} [a-z]{2} /i.test(text.replace(/`[^`]*`/g, '')))).toEqual([])
    expect(paragraphs.filter((text) => text.includes('SCHEMAS_DIR'))).toHaveLength(1)
  })

  it('finds by the words that an author types what answers them', async () => {
    const answers: Readonly<Record<string, readonly (readonly [words: string, ...titles: string[]])[]>> = {
      zh: [
        ['默认值', 'Field.default', 'FormFieldDetail.default'],
        ['提醒', 'Job.steps', lateRecipe],
        ['催办', 'Job.steps', lateRecipe],
        ['升级', 'Job.steps', lateRecipe],
        ['只有店长', oneRoleRecipe],
        ['不能审批自己的', 'TransitionManifest.fourEyes', oneRoleRecipe],
        ['按类别显示', 'FormFieldDetail.visibleWhen'],
        ['只在某一类显示', 'FormFieldDetail.visibleWhen'],
        ['同一时间只能', 'Unique.where'],
      ],
      en: [
        ['default value', 'Field.default', 'FormFieldDetail.default'],
        ['reminder', 'Job.steps', lateRecipe],
        ['escalate', 'Job.steps', lateRecipe],
        ['only one role', oneRoleRecipe],
        ['own request', 'TransitionManifest.fourEyes', oneRoleRecipe],
        ['field for one category', 'FormFieldDetail.visibleWhen'],
        ['only once at a time', 'Unique.where'],
        ['remindStep', 'Job.steps'],
      ],
    }
    for (const [language, searches] of Object.entries(answers)) {
      const { entries } = (await manualIn(language)).data
      for (const [words, ...titles] of searches) {
        const first = searchManual(entries, words).slice(0, 12)
        const named = first.map(({ title, name }) => name ?? title)
        expect(
          titles.filter((title) => !named.includes(title)),
          `${words}: ${named.join(', ')}`,
        ).toEqual([])
      }
    }
  })

  it('begins with the recipe whose title has the word', async () => {
    const first = { zh: ['提醒', '逐级提醒'], en: ['remind', 'reminder', 'remind person'] }
    for (const [language, searches] of Object.entries(first)) {
      const { entries } = (await manualIn(language)).data
      for (const search of searches) {
        const [best] = searchManual(entries, search)
        expect(best?.name ?? best?.title, search).toBe(remindRecipe)
      }
    }
  })

  it('draws each icon beside the modules and screens that have it', async () => {
    const [zh, en] = [(await manualIn('zh')).data, (await manualIn('en')).data]
    const textOf = ({ entries }: ManualAnswer) => entries.find(({ id }) => id === 'icons')!.text
    expect(textOf(en)).toMatch(/^\| !\[order\]\(icon\) \| `order` \| [^|]*\*\*Orders\*\*[^|]* \|$/m)
    expect(textOf(zh)).toMatch(/^\| !\[book\]\(icon\) \| `book` \| [^|]*配置手册 `\/manual`[^|]* \|$/m)
    for (const name of iconNames) expect(textOf(en)).toContain(`![${name}](icon)`)
    expect(textOf(en)).not.toContain('`home`, `user`')
  })

  it('translates nothing that is not there', async () => {
    const { entries, chapters } = (await manualIn('en')).data
    const titles = new Set([...chapters, ...entries.map(({ title }) => title)])
    const { default: zh } = await import('../../schemas/language/manual.zh.json')
    expect(Object.keys({ ...zh.titles, ...zh.texts }).filter((title) => !titles.has(title))).toEqual([])
    // What stands in marks is a name of the language, the same in each.
    const inOneLine = (text: string) => text.replace(/\s+/g, ' ')
    const textOf = new Map(entries.map(({ title, text }) => [title, inOneLine(text)]))
    const marks = Object.entries<string | string[]>(zh.texts).flatMap(([title, texts]) =>
      [texts]
        .flat()
        .flatMap((text) => [...text.matchAll(/`([^`]+)`/g)].map(([, mark]) => [title, mark!] as const))
        .filter(([, mark]) => !textOf.get(title)!.includes(mark)),
    )
    expect(marks).toEqual([])
  })
})
