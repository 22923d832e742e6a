// Finds what a change of the manifests adds, takes away and alters, by module and with titles.
import type { App } from '../model/app'
import type { Text } from '../model/text'
import { isRule } from '../model/rule'
import { isObject } from './explainRules'

type PartKind =
  | 'module'
  | 'screen'
  | 'column'
  | 'entity'
  | 'field'
  | 'state'
  | 'transition'
  | 'dictionary'
  | 'item'
  | 'permission'
  | 'setting'
  | 'endpoint'
  | 'integration'
  | 'product'

/** A thing that has a name; `owner`: the title of the screen, entity or dictionary that it belongs to. */
export interface ManifestPart {
  readonly kind: PartKind
  /** Unique among all parts. */
  readonly key: string
  readonly name: string
  readonly title: Text
  readonly owner?: Text
  /** The part that it goes with: left out beside one that is itself new or gone. */
  readonly within?: string
  readonly module?: string
  readonly definition: unknown
}

/** `keys`: what differs in the definition, by its keys. */
export interface ChangedPart extends ManifestPart {
  readonly keys: readonly string[]
}

/** `former`: the name that it had, or the address. */
interface RenamedPart extends ManifestPart {
  readonly former: string
  /** A screen whose former address no other screen has. */
  readonly isLeft?: boolean
}

export interface ChangedParts {
  readonly come: readonly ManifestPart[]
  readonly gone: readonly ManifestPart[]
  readonly renamed: readonly RenamedPart[]
  readonly changed: readonly ChangedPart[]
}

export function changedParts(before: App, after: App): ChangedParts {
  const { keys, words } = successors(before, after)
  const has = byKey(partsIn(after))
  const had = new Map<string, ManifestPart>()
  for (const part of partsIn(before)) {
    const key = keyNow(part, { keys, words, has })
    had.set(key, { ...part, key, ...(part.within && { within: keys.get(part.within) ?? part.within }) })
  }
  const come = onlyIn(has, had)
  const gone = onlyIn(had, has)
  const renamed = [...has.values()].flatMap((part) => {
    const former = had.get(part.key)
    if (former === undefined || former.name === part.name || part.kind === 'column') return []
    return [
      { ...part, former: former.name, ...(part.kind === 'screen' && { isLeft: !has.has(`screen ${former.name}`) }) },
    ]
  })
  const changed = [...has.values()].flatMap((part) => {
    const former = had.get(part.key)
    return former === undefined || isAlike(former.definition, part.definition, words)
      ? []
      : [{ ...part, keys: differingKeys(former.definition, part.definition, words) }]
  })
  return { come, gone, renamed, changed }
}

/** What has another name or address now, as the manifests declare it. */
interface Successors {
  /** By the former key of a part, or of a right to it. */
  readonly keys: ReadonlyMap<string, string>
  /** By the former name. */
  readonly words: ReadonlyMap<string, string>
}

/** Screens by their file; entities, fields and states by their `migration`. */
export function successors(before: App, after: App): Successors {
  const [keys, words] = [new Map<string, string>(), new Map<string, string>()]
  const rename = (kind: string, former: string, name: string) => keys.set(`${kind} ${former}`, `${kind} ${name}`)
  for (const { path, source } of Object.values(after.screens)) {
    const [former, ...others] = Object.values(before.screens).filter((screen) => screen.source === source)
    if (path in before.screens || !former || others.length > 0) continue
    if (after.screens[former.path]?.source === source) continue
    rename('screen', former.path, path)
    words.set(former.path, path)
  }
  for (const entity of Object.values(after.entities)) {
    const { name, migration } = entity
    const formerName = migration.from.findLast((one) => one in before.entities && !(name in before.entities)) ?? name
    const former = before.entities[formerName]
    if (former === undefined) continue
    const named = (kind: 'field' | 'state', declared: Readonly<Record<string, string>>, things: object) => {
      for (const [old, now] of Object.entries(declared)) {
        const [lines = '', column] = old.split('.')
        const isThere = column === undefined ? old in things : former.fields[lines]?.fields?.[column] !== undefined
        if (!isThere || now in things) continue
        if (column === undefined) rename(kind, `${formerName}.${old}`, `${name}.${now}`)
        words.set(column ?? old, now.split('.').at(-1) ?? now)
      }
    }
    named('field', migration.rename, former.fields)
    named('state', migration.states, former.states)
    if (formerName === name) continue
    words.set(formerName, name)
    for (const kind of ['entity', 'records']) rename(kind, formerName, name)
    for (const [kind, things] of [
      ['field', former.fields],
      ['state', former.states],
      ['transition', former.transitions],
    ] as const)
      for (const thing of Object.keys(things))
        if (!keys.has(`${kind} ${formerName}.${thing}`)) rename(kind, `${formerName}.${thing}`, `${name}.${thing}`)
  }
  return { keys, words }
}

/** The key that a part of before has now; a column follows its screen and its field. */
function keyNow(
  { kind, key, name, within }: ManifestPart,
  { keys, words, has }: Successors & { readonly has: ReadonlyMap<string, ManifestPart> },
): string {
  const now = keys.get(key)
  if (now !== undefined || kind !== 'column') return now ?? key
  const screen = (keys.get(within ?? '') ?? within ?? '').slice('screen '.length)
  const sameField = `column ${screen}.${name}`
  return has.has(sameField) ? sameField : `column ${screen}.${renamedText(name, words)}`
}

const renamedText = (text: string, words: Successors['words']): string =>
  words.get(text) ?? text.replace(/\w+/g, (word) => words.get(word) ?? word)

const byKey = (parts: readonly ManifestPart[]) => new Map(parts.map((part) => [part.key, part]))

const onlyIn = (some: ReadonlyMap<string, ManifestPart>, others: ReadonlyMap<string, ManifestPart>): ManifestPart[] =>
  [...some.values()].filter(
    ({ key, within }) => !others.has(key) && (within === undefined || !some.has(within) || others.has(within)),
  )

function differingKeys(former: unknown, definition: unknown, words: Successors['words']): string[] {
  const [before, after] = [keyed(former), keyed(definition)]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !isAlike(before[key], after[key], words),
  )
}

const keyed = (definition: unknown): Readonly<Record<string, unknown>> => (isObject(definition) ? definition : {})

/**
 * Whether two definitions mean the same. Rules by their text: where they stand in a file means nothing. The order of
 * names is that of columns and inputs.
 */
function isAlike(one: unknown, other: unknown, words: Successors['words']): boolean {
  if (typeof one === 'string' && typeof other === 'string') return isSameText(one, other, words)
  if (!isObject(one) || !isObject(other)) return one === other
  if (isRule(one)) return isRule(other) && isSameText(one.source, other.source, words)
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [keys, others] = [meaningful(one), meaningful(other)]
  return (
    keys.length === others.length &&
    keys.every((key, index) => {
      const now = others[index] ?? key
      return isSameText(key, now, words) && isAlike(one[key], other[now], words)
    })
  )
}

/** Whether two texts differ by declared names only. */
function isSameText(one: string, other: string, words: Successors['words']): boolean {
  if (one === other || words.size === 0) return one === other
  if (words.get(one) === other) return true
  const [parts, others] = [one.split(/(\w+)/), other.split(/(\w+)/)]
  return (
    parts.length === others.length &&
    parts.every((part, index) => part === others[index] || words.get(part) === others[index])
  )
}

const meaningful = (definition: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(definition).filter((key) => {
    const value = definition[key]
    return value !== undefined && !(key === 'source' && typeof value === 'string' && value.endsWith('.json'))
  })

function partsIn(app: App): ManifestPart[] {
  return [
    ...Object.values(app.modules).map(({ name, title, screens: _screens, ...definition }): ManifestPart => ({
      kind: 'module',
      key: `module ${name}`,
      name,
      title,
      module: name,
      definition: { title, ...definition },
    })),
    ...Object.values(app.screens).flatMap(screenParts),
    ...Object.values(app.entities).flatMap((entity): ManifestPart[] => {
      const { name, title: owner, module, fields, states, transitions, ...others } = entity
      // Who opens records follows from screens; the difference of rights has it.
      const { source: _source, readPermissions: _readers, ...definition } = { title: owner, ...others }
      const within = `entity ${name}`
      const part = (kind: PartKind, of: Named) => partOf(kind, of, { name, owner, within, module })
      return [
        { kind: 'entity', key: within, name, title: owner, module, definition },
        ...Object.values(fields)
          .filter(({ system }) => !system)
          .map((field) => part('field', field)),
        ...Object.values(states).map((state) => part('state', state)),
        ...Object.values(transitions).map((transition) => part('transition', transition)),
      ]
    }),
    ...Object.values(app.dictionaries)
      .filter(({ name }) => !name.endsWith('.state') && name !== 'screens' && name !== 'permissions')
      .flatMap(({ name, title: owner, items }): ManifestPart[] => {
        const within = `dictionary ${name}`
        return [
          { kind: 'dictionary', key: within, name, title: owner, definition: { title: owner } },
          ...items.map((item) => partOf('item', { ...item, name: item.code }, { name, owner, within })),
        ]
      }),
    ...Object.entries(app.access.permissions).map(([name, title]): ManifestPart => ({
      kind: 'permission',
      key: `permission ${name}`,
      name,
      title,
      definition: { title },
    })),
    ...Object.values(app.settings).map((setting) => namedPart('setting', setting)),
    ...Object.values(app.endpoints).map((endpoint) => namedPart('endpoint', endpoint)),
    ...Object.values(app.integrations).map((integration) => namedPart('integration', integration)),
    namedPart('product', { ...app.product, name: 'app.json' }),
  ]
}

const namedPart = (kind: PartKind, definition: Named): ManifestPart => ({
  kind,
  key: `${kind} ${definition.name}`,
  name: definition.name,
  title: definition.title,
  definition,
})

function screenParts({
  path,
  title: owner,
  module,
  columns,
  source: _source,
  ...definition
}: App['screens'][string]): ManifestPart[] {
  const within = `screen ${path}`
  return [
    { kind: 'screen', key: within, name: path, title: owner, module, definition: { title: owner, ...definition } },
    ...columns.map((column) =>
      partOf('column', { ...column, name: column.field }, { name: path, owner, within, module }),
    ),
  ]
}

interface Named {
  readonly name: string
  readonly title: Text
}

function partOf(
  kind: PartKind,
  definition: Named,
  { name, owner, within, module }: { name: string; owner: Text; within: string; module?: string },
): ManifestPart {
  return {
    kind,
    key: `${kind} ${name}.${definition.name}`,
    name: definition.name,
    title: definition.title,
    owner,
    within,
    ...(module !== undefined && { module }),
    definition,
  }
}
