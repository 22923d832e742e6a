// Does a person read what a scheduled list or report contains, in both languages and whatever was kept?
import { describe, expect, it } from 'vitest'
import { loadPageTexts } from '../../src/client/text/pageTexts'
import { requestText } from '../../src/client/text/requestText'
import { createTranslator } from '../../src/client/text/translate'

const languages = ['zh', 'en'] as const
const inLanguage = async (language: string, request: unknown) =>
  requestText(
    typeof request === 'string' ? request : JSON.stringify(request),
    createTranslator({ language, languages }, await loadPageTexts(language, languages)),
  )
const leaf = (field: string) => ({ field, operator: 'empty' })

describe('the request of a list, in words', () => {
  it.each([
    [{ screen: '/a' }, '全部记录', 'All records'],
    [{ words: '王' }, '搜索“王”', 'search for “王”'],
    [{ filters: [leaf('a')], tab: 'x' }, '一个标签页、1 个筛选条件', 'one tab, 1 filter'],
    [
      { filters: [leaf('a')], conditions: { all: [leaf('b'), { any: [leaf('c'), leaf('d')] }] } },
      '4 个筛选条件',
      '4 filters',
    ],
    ['no request', '全部记录', 'All records'],
    ['null', '全部记录', 'All records'],
  ])('%o', async (request, chinese, english) => {
    expect(await inLanguage('zh', request)).toBe(chinese)
    expect(await inLanguage('en', request)).toBe(english)
  })
})
