// A record during a transition: its stored values under its pending changes.
import { textBefore } from '../../../manifest/expression/values/present'
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { RawRecord } from '../../context/context'
import { storedFieldsOf } from './pathDependencies'

export class RecordDraft {
  private readonly changes = new Map<string, unknown>()
  /** Of a line: the record that it belongs to. */
  declare readonly owner?: RecordDraft
  /** Computed aggregates with the write count at which they were computed. */
  readonly aggregates = new Map<string, { readonly epoch: number; readonly value: unknown }>()

  /**
   * @param entity its name and fields; a substitute entity for a form's inputs and for a line
   * @param id null until it is written
   * @param base known values: own fields by name, further paths joined by dots
   */
  constructor(
    readonly app: App,
    readonly entity: Pick<Entity, 'name' | 'fields'>,
    public id: number | null,
    private base: RawRecord,
  ) {}

  /** A second draft of the same record with its stored values. */
  asStored(): RecordDraft {
    return new RecordDraft(this.app, this.entity, this.id, this.base)
  }

  /** Whether the value of an own field (or a path of the base) is known without a lookup. */
  has(path: string): boolean {
    return this.changes.has(path) || this.id === null || Object.hasOwn(this.base, path)
  }

  own(name: string): unknown {
    return (this.changes.has(name) ? this.changes.get(name) : this.base[name]) ?? null
  }

  /** The base's value of a path behind a reference; undefined when it has none or it is outdated. */
  known(path: string): unknown {
    const first = textBefore(path, '.')
    return this.changes.has(first) || !Object.hasOwn(this.base, path) ? undefined : (this.base[path] ?? null)
  }

  /** The id of a record that is stored. @throws Error while it is created: a defect */
  get writtenId(): number {
    if (this.id === null) throw new Error(`A record of ${this.entity.name} is used before it is written.`)
    return this.id
  }

  set(name: string, value: unknown): void {
    this.changes.set(name, value ?? null)
    this.aggregates.clear()
  }

  /** Reverts a change. */
  unset(name: string): void {
    if (this.changes.delete(name)) this.aggregates.clear()
  }

  /** Whether a pending change has outdated the stored value of a computed field. */
  isOutdated(field: Field): boolean {
    if (this.changes.size === 0) return false
    for (const name of storedFieldsOf(this.app, this.entity, field.name)) if (this.changes.has(name)) return true
    return false
  }

  /** All own values, as rules of statements read them under `this`. */
  raw(): RawRecord {
    return { ...this.base, ...Object.fromEntries(this.changes), ...(this.id === null ? {} : { id: this.id }) }
  }

  /** Marks the changes as stored, with the values that the database assigned. */
  markStored(id: number, input: RawRecord): void {
    this.id = id
    this.base = { ...this.base, ...Object.fromEntries(this.changes), ...input, id }
    this.changes.clear()
    this.aggregates.clear()
  }

  /** Replaces the base by the database's present values. */
  reload(base: RawRecord): void {
    this.base = base
    this.changes.clear()
    this.aggregates.clear()
  }
}

/** A line of a record, as a record of its own. */
export class LineDraft extends RecordDraft {
  constructor(
    override readonly owner: RecordDraft,
    lines: Pick<Entity, 'name' | 'fields'>,
    line: RawRecord,
  ) {
    super(owner.app, lines, null, line)
  }
}
