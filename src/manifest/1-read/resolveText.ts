// Reads a text of a manifest by the languages of the product.
import type { JsonPath } from '../json/parse'
import { Languages, type Text } from '../model/text'
import { counted } from '../problems/counted'
import { didYouMean } from '../problems/suggest'
import type { ShapeProblem } from './shapeTexts'

/** A text as an author writes it: in the order of the languages, or by their codes. */
export type WrittenText = readonly string[] | Readonly<Record<string, string>>

/** How the texts of a file are read. */
export interface TextReading {
  readonly languages: Languages
  /** Translations of a text in languages that the file lacks. */
  readonly translated: (path: JsonPath, written: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
}

/** The text in every language, with the first language where one is missing. */
export function resolveText(
  written: WrittenText,
  { languages, translated }: TextReading,
  path: JsonPath,
): { readonly text: Text } | { readonly problem: ShapeProblem } {
  const problem = Array.isArray(written)
    ? tooMany(written, languages, path)
    : unfitCode(written as Readonly<Record<string, string>>, languages, path)
  if (problem !== undefined) return { problem }
  const byCode: Readonly<Record<string, string>> = Array.isArray(written)
    ? Object.fromEntries(written.map((item: string, index) => [languages[index]!, item]))
    : (written as Readonly<Record<string, string>>)
  const texts = { ...byCode, ...translated(path, byCode) }
  const first = byCode[languages[0]]!
  return { text: Object.fromEntries(languages.map((language) => [language, texts[language] ?? first])) }
}

function tooMany(written: readonly string[], languages: Languages, path: JsonPath): ShapeProblem | undefined {
  if (written.length <= languages.length) return undefined
  const wanted = `at most ${counted(languages.length, 'entry', 'entries')}`
  return { code: 'wrong-count', path, args: { wanted, found: String(written.length) }, hint: spoken(languages) }
}

function unfitCode(
  written: Readonly<Record<string, string>>,
  languages: Languages,
  path: JsonPath,
): ShapeProblem | undefined {
  const unknown = Object.keys(written).find((code) => !languages.includes(code))
  if (unknown !== undefined)
    return {
      code: 'unknown-key',
      path: [...path, unknown],
      args: { key: unknown, thing: 'a text' },
      key: true,
      hint: didYouMean(unknown, languages) ?? spoken(languages),
    }
  if (written[languages[0]] !== undefined) return undefined
  return { code: 'missing-key', path, args: { key: languages[0], thing: 'a text' }, hint: spoken(languages) }
}

const spoken = (languages: Languages): string => `The languages of app.json: ${languages.join(', ')}.`
