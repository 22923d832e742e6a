// Every text that the manifests hold as a value: whatever is named, is among them.
import type { Document } from '../json/parse'

/** How often each text is a value; keys do not count, as they declare. */
export function writtenWords(documents: Iterable<Document>): ReadonlyMap<string, number> {
  const words = new Map<string, number>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string') words.set(value, (words.get(value) ?? 0) + 1)
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) if (key !== 'waive') collect(item)
  }
  for (const { value } of documents) collect(value)
  return words
}
