// What would the product be without a key? The sources with one use of it taken out or, where it cannot be missing, put
// otherwise.
import type { KeyDeclaration, KeyUse } from '../../../scripts/manual/keys'
import { follow } from '../../../src/manifest/language/schemas'
import type { Source } from '../../../src/manifest/json/source'
import { wordsOf } from './product'

/** How a use is changed: taken out, or this put in its place. */
export type Change = 'out' | { readonly instead: unknown }

/** The sources with one use changed. */
export function variant(
  sources: readonly Source[],
  { file, path }: Pick<KeyUse, 'file' | 'path'>,
  change: Change,
): readonly Source[] {
  return sources.map((source) => {
    if (source.path !== file) return source
    const manifest = JSON.parse(source.text) as unknown
    const holder = path.slice(0, -1).reduce((part, step) => (part as Parts)[step], manifest) as Parts
    if (change === 'out') delete holder[path.at(-1)!]
    else holder[path.at(-1)!] = change.instead
    return { path: source.path, text: JSON.stringify(manifest, null, 2) }
  })
}
type Parts = Record<string | number, unknown>

/** The ways to change a use, the plainest first; `others`: all uses of the same key. */
export function changesOf(declaration: KeyDeclaration, use: KeyUse, others: readonly KeyUse[]): Change[] {
  const other = otherThan(use.value, declaration)
  const lent = [
    ...new Map(
      others.filter(({ value }) => typeof value === 'string' && value !== use.value).map((one) => [one.value, one]),
    ).values(),
  ]
    .sort((a, b) => Number(b.file === use.file) - Number(a.file === use.file))
    .slice(0, 4)
  return [
    ...(declaration.required ? [] : (['out'] as const)),
    ...(other === undefined ? lent.map(({ value }) => ({ instead: value })) : [{ instead: other }]),
  ]
}

function otherThan(value: unknown, { schema: reference, home: from }: KeyDeclaration): unknown {
  const { schema } = follow(reference, from)
  const words = wordsOf(reference, from)
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + Math.max(1, Math.round(value / 2))
  if (reference.$ref?.endsWith('/text'))
    return Array.isArray(value) ? (value as string[]).map((text) => `${text}改`) : undefined
  if (typeof value === 'string') {
    if (words.length > 0) return words.find((word) => word !== value)
    if (reference.$ref?.endsWith('/rule')) return value === 'false' ? 'true' : 'false'
    return reference.$ref === undefined && schema.pattern === undefined ? `${value}x` : undefined
  }
  if (Array.isArray(value)) return value.length > 1 ? value.slice(0, -1) : undefined
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    return entries.length > 1 && schema.properties === undefined ? Object.fromEntries(entries.slice(0, -1)) : undefined
  }
  return undefined
}
