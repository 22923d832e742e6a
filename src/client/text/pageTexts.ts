// The engine's own texts on the page: a file per language in ./locales, fetched when needed.
// A further language is a further file there, or texts at `engine/page/...` in the manifests.
import { catalogLanguages } from '../../manifest/expression/message'
import type zh from './locales/zh.json'

/** Texts by area and key; `_one` and its kind behind a key are plural forms. */
export type PageTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

type Areas = typeof zh
export type TextKey = { [Area in keyof Areas]: `${Area}.${keyof Areas[Area] & string}` }[keyof Areas]

const files = import.meta.glob<PageTexts>('./locales/*.json', { import: 'default' })
const fileOf = (language: string) => files[`./locales/${language}.json`]

/** Languages to look up a text in: the user's, those of the product, and last those that have every text. */
export const fallbacksOf = (language: string, languages: readonly string[]): readonly string[] => [
  ...new Set([language, ...languages, ...catalogLanguages]),
]

/** The texts of a language by its code; where its file may lack some, the one that stands in for it as well. */
export async function loadPageTexts(
  language: string,
  languages: readonly string[],
): Promise<Readonly<Record<string, PageTexts>>> {
  const present = fallbacksOf(language, languages).filter((code) => fileOf(code))
  const needed = present.slice(0, 1 + present.findIndex((code) => catalogLanguages.some((whole) => whole === code)))
  return Object.fromEntries(await Promise.all(needed.map(async (code) => [code, await fileOf(code)!()] as const)))
}
