// How does the engine say its own texts, and how is a text of a manifest read? In the language of the person; a missing key is a type error.
import { createInstance } from 'i18next'
import type { Text } from '../manifest/app'
import { accountTexts } from './texts/account'
import { faultTexts } from './texts/faults'
import { formTexts } from './texts/forms'
import { listTexts } from './texts/list'
import { outsideTexts } from './texts/outside'
import { documentTexts } from './texts/document'
import { recordTexts } from './texts/record'
import { runTexts } from './texts/runs'
import { shellTexts } from './texts/shell'
import { signInTexts } from './texts/signIn'

const areas = {
  account: accountTexts,
  document: documentTexts,
  fault: faultTexts,
  form: formTexts,
  list: listTexts,
  outside: outsideTexts,
  record: recordTexts,
  run: runTexts,
  shell: shellTexts,
  signIn: signInTexts,
}

type Areas = typeof areas
export type TextKey = { [Area in keyof Areas]: `${Area}.${keyof Areas[Area] & string}` }[keyof Areas]

/** The place of a language in every Text: 0 Chinese, 1 English. */
export type LanguageIndex = 0 | 1

/** The words of one language. */
export interface Words {
  readonly index: LanguageIndex
  /** Code of the language, as in product.languages. */
  readonly language: string
  /** One of the engine's own texts; `{{name}}` is replaced by a value. */
  readonly t: (key: TextKey, values?: Readonly<Record<string, string | number>>) => string
  /** A text of a manifest in this language. */
  readonly pick: (text: Text) => string
}

/** The words of both languages. `languages`: product.languages, in the order of every Text. */
export function createWords(languages: readonly [string, string]): readonly [Words, Words] {
  const i18n = createInstance()
  void i18n.init({
    initAsync: false,
    lng: languages[0],
    fallbackLng: false,
    // React escapes what it draws; escaping here as well would show &amp; to people.
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(
      languages.map((language, index) => [language, { translation: inLanguage(index as LanguageIndex) }]),
    ),
  })
  const wordsOf = (index: LanguageIndex): Words => ({
    index,
    language: languages[index],
    t: i18n.getFixedT(languages[index]) as Words['t'],
    pick: (text) => text[index],
  })
  return [wordsOf(0), wordsOf(1)]
}

function inLanguage(index: LanguageIndex): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.entries(areas).map(([area, texts]) => [
      area,
      Object.fromEntries(Object.entries(texts as Record<string, Text>).map(([key, text]) => [key, text[index]])),
    ]),
  )
}
