// The descriptions of keys in Chinese, by the English ones in the schemas of the language.
// The texts are those of the manual, by the title of the schema and the key.
import manual from '../../../schemas/language/manual.zh.json'
import { language, type Schema } from './schemas'

/** By the description; where two keys have the same one, that of the first. */
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
