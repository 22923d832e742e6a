// What is known of records that are only read? Values by entity, id and path, fetched in one statement an entity, and forgotten when a write
// may have changed them. Nothing here is judged by a caller's row scope: rules read what they need.
import type { App } from '../../manifest/app'
import type { Context, RawRecord } from '../context'
import { entityNamed } from '../plan/frame'
import { loadRecords } from '../plan/load'
import { entitiesBehind } from './reach'

/** What is to be fetched: ids and paths by entity. */
export class Wants {
  readonly records = new Map<string, { readonly ids: Set<number>; readonly paths: Set<string> }>()

  add(entity: string, id: number, path: string): void {
    let wanted = this.records.get(entity)
    if (!wanted) this.records.set(entity, (wanted = { ids: new Set(), paths: new Set() }))
    wanted.ids.add(id)
    wanted.paths.add(path)
  }
}

export class Facts {
  private readonly values = new Map<string, Map<string, Map<number, unknown>>>()
  /** Counts the writes; a value computed from facts is good for one count. */
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

  /** Keeps what a loaded record says. What it says of a record that it refers to is kept with that one. */
  keep(entity: string, record: RawRecord, paths: Iterable<string>): void {
    for (const path of paths) {
      const dot = path.indexOf('.')
      const field = dot < 0 ? undefined : entityNamed(this.app, entity).fields[path.slice(0, dot)]
      const reference = field?.stored && field.type === 'ref' ? record[field.name] : undefined
      if (field?.entity && typeof reference === 'number')
        this.keep(field.entity, { id: reference, [path.slice(dot + 1)]: record[path] }, [path.slice(dot + 1)])
      else this.set(entity, Number(record.id), path, record[path])
    }
  }

  private set(entity: string, id: number, path: string, value: unknown): void {
    let paths = this.values.get(entity)
    if (!paths) this.values.set(entity, (paths = new Map()))
    let ids = paths.get(path)
    if (!ids) paths.set(path, (ids = new Map()))
    ids.set(id, value ?? null)
  }

  /** Fetches everything wanted, one statement an entity. A record that does not exist has nulls. */
  async fetch({ records }: Wants): Promise<void> {
    for (const [entity, { ids, paths }] of records) {
      const found = await loadRecords(this.context, {
        entity,
        paths: [...paths],
        where: { ids: [...ids] },
        scoped: false,
      })
      const byId = new Map(found.map((record) => [record.id, record]))
      for (const id of ids) for (const path of paths) this.set(entity, id, path, byId.get(id)?.[path])
    }
  }

  /** Records of these entities were written: forgets every value that they may decide. */
  forget(written: ReadonlySet<string>): void {
    this.epoch += 1
    for (const [entity, paths] of this.values) {
      for (const path of paths.keys()) {
        const behind = entitiesBehind(this.app, entity, path)
        if ([...written].some((name) => behind.has(name))) paths.delete(path)
      }
    }
  }

  /** Others may have written meanwhile, as a lock had to be waited for. */
  forgetAll(): void {
    this.epoch += 1
    this.values.clear()
  }
}
