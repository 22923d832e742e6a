// Which manifests does a document show? Those beneath a path alone in a line, put over the manifests of a product.
import type { Source } from '../src/manifest/json/source'
import { journeyEnding } from '../src/server/workers/readManifests'

/** The manifests of a text: blocks that a path stands above, `schemas/…` alone in a line. */
export const filesOf = (text: string): Source[] => blocksOf(text).filter(({ path }) => !path.endsWith(journeyEnding))

/** Its journeys likewise. */
export const journeysOf = (text: string): Source[] => blocksOf(text).filter(({ path }) => path.endsWith(journeyEnding))

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
