// A text for users in every language of the product.

/** Language codes; the first is the default, and the fallback of every text. */
export type Languages = readonly [string, ...string[]]

/** Whether a code is one by which Intl can format; `zh-cmn` has the form of one only. */
export function isLanguage(code: string): boolean {
  try {
    return Intl.getCanonicalLocales(code).length > 0
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** By language code, in the order of the app's languages; a compiled text has all of them. */
export type Text = Readonly<Record<string, string>>

/** A text in one language, or in its first one if that is missing. */
export function textIn(text: Text, language: string): string {
  return text[language] ?? Object.values(text)[0] ?? ''
}

/** A name that is the same in every language. */
export function untranslated(name: string): Text {
  return { und: name }
}

/** A text as a localized field stores it: a list in the order of the languages. */
export function savedTexts(text: Text, languages: readonly string[]): string[] {
  return languages.map((language) => textIn(text, language))
}

/** The text of a localized field in one language, or the first nonempty one. */
export function savedTextIn(saved: readonly unknown[], languages: readonly string[], language: string): unknown {
  return saved[languages.indexOf(language)] || saved.find(Boolean) || null
}

/** Whether two texts are equal in every language. */
export function isSameTitle(text: Text, other: Text): boolean {
  return Object.keys(text).every((language) => text[language] === other[language])
}

/** Shortens a text to at most `most` characters, ending with `…`; never splits a character. */
export function cutText(text: string, maxLength: number): string {
  const characters = [...text]
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`
}

/** At most so many UTF-16 units of the beginning of a text, and no half of a character that has two. */
export const textStart = (text: string, maxUnits: number): string =>
  text.slice(0, maxUnits).replace(/[\uD800-\uDBFF]$/, '')
