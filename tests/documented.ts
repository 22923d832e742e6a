// Which manifests and flags does a document show?
// Manifests are those beneath a path alone in a line, put over the manifests of a product.
import { readFileSync } from 'node:fs'
import type { Source } from '../src/manifest/json/source'
import { journeyEnding } from '../src/server/workers/readManifests'

/** The manifests of a text: blocks that a path stands above, `schemas/…` alone in a line. */
export const filesOf = (text: string): Source[] => blocksOf(text).filter(({ path }) => !path.endsWith(journeyEnding))

/** Its journeys likewise. */
export const journeysOf = (text: string): Source[] => blocksOf(text).filter(({ path }) => path.endsWith(journeyEnding))

/** The documents for engineers and operators. */
export const documents = [
  'README.md',
  'src/README.md',
  ...['API', 'CONTRIBUTING', 'OPERATION'].map((name) => `.github/${name}.md`),
]

/** The flags that the documents show with a command: behind it in a piece of code, or in its row of a table. */
export function documentedFlags(command: string): string[] {
  const call = `npm (?:run (?:-s )?)?${command}(?![\\w:-])`
  const shown = documents.flatMap((document) => {
    const lines = readFileSync(document, 'utf8')
      .replace(/^```[^]*?^```$/gm, '')
      .split('\n')
    const rows = lines.filter((line) => line.startsWith('| `npm '))
    const text = lines.filter((line) => !rows.includes(line)).join(' ')
    return [
      ...rows.filter((row) => new RegExp(call).test(row.split('|')[1]!)),
      ...(text.match(new RegExp(`${call}[^\`&|;]*`, 'g')) ?? []),
    ]
  })
  return [...new Set(shown.flatMap((text) => text.match(/--[a-z][\w-]*/g) ?? []))]
}

function blocksOf(text: string): Source[] {
  return [...text.matchAll(/^`schemas\/([^`]+)`\n\n```json\n([^]*?)\n```/gm)].map(([, path, body]) => ({
    path: path!,
    text: `${body}\n`,
  }))
}

/** Manifests with others put over them or beside them. */
export function over(sources: readonly Source[], files: readonly Source[]): Source[] {
  const merged = files.map(({ path, text }) => {
    const before = sources.find((source) => source.path === path)
    if (before === undefined || !['access.json', 'app.json'].includes(path)) return { path, text }
    return { path, text: JSON.stringify(joined(JSON.parse(before.text), JSON.parse(text)), null, 2) }
  })
  return [...sources.filter(({ path }) => !merged.some((file) => file.path === path)), ...merged]
}

/** What a step adds to access.json or app.json stands there beside what is there. */
function joined(before: unknown, added: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(added)) return [...(before as unknown[]), ...(added as unknown[])]
  if (typeof before !== 'object' || before === null || typeof added !== 'object' || added === null) return added
  const entries = Object.entries(added as object).map(([key, value]) => [
    key,
    key in before ? joined((before as Record<string, unknown>)[key], value) : (value as unknown),
  ])
  return { ...before, ...(Object.fromEntries(entries) as object) }
}
