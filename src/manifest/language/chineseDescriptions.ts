// Maps the English descriptions of the language's schemas to Chinese ones.
// The texts come from the manual, by schema title and key.
import manual from '../../../schemas/language/manual.zh.json'
import { language, type Schema } from './schemas'

/** By English description; if two keys share one, the first counts. */
export function chineseDescriptions(): ReadonlyMap<string, string> {
  const texts: Readonly<Record<string, string | readonly string[]>> = manual.texts
  const descriptions = new Map<string, string>()
  const read = (schema: Schema): void => {
    for (const [key, property] of Object.entries(schema.properties ?? {})) {
      const text = texts[`${schema.title}.${key}`]
      const { description } = property
      if (description !== undefined && text !== undefined && !descriptions.has(description))
        descriptions.set(description, typeof text === 'string' ? text : text.join(''))
      read(property)
    }
    const { items, additionalProperties, anyOf = [], $defs = {} } = schema
    for (const part of [items, additionalProperties, ...anyOf, ...Object.values($defs)])
      if (typeof part === 'object') read(part)
  }
  for (const schema of Object.values(language)) read(schema)
  return descriptions
}
