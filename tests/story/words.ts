// The Chinese words that replaced others: old, new and why, in words.json. Stories and tests look a
// text up by its old word.
import table from './words.json'

export interface Word {
  readonly old: string
  readonly new: string
  readonly why: string
  /** The end of its place in the manifests, where the word was replaced only there. */
  readonly where?: string
}

export const words: readonly Word[] = table.words

/** The text that stands in the product today for this one. */
export function word(text: string, where?: string): string {
  return words.find((row) => row.old === text && row.where === where)?.new ?? text
}
