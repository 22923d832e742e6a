// What do the manifests say? Sources -> a frozen, indexed App, or every problem in them. Pure: no file, clock or network, and it never throws
// on any text. The phases: read (files, shapes), declare (names), resolve (references and rules), derive (what need not be written).
import type { App, Compiled, Dictionary, DictionaryItem, Screen, Setting, SettingValue, Source, ValueType } from './app'
import { deriveLocks } from './derive/locks'
import { deriveSaid } from './derive/said'
import { deriveFrames, deriveQueues, deriveReaders, referrers, resolveDetail } from './derive/detail'
import { Problems } from './problem'
import { read, type Manifests } from './read'
import { resolveAccess } from './resolve/access'
import { checkCopies } from './resolve/copies'
import { checkCycles } from './resolve/cycles'
import { resolveEndpoints } from './resolve/endpoints'
import { checkNames, declareEntities, resolveEntity } from './resolve/entities'
import { resolveModules } from './resolve/modules'
import { resolveOutside } from './resolve/outside'
import { resolveProduct } from './resolve/product'
import { resolveSchedules } from './resolve/schedules'
import { resolveScreen } from './resolve/screens'
import { checkLifecycle } from './resolve/states'
import { revisionOf } from './revision'
import { everyScreen } from './screenAt'
import { at, each, table, tell, type EngineNames, type World } from './world'

export type { EngineNames } from './world'

/**
 * Compiles manifests. `names`: the operations, blocks and icons that the engine has; a table that is not given is not checked.
 * The App is deeply frozen; its maps have no prototype, so that a name from outside finds only what was declared.
 */
export function compile(sources: readonly Source[], names: EngineNames = {}): Compiled {
  const problems = new Problems()
  const world = worldOf(read(sources, problems), problems, names)
  declareSettings(world)
  declareDictionaries(world)
  declareRoutes(world)
  declareEntities(world)
  // Without access.json nothing is known of accounts, tenants and codes: every further problem would follow from that one.
  if (world.identity === undefined) return { ok: false, problems: problems.sorted() }

  for (const draft of Object.values(world.entities)) resolveEntity(world, draft)
  deriveSaid(world)
  deriveLocks(world)
  checkNames(world)
  const access = resolveAccess(world)
  const product = resolveProduct(world)
  const screens = table<Screen>()
  for (const file of world.manifests.screens) screens[file.manifest.path] ??= resolveScreen(world, file)
  resolveSchedules(world, screens)
  const modules = resolveModules(world, screens)
  const endpoints = resolveEndpoints(world)
  const outside = resolveOutside(world, Object.values(screens))

  const known = referrers(world)
  for (const draft of Object.values(world.entities)) {
    resolveDetail(world, draft, known)
    checkLifecycle(world, draft)
  }
  deriveReaders(world, everyScreen(screens))
  deriveFrames(world, Object.values(screens))
  deriveQueues(world, Object.values(screens))
  checkCycles(world)
  checkCopies(world)
  tellUnusedDictionaries(world)

  if (!problems.empty || access === undefined || product === undefined)
    return { ok: false, problems: problems.sorted() }
  const entities = table<App['entities'][string]>()
  for (const draft of Object.values(world.entities)) entities[draft.name] = draft.entity
  const app: App = {
    revision: revisionOf(sources),
    product,
    access,
    modules,
    entities,
    screens,
    dictionaries: world.dictionaries,
    endpoints,
    settings: world.settings,
    outside,
  }
  return { ok: true, app: freeze(app) }
}

function worldOf(manifests: Manifests, problems: Problems, names: EngineNames): World {
  const set = (known: Iterable<string> | undefined): ReadonlySet<string> | undefined =>
    known === undefined ? undefined : new Set(known)
  const settings = table<Setting>()
  const dictionaryCodes = new Map<string, readonly string[]>()
  const permissions = manifests.access?.manifest.codes ?? table()
  return {
    manifests,
    problems,
    settings,
    permissions,
    dictionaryCodes,
    identity: manifests.access?.manifest.identity,
    names: { operations: set(names.operations), blocks: set(names.blocks), icons: set(names.icons) },
    dictionaries: table(),
    usedDictionaries: new Set(),
    entities: table(),
    routes: new Map(),
    base: {
      settings,
      codes: new Set(Object.keys(permissions)),
      entities: () => undefined,
      dictionaries: (name) => dictionaryCodes.get(name),
    },
  }
}

function declareSettings(world: World): void {
  const sources = new Map<string, string>()
  for (const file of world.manifests.settings)
    for (const [name, { title, value }] of Object.entries(file.manifest.settings)) {
      const place = at(file, 'settings', name)
      if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) tell(world, place, 'bad-name', { name }, { key: true })
      const other = sources.get(name)
      if (other !== undefined) tell(world, place, 'duplicate-name', { kind: 'setting', name, other }, { key: true })
      sources.set(name, file.path)
      world.settings[name] = { name, title, value, type: typeOf(value) }
    }
}

function typeOf(value: SettingValue): ValueType {
  if (Array.isArray(value)) return 'list'
  switch (typeof value) {
    case 'string':
      return 'text'
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    default:
      return 'table'
  }
}

function declareDictionaries(world: World): void {
  for (const [name, { manifest }] of world.manifests.dictionaries) {
    const items = Object.entries(manifest.items).map(([code, item]): DictionaryItem => {
      const detail = 'title' in item ? item : { title: item }
      return {
        code,
        title: detail.title,
        retired: 'retired' in detail && detail.retired === true,
        ...('colour' in detail && detail.colour !== undefined && { colour: detail.colour }),
      }
    })
    world.dictionaries[name] = { name, title: manifest.title, items } satisfies Dictionary
    world.dictionaryCodes.set(
      name,
      items.map((item) => item.code),
    )
  }
  // The states of an entity are a dictionary too, wherever they are looked at from outside: as the axis of a report, say.
  for (const [name, { manifest }] of world.manifests.entities) {
    const states = Object.entries(manifest.states ?? {})
    if (states.length === 0) continue
    const own = `${name}.state`
    const items = states.map(([code, { title, colour }]): DictionaryItem => ({
      code,
      title,
      retired: false,
      colour: colour ?? 'neutral',
    }))
    world.dictionaries[own] = { name: own, title: manifest.title, items }
    world.dictionaryCodes.set(
      own,
      items.map((item) => item.code),
    )
  }
}

/** Everything that has an address, so that any manifest can refer to it; an address leads to one thing. */
function declareRoutes(world: World): void {
  const { modules, screens } = world.manifests
  for (const file of modules.values()) {
    const { path } = file.manifest
    if (path === undefined) continue
    const other = world.routes.get(path)
    if (other !== undefined) tell(world, at(file, 'path'), 'duplicate-route', { path, other })
    else world.routes.set(path, file.path)
  }
  const homeless = new Set<string>()
  for (const file of screens) {
    const { path } = file.manifest
    const other = world.routes.get(path)
    if (other !== undefined) tell(world, at(file, 'path'), 'duplicate-route', { path, other })
    else world.routes.set(path, file.path)
  }
  for (const file of [...screens, ...world.manifests.entities.values()]) {
    if (modules.has(file.module) || world.manifests.unreadable.module.has(file.module) || homeless.has(file.module))
      continue
    homeless.add(file.module)
    world.problems.addFile(
      file.path,
      'missing-file',
      { file: `${file.module}/module.json` },
      'Every folder of manifests is a module.',
    )
  }
}

/** A dictionary serves fields; one that an operation is told to use counts as used. */
function tellUnusedDictionaries(world: World): void {
  const { unreadable } = world.manifests
  if (unreadable.entity.size + unreadable.endpoint.size + unreadable.screen.size > 0) return
  const options = JSON.stringify(each(world.manifests.endpoints).map(([, file]) => file.manifest.options ?? null))
  for (const [name, file] of world.manifests.dictionaries) {
    if (!world.usedDictionaries.has(name) && !options.includes(JSON.stringify(name)))
      tell(world, at(file, 'title'), 'unused-dictionary', { name }, { key: true })
  }
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const part of Object.values(value)) freeze(part)
  return value
}
