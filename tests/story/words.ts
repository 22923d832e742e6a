// The words that replaced others: old, new and why, in words.json, looked up by the old word.
// Stories name actions and take the titles of their buttons from the manifests.
import table from './words.json'

export interface Word {
  readonly old: string
  readonly new: string
  readonly why: string
  /** The end of its place in the manifests, where the word was replaced only there. */
  readonly where?: string
  /** Chinese unless given. */
  readonly language?: 'en'
}

export const words: readonly Word[] = table.words as readonly Word[]

/** The text that stands in the product today for this one. */
export function word(text: string, where?: string): string {
  return words.find((row) => row.old === text && row.where === where)?.new ?? text
}
