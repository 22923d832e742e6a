// The manifests read from a folder, each with its file, by kind and name.
import { Languages } from '../model/text'
import type { Document, JsonPath } from '../json/parse'
import type {
  AccessManifest,
  AppManifest,
  DictionaryManifest,
  EndpointManifest,
  EntityManifest,
  ModuleManifest,
  IntegrationManifest,
  ScreenManifest,
  SettingsManifest,
} from '../language/generated'
import type { SchemaName } from '../language/schemas'
import type { Translations } from './translations'

/** A manifest and its file. A list in it has a hole where an entry had the wrong shape. */
export interface File<T> {
  readonly document: Document
  readonly path: string
  readonly module: string
  readonly name: string
  readonly manifest: T
  /** Fields of an entity that no author wrote, such as the last step of a job. */
  readonly internalFields?: readonly string[]
}

export interface ManifestFiles {
  readonly languages: Languages
  readonly translations: Translations
  /** Every text, by its place. */
  readonly texts: WrittenAt[]
  app?: File<AppManifest>
  access?: File<AccessManifest>
  readonly modules: Map<string, File<ModuleManifest>>
  readonly entities: Map<string, File<EntityManifest>>
  readonly dictionaries: Map<string, File<DictionaryManifest>>
  readonly screens: File<ScreenManifest>[]
  readonly endpoints: File<EndpointManifest>[]
  readonly settings: File<SettingsManifest>[]
  readonly integrations: Map<string, File<IntegrationManifest>>
  /** Names whose file exists but is unusable: a reference to one of them is not a second problem. */
  readonly unreadable: Readonly<Record<SchemaName, Set<string>>>
}

/** A text as its file has it. */
export interface WrittenAt {
  readonly document: Document
  readonly path: JsonPath
  readonly written: Readonly<Record<string, string>>
  /** The languages without it. */
  readonly missing: readonly string[]
}
