// What may a caller ask? Any call, with values that stand in the database, so that what is hidden is asked for as well.
import sql from 'sql-template-tag'
import type { App } from '../../src/manifest/model/app'
import type { Field } from '../../src/manifest/model/field'
import type { Screen } from '../../src/manifest/model/screen'
import type { Transition } from '../../src/manifest/model/transition'
import { everyScreen } from '../../src/manifest/access/screenByPath'
import { maxRecentOptions } from '../../src/protocol/screenCalls'
import { identifier } from '../../src/server/database/sql/identifier'
import type { Database } from '../../src/server/database/connection/openDatabase'
import { formFields, otherKinds, type Asked, type Drawing } from './otherRequests'

/** Numbers that a seed gives, between 0 and 1. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const weights = {
  list: 10,
  export: 2,
  report: 5,
  calendar: 2,
  dashboard: 1,
  reminder: 1,
  record: 4,
  timeline: 3,
  search: 4,
  form: 4,
  drillDown: 4,
  find: 2,
  declared: 1,
}
type OwnKind = keyof typeof weights
type OtherKind = keyof typeof otherKinds
type Kind = OwnKind | OtherKind
const isOther = (kind: Kind): kind is OtherKind => kind in otherKinds
const isWriting = (kind: Kind) => isOther(kind) && otherKinds[kind].writes
/** Whether it may be tried on what is out of sight alone. */
const isTried = (kind: Kind) => ['run', 'early', 'dryRun', 'batch'].includes(kind)
const weightOf = (kind: Kind) => (isOther(kind) ? otherKinds[kind].weight : weights[kind])

/** Operations of declared calls whose answers are compared. */
export const declaredReads = [
  ...['list', 'record', 'screenFigures', 'unreadCounts'],
  ...['session', 'settings', 'dictionaryOptions'],
]

/** Records by entity, whose values requests name. */
export type Rows = ReadonlyMap<string, readonly Record<string, unknown>[]>

export async function rowsOf(app: App, database: Database): Promise<Rows> {
  const rows = new Map<string, readonly Record<string, unknown>[]>()
  for (const { name, view } of Object.values(app.entities))
    if (!view) rows.set(name, await database.query(sql`select * from ${identifier(name)} order by "id" limit 3000`))
  return rows
}

interface DrawnFrom {
  readonly app: App
  readonly rows: Rows
  readonly random: () => number
  /** Most are aimed at fields with a mask. */
  readonly masked: boolean
  /** Nothing that writes, or tells who writes what is taken. */
  readonly reads: boolean
  /** The records that the caller may not see, by entity. */
  readonly unseen: ReadonlyMap<string, ReadonlySet<number>>
}

/** What a role may do. */
interface Rights {
  readonly opens: (screen: Screen) => boolean
  readonly mayRun: (transition: Transition) => boolean
}

export class Requests implements Drawing {
  readonly app: App
  readonly rows: Rows
  readonly random: () => number
  private readonly masked: boolean
  private readonly reads: boolean
  private readonly unseen: DrawnFrom['unseen']
  private readonly mayRun: Rights['mayRun']
  readonly screens: readonly Screen[]
  private readonly bag: readonly Kind[]

  constructor({ app, rows, random, masked, reads, unseen }: DrawnFrom, { opens, mayRun }: Rights) {
    this.app = app
    this.rows = rows
    this.random = random
    this.masked = masked
    this.reads = reads
    this.unseen = unseen
    this.mayRun = mayRun
    this.screens = everyScreen(app.screens).filter(opens)
    this.bag = ([...Object.keys(weights), ...Object.keys(otherKinds)] as Kind[])
      .filter((kind) => !reads || !isWriting(kind) || (unseen.size > 0 && isTried(kind)))
      .flatMap((kind) => Array<Kind>(weightOf(kind)).fill(kind))
  }

  /** The next request; its number makes the key of a write its own. */
  next(number: number): Asked {
    for (;;) {
      const kind = this.pick(this.bag)
      const key = `oracle-${String(number).padStart(8, '0')}`
      const request = isOther(kind) ? otherKinds[kind].of(this, key) : this.of(kind)
      if (request) return request
    }
  }

  private of(kind: OwnKind): Asked | undefined {
    const span = { from: this.day(), to: '2027-06-01' }
    switch (kind) {
      case 'list':
      case 'export': {
        const aimed = this.masked && this.random() < 0.8
        const screen = this.screen(
          ({ entity, kind: is, columns, states }) =>
            entity !== undefined &&
            (is === 'list' || (kind === 'list' && (is === 'board' || is === 'calendar'))) &&
            (!aimed || columns.some(({ field }) => this.isMasked(entity, field, states))),
        )
        const more = kind === 'list' ? this.wanted() : { format: 'csv' }
        return screen && [`/api/${kind}`, { screen: screen.path, ...this.search(screen), ...more }]
      }
      case 'report': {
        const screen = this.screen(({ report }) => report !== undefined)
        if (!screen) return undefined
        const asked = this.grouped(screen, span)
        return this.random() < 0.8
          ? ['/api/report', asked]
          : ['/api/export', { ...asked, format: this.pick(['csv', 'xlsx']) }]
      }
      case 'calendar': {
        const screen = this.screen(({ kind: is }) => is === 'calendar')
        const fields = screen ? [...screen.filters, ...screen.columns] : []
        const isFiltered = fields.length > 0 && this.random() < 0.5
        const filters = isFiltered ? [this.filter(screen!.entity!, this.pick(fields).field)] : []
        const from = this.day()
        const to = new Date(Date.parse(from) + 41 * 86_400_000).toISOString().slice(0, 10)
        return screen && ['/api/calendar', { screen: screen.path, from, to, filters }]
      }
      case 'dashboard':
      case 'reminder': {
        const screen = this.screen((one) =>
          kind === 'reminder' ? one.blocks.some((block) => block.kind === kind) : one.kind === kind,
        )
        return screen && ['/api/dashboard', { screen: screen.path }]
      }
      case 'record':
      case 'timeline': {
        const entity = this.pick(Object.keys(this.app.entities))
        return [`/api/${kind}`, { entity, id: this.id(entity) }]
      }
      case 'search': {
        const screen = this.screen(({ filters: search }) => search.some(({ type }) => type === 'ref'))
        if (!screen) return undefined
        const { field, entity } = this.pick(screen.filters.filter(({ type }) => type === 'ref'))
        return ['/api/options', { screen: screen.path, field, ...this.sought(entity!) }]
      }
      case 'form':
        return this.choices()
      case 'drillDown':
        return this.behindNumber(span)
      case 'find':
        return ['/api/find', { words: '', ...this.words() }]
      case 'declared': {
        const reads = Object.values(this.app.endpoints).filter(({ operation }) => declaredReads.includes(operation))
        const { method, path, operation, options } = this.pick(reads)
        return [`${method} ${path}`, operation === 'record' ? { id: this.id(String(options.entity)) } : {}]
      }
    }
  }

  /** The rows of a report, often of some records only. */
  private grouped({ path, report }: Screen, span: object) {
    const { dimensions, chooseDimension, period } = report!
    const refs = Object.entries(dimensions).filter(([, { type, entity }]) => type === 'ref' && entity)
    const [field, dimension] = refs.length > 0 && this.random() < 0.6 ? this.pick(refs) : []
    return {
      screen: path,
      ...(chooseDimension && { group: this.pick(Object.keys(dimensions)) }),
      ...(period && span),
      ...(dimension && {
        filters: [{ field, operator: 'in', value: [this.id(dimension.entity!), this.id(dimension.entity!)] }],
      }),
    }
  }

  /** The records behind a number of a report or a dashboard. */
  private behindNumber(span: object): Asked | undefined {
    const numbers = this.screens.flatMap(({ path, report, blocks }) => [
      ...(report?.measures ?? []).map(({ name, drillDown: screen }) => {
        return { screen, drillDown: { screen: path, number: name, ...(report!.period && span), filters: [] } }
      }),
      ...blocks.flatMap(({ figures = [] }, block) =>
        figures.map(({ drillDown: screen }, index) => ({
          screen,
          drillDown: { screen: path, number: `${block}.${index}` },
        })),
      ),
    ])
    const leading = numbers.filter(({ screen }) => screen !== undefined)
    return leading.length === 0 ? undefined : ['/api/list', { ...this.pick(leading), ...this.wanted() }]
  }

  private choices(): Asked | undefined {
    const { name: entity, transitions } = this.pick(Object.values(this.app.entities))
    const forms = Object.values(transitions)
    if (forms.length === 0) return undefined
    const form = this.pick(forms)
    const fields = formFields(this.app, form)
    const values = this.inputs(entity, fields)
    const refs = fields.filter(({ type }) => type === 'ref')
    if (refs.length === 0) return undefined
    const field = this.pick(refs)
    const isNamed = this.random() < 0.3
    const asked = {
      ...(!form.creates && this.random() < 0.5 && { id: this.id(entity) }),
      input: this.random() < 0.5 ? {} : values,
      ...(isNamed ? { ids: [this.id(field.entity!), this.id(field.entity!)] } : this.sought(field.entity!)),
    }
    return ['/api/options', { entity, transition: form.name, field: field.name, ...asked }]
  }

  /** Values of a form as some record has them. */
  inputs(entity: string, fields: readonly Field[]): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      fields
        .filter(({ type }) => type !== 'files' && type !== 'lines' && this.random() < 0.7)
        .map((field) => [field.name, field.type === 'ref' ? this.id(field.entity!) : this.value(entity, field.name)]),
    )
  }

  private wanted() {
    return {
      size: this.pick([1, 5, 20, 200]),
      page: this.pick([1, 1, 2, 3]),
      want: { rows: true, total: this.pick(['capped', 'exact']), tabs: true, sums: true, groups: true },
    }
  }

  search(screen: Screen): object {
    const all = [...screen.filters, ...screen.columns].map(({ field }) => field)
    const hidden = all.filter((field) => this.masked && this.isMasked(screen.entity!, field, screen.states))
    const fields = hidden.length > 0 ? hidden : all
    const sortable = screen.columns.filter(({ sortable: can }) => can)
    return {
      ...(this.random() < 0.7 && fields.length > 0 && { filters: [this.filter(screen.entity!, this.pick(fields))] }),
      ...(this.random() < 0.3 && this.words()),
      ...(this.random() < 0.3 && { conditions: this.conditions(screen.entity!) }),
      ...(this.random() < 0.5 && sortable.length > 0 && { sort: this.sort(sortable) }),
      ...(this.random() < 0.2 &&
        sortable.length > 0 && {
          thenBy: this.pick([1, 2]) === 1 ? [this.sort(sortable)] : [this.sort(sortable), this.addedSort(screen)],
        }),
      ...(this.random() < 0.4 && this.groupBy(screen)),
    }
  }

  private sort(columns: Screen['columns']) {
    return { field: this.pick(columns).field, descending: this.random() < 0.5 }
  }

  /** By any field of the records, as a column that a person has added; it may be refused. */
  private addedSort({ entity }: Screen) {
    return { field: this.pick(Object.keys(this.app.entities[entity!]!.fields)), descending: this.random() < 0.5 }
  }

  /** A column whose values make groups, or any field, which may be refused. */
  private groupBy(screen: Screen): object {
    const apt = screen.columns.filter(({ groupable }) => groupable)
    const isFree = apt.length === 0 || this.random() < 0.2
    const field = isFree ? this.pick(Object.keys(this.app.entities[screen.entity!]!.fields)) : this.pick(apt).field
    return { groupBy: { field, ...(this.random() < 0.3 && { by: 'month' }) } }
  }

  /** Conditions reach every field of an entity and of what it refers to. */
  private conditions(entity: string): object {
    const leaf = () => {
      const name = this.pick(Object.keys(this.app.entities[entity]!.fields))
      const to = this.app.entities[this.app.entities[entity]!.fields[name]!.entity ?? '']
      const path = to && this.random() < 0.7 ? `${name}.${this.pick(Object.keys(to.fields))}` : name
      return this.random() < 0.3
        ? { field: path, operator: 'notEquals', value: this.value(entity, path) }
        : this.filter(entity, path)
    }
    return this.random() < 0.5 ? leaf() : { [this.random() < 0.5 ? 'any' : 'all']: [leaf(), leaf()] }
  }

  private filter(entity: string, field: string): object {
    const value = () => this.value(entity, field)
    const isAimed = this.masked && this.isMasked(entity, field) && this.random() < 0.6
    const operator = isAimed ? 'contains' : this.pick(['equals', 'contains', 'in', 'between', 'empty'])
    const part = String(value() ?? 'x')
    const given: Record<string, unknown> = {
      equals: value(),
      contains: part.slice(Math.floor(this.random() * part.length)).slice(0, 6) || 'x',
      in: [value(), value()],
      between: [value(), null],
      empty: this.random() < 0.5,
    }
    return { field, operator, value: given[operator] }
  }

  private words(): object {
    if (this.random() < 0.5) return {}
    if (this.masked) return { words: this.partOfMasked() }
    const text = String(this.value(this.pick([...this.rows.keys()]), 'name') ?? '')
    return { words: text.slice(0, 1 + Math.floor(this.random() * 4)) || '1' }
  }

  /** What is looked for among the records of a reference: by words, or with those that were chosen last. */
  private sought(entity: string): object {
    const chosen = Array.from({ length: this.pick([1, 3, maxRecentOptions]) }, () => this.id(entity))
    return { ...this.words(), ...(this.random() < 0.5 && { recent: chosen }) }
  }

  /** A part of a masked value; the whole one is found on purpose. */
  private partOfMasked(): string {
    const { entity, field } = this.pick(
      Object.values(this.app.entities).flatMap(({ name: entity, view, fields }) =>
        view
          ? []
          : Object.values(fields).flatMap(({ name: field, mask, stored }) =>
              mask && stored ? [{ entity, field }] : [],
            ),
      ),
    )
    const whole = String(this.value(entity, field) ?? '')
    const from = Math.floor((this.random() * whole.length) / 2)
    return whole.slice(from, from + 3 + Math.floor(this.random() * 5)).slice(0, whole.length - 1) || '1'
  }

  /** `states`: those of the records, where only some are read. */
  private isMasked(entity: string, path: string, states?: readonly string[]): boolean {
    const [first = '', ...rest] = path.split('.')
    const field = this.app.entities[entity]?.fields[first]
    if (rest.length > 0) return this.isMasked(field?.entity ?? '', rest.join('.'))
    return field?.mask !== undefined && (!states || field.mask.states.some((state) => states.includes(state)))
  }

  /** A value that some record has at the end of a path of references. */
  private value(entity: string, path: string): unknown {
    const [first = '', ...rest] = path.split('.')
    const to = this.app.entities[entity]?.fields[first]?.entity
    if (rest.length > 0 && to) return this.value(to, rest.join('.'))
    const mask = this.masked ? this.app.entities[entity]?.fields[first]?.mask : undefined
    const rows = (this.rows.get(entity) ?? []).filter(({ state }) => !mask || mask.states.includes(String(state)))
    const value = rows.length > 0 ? this.pick(rows)[first] : undefined
    return value instanceof Date ? value.toISOString() : typeof value === 'object' ? undefined : value
  }

  step(is: (transition: Transition) => boolean = () => true): Transition {
    const all = Object.values(this.app.entities).flatMap(({ transitions }) => Object.values(transitions).filter(is))
    const permitted = all.filter(this.mayRun)
    return this.pick(permitted.length > 0 && this.random() < 0.9 ? permitted : all)
  }

  /**
   * Half of them out of sight. Where only reads are compared all are, as what is out of sight is refused; and accounts,
   * so that everybody can still sign in.
   */
  subject({ entity, creates, from }: Transition): { id?: number; version?: number } | undefined {
    if (creates) return this.reads ? undefined : {}
    const rows = this.rows.get(entity) ?? []
    const ids = this.unseen.get(entity) ?? new Set()
    const unseen = rows.filter(({ id }) => ids.has(Number(id)))
    const isAccount = entity === this.app.access.identity.accountEntity
    const isUnseen = this.reads || isAccount || (unseen.length > 0 && this.random() < 0.5)
    const apt = isUnseen ? unseen : rows.filter(({ state }) => from.includes(String(state)))
    if (apt.length === 0) return undefined
    const { id, version } = this.pick(apt)
    return { id: Number(id), version: Number(version) }
  }

  id(entity: string): number {
    const rows = this.rows.get(entity) ?? []
    return rows.length > 0 ? Number(this.pick(rows).id) : 1
  }

  private day(): string {
    return new Date(Date.UTC(2026, 0, 1) + Math.floor(this.random() * 330) * 86_400_000).toISOString().slice(0, 10)
  }

  screen(is: (screen: Screen) => boolean): Screen | undefined {
    const screens = this.screens.filter(is)
    return screens.length > 0 ? this.pick(screens) : undefined
  }

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.random() * values.length)]!
  }
}
