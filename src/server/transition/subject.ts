// What is the record in question, while a transition works on it? What the database holds of it, and above that what is about to be written.
import type { App, Entity, Field } from '../../manifest/app'
import type { RawRecord } from '../context'
import { fieldsBehind } from './reach'

export class Subject {
  private readonly changes = new Map<string, unknown>()
  /** Computed aggregates with the count of writes at which they were. */
  readonly aggregates = new Map<string, { readonly epoch: number; readonly value: unknown }>()

  /**
   * @param entity its name and fields; of a form's inputs and of a line something like an entity
   * @param id null while it is not written
   * @param base what is known of it: own fields by name, further paths joined by dots
   * @param owner of a line: the record that it belongs to
   */
  constructor(
    private readonly app: App,
    readonly entity: Pick<Entity, 'name' | 'fields'>,
    public id: number | null,
    private base: RawRecord,
    readonly owner?: Subject,
  ) {}

  /** A second one for the same record as the database holds it. */
  asStored(): Subject {
    return new Subject(this.app, this.entity, this.id, this.base)
  }

  /** Whether the value of an own field (or a path of the base) is known without asking. */
  has(path: string): boolean {
    return this.changes.has(path) || this.id === null || Object.hasOwn(this.base, path)
  }

  own(name: string): unknown {
    return (this.changes.has(name) ? this.changes.get(name) : this.base[name]) ?? null
  }

  /** A path beyond a reference that came with the base; undefined when it did not or no longer holds. */
  known(path: string): unknown {
    const first = path.split('.')[0]!
    return this.changes.has(first) || !Object.hasOwn(this.base, path) ? undefined : (this.base[path] ?? null)
  }

  set(name: string, value: unknown): void {
    this.changes.set(name, value ?? null)
    this.aggregates.clear()
  }

  /** Takes a change back. */
  unset(name: string): void {
    if (this.changes.delete(name)) this.aggregates.clear()
  }

  /** Whether the database no longer tells the value of a computed field. */
  isStale(field: Field): boolean {
    if (this.changes.size === 0) return false
    for (const name of fieldsBehind(this.app, this.entity, field.name)) if (this.changes.has(name)) return true
    return false
  }

  /** All own values, as rules of statements read them under `this`. */
  raw(): RawRecord {
    return { ...this.base, ...Object.fromEntries(this.changes), ...(this.id === null ? {} : { id: this.id }) }
  }

  /** The changes are in the database now, and so are the values that it gave. */
  written(id: number, given: RawRecord): void {
    this.id = id
    this.base = { ...this.base, ...Object.fromEntries(this.changes), ...given, id }
    this.changes.clear()
    this.aggregates.clear()
  }

  /** Takes over what the database holds now. */
  reload(base: RawRecord): void {
    this.base = base
    this.changes.clear()
    this.aggregates.clear()
  }
}
