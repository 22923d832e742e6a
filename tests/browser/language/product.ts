// Which product uses every key of the language? The shipped one with a showroom beside it, as sources that a test may
// change at any place.
import { join } from 'node:path'
import { declarations, usesOf, type KeyDeclaration } from '../../../scripts/manual/keys'
import { follow, type Schema, type SchemaName } from '../../../src/manifest/language/schemas'
import type { Source } from '../../../src/manifest/json/source'
import { readSources } from '../../../src/server/workers/readManifests'

const root = join(import.meta.dirname, '../../..')

/** What the showroom adds to the two manifests of which there is one only. */
const additions: Readonly<Record<string, object>> = {
  'access.json': { migration: { rename: { p_pc_showroom: 'p_pc_customerAdd' }, drop: ['p_pc_showroomKeys'] } },
  'app.json': { migration: { drop: ['showroomVisit'] } },
}

export function languageSources(): Source[] {
  const shipped = readSources(join(root, 'schemas')).map(({ path, text }) => ({
    path,
    text: path in additions ? JSON.stringify({ ...JSON.parse(text), ...additions[path] }) : text,
  }))
  return [...shipped, ...readSources(join(import.meta.dirname, 'product'))]
}

const nameOf = ({ object, key }: KeyDeclaration): string => `${object}.${key}`

/** The words that a key may hold, where there is a list of them. */
function wordsOf(reference: Schema, from: SchemaName): readonly string[] {
  const { schema, home } = follow(reference, from)
  return [
    ...((schema.enum ?? []) as readonly string[]),
    ...(schema.items === undefined ? [] : wordsOf(schema.items, home)),
    ...(schema.anyOf ?? []).flatMap((branch) => wordsOf(branch, home)),
  ]
}

/** `object.key` of every key that the product does not use, and `object.key = word` of every word that a key has not. */
export function unused(sources: readonly Source[]): string[] {
  const uses = usesOf([{ label: '', sources }])
  return declarations().flatMap((declaration) => {
    const found = uses.get(nameOf(declaration))
    if (found === undefined) return [nameOf(declaration)]
    const used = new Set<unknown>(found.flatMap(({ value }) => value as unknown[]))
    return wordsOf(declaration.schema, declaration.home)
      .filter((word) => !used.has(word))
      .map((word) => `${nameOf(declaration)} = ${word}`)
  })
}
