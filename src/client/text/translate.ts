// Looks up the engine's own texts and those of manifests in the user's language.
// A missing key is a type error.
import { createInstance } from 'i18next'
import { messageText, type LocalizableText, type Locale } from '../../manifest/expression/message'
import { fallbacksOf, type PageTexts, type TextKey } from './pageTexts'

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

/** Creates the translator of one of the product's languages. `texts`: the page's own by language. */
export function createTranslator(locale: Locale, texts: Readonly<Record<string, PageTexts>>): Translator {
  const { language, languages, translations = {} } = locale
  const i18n = createInstance()
  void i18n.init({
    initAsync: false,
    lng: language,
    fallbackLng: [...fallbacksOf(language, languages)],
    // React escapes what it draws; escaping here as well would show &amp; to users.
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(Object.entries(texts).map(([code, translation]) => [code, { translation }])),
  })
  // Texts of manifests are addressed as `page/<area>.<key>`.
  for (const [code, page] of Object.entries(translations))
    for (const [address, text] of Object.entries(page))
      if (address.startsWith('page/')) i18n.addResource(code, 'translation', address.slice('page/'.length), text)
  return {
    language,
    languages,
    t: i18n.getFixedT(language) as Translator['t'],
    pick: (message) => messageText(message, locale),
  }
}
