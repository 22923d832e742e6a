// Determines the caller's language: X-Language, cookie, Accept-Language, else the first language.
import type { App } from '../../manifest/model/app'
import type { Call } from '../../protocol/transport'

/** The caller's language, by its code. */
export function languageOf(product: App['product'], headers: Call['headers']): string {
  const wishes = [
    headers['x-language'],
    cookie(headers.cookie, product.cookies.language),
    ...(headers['accept-language'] ?? '').split(','),
  ]
  for (const wish of wishes) {
    const code = wish?.split(';')[0]?.trim().toLowerCase()
    const language = spokenAs(product.languages, code) ?? spokenAs(product.languages, code?.split('-')[0])
    if (language !== undefined) return language
  }
  return product.languages[0]!
}

function cookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const cut = pair.indexOf('=')
    if (cut > 0 && pair.slice(0, cut).trim() === name) return pair.slice(cut + 1).trim()
  }
  return undefined
}

const spokenAs = (languages: readonly string[], code: string | undefined): string | undefined =>
  languages.find((language) => language.toLowerCase() === code)
