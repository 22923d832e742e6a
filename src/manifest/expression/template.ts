// Fills the {placeholders} of a text: {name}, {author.name}, {vars.loans}, {settings.limit}.
// Nothing is refused at run time: the compiler checks the paths (see placeholders).
import { textIn, type Text } from '../model/text'

const pattern = /\{([A-Za-z][A-Za-z0-9]*(?:\.[A-Za-z][A-Za-z0-9]*)*)\}/g

/**
 * The text in one language with every {path} replaced by the result of `read`. `read` returns the value as the
 * user reads it: a text or a number; null, undefined and '' become the empty text.
 */
export function fillText(text: Text, language: string, read: (path: string) => unknown): string {
  return fillTemplate(textIn(text, language), read)
}

/** A text of one language with every {path} replaced; see `fillText`. */
export function fillTemplate(text: string, read: (path: string) => unknown): string {
  return text.replace(pattern, (_, path: string) => {
    const value = read(path)
    return value === null || value === undefined ? '' : String(value)
  })
}

/** The distinct paths in all languages of a text, in order of appearance. */
export function placeholders(text: Text): string[] {
  return [...new Set(Object.values(text).flatMap(placeholdersIn))]
}

/** The paths in a text of one language. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1]!)
}
