// Suggests replacements for former words of the language and for words of other tools.
// Used when a word is refused, so that the refusal names the word to write.
import former from '../../../schemas/language/former-keys.json'

interface FormerNames {
  readonly keys: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Keys whose shape has changed: a pattern for old values (as text), and the hint; `$1` is the captured text. */
  readonly shapes: Readonly<
    Record<string, Readonly<Record<string, { readonly value: string; readonly write: string }>>>
  >
  readonly guesses: Readonly<Record<string, readonly string[]>>
  /** By kind of block, keys that other kinds still have. */
  readonly blocks: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly types: Readonly<Record<string, readonly string[]>>
  readonly words: Readonly<Record<string, string>>
  readonly operations: Readonly<Record<string, string>>
  readonly functions: Readonly<Record<string, string>>
  readonly names: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, string>>
}

export const formerNames: FormerNames = former

function lookUp<T>(map: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(map, word) ? map[word] : undefined
}

/** The keys to write for a key that an object (by the title of its schema) does not have; only keys that are free. */
export function keysFor(object: string | undefined, key: string, free: readonly string[]): readonly string[] {
  const renamed = lookUp(lookUp(formerNames.keys, object ?? '') ?? {}, key)
  const candidates = renamed === undefined ? (lookUp(formerNames.guesses, key) ?? []) : [renamed]
  return candidates.filter((name) => free.includes(name))
}

/** The keys to write for a key that a kind of block had, and others have. */
export function blockKeysFor(kind: string, key: string): readonly string[] {
  const renamed = lookUp(lookUp(formerNames.blocks, kind) ?? {}, key)
  return renamed === undefined ? [] : [renamed]
}

/**
 * The hint for a value in a former shape of the key, or in its shape elsewhere. `name`: the object's name.
 */
export function hintForShape(
  object: string | undefined,
  key: string,
  value: unknown,
  name: string,
): string | undefined {
  const former = lookUp(lookUp(formerNames.shapes, object ?? '') ?? {}, key)
  const match = former && new RegExp(former.value, 'u').exec(String(value))
  return match ? former!.write.replaceAll('$name', name).replaceAll('$1', match[1] ?? '') : undefined
}

/** Replacements for a word that is not in a closed set. */
export function valuesFor(word: string, values: readonly string[]): readonly string[] {
  const renamed = lookUp(formerNames.words, word)
  return [...(renamed === undefined ? [] : [renamed]), ...(lookUp(formerNames.types, word) ?? [])].filter((name) =>
    values.includes(name),
  )
}

/** The present function of rules, or undefined: the word never named one. */
export const functionFor = (name: string): string | undefined => lookUp(formerNames.functions, name)
/** The present name scope, such as `me`; undefined: the word never named one. */
export const scopeFor = (name: string): string | undefined => lookUp(formerNames.names, name)
/** The present operation of the server; undefined: the word never named one. */
export const operationFor = (name: string): string | undefined => lookUp(formerNames.operations, name)
/** The present ending of a kind of manifest; undefined: the word never was one. */
export const fileKindFor = (kind: string): string | undefined => lookUp(formerNames.files, kind)

/** "Write `a`.", or "Write `a` or `b`.": nothing when there is nothing to write. */
export function writeInstead(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : `Write ${names.map((name) => `\`${name}\``).join(' or ')}.`
}
