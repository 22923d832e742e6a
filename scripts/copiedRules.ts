// Finds rules that are written more than once: `npm run check -- --copies` prints them.
// A mere name, such as `rule.open` or `order.customer.mobile`, is no copy, however often it is used.
import { compile } from '../src/manifest/compile'
import type { Source } from '../src/manifest/json/source'

const minLength = 21
const nameAlone = /^!?[\w.]+$/

interface CopiedRules {
  /** Locations with a rule of more than 20 characters. */
  readonly places: number
  /** Those that repeat another. */
  readonly copies: number
  /** In percent. */
  readonly share: number
  /** The locations of each copied rule, most frequent first. */
  readonly repeated: readonly (readonly [rule: string, places: readonly string[]])[]
  /** Conversions apart. */
  readonly longest: string
}

export function copiedRules(sources: readonly Source[]): CopiedRules {
  const written = new Map<string, Set<string>>()
  const note = (rule: unknown, address: string): void => {
    if (typeof rule !== 'string' || rule.length < minLength || nameAlone.test(rule)) return
    const text = rule.replace(/\s+/g, ' ').trim()
    written.set(text, (written.get(text) ?? new Set()).add(address))
  }
  compile(sources, {}, ({ file: { document }, path }) =>
    note(valueAt(document.value, path), `${document.source.path} ${path.join('.')}`),
  )
  for (const { path, text } of sources)
    if (/(^app|\.entity)\.json$/.test(path))
      for (const [name, rule] of Object.entries((JSON.parse(text) as { rules?: object }).rules ?? {}))
        note(rule, `${path} rules.${name}`)
  const all = [...written].map(([rule, addresses]) => [rule, [...addresses]] as const)
  const count = all.reduce((sum, [, of]) => sum + of.length, 0)
  const repeated = all.filter(([, of]) => of.length > 1).sort(([, a], [, b]) => b.length - a.length)
  // A conversion has no named rules to be divided into: it reads a field that is gone, and once.
  const divisible = all.filter(([, of]) => of.some((address) => !address.includes(' migration.')))
  const longest = divisible.reduce((most, [rule]) => (rule.length > most.length ? rule : most), '')
  const copies = count - all.length
  return { places: count, copies, share: (100 * copies) / Math.max(count, 1), repeated, longest }
}

function valueAt(root: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], root)
}
