// Looks up the engine's own texts and those of manifests in the user's language.
// A missing key is a type error.
import { createInstance } from 'i18next'
import { messageText, type EngineTranslations, type LocalizableText } from '../../manifest/expression/message'
import { accountTexts } from './messages/account'
import { exchangeTexts } from './messages/exchange'
import { faultTexts } from './messages/failures'
import { formTexts } from './messages/forms'
import { listTexts } from './messages/list'
import { integrationTexts } from './messages/integrations'
import { documentTexts } from './messages/document'
import { recordTexts } from './messages/record'
import { runTexts } from './messages/runs'
import { shellTexts } from './messages/layout'
import { signInTexts } from './messages/signIn'

const areas = {
  account: accountTexts,
  document: documentTexts,
  exchange: exchangeTexts,
  fault: faultTexts,
  form: formTexts,
  list: listTexts,
  integration: integrationTexts,
  record: recordTexts,
  run: runTexts,
  shell: shellTexts,
  signIn: signInTexts,
}

type Areas = typeof areas
export type TextKey = { [Area in keyof Areas]: `${Area}.${keyof Areas[Area] & string}` }[keyof Areas]

/** The languages of the engine's own texts, in the order of every pair. */
const engineLanguages = ['zh', 'en'] as const

/** The texts of one language. */
export interface Translator {
  /** Code of the language, as in product.languages. */
  readonly language: string
  /** All of the product, the default first. */
  readonly languages: readonly string[]
  /** One of the engine's own texts; `{{name}}` is replaced by a value. */
  readonly t: (key: TextKey, values?: Readonly<Record<string, string | number>>) => string
  /** A text of a manifest, or a message of a catalog, in this language. */
  readonly pick: (message: LocalizableText) => string
}

/** Creates the translator of one of the product's languages. */
export function createTranslator(
  language: string,
  languages: readonly string[],
  translations: EngineTranslations = {},
): Translator {
  const i18n = createInstance()
  void i18n.init({
    initAsync: false,
    lng: language,
    fallbackLng: [...languages, ...engineLanguages],
    // React escapes what it draws; escaping here as well would show &amp; to users.
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(engineLanguages.map((code, place) => [code, { translation: textsAt(place) }])),
  })
  // Texts of a further language are addressed as `page/<area>.<key>`.
  for (const [code, texts] of Object.entries(translations))
    for (const [address, text] of Object.entries(texts))
      if (address.startsWith('page/')) i18n.addResource(code, 'translation', address.slice('page/'.length), text)
  return {
    language,
    languages,
    t: i18n.getFixedT(language) as Translator['t'],
    pick: (message) => messageText(message, { language, languages, translations }),
  }
}

function textsAt(place: number): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.entries(areas).map(([area, texts]) => [
      area,
      Object.fromEntries(
        Object.entries(texts as Record<string, readonly string[]>).map(([key, text]) => [key, text[place]!]),
      ),
    ]),
  )
}
