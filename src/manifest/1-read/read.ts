// Reads the sources into manifests by kind and name, each validated against the manifest language.
// The file name gives the kind and, for entities, dictionaries and endpoints, the name; the first folder gives the
// module.
import { lastItem } from '../expression/values/present'
import { Languages } from '../model/text'
import type { Source } from '../json/source'
import type {
  AccessManifest,
  AppManifest,
  EndpointManifest,
  ScreenManifest,
  SettingsManifest,
} from '../language/generated'
import { language, type SchemaName } from '../language/schemas'
import { catalogLanguages } from '../expression/message'
import { parse, type Document, type JsonPath } from '../json/parse'
import { fileKindFor } from '../language/formerNames'
import type { ProblemCode } from '../problems/catalog'
import type { Problems } from '../problems/problems'
import { nearest } from '../problems/suggest'
import { expandEscalations } from './escalation'
import { expandFieldSets } from './fieldSets'
import { expandSnapshots } from './snapshots'
import { isName } from '../expression/names'
import type { CachedFile, FileCache } from './fileCache'
import type { File, ManifestFiles } from './manifestFiles'
import { addressOf, isTranslation, Translations } from './translations'
import type { TextReading } from './resolveText'
import { checkShape } from './validateShape'

const manifestKinds = ['entity', 'screen', 'dictionary', 'endpoint', 'integration'] as const

type Place = { readonly kind: Exclude<SchemaName, 'definitions'>; readonly name: string; readonly module: string }

/** @param cache what earlier compilations of the product have read */
export function read(sources: readonly Source[], problems: Problems, cache?: FileCache): ManifestFiles {
  const languages = languagesOf(sources)
  const translations = new Translations(sources, languages, problems)
  cache?.begin(JSON.stringify([languages, sources.filter(isTranslation)]), sources)
  const manifests: ManifestFiles = {
    languages,
    translations,
    texts: [],
    modules: new Map(),
    entities: new Map(),
    dictionaries: new Map(),
    screens: [],
    endpoints: [],
    settings: [],
    integrations: new Map(),
    unreadable: Object.fromEntries(
      Object.keys(language).map((kind) => [kind, new Set()]),
    ) as unknown as ManifestFiles['unreadable'],
  }
  for (const source of [...sources].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))) {
    if (source.path.startsWith('language/') || isTranslation(source)) continue
    const target = placeOfFile(source.path, problems)
    if (target === undefined) continue
    const file = cachedFile(source, manifests, cache) ?? readFile(source, target, manifests, problems)
    if (file === undefined) continue
    if (problems.empty) cache?.set(source, file)
    const { document, manifest } = file
    addManifest(
      { document, path: source.path, module: target.module, name: target.name, manifest },
      target.kind,
      manifests,
      problems,
    )
  }
  for (const kind of ['app', 'access'] as const) {
    if (manifests[kind] === undefined && !manifests.unreadable[kind].has(''))
      problems.addFile(`${kind}.json`, 'missing-file', { file: `${kind}.json` })
  }
  expandFieldSets(manifests, problems)
  expandSnapshots(manifests, problems)
  expandEscalations(manifests, problems)
  translations.reportUnknown()
  return manifests
}

function placeOfFile(path: string, problems: Problems): Place | undefined {
  const parts = path.split('/')
  const base = lastItem(parts)
  const [module = ''] = parts.length > 1 ? parts : ['']
  const refuse = (code: ProblemCode, hint: string): undefined => void problems.addFile(path, code, {}, hint)
  const kind = kindOfFile(base)
  if (kind === undefined) return refuse('unknown-file', unknownFileHint(base))
  if (kind === 'app' || kind === 'access')
    return module === ''
      ? { kind, name: '', module }
      : refuse('misplaced-file', `Put ${base} beside the folders of the modules.`)
  if (module === '') return refuse('misplaced-file', 'Put it into the folder of its module.')
  if (kind === 'module')
    return parts.length === 2
      ? { kind, name: module, module }
      : refuse('misplaced-file', 'Put it directly into the folder of its module.')
  if (kind === 'settings') return { kind, name: path, module }
  const name = base.slice(0, -`.${kind}.json`.length)
  if ((kind === 'entity' || kind === 'dictionary' || kind === 'integration') && !isName(name))
    return void problems.addFile(path, 'bad-name', { name })
  return { kind, name, module }
}

function kindOfFile(base: string): Place['kind'] | undefined {
  for (const kind of ['app', 'access', 'module', 'settings'] as const) if (base === `${kind}.json`) return kind
  return ([...manifestKinds, 'settings'] as const).find((kind) => base.endsWith(`.${kind}.json`))
}

function unknownFileHint(base: string): string {
  const parts = base.split('.')
  const near =
    parts.length > 2
      ? (fileKindFor(parts.at(-2)!) ?? nearest(parts.at(-2)!, [...manifestKinds, 'settings']))
      : nearest(base, ['module.json', 'settings.json', 'app.json', 'access.json'])
  if (near !== undefined)
    return `Did you mean "${parts.length > 2 ? `${parts.slice(0, -2).join('.')}.${near}.json` : near}"?`
  return [
    'Known: module.json, settings.json, *.entity.json, *.screen.json, *.dictionary.json, *.endpoint.json,',
    '*.integration.json, *.settings.json; beside the modules app.json and access.json.',
  ].join(' ')
}

/** A text's own file first, then the folder of its language. */
function readingOf(
  { languages, translations, texts }: ManifestFiles,
  document: Document,
  addresses: string[],
): TextReading {
  const translatedAt = (path: JsonPath, written: Readonly<Record<string, string>>) => {
    const address = addressOf(document.source.path, document.value, path)
    addresses.push(address)
    return translations.at(address, written)
  }
  return {
    languages,
    translated: (path, written) => {
      const translated = translations.empty ? {} : translatedAt(path, written)
      const all = { ...written, ...translated }
      const missing = languages.filter((language) => all[language] === undefined)
      texts.push({ document, path: [...path], written: all, missing })
      return translated
    },
  }
}

/** The languages by which every text is read, app.json's own included; those of the catalogs while it is invalid. */
function languagesOf(sources: readonly Source[]): Languages {
  const app = sources.find(({ path }) => path === 'app.json')
  const value = app && (parse(app).value as { readonly languages?: unknown } | null | undefined)
  const codes = Array.isArray(value?.languages) ? value.languages.filter((code) => typeof code === 'string') : []
  const [first, ...others] = new Set<string>(codes)
  return first === undefined ? catalogLanguages : [first, ...others]
}

/** A cached unchanged file, with the notes that reading it would take. */
function cachedFile(source: Source, { texts, translations }: ManifestFiles, cache?: FileCache): CachedFile | undefined {
  const file = cache?.get(source)
  if (file === undefined) return undefined
  for (const text of file.texts) texts.push(text)
  translations.know(file.addresses)
  return file
}

/** Undefined if nothing of the file is usable. */
function readFile(source: Source, target: Place, manifests: ManifestFiles, problems: Problems): CachedFile | undefined {
  const document = parse(source)
  for (const problem of document.problems) problems.addAt(document, problem, problem.code, { what: problem.what })
  const addresses: string[] = []
  const textsBefore = manifests.texts.length
  const reading = readingOf(manifests, document, addresses)
  const shaped = document.readable ? checkShape(target.kind, document.value, reading) : undefined
  for (const { path, code, args, key, hint } of shaped?.problems ?? [])
    problems.add({ document, path }, code, args, { key, hint })
  if (shaped?.value !== undefined)
    return { document, manifest: shaped.value, texts: manifests.texts.slice(textsBefore), addresses }
  manifests.unreadable[target.kind].add(target.name)
  return undefined
}

/** The shape is valid: from here on the manifest has the type of its schema. */
function addManifest(file: File<unknown>, kind: Place['kind'], manifests: ManifestFiles, problems: Problems): void {
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
    case 'integration':
      once(manifests.integrations)
      break
    case 'settings':
      manifests.settings.push(file as File<SettingsManifest>)
      break
  }
}
