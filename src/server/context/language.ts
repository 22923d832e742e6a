// Determines the caller's language: X-Language, cookie, Accept-Language, else the first language.
// A page gets the texts of that language alone, and fetches another when it is chosen.
import { catalogLanguages, type EngineTranslations } from '../../manifest/expression/message'
import type { App } from '../../manifest/model/app'
import type { Product } from '../../manifest/model/product'
import type { Call } from '../../protocol/transport'

/** The language of a page: the one chosen in its browser, else the first. */
export function pageLanguage(product: Pick<Product, 'languages' | 'cookies'>, cookies: string | undefined): string {
  const chosen = cookieOf(cookies, product.cookies.language)
  return product.languages.find((language) => language === chosen) ?? product.languages[0]
}

/** The caller's language, by its code. */
export function languageOf(product: App['product'], headers: Call['headers']): string {
  const wishes = [
    headers['x-language'],
    cookieOf(headers.cookie, product.cookies.language),
    ...(headers['accept-language'] ?? '').split(','),
  ]
  for (const wish of wishes) {
    const code = wish?.split(';')[0]?.trim().toLowerCase()
    const language = spokenAs(product.languages, code) ?? spokenAs(product.languages, code?.split('-')[0])
    if (language !== undefined) return language
  }
  return product.languages[0]
}

/** A cookie of a request's header; undefined where there is none. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const cut = pair.indexOf('=')
    if (cut > 0 && pair.slice(0, cut).trim() === name) return pair.slice(cut + 1).trim()
  }
  return undefined
}

const spokenAs = (languages: readonly string[], code: string | undefined): string | undefined =>
  languages.find((language) => language.toLowerCase() === code)

/** Catalogs whose texts a page looks up itself; those of the server are worded by the server. */
const catalogsOfPage = ['page/', 'fields/']

/** A copy with every text of manifests in one language, under its code. Its other values stay as they are. */
export function inOneLanguage<T>(value: T, { languages }: Pick<Product, 'languages'>, language: string): T {
  return languages.length === 1 ? value : (reduced(value, languages, language) as T)
}

/** The product as a page in this language needs it. */
export function productInLanguage(product: Product, language: string): Product {
  const { translations, ...rest } = product
  const needed = translations && translationsOf(translations, product.languages[0], language)
  return { ...inOneLanguage(rest, product, language), ...(needed && { translations: needed }) }
}

function reduced(value: unknown, languages: readonly string[], language: string): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => reduced(item, languages, language))
  const entries = Object.entries(value)
  // A compiled text has exactly the languages of the product.
  if (entries.length === languages.length && entries.every(([key, text]) => isTextOf(languages, key, text)))
    return { [language]: (value as Readonly<Record<string, string>>)[language] }
  return Object.fromEntries(entries.map(([key, item]) => [key, reduced(item, languages, language)]))
}

const isTextOf = (languages: readonly string[], key: string, text: unknown): boolean =>
  typeof text === 'string' && languages.includes(key)

/** The engine's texts in a language, with those of the first language where it lacks them. */
function translationsOf(translations: EngineTranslations, first: string, language: string): EngineTranslations {
  const texts = ofPage(translations[language])
  const complete = language === first || catalogLanguages.some((code) => code === language)
  const standIns = complete
    ? []
    : ofPage(translations[first]).filter(([address]) => !texts.some(([has]) => has === address))
  return {
    [language]: Object.fromEntries(texts),
    ...(standIns.length > 0 && { [first]: Object.fromEntries(standIns) }),
  }
}

const ofPage = (texts: Readonly<Record<string, string>> = {}): [string, string][] =>
  Object.entries(texts).filter(([address]) => catalogsOfPage.some((catalog) => address.startsWith(catalog)))
