// How does a text with {placeholders} get its values? A placeholder is a path: {name}, {author.name}, {let.loans}, {settings.limit}.
// Refuses nothing at run time: whether the paths exist is checked when the manifests are compiled (see placeholders).
import type { Text } from '../app'

const pattern = /\{([A-Za-z][A-Za-z0-9]*(?:\.[A-Za-z][A-Za-z0-9]*)*)\}/g

/**
 * The text in one language (0 or 1) with every {path} replaced by what `read` answers for it. `read` gives the value as a person shall see it:
 * a text or a number; null, undefined and '' leave nothing behind.
 */
export function fillText(text: Text, index: 0 | 1, read: (path: string) => unknown): string {
  return text[index].replace(pattern, (_, path: string) => {
    const value = read(path)
    return value === null || value === undefined ? '' : String(value)
  })
}

/** The distinct paths that a text names in any of its languages, in order of appearance. */
export function placeholders(text: Text): string[] {
  return [...new Set(text.flatMap((one) => [...one.matchAll(pattern)].map((match) => match[1]!)))]
}
