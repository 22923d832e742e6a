// Meaningless changes of manifests, and random changes of keys, values and letters.
import type { Chance } from '../../scripts/demo/chance'
import type { Source } from '../../src/manifest/json/source'
import { placesOf, type Path } from './mutantPlaces'
import { edited } from './mutants'

export interface Mutation {
  readonly kind: string
  readonly source: Source
}

/** The manifest otherwise written: it says the same. */
export function otherForm({ path, text }: Source, chance: Chance): Mutation {
  const manifest = JSON.parse(text) as unknown
  const { unordered } = placesOf(manifest)
  const kinds: Readonly<Record<string, () => string>> = {
    'one line': () => JSON.stringify(manifest),
    'deep indent': () => JSON.stringify(manifest, null, 9),
    'other line ends': () => text.replaceAll('\n', '\r\n'),
    'blanks at the end': () => `${text}\n \t\n`,
    'a byte order mark': () => `\uFEFF${text}`,
    escapes: () => text.replaceAll(/[\u4e00-\u9fff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`),
    'keys in another order': () => JSON.stringify(turned(manifest, unordered), null, 2),
  }
  const kind = chance.one(Object.keys(kinds))
  return { kind, source: { path, text: kinds[kind]!() } }
}

const turned = (manifest: unknown, paths: readonly Path[]): unknown =>
  // The innermost first, since the outer ones hold them.
  [...paths].reverse().reduce<unknown>((whole, path) => {
    const value = at(whole, path) as object
    return edited(whole, path, Object.fromEntries(Object.entries(value).reverse()))
  }, manifest)

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((within, key) => (within as Record<string | number, unknown>)[key], value)

const oddValues: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, '', ' ', 'no', 'id', '0', [], {}, [[]], [null], { a: 1 }, ['id', 'id']],
  ...['__proto__', 'constructor', 'toString', 'state == ', '((((', 'a.b.c.d', "'", '\u0000', '\ud800', 'signed-in'],
  ...['x'.repeat(5000), '!'.repeat(500), '('.repeat(500), '['.repeat(80), '/../..', 'rule.rule', '中文', '🙂'],
]
const oddKeys = ['__proto__', 'constructor', '', 'title', 'permissions', 'where', 'id', '$schema', 'state', '中 文']

interface Changeable {
  readonly source: Source
  readonly path: Path
}

/** The places of each key of the language, by kind of file. */
function placesByKey(sources: readonly Source[]): Map<string, Changeable[]> {
  const byKey = new Map<string, Changeable[]>()
  for (const source of sources)
    for (const { name, path } of placesOf(JSON.parse(source.text)).places) {
      const key = `${source.path.split('.').at(-2)} ${name}`
      byKey.set(key, [...(byKey.get(key) ?? []), { source, path }])
    }
  return byKey
}

/**
 * Any change at one place. Keys are drawn, not files: what app.json alone has is changed as often as what each of
 * hundreds of screens has.
 */
export function mutationsOf(sources: readonly Source[]): (chance: Chance) => Mutation {
  const keys = [...placesByKey(sources).values()]
  return (chance) => anyMutation(chance.one(chance.one(keys)), sources, chance)
}

function anyMutation(place: Changeable, sources: readonly Source[], chance: Chance): Mutation {
  const { path, text } = place.source
  const manifest = JSON.parse(text) as unknown
  const paths = everyPath(manifest).filter((found) => found.length > 0)
  const within = paths.filter((found) => place.path.every((key, index) => key === found[index]))
  const one = chance.one([place.path, chance.one(within)])
  const changed = (value: unknown): string => JSON.stringify(value, null, 2)
  const another = () => {
    const other = JSON.parse(chance.one(sources).text) as unknown
    return at(other, chance.one(everyPath(other)))
  }
  const kinds: Readonly<Record<string, () => string>> = {
    'delete a key': () => changed(lacking(manifest, one)),
    'another type': () => changed(edited(manifest, one, chance.one(oddValues))),
    'a wrong entry of a list': () => {
      const lists = within.filter((path) => Array.isArray(at(manifest, path)))
      if (lists.length === 0) return changed(edited(manifest, one, [chance.one(oddValues)]))
      const list = chance.one(lists)
      const items = at(manifest, list) as unknown[]
      const position = chance.below(items.length + 1)
      return changed(edited(manifest, list, items.toSpliced(position, 1, chance.one(oddValues))))
    },
    'swap values': () => {
      const other = chance.one(paths)
      const isWithin = [one, other].some((path) =>
        path.every((key, index) => key === (path === one ? other : one)[index]),
      )
      if (isWithin) return changed(lacking(manifest, one))
      return changed(edited(edited(manifest, one, at(manifest, other)), other, at(manifest, one)))
    },
    'a value of elsewhere': () => changed(edited(manifest, one, another())),
    'another key': () => {
      const key = chance.one(oddKeys)
      return changed(edited(lacking(manifest, one), [...one.slice(0, -1), key], at(manifest, one)))
    },
    'a key twice': () => {
      const keys = [...text.matchAll(/"[^"\\\n]+": (?:"[^"\\\n]*"|true|false|\d+)/g)]
      const { index = 0, 0: pair } = chance.one(keys)
      return `${text.slice(0, index)}${pair}, ${text.slice(index)}`
    },
    'cut off': () => text.slice(0, chance.below(text.length)),
    'another letter': () => {
      const start = chance.below(text.length)
      return text.slice(0, start) + chance.one([...'{}[]",:\\ 0a.!|&(\n\u0000']) + text.slice(start + chance.below(2))
    },
    'letters gone': () => {
      const start = chance.below(text.length)
      return text.slice(0, start) + text.slice(start + 1 + chance.below(8))
    },
    'a word of a rule': () => {
      const words = [...text.matchAll(/\b[a-zA-Z]{3,}\b/g)]
      const { index = 0, 0: word } = chance.one(words)
      return text.slice(0, index) + chance.one(words)[0] + text.slice(index + word.length)
    },
  }
  const kind = chance.one(Object.keys(kinds))
  return { kind, source: { path, text: kinds[kind]!() } }
}

function everyPath(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value)
  return [path, ...[...keys].flatMap((key) => everyPath(at(value, [key]), [...path, key]))]
}

function lacking(value: unknown, path: Path): unknown {
  const parent = at(value, path.slice(0, -1))
  const key = path.at(-1)!
  const rest = Array.isArray(parent)
    ? parent.filter((_, index) => index !== key)
    : Object.fromEntries(Object.entries(parent as object).filter(([name]) => name !== key))
  return edited(value, path.slice(0, -1), rest)
}
