import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createWords } from '../../src/runtime/text'

const folder = join(import.meta.dirname, '../../src/runtime/texts')
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
    const [zh, en] = createWords(['zh', 'en'])
    expect([zh.t('list.selected', { count: 3 }), en.t('list.selected', { count: 3 })]).toEqual([
      '已选 3 条',
      '3 selected',
    ])
    expect(zh.t('shell.unsavedText', { title: '<b>&' })).toContain('<b>&')
    expect([zh.pick(['甲', 'a']), en.pick(['甲', 'a'])]).toEqual(['甲', 'a'])
  })
})
