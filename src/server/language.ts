// In which language does a caller want to be answered? X-Language, the cookie or Accept-Language, in this order; else the first language.
import type { App } from '../manifest/app'
import type { Call } from '../protocol/transport'
import type { LanguageIndex } from './context'

/** The place of the caller's language in every text. */
export function languageOf(product: App['product'], headers: Call['headers']): LanguageIndex {
  const wishes = [
    headers['x-language'],
    cookie(headers.cookie, product.cookies.language),
    ...(headers['accept-language'] ?? '').split(','),
  ]
  for (const wish of wishes) {
    const code = wish?.split(';')[0]?.trim().toLowerCase().split('-')[0]
    const index = code ? product.languages.indexOf(code) : -1
    if (index === 0 || index === 1) return index
  }
  return 0
}

function cookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const cut = pair.indexOf('=')
    if (cut > 0 && pair.slice(0, cut).trim() === name) return pair.slice(cut + 1).trim()
  }
  return undefined
}
