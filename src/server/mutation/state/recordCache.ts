// Caches values that are read of records by entity, id and path, until a write.
// Fetches one statement per entity. No row scope applies: rules read what they need.
import { entityOf, type App } from '../../../manifest/model/app'
import type { Context, LoadedRecord } from '../../context/context'
import { loadRecords } from '../../query/records/loadRecords'
import { entitiesOnPath } from './pathDependencies'

/** What to fetch: ids and paths by entity. */
export class LoadPlan {
  readonly records = new Map<string, { readonly ids: Set<number>; readonly paths: Set<string> }>()

  add(entity: string, id: number, path: string): void {
    let record = this.records.get(entity)
    if (!record) this.records.set(entity, (record = { ids: new Set(), paths: new Set() }))
    record.ids.add(id)
    record.paths.add(path)
  }
}

export class RecordCache {
  private readonly values = new Map<string, Map<string, Map<number, unknown>>>()
  /** In which version all cached values of a record were read; null: not in one, or not known. */
  private readonly versions = new Map<string, Map<number, number | null>>()
  /** Counts the writes; a value computed from cached ones is valid for one count. */
  epoch = 0

  constructor(
    private readonly app: App,
    private readonly context: Context,
  ) {}

  has(entity: string, id: number, path: string): boolean {
    return this.values.get(entity)?.get(path)?.has(id) === true
  }

  get(entity: string, id: number, path: string): unknown {
    return this.values.get(entity)?.get(path)?.get(id) ?? null
  }

  /** The version in which everything cached of a record was read; null: there is none, or several. */
  versionOf(entity: string, id: number): number | null {
    return this.versions.get(entity)?.get(id) ?? null
  }

  /**
   * Caches the values of a loaded record. Values of a referenced record are cached with that one, in the version that
   * was loaded along with them.
   */
  add(entity: string, record: LoadedRecord, paths: Iterable<string>): void {
    this.noteVersion(entity, record.id, record.version)
    for (const path of paths) {
      const dot = path.indexOf('.')
      const field = dot < 0 ? undefined : entityOf(this.app, entity).fields[path.slice(0, dot)]
      const reference = field?.stored && field.type === 'ref' ? record[field.name] : undefined
      if (field?.entity && typeof reference === 'number') {
        this.noteVersion(field.entity, reference, record[`${field.name}.version`])
        this.set(field.entity, reference, path.slice(dot + 1), record[path])
      } else this.set(entity, record.id, path, record[path])
    }
  }

  // A value of another version, or of an unknown one, stays in the cache, so the record has no single version any more.
  private noteVersion(entity: string, id: number, read: unknown): void {
    let versions = this.versions.get(entity)
    if (!versions) this.versions.set(entity, (versions = new Map()))
    const version = read === null || read === undefined ? null : Number(read)
    versions.set(id, !versions.has(id) || versions.get(id) === version ? version : null)
  }

  private set(entity: string, id: number, path: string, value: unknown): void {
    let paths = this.values.get(entity)
    if (!paths) this.values.set(entity, (paths = new Map()))
    let ids = paths.get(path)
    if (!ids) paths.set(path, (ids = new Map()))
    ids.set(id, value ?? null)
  }

  /** Fetches everything recorded, one statement per entity. A record that does not exist has nulls. */
  async fetch({ records }: LoadPlan): Promise<void> {
    for (const [entity, { ids, paths }] of records) {
      const loaded = await loadRecords(this.context, {
        entity,
        paths: [...paths],
        where: { ids: [...ids] },
        scoped: false,
      })
      const byId = new Map(loaded.map((record) => [record.id, record]))
      for (const id of ids) {
        const record = byId.get(id)
        this.noteVersion(entity, id, record?.version)
        for (const path of paths) this.set(entity, id, path, record?.[path])
      }
    }
  }

  /** Records of these entities were written: drops every value that they may decide. */
  forget(written: ReadonlySet<string>): void {
    this.epoch += 1
    for (const entity of written) this.versions.delete(entity)
    for (const [entity, paths] of this.values) {
      for (const path of paths.keys()) {
        const pathEntities = entitiesOnPath(this.app, entity, path)
        if ([...written].some((name) => pathEntities.has(name))) paths.delete(path)
      }
    }
  }

  /**
   * Other transactions may have written while a lock was awaited: keeps only the stored fields of records that are
   * locked in the version in which they were read.
   */
  forgetAll(unchanged: ReadonlyMap<string, ReadonlySet<number>> = new Map()): void {
    this.epoch += 1
    for (const [entity, versions] of this.versions)
      for (const id of versions.keys()) if (!unchanged.get(entity)?.has(id)) versions.delete(id)
    for (const [entity, paths] of this.values) {
      const kept = unchanged.get(entity)
      if (!kept) {
        this.values.delete(entity)
        continue
      }
      const { fields } = entityOf(this.app, entity)
      for (const [path, values] of paths) {
        if (path !== 'version' && fields[path]?.stored !== true) paths.delete(path)
        else for (const id of values.keys()) if (!kept.has(id)) values.delete(id)
      }
    }
  }
}
