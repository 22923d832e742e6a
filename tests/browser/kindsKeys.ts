// Lists the words of the language, and those that a folder of manifests uses.
// Both are read from the schemas.
import { declarations, usesOf } from '../../scripts/manual/keys'
import type { Source } from '../../src/manifest/json/source'
import { follow, type Schema, type SchemaName } from '../../src/manifest/language/schemas'

/** Kinds of manifests that nothing on a page is made of: other systems, and what people do step by step. */
const unseen: readonly SchemaName[] = ['integration', 'journey', 'records', 'access', 'app']

interface Key {
  /** As in the manual: `Chart.kind`. */
  readonly name: string
  /** Where it takes one of some words. */
  readonly words: readonly string[]
}

/** Every key that says something about screens, entities, modules, dictionaries, endpoints and settings. */
export const keys: readonly Key[] = declarations()
  .filter(({ home }) => !unseen.includes(home))
  .map(({ object, key, schema, home }) => ({ name: `${object}.${key}`, words: wordsOf(schema, home) }))

function wordsOf(reference: Schema, from: SchemaName): readonly string[] {
  const { schema, home } = follow(reference, from)
  if (schema.enum) return schema.enum.map(String)
  return [schema.items, ...(schema.anyOf ?? [])].flatMap((one) => (one === undefined ? [] : wordsOf(one, home)))
}

/** The words of one key. @throws where the language has no such key */
export function wordsFor(name: string): readonly string[] {
  const key = keys.find((one) => one.name === name)
  if (!key || key.words.length === 0) throw new Error(`The language has no key ${name} with words`)
  return key.words
}

/** Keys that these manifests do not use, and words of keys as `Chart.kind: pie`. */
export function unusedIn(sources: readonly Source[]): readonly string[] {
  const uses = usesOf([{ label: '', sources }])
  return keys.flatMap(({ name, words }) => {
    const values = uses.get(name)
    if (!values) return [name]
    const used = new Set(values.flatMap(({ value }) => value))
    return words.filter((word) => !used.has(word)).map((word) => `${name}: ${word}`)
  })
}
