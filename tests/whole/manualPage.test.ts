// Does the page have the manual, for administrators alone, in their language as far as it is translated?
import { describe, expect, it } from 'vitest'
import { exampleFolders } from '../../scripts/manual'
import { usesOf } from '../../scripts/manual/keys'
import type { ManualAnswer } from '../../src/protocol/reportCalls'
import type { Envelope } from '../../src/protocol/envelope'
import { refusals } from '../../src/protocol/refusals/catalog'
import { cures, warningCures } from '../../scripts/manual/cures'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
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

  it('is Chinese in chapters, recipes, steps, functions and the twenty most used keys, and marks the others', async () => {
    const [zh, en] = [(await manualIn('zh')).data, (await manualIn('en')).data]
    expect(zh.chapters.filter((title) => !han.test(title))).toEqual([])
    const entry = (title: string) => zh.entries[en.entries.findIndex((one) => one.title === title)]!
    const headings = zh.entries.filter(({ chapter }) => chapter < 2)
    expect(headings.filter(({ title }) => !han.test(title)).map(({ title }) => title)).toEqual([])
    const functions = en.entries.filter(({ chapter }) => en.chapters[chapter] === 'Functions of the rules').slice(1)
    const most = [...usesOf(exampleFolders())].sort(([, a], [, b]) => b.length - a.length).slice(0, 20)
    for (const title of [...functions.map((one) => one.title), ...most.map(([name]) => name)])
      expect([title, entry(title).english, han.test(entry(title).text)]).toEqual([title, undefined, true])
    expect(entry('Field.mask')).toMatchObject({ english: true })
    expect(en.entries.filter(({ english }) => english)).toEqual([])
  })

  it('translates nothing that is not there', async () => {
    const { entries, chapters } = (await manualIn('en')).data
    const titles = new Set([...chapters, ...entries.map(({ title }) => title)])
    const { default: zh } = await import('../../schemas/language/manual.zh.json')
    expect(Object.keys({ ...zh.titles, ...zh.texts }).filter((title) => !titles.has(title))).toEqual([])
  })
})
