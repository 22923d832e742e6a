// Collects all texts used as values in the manifests, which include every reference to a name.
import type { Document } from '../json/parse'

/** How often each text is a value; keys are declarations and do not count. */
export function countTexts(documents: Iterable<Document>): ReadonlyMap<string, number> {
  const wordCounts = new Map<string, number>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string') wordCounts.set(value, (wordCounts.get(value) ?? 0) + 1)
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) if (key !== 'waive') collect(item)
  }
  for (const { value } of documents) collect(value)
  return wordCounts
}
