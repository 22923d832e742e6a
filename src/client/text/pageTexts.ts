// The engine's own texts on the page: a file per language in ./locales, fetched when needed.
// Another language is another file there, or texts at `engine/page/...` in the manifests.
import { catalogLanguages, lastLanguages } from '../../manifest/expression/message'
import type zh from './locales/zh.json'

/** Texts by area and key; suffixes such as `_one` are plural forms. */
export type PageTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

type Areas = typeof zh
export type TextKey = { [Area in keyof Areas]: `${Area}.${keyof Areas[Area] & string}` }[keyof Areas]

const files = import.meta.glob<PageTexts>('./locales/*.json', { import: 'default' })
const fileOf = (language: string) => files[`./locales/${language}.json`]

/** Languages for looking up a text: the user's, the product's, then those that have every text. */
export const fallbacksOf = (language: string, languages: readonly string[]): readonly string[] => [
  ...new Set([language, ...languages, ...lastLanguages]),
]

/** The texts of a language by its code, together with its fallback if its file may be incomplete. */
export async function loadPageTexts(
  language: string,
  languages: readonly string[],
): Promise<Readonly<Record<string, PageTexts>>> {
  const present = fallbacksOf(language, languages).filter((code) => fileOf(code))
  const needed = present.slice(0, 1 + present.findIndex((code) => catalogLanguages.some((catalog) => catalog === code)))
  return Object.fromEntries(await Promise.all(needed.map(async (code) => [code, await fileOf(code)!()] as const)))
}
