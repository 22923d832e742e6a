// Renames a part of the manifests everywhere, changing nothing else.
// With the declaration renamed, the compiler reports each location that still has the former name.
import { applyEdits, findNodeAtLocation, parseTree, type Edit } from 'jsonc-parser'
import { compile } from '../../src/manifest/compile'
import { lineStarts } from '../../src/manifest/json/sourcePosition'
import type { App } from '../../src/manifest/model/app'
import type { JsonPath } from '../../src/manifest/json/parse'
import type { Source } from '../../src/manifest/json/source'
import type { Problem } from '../../src/manifest/problems/problem'
import { edited, editTo } from './edited'
import { withCodeInExamples, withExample } from './examples'
import { withFormerNames } from './formerNames'
import { declaredField, nameMakers, type Holder } from './holders'

export const renameKinds = ['field', 'entity', 'state', 'transition', 'code', 'permission', 'rule', 'screen'] as const
export type RenameKind = (typeof renameKinds)[number]

export interface Renaming {
  readonly kind: RenameKind
  /**
   * The entity of a field, state or transition; the dictionary of a code, `permissions` for one of those; the entity of
   * a rule, empty for one of app.json.
   */
  readonly owner: string
  /** A column of lines: the field of lines. */
  readonly lines?: string
  readonly from: string
  readonly to: string
}

/** A part cannot be renamed: the reason in one sentence, and the locations that prevent it. */
export class RenameProblem extends Error {
  override readonly name = 'RenameProblem'
  constructor(
    reason: string,
    readonly problems: readonly Problem[] = [],
  ) {
    super(reason)
  }
}

export interface Renamed {
  /** All manifests, with only names changed. */
  readonly sources: readonly Source[]
  /** Former paths of moved files by new path. */
  readonly moved: ReadonlyMap<string, string>
  readonly app: App
  /** For a field: the holders of its values. */
  readonly holders: readonly Holder[]
}

/** Each pass finds locations that the previous one could not check. */
export const maxPasses = 25

/** Problems of locations with the former name; others are caused by incomplete renaming. */
const codesOfKind: Readonly<Record<RenameKind, readonly string[]>> = {
  // Aggregates over lines name the lines field where others name an entity.
  field: ['unknown-field', 'unknown-name', 'rule-name', 'unknown-entity', 'wrong-field'],
  entity: ['unknown-entity', 'unknown-dictionary'],
  state: ['unknown-state', 'unknown-code', 'rule-code'],
  transition: ['unknown-transition'],
  code: ['unknown-code', 'rule-code'],
  permission: ['unknown-permission', 'rule-permission', 'unknown-code', 'rule-code'],
  rule: ['rule-name'],
  screen: ['unknown-screen'],
}
/** The name of the tenant entity is also that of a field of all its records. */
const tenantCodes = [...codesOfKind.entity, ...codesOfKind.field]

/**
 * `before`: the App of these manifests.
 * @throws RenameProblem if renaming would change the meaning
 */
export function renamed(sources: readonly Source[], before: App, renaming: Renaming): Renamed {
  const moved = new Map<string, string>()
  const declaration = declarationOf(sources, before, renaming)
  let texts =
    renaming.kind === 'entity'
      ? takenOver(sources, before, renaming, moved)
      : declared(sources, before, renaming, declaration)
  for (let pass = 0; pass < maxPasses; pass++) {
    const compiled = compile(texts)
    if (compiled.ok) {
      const app = unchanged(before, compiled.app, renaming)
      return { sources: texts, moved, app, holders: declaration.holders ?? [] }
    }
    const next = replacedAll(texts, compiled.problems, before, renaming)
    if (next === undefined) throw new RenameProblem('These places stand in the way.', compiled.problems)
    texts = next
  }
  throw new RenameProblem(`The former name is still there after ${maxPasses} passes.`)
}

/** Writes the new name wherever problems report the former one; undefined if there is none. */
export function replacedAll(
  texts: readonly Source[],
  problems: readonly Problem[],
  before: App,
  renaming: Renaming,
): readonly Source[] | undefined {
  const isTenant = renaming.kind === 'entity' && renaming.from === before.access.identity.tenantEntity
  const codes = isTenant ? tenantCodes : codesOfKind[renaming.kind]
  const marked = problems
    .flatMap((problem) => [problem, ...(problem.followers ?? [])])
    .filter(({ code }) => codes.includes(code))
  const next = texts.map((source) => replaced(source, marked, renaming))
  return next.every(({ text }, index) => text === texts[index]!.text) ? undefined : next
}

/** The manifests with only the declaration renamed. */
function declared(
  sources: readonly Source[],
  app: App,
  renaming: Renaming,
  { file, path, holders = [] }: Declaration,
): readonly Source[] {
  const { kind, owner, to } = renaming
  const instructed = kind === 'field' ? holders : [{ entity: owner }]
  const kept = instructed.reduce((texts, holder) => withFormerName(texts, app, renaming, holder), sources)
  const exampled =
    kind === 'code' || kind === 'permission'
      ? withCodeInExamples(kept, app, renaming)
      : holders.reduce((texts, holder) => withExample(texts, app, renaming, holder), kept)
  return edited(exampled, file, (text) => {
    const node = findNodeAtLocation(parseTree(text)!, [...path])
    const token = kind === 'screen' ? node! : node!.parent!.children![0]!
    return [editTo(to)(token)]
  })
}

/** The manifests with the file of the entity under its new name. */
function takenOver(
  sources: readonly Source[],
  app: App,
  { from, to }: Renaming,
  moved: Map<string, string>,
): readonly Source[] {
  const { source: file, migration, view } = app.entities[from]!
  const target = `${file.slice(0, file.lastIndexOf('/') + 1)}${to}.entity.json`
  moved.set(target, file)
  const names = [...migration.from.filter((name) => name !== to), from]
  // The records of a view belong to other entities.
  const instructed =
    view === undefined ? withFormerNames(sources, file, ['from'], names.length === 1 ? from : names) : sources
  return instructed.map((source) => (source.path === file ? { ...source, path: target } : source))
}

interface Declaration {
  readonly file: string
  readonly path: JsonPath
  readonly holders?: readonly Holder[]
}

function declarationOf(sources: readonly Source[], app: App, renaming: Renaming): Declaration {
  const { kind, owner, lines, from, to } = renaming
  const names = kind === 'rule' ? rulesOf(sources, app, owner) : namesBeside(app, kind, renaming)
  if (!names.includes(from)) throw new RenameProblem(`There is no ${kind} ${from}. Known: ${names.join(', ')}.`)
  if (names.includes(to))
    throw new RenameProblem(`There is already ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind} ${to}.`)
  if (kind === 'screen') return { file: app.screens[from]!.source, path: ['path'] }
  if (kind === 'permission') return declaredPermission(sources, from)
  if (kind === 'rule' && owner === '') return { file: 'app.json', path: ['rules', from] }
  if (kind === 'code') return { file: `/${owner}.dictionary.json`, path: ['items', from] }
  const maker = lines === undefined ? nameMakers[kind]?.(sources, app, owner, from) : undefined
  if (maker !== undefined)
    throw new RenameProblem(`${maker} Rename it by hand, with \`migration.rename\` for the fields.`)
  if (kind === 'field')
    return declaredField(sources, app, { entity: owner, ...(lines !== undefined && { lines }) }, from)
  return { file: app.entities[owner]?.source ?? '', path: [`${kind}s`, from] }
}

/** A permission code stands in access.json or in the manifest of its module. */
function declaredPermission(sources: readonly Source[], code: string): Declaration {
  const module = sources.find(
    ({ path, text }) => path.endsWith('/module.json') && findNodeAtLocation(parseTree(text)!, ['codes', code]),
  )
  return module ? { file: module.path, path: ['codes', code] } : { file: 'access.json', path: ['permissions', code] }
}

/** Named rules are no part of the App, which has them written out. */
function rulesOf(sources: readonly Source[], app: App, owner: string): readonly string[] {
  const file = owner === '' ? 'app.json' : app.entities[owner]?.source
  const source = sources.find(({ path }) => path === file)
  if (source === undefined) throw new RenameProblem(`There is no entity ${owner}.`)
  return Object.keys((JSON.parse(source.text) as { readonly rules?: object }).rules ?? {})
}

/** All names of this kind that the owner has. */
function namesBeside(app: App, kind: Exclude<RenameKind, 'rule'>, { owner, lines }: Renaming): readonly string[] {
  if (kind === 'permission') return Object.keys(app.access.permissions)
  if (kind === 'screen') return Object.keys(app.screens)
  if (kind === 'entity') return Object.keys(app.entities)
  if (kind === 'code') {
    const names = app.dictionaries[owner]?.items.map(({ code }) => code)
    if (names === undefined) throw new RenameProblem(`There is no dictionary ${owner}.`)
    return names
  }
  const entity = app.entities[owner]
  if (entity === undefined) throw new RenameProblem(`There is no entity ${owner}.`)
  if (lines === undefined) return Object.keys(entity[`${kind}s`])
  const columns = entity.fields[lines]?.fields
  if (columns === undefined) throw new RenameProblem(`${owner} has no field of lines ${lines}.`)
  return Object.keys(columns)
}

/** Writes the new name at the reported locations. */
function replaced(source: Source, marked: readonly Problem[], renaming: Renaming): Source {
  const starts = lineStarts(source.text)
  const edits = new Map<number, Edit>()
  for (const { file, line, column, frame } of marked) {
    if (file !== source.path || frame === undefined) continue
    const start = starts[line - 1]! + column - 1
    const match = nameIn(renaming).exec(source.text.slice(start, start + frame.length))
    if (match === null) continue
    const offset = start + match.index
    edits.set(offset, { offset, length: renaming.from.length, content: renaming.to })
  }
  return edits.size === 0 ? source : { ...source, text: applyEdits(source.text, [...edits.values()]) }
}

/** Matches the name as a word; an address ends with its last letter or before its query. */
export function nameIn({ kind, from }: Renaming, flags = ''): RegExp {
  const name = from.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return kind === 'screen' ? new RegExp(`${name}(?=["'?])`, flags) : new RegExp(`(?<!\\w)${name}(?!\\w)`, flags)
}

/** Compiles the renamed App, in which only the name may have changed. */
function unchanged(before: App, after: App, renaming: Renaming): App {
  if (meaningOf(before, renaming) === meaningOf(after, renaming)) return after
  throw new RenameProblem(
    'The new name would change what is derived from names, such as the label of a field called `name`. Write `labelField` and the like out first.',
  )
}

/** Adds the instruction for records that hold the former name. */
function withFormerName(
  sources: readonly Source[],
  app: App,
  renaming: Renaming,
  { entity: name, lines }: Holder,
): readonly Source[] {
  const { kind, owner, from, to } = renaming
  if (kind === 'permission') {
    const names = app.migration.codes[owner]?.rename ?? {}
    return withFormerNames(sources, 'access.json', ['rename'], renamedNames(names, from, to))
  }
  if (kind === 'code') {
    const names = app.migration.codes[owner]?.rename ?? {}
    return withFormerNames(sources, `/${owner}.dictionary.json`, ['rename'], renamedNames(names, from, to))
  }
  const entity = app.entities[name]
  if (entity === undefined || (kind !== 'state' && kind !== 'field')) return sources
  const { source: file, migration } = entity
  if (kind === 'state') return withFormerNames(sources, file, ['states'], renamedNames(migration.states, from, to))
  const field = lines === undefined ? entity.fields[from] : entity.fields[lines]?.fields?.[from]
  const isKept = entity.view === undefined && (field?.stored === true || field?.type === 'lines')
  if (!isKept) return sources
  const before = lines === undefined ? '' : `${lines}.`
  return withFormerNames(sources, file, ['rename'], renamedNames(migration.rename, before + from, before + to))
}

/** The former names with an additional one; earlier ones now lead to the new name. */
const renamedNames = (names: Readonly<Record<string, string>>, from: string, to: string): Record<string, string> =>
  Object.fromEntries([
    ...Object.entries(names)
      .filter(([name]) => name !== to)
      .map(([name, target]) => [name, target === from ? to : target]),
    [from, to],
  ])

/** The whole App with the former name replaced, independent of the order of files. */
function meaningOf({ revision: _revision, ...app }: App, renaming: Renaming): string {
  const pattern = nameIn(renaming, 'g')
  const named = (text: string) => JSON.parse(JSON.stringify(text).replaceAll(pattern, renaming.to)) as string
  const canonical = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') return named(value)
    if (typeof value !== 'object' || value === null || key === 'migration') return key === 'migration' ? null : value
    if (Array.isArray(value)) return value.map((item) => JSON.stringify(canonical(item))).sort()
    const entries = Object.entries(value).map(([name, item]) => [named(name), canonical(item, name)] as const)
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  }
  return JSON.stringify(canonical(app))
}
