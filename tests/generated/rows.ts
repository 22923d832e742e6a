// Which rows does a walk change before it acts? Reads and writes records, lines and values of a form by path, inside one
// transaction that is taken back.
import sql, { join, type Sql } from 'sql-template-tag'
import type { Chance } from '../../scripts/demo/chance'
import { materializedColumns } from '../../src/server/database/sql/materializedColumns'
import { columnType, linesTableName, storedFields } from '../../src/server/database/sql/tables'
import { identifier } from '../../src/server/database/sql/identifier'
import { loadRecords } from '../../src/server/query/records/loadRecords'
import type { App } from '../../src/manifest/model/app'
import type { Field } from '../../src/manifest/model/field'
import type { Aggregate, Rule } from '../../src/manifest/model/rule'
import type { Transition } from '../../src/manifest/model/transition'
import type { RawRecord } from '../../src/server/context/context'

/** A record, a line of it, or a form that makes one. */
export interface Subject {
  readonly entity: string
  readonly id?: number
  /** A line of this field of the record. */
  readonly lines?: string
  readonly position?: number
  /** Values that a form sends. */
  readonly values?: Record<string, unknown>
  /** Which fields the form sends; all where it makes the record. */
  readonly form?: ReadonlySet<string>
  /** Whose record a form makes. */
  readonly tenant?: number
  readonly createdBy?: number
  /** What the transition writes by itself. */
  readonly set?: Transition['set']
  /** The rules of an effect that makes the record, and what their names stand for. */
  readonly made?: { readonly rules: Readonly<Record<string, Rule>>; readonly scene: unknown }
  /** Fields of an input, which belongs to no entity. */
  readonly fields?: Readonly<Record<string, Field>>
}

type Context = Parameters<typeof loadRecords>[0]
interface End {
  readonly subject: Subject
  readonly field: Field
}

let made = 0

export class Rows {
  private readonly ids = new Map<string, readonly number[]>()

  constructor(
    readonly app: App,
    readonly context: Context,
    private readonly chance: Chance,
    /** A file that the acting person may use. */
    public picture: readonly unknown[],
  ) {}

  /** The result of statements that may fail, which the transaction survives. */
  async safely<T>(work: () => Promise<T>): Promise<T | undefined> {
    await this.context.query(sql`savepoint safely`)
    try {
      const result = await work()
      await this.context.query(sql`release savepoint safely`)
      return result
    } catch {
      await this.context.query(sql`rollback to savepoint safely`)
      return undefined
    }
  }

  async all(entity: string): Promise<readonly number[]> {
    let ids = this.ids.get(entity)
    if (!ids) {
      const load = { entity, paths: [], where: {}, scoped: false, limit: 3000 }
      ids = (await loadRecords(this.context, load)).map(({ id }) => Number(id)).slice(-60)
      this.ids.set(entity, ids)
    }
    return ids
  }

  async any(entity: string): Promise<Subject | undefined> {
    const ids = await this.all(entity)
    return ids.length > 0 ? { entity, id: this.chance.one(ids) } : this.make(entity)
  }

  fieldsOf({ entity, lines, fields }: Subject): Readonly<Record<string, Field>> {
    const all = fields ?? this.app.entities[entity]?.fields ?? {}
    return lines === undefined ? all : (all[lines]?.fields ?? {})
  }

  fieldAt(subject: Subject, path: readonly string[]): Field | undefined {
    let fields = this.fieldsOf(subject)
    let field: Field | undefined
    for (const name of path) {
      field = fields[name]
      fields = field?.entity ? this.app.entities[field.entity]!.fields : {}
    }
    return field
  }

  private isSent({ values, form, id }: Subject, name: string): boolean {
    return values !== undefined && (form?.has(name) ?? id === undefined)
  }

  async get(subject: Subject, path: readonly string[]): Promise<unknown> {
    const [first, ...rest] = path
    if (first === undefined || first === 'id') return subject.id
    if (this.isSent(subject, first)) {
      const value = subject.values![first]
      const entity = this.fieldsOf(subject)[first]?.entity
      return rest.length > 0 && entity && value ? this.get({ entity, id: idOf(value) }, rest) : value
    }
    if (subject.id === undefined) {
      const value = { [this.app.access.identity.tenantEntity]: subject.tenant, createdBy: subject.createdBy }[first]
      const entity = this.fieldsOf(subject)[first]?.entity
      return rest.length > 0 && entity && value ? this.get({ entity, id: value }, rest) : value
    }
    if (subject.lines !== undefined) {
      const [row] = await this.context.query<RawRecord>(
        sql`select * from ${identifier(linesTableName(subject.entity, subject.lines))} where ${this.key(subject)}`,
      )
      const entity = this.fieldsOf(subject)[first]?.entity
      return rest.length > 0 && entity ? this.get({ entity, id: Number(row?.[first]) }, rest) : row?.[first]
    }
    const name = path.join('.')
    return this.safely(async () => {
      const load = { entity: subject.entity, paths: [name], where: { ids: [subject.id!] }, scoped: false }
      return (await loadRecords(this.context, load))[0]?.[name]
    })
  }

  /** Where a path ends; a reference on the way that leads nowhere is led to a record. */
  async endOf(subject: Subject, path: readonly string[]): Promise<End | undefined> {
    const [first = '', ...rest] = path
    const field = this.fieldsOf(subject)[first]
    if (!field) return undefined
    if (rest.length === 0) return { subject, field }
    if (field.type === 'lines' && subject.id !== undefined) {
      const line = await this.line(subject, first)
      return line && this.endOf(line, rest)
    }
    if (field.entity === undefined) return undefined
    let id = idOf(await this.get(subject, [first]))
    if (!id) {
      const other = await this.any(field.entity)
      if (!other?.id || !(await this.write(subject, field, other.id))) return undefined
      id = other.id
    }
    return this.endOf({ entity: field.entity, id }, rest)
  }

  async set(subject: Subject, path: readonly string[], value: unknown): Promise<boolean> {
    const end = await this.endOf(subject, path)
    return end !== undefined && this.write(end.subject, end.field, value)
  }

  /** The column that holds a field. */
  columnOf({ entity, lines, fields, form, id }: Subject, field: Field): string | undefined {
    if (field.stored) return field.name
    // Of lines that a form sends it is computed anew.
    if (id === undefined || form?.has(field.aggregate?.lines ?? '') === true) return undefined
    return lines === undefined && !fields
      ? materializedColumns(this.app.entities[entity]!).get(field.name)?.column
      : undefined
  }

  async write(subject: Subject, field: Field, value: unknown): Promise<boolean> {
    if (this.isSent(subject, field.name)) {
      const nearest = field.type === 'choice' ? this.nearestCode(field, value) : within(field, value)
      subject.values![field.name] = nearest
      return true
    }
    const column = this.columnOf(subject, field)
    if (subject.id === undefined || !column || field.type === 'lines' || field.name === 'id') return false
    const { entity, lines } = subject
    const table = lines === undefined ? entity : linesTableName(entity, lines)
    const isJson = field.stored && columnType(field) === 'jsonb'
    const localized = field.localized && typeof value === 'string' ? [value, value] : value
    const given = isJson && value !== null ? sql`${JSON.stringify(localized)}::jsonb` : sql`${value}`
    const written = await this.safely(() =>
      this.context.query(
        sql`update ${identifier(table)} set ${identifier(column)} = ${given} where ${this.key(subject)} returning 1`,
      ),
    )
    return written !== undefined && written.length > 0
  }

  /** A form takes codes of its dictionary; of numbers, the one that is nearest. */
  private nearestCode({ dictionary = '' }: Field, value: unknown): unknown {
    const codes = this.app.dictionaries[dictionary]?.items.map(({ code }) => code) ?? []
    const apart = (code: string) => Math.abs(Number(code) - Number(value))
    if (
      value === null ||
      codes.length === 0 ||
      codes.includes(String(value)) ||
      codes.some((code) => Number.isNaN(apart(code)))
    )
      return value
    return codes.reduce((best, code) => (apart(code) < apart(best) ? code : best))
  }

  private key({ id, lines, position }: Subject): Sql {
    return lines === undefined ? sql`"id" = ${id}` : sql`"parent" = ${id} and "position" = ${position}`
  }

  /** Lets a row belong to the tenant of another one. */
  async align(row: Subject, owner: Subject): Promise<void> {
    const { tenantEntity } = this.app.access.identity
    const isOwned = (name: string) => this.app.entities[name]?.perTenant === true
    if (row.id === undefined || row.lines !== undefined || !isOwned(row.entity) || !this.chance.in100(80)) return
    const tenant = owner.entity === tenantEntity ? owner.id : idOf(await this.get(owner, [tenantEntity]))
    if (tenant) await this.set(row, [tenantEntity], tenant)
  }

  /** Gives lines or a list so many items. */
  async resize(subject: Subject, path: readonly string[], size: number): Promise<boolean> {
    const end = await this.endOf(subject, path)
    if (!end) return false
    if (this.isSent(end.subject, end.field.name)) {
      const held = (end.subject.values![end.field.name] as unknown[] | undefined) ?? []
      const [example = {}] = (end.field.example ?? []) as object[]
      const [first = example] = held
      end.subject.values![end.field.name] = Array.from({ length: size }, (_, at) => held[at] ?? first)
      return true
    }
    if (end.field.type !== 'lines') return this.write(end.subject, end.field, size > 0 ? this.picture : null)
    if (size === 0)
      return (
        (await this.safely(() =>
          this.context.query(
            sql`delete from ${identifier(linesTableName(end.subject.entity, end.field.name))}
              where "parent" = ${end.subject.id}`,
          ),
        )) !== undefined
      )
    return (await this.line(end.subject, end.field.name)) !== undefined
  }

  /** A line of a record, its own or a new one. */
  async line({ entity, id }: Subject, lines: string, isNew = false): Promise<Subject | undefined> {
    const table = identifier(linesTableName(entity, lines))
    const held = await this.context.query<{ position: number }>(
      sql`select "position" from ${table} where "parent" = ${id} order by 1`,
    )
    if (held.length > 0 && !isNew) return { entity, id, lines, position: Number(this.chance.one(held).position) }
    const position = Number(held.at(-1)?.position ?? 0) + 1
    const owner = this.app.access.identity.tenantEntity
    const tenant = this.app.entities[entity]!.perTenant
    const added = await this.safely(() =>
      this.context.query(sql`insert into ${table} ("parent", "position"${tenant ? sql`, ${identifier(owner)}` : sql``})
        select "id", ${position}${tenant ? sql`, ${identifier(owner)}` : sql``} from ${identifier(entity)}
        where "id" = ${id} returning 1`),
    )
    return added ? { entity, id, lines, position } : undefined
  }

  /** A row that an aggregate of `owner` may count; a further one if `isNew`. */
  async counted({ entity, lines }: Aggregate, owner: Subject, isNew: boolean): Promise<Subject | undefined> {
    if (lines !== undefined) {
      if (!this.isSent(owner, lines)) return owner.id === undefined ? undefined : this.line(owner, lines, isNew)
      const held = (owner.values![lines] ??= [{}]) as Record<string, unknown>[]
      if (held.length === 0 || isNew) held.push({ ...held[0] })
      const values = held[isNew ? held.length - 1 : this.chance.below(held.length)]!
      return { entity: owner.entity, values, fields: this.fieldsOf(owner)[lines]?.fields ?? {} }
    }
    if (entity === undefined || this.app.entities[entity]!.view) return undefined
    if (!isNew && entity === owner.entity && owner.id !== undefined && this.chance.in100(20))
      return { entity, id: owner.id }
    return isNew || this.chance.in100(15) ? ((await this.make(entity)) ?? this.any(entity)) : this.any(entity)
  }

  private sentLines({ entity, values, ...owner }: Subject, lines: string): readonly Subject[] {
    const fields = this.fieldsOf({ entity, ...owner })[lines]?.fields ?? {}
    return ((values![lines] ?? []) as Record<string, unknown>[]).map((line) => ({ entity, values: line, fields }))
  }

  /** The rows that an aggregate counts now. */
  async matching(aggregate: Aggregate, owner: Subject): Promise<readonly Subject[]> {
    const { entity, lines, where } = aggregate
    if (lines !== undefined) {
      if (this.isSent(owner, lines)) return this.sentLines(owner, lines)
      const table = identifier(linesTableName(owner.entity, lines))
      const held = await this.safely(() =>
        this.context.query<{ position: number }>(sql`select "position" from ${table} where "parent" = ${owner.id}`),
      )
      return (held ?? []).map(({ position }) => ({ ...owner, lines, position: Number(position) }))
    }
    if (entity === undefined || this.app.entities[entity]!.view) return []
    const found = await this.safely(async () =>
      loadRecords(this.context, {
        entity,
        paths: [],
        scoped: false,
        limit: 40,
        where: { rule: where, this: await this.whole(owner), thisEntity: owner.entity },
      }),
    )
    return (found ?? []).map(({ id }) => ({ entity, id: Number(id) }))
  }

  /** All stored values of a record, with what a form sends over them. */
  async whole({ entity, id, values = {} }: Subject): Promise<RawRecord> {
    if (id === undefined) return values
    const [row] = await this.context.query<RawRecord>(sql`select * from ${identifier(entity)} where "id" = ${id}`)
    return { ...row, ...values }
  }

  /** A new record like another one. */
  async make(name: string): Promise<Subject | undefined> {
    const entity = this.app.entities[name]!
    if (entity.view) return undefined
    made += 1
    const ids = await this.all(name)
    const fields = storedFields(entity.fields)
    const owner = entity.perTenant ? [this.app.access.identity.tenantEntity] : []
    const columns = [...new Set([...owner, ...fields.map((field) => field.name), 'version'])].filter(
      (one) => one !== 'id',
    )
    const unique = new Set(['no', ...entity.unique.flatMap((one) => one.fields)])
    const isText = (column: string) => ['string', 'mobile', 'text'].includes(entity.fields[column]?.type ?? '')
    const values: Sql[] = []
    for (const column of columns)
      values.push(
        unique.has(column) && isText(column)
          ? sql`${entity.fields[column]!.type === 'mobile' ? `139${String(made).padStart(8, '0')}` : `N${made}`}`
          : ids.length > 0
            ? identifier(column)
            : sql`${await this.first(entity.fields[column], column, name)}`,
      )
    const from = ids.length > 0 ? sql` from ${identifier(name)} where "id" = ${this.chance.one(ids)}` : sql``
    const rows = await this.safely(() =>
      this.context.query<{ id: number }>(
        sql`insert into ${identifier(name)} (${join(columns.map((one) => identifier(one)))})
          select ${join(values)}${from} returning "id"`,
      ),
    )
    return rows?.[0] && { entity: name, id: Number(rows[0].id) }
  }

  /** Some value of a field. */
  async first(field: Field | undefined, column: string, entity: string): Promise<unknown> {
    if (column === 'version') return 1
    if (column === 'state') return Object.keys(this.app.entities[entity]!.states)[0]
    if (!field || field.type === 'ref') {
      const refers = field?.entity ?? this.app.access.identity.tenantEntity
      return refers === entity ? null : ((await this.all(refers))[0] ?? null)
    }
    if (field.type === 'date' || field.type === 'datetime') return new Date().toISOString()
    if (field.type === 'boolean') return false
    if (['int', 'money', 'decimal'].includes(field.type)) return 1
    if (field.type === 'lines') return []
    if (columnType(field) === 'jsonb') return field.localized ? '["x","x"]' : null
    return (await this.choices(field, entity))[0] ?? 'x'
  }

  /** Values that a field may have: codes, states, records. */
  async choices(field: Field, entity: string): Promise<readonly (string | number | null)[]> {
    if (field.name === 'state' && field.system) return Object.keys(this.app.entities[entity]?.states ?? {})
    if (field.type === 'choice')
      return this.app.dictionaries[field.dictionary ?? '']?.items.map(({ code }) => code) ?? []
    if (field.type === 'ref' && field.entity) return (await this.all(field.entity)).slice(-20)
    return []
  }
}

/** The nearest value that an input takes; beyond its limits a form is refused before any rule is asked. */
function within({ type, min, max }: Field, value: unknown): unknown {
  if (!['int', 'money', 'decimal'].includes(type) || value === null || value === undefined) return value
  return String(Math.min(max ?? Infinity, Math.max(min ?? -Infinity, Number(value))))
}

/** The id in a value of a reference. */
export function idOf(value: unknown): number | undefined {
  const id = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value
  return id === null || id === undefined ? undefined : Number(id)
}
