// Which manifests are there? Sources -> files by kind and name, each checked against the manifest language. A file's name says its kind
// and, for entities, dictionaries and endpoints, its name; its first folder is its module.
import type { Source } from './app'
import type {
  AccessManifest,
  AppManifest,
  DictionaryManifest,
  EndpointManifest,
  EntityManifest,
  ModuleManifest,
  OutsideManifest,
  ScreenManifest,
  SettingsManifest,
} from './generated/language'
import type { SchemaName } from './language'
import { parse, type Document } from './parse'
import type { Problems } from './problem'
import { nearest } from './rule/suggest'
import { checkShape } from './shape'

/** A manifest and where it stands. Lists in it may have holes where an entry had the wrong shape. */
export interface File<T> {
  readonly document: Document
  readonly path: string
  readonly module: string
  readonly name: string
  readonly manifest: T
}

export interface Manifests {
  app?: File<AppManifest>
  access?: File<AccessManifest>
  readonly modules: Map<string, File<ModuleManifest>>
  readonly entities: Map<string, File<EntityManifest>>
  readonly dictionaries: Map<string, File<DictionaryManifest>>
  readonly screens: File<ScreenManifest>[]
  readonly endpoints: File<EndpointManifest>[]
  readonly settings: File<SettingsManifest>[]
  readonly outside: Map<string, File<OutsideManifest>>
  /** Names whose file exists but says nothing that can be used: what refers to them is no further problem. */
  readonly unreadable: Readonly<Record<SchemaName, Set<string>>>
}

const KINDS = ['entity', 'screen', 'dictionary', 'endpoint', 'outside'] as const
const NAME = /^[A-Za-z][A-Za-z0-9]*$/

type Place = { readonly kind: Exclude<SchemaName, 'definitions'>; readonly name: string; readonly module: string }

export function read(sources: readonly Source[], problems: Problems): Manifests {
  const manifests: Manifests = {
    modules: new Map(),
    entities: new Map(),
    dictionaries: new Map(),
    screens: [],
    endpoints: [],
    settings: [],
    outside: new Map(),
    unreadable: Object.fromEntries(
      [
        'access',
        'app',
        'definitions',
        'dictionary',
        'endpoint',
        'entity',
        'module',
        'outside',
        'screen',
        'settings',
      ].map((kind) => [kind, new Set()]),
    ) as unknown as Manifests['unreadable'],
  }
  for (const source of [...sources].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))) {
    if (source.path.startsWith('language/')) continue
    const place = placeOfFile(source.path, problems)
    if (place !== undefined) readFile(source, place, manifests, problems)
  }
  for (const kind of ['app', 'access'] as const) {
    if (manifests[kind] === undefined && !manifests.unreadable[kind].has(''))
      problems.addFile(`${kind}.json`, 'missing-file', { file: `${kind}.json` })
  }
  return manifests
}

function placeOfFile(path: string, problems: Problems): Place | undefined {
  const parts = path.split('/')
  const base = parts.at(-1)!
  const [module = ''] = parts.length > 1 ? parts : ['']
  const only = (kind: 'app' | 'access', inModule: boolean): Place | undefined => {
    if (!inModule) return { kind, name: '', module: '' }
    problems.addFile(path, 'misplaced-file', {}, `${base} stands beside the folders of the modules.`)
    return undefined
  }
  if (base === 'app.json' || base === 'access.json') return only(base === 'app.json' ? 'app' : 'access', module !== '')
  const kind = KINDS.find((one) => base.endsWith(`.${one}.json`))
  const known =
    kind ??
    (base === 'module.json'
      ? 'module'
      : base === 'settings.json' || base.endsWith('.settings.json')
        ? 'settings'
        : undefined)
  if (known === undefined) {
    problems.addFile(path, 'unknown-file', {}, unknownFileHint(base))
    return undefined
  }
  if (module === '' || (known === 'module' && parts.length !== 2)) {
    problems.addFile(
      path,
      'misplaced-file',
      {},
      module === '' ? 'It stands in the folder of its module.' : 'It stands directly in the folder of its module.',
    )
    return undefined
  }
  const name = known === 'module' ? module : known === 'settings' ? path : base.slice(0, -`.${known}.json`.length)
  if (known === 'entity' || known === 'dictionary' || known === 'outside') {
    if (!NAME.test(name)) {
      problems.addFile(path, 'bad-name', { name })
      return undefined
    }
  }
  return { kind: known, name, module }
}

function unknownFileHint(base: string): string {
  const parts = base.split('.')
  const near =
    parts.length > 2
      ? nearest(parts.at(-2)!, [...KINDS, 'settings'])
      : nearest(base, ['module.json', 'settings.json', 'app.json', 'access.json'])
  if (near !== undefined)
    return `Did you mean "${parts.length > 2 ? `${parts.slice(0, -2).join('.')}.${near}.json` : near}"?`
  return 'Known: module.json, settings.json, *.entity.json, *.screen.json, *.dictionary.json, *.endpoint.json, *.outside.json, *.settings.json; beside the modules app.json and access.json.'
}

function readFile(source: Source, place: Place, manifests: Manifests, problems: Problems): void {
  const document = parse(source)
  for (const { code, what, offset, length } of document.problems)
    problems.addAt(document, offset, length, code, { what })
  const shaped = document.readable ? checkShape(place.kind, document.value) : undefined
  for (const { path, code, args, key, hint } of shaped?.problems ?? [])
    problems.add(document, path, code, args, { key, hint })
  if (shaped?.value === undefined) {
    manifests.unreadable[place.kind].add(place.name)
    return
  }
  keep(
    { document, path: source.path, module: place.module, name: place.name, manifest: shaped.value },
    place.kind,
    manifests,
    problems,
  )
}

/** The shape was checked: from here on the manifest has the type of its schema. */
function keep(file: File<unknown>, kind: Place['kind'], manifests: Manifests, problems: Problems): void {
  const once = <T>(map: Map<string, File<T>>): void => {
    const other = map.get(file.name)
    if (other === undefined) map.set(file.name, file as File<T>)
    else problems.addFile(file.path, 'duplicate-name', { kind, name: file.name, other: other.path })
  }
  switch (kind) {
    case 'app':
      manifests.app = file as File<AppManifest>
      break
    case 'access':
      manifests.access = file as File<AccessManifest>
      break
    case 'module':
      once(manifests.modules)
      break
    case 'entity':
      once(manifests.entities)
      break
    case 'dictionary':
      once(manifests.dictionaries)
      break
    case 'screen':
      manifests.screens.push(file as File<ScreenManifest>)
      break
    case 'endpoint':
      manifests.endpoints.push(file as File<EndpointManifest>)
      break
    case 'outside':
      once(manifests.outside)
      break
    case 'settings':
      manifests.settings.push(file as File<SettingsManifest>)
      break
  }
}
