import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTranslator } from '../../src/client/text/translate'

const folder = join(import.meta.dirname, '../../src/client/text/messages')
const marks = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort()

describe("the engine's texts", () => {
  it.each(readdirSync(folder))('%s exist in both languages, with the same values to fill in', async (file) => {
    const texts = Object.values(
      (await import(join(folder, file))) as Record<string, Record<string, readonly [string, string]>>,
    )[0]!
    for (const [key, [zh, en]] of Object.entries(texts)) {
      expect(zh.trim() !== '' && en.trim() !== '', key).toBe(true)
      expect(marks(zh), key).toEqual(marks(en))
    }
  })

  it('are said in the language of the person, values included as they are', () => {
    const [zh, en] = [createTranslator('zh', ['zh', 'en']), createTranslator('en', ['zh', 'en'])]
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
