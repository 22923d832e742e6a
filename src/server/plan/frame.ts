// Which tables does one SELECT read? A frame is a row variable with its fields; stepping through a reference adds one LEFT JOIN a path,
// however often the path is used. References are joined by id alone, which is unique over all tenants.
import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { App, Entity, Field } from '../../manifest/app'
import { column, identifier } from '../database/identifier'
import type { LanguageIndex } from '../context'

/** What stays the same for a whole statement. */
export interface Planning {
  readonly app: App
  readonly language: LanguageIndex
  /** true: no person asks, and rules find no account. */
  readonly system: boolean
  readonly aliases: Aliases
  /** Many rows are asked for together: what is computed from other records is grouped once and joined, not asked for with each row. */
  readonly grouped?: boolean
}

/** A select by groups that is joined to a row; `join` is asked last. */
export interface JoinedGroups {
  readonly join: () => Sql
}

/** Gives every row variable of a statement its own name. */
export class Aliases {
  private count = 0
  next(): string {
    return `t${this.count++}`
  }
}

export function planningOf(app: App, language: LanguageIndex, system: boolean): Planning {
  return { app, language, system, aliases: new Aliases() }
}

/** How a reference's table is joined; field-sql knows the expression of the reference. */
export type ReferenceOf = (frame: Frame, field: Field) => Sql

export class Frame {
  private readonly joined = new Map<string, { readonly frame: Frame; readonly on: Sql }>()
  private readonly groups = new Map<string, JoinedGroups>()
  private readonly used = new Set<string>()
  private few?: Sql
  /** Said by whoever counts the records of this frame for others. */
  idsOf?: () => Sql | undefined

  private constructor(
    readonly planning: Planning,
    readonly alias: string,
    readonly fields: Readonly<Record<string, Field>>,
    readonly entity: Entity | undefined,
    /** States that the rows are certainly in. */
    readonly states: readonly string[] | undefined,
    /** Lines: the frame of the record that they belong to. */
    readonly parent: Frame | undefined,
  ) {}

  /** A row of an entity's table. */
  static of(planning: Planning, entity: Entity, states?: readonly string[], alias = planning.aliases.next()): Frame {
    return new Frame(planning, alias, entity.fields, entity, states, undefined)
  }

  /** A row of the lines of a record. */
  static ofLines(planning: Planning, field: Field, parent: Frame | undefined): Frame {
    return new Frame(planning, planning.aliases.next(), field.fields ?? {}, undefined, undefined, parent)
  }

  column(name: string): Sql {
    this.used.add(name)
    return column(this.alias, name)
  }

  /** The record that a reference leads to; `reference` is asked once for the expression to join by. */
  through(field: Field, reference: ReferenceOf): Frame {
    const known = this.joined.get(field.name)
    if (known) return known.frame
    const frame = Frame.of(this.planning, entityNamed(this.planning.app, field.entity ?? ''))
    const on = reference(this, field)
    this.joined.set(field.name, { frame, on })
    return frame
  }

  /** What is joined by groups under a key, made when it is first asked for. */
  groupsOf<G extends JoinedGroups>(key: string, make: () => G): G {
    const known = this.groups.get(key) as G | undefined
    const groups = known ?? make()
    if (!known) this.groups.set(key, groups)
    return groups
  }

  /** The columns of its own that have been asked for so far. */
  columns(): readonly string[] {
    return [...this.used]
  }

  /** The records behind references that have been stepped through so far. */
  references(): readonly Frame[] {
    return [...this.joined.values()].map(({ frame }) => frame)
  }

  /** Whether anything is joined by groups, here or behind a reference. */
  get hasGroups(): boolean {
    return this.groups.size > 0 || [...this.joined.values()].some(({ frame }) => frame.hasGroups)
  }

  /** ` LEFT JOIN …` for every reference stepped through and everything grouped so far; ask for it last. */
  joins(): Sql {
    const references = [...this.joined.values()].map(
      ({ frame, on }) =>
        sql` LEFT JOIN ${identifier(frame.entity!.name)} ${identifier(frame.alias)} ON ${frame.column('id')} = ${on}${frame.joins()}`,
    )
    const all = [...references, ...[...this.groups.values()].map((groups) => groups.join())]
    return all.length > 0 ? join(all, '') : empty
  }

  /** `"table" "alias"` with its joins; `rows` is a select that stands for the table. */
  from(rows?: Sql): Sql {
    return sql`${rows ? sql`(${rows})` : identifier(this.entity!.name)} ${identifier(this.alias)}${this.joins()}`
  }

  /** `SELECT` of the ids of all records that this frame can have, where few are known; what is grouped for others is of no use. */
  get ids(): Sql | undefined {
    return this.few ? sql`SELECT "id" FROM ${this.few}` : this.idsOf?.()
  }

  /**
   * `SELECT …` of values of this frame over some rows that are found first, once; `rowsOf` selects the columns that are asked of them.
   * `around` puts that select into another, which may read the table of the rows as well.
   */
  fromFew(
    rowsOf: (columns: readonly string[]) => Sql,
    selected: Sql,
    around = (select: Sql, _few: Sql) => select,
  ): Sql {
    const few = (this.few = identifier(`few ${this.alias}`))
    const joins = this.joins()
    const rows = rowsOf([...this.used.add('id')])
    return sql`WITH ${few} AS MATERIALIZED (${rows}) ${around(sql`SELECT ${selected} FROM ${few} ${identifier(this.alias)}${joins}`, few)}`
  }

  /** The name of the reference to the tenant, when this frame's records belong to one. */
  get tenantColumn(): string | undefined {
    return this.entity?.tenant ? this.planning.app.access.identity.tenant : undefined
  }
}

/** @throws Error when the app has no such entity: a defect, as every name was resolved before. */
export function entityNamed(app: App, name: string): Entity {
  const entity = app.entities[name]
  if (!entity) throw new Error(`The app has no entity "${name}".`)
  return entity
}
