// A compiled entity: its fields, states, transitions, schedules and synchronization.
import type { Text } from './text'
import type { Tone, Field, FieldType } from './field'
import type { Check, Rule } from './rule'
import type { Transition } from './transition'
import type { PrintedDocument, TenantLetterhead } from './document'
import type { Detail } from './detail'

export interface State {
  readonly name: string
  readonly title: Text
  readonly color: Tone
  readonly closed: boolean
}

/** The part of a view that reads the records of one entity. */
export interface ViewPart {
  readonly entity: string
  readonly where?: Rule
  readonly values: Readonly<Record<string, Rule>>
}

/** The synchronization of records with another system. */
export interface Sync {
  readonly integration: string
  readonly call: string
  readonly everySeconds: number
  readonly matchField: string
  readonly fields: Readonly<Record<string, { readonly from: string; readonly matchField?: string }>>
  readonly statusKey?: string
  /** In their order. No statuses: always. */
  readonly statusesByTransition: readonly { readonly transition: string; readonly statuses: readonly string[] }[]
  readonly send?: { readonly call: string; readonly where: Rule; readonly run: string }
}

/** A transition that the server runs periodically. */
export interface Job {
  readonly transition: string
  readonly where: Rule
  readonly everySeconds: number
  readonly importFile?: FileImport
}

/** Lines of a table in the file of the field `from`. `match`: fields that identify the existing line of a row. */
export interface FileImport {
  readonly fileField: string
  readonly linesField: string
  readonly matchFields: readonly string[]
  readonly failTransition: string
  readonly reasonInput: string
}

export interface SelfThrough {
  readonly entity: string
  readonly referenceField: string
  readonly accountField: string
  readonly where?: Rule
}

export interface Entity {
  readonly name: string
  readonly module: string
  readonly title: Text
  readonly numberPrefix?: string
  /** By the code of a choice; any other record has `numberPrefix`. */
  readonly numberPrefixBy?: { readonly field: string; readonly prefixes: Readonly<Record<string, string>> }
  readonly labelField: string
  readonly sublabelField?: string
  /** Paths of fields that distinguish records of equal labels where one is chosen. */
  readonly facts: readonly string[]
  /** The command palette finds none of its records. */
  readonly hideInPalette?: boolean
  /** All fields, system fields included. */
  readonly fields: Readonly<Record<string, Field>>
  /** Records belong to a tenant. */
  readonly perTenant: boolean
  readonly rowScope: {
    readonly unitFields: readonly string[]
    readonly selfFields: readonly string[]
    /** Records of another entity that give an account access to a row. */
    readonly selfThrough: readonly SelfThrough[]
    /** Rows that every account of their tenant reaches. */
    readonly tenantWhere?: Rule
    /** The only rows that exist for callers, whatever their row scope. */
    readonly where?: Rule
    /** Rows that the accounts of every tenant reach. */
    readonly everyTenantWhere?: Rule
  }
  /** Any one of these codes opens a single record; derived from the screens unless declared. */
  readonly readPermissions: readonly string[]
  readonly unique: readonly {
    readonly fields: readonly string[]
    readonly where?: Rule
    readonly acrossTenants: boolean
    readonly message: Text
  }[]
  readonly states: Readonly<Record<string, State>>
  readonly stages: readonly { readonly state: string; readonly skipWhen?: Rule }[]
  readonly transitions: Readonly<Record<string, Transition>>
  readonly invariants: readonly Check[]
  readonly jobs: readonly Job[]
  readonly sync?: Sync
  readonly documents: readonly PrintedDocument[]
  /** Of the entity of tenants: paths from a tenant. */
  readonly letterhead?: TenantLetterhead
  readonly detail: Detail
  /** Records are computed from those of other entities; it has no states and no transitions. */
  readonly view?: readonly ViewPart[]
  readonly migration: {
    /** The former names of the entity, the latest last. */
    readonly from: readonly string[]
    /** By former state. */
    readonly states: Readonly<Record<string, string>>
    /** By former field, or `lines.field`. */
    readonly rename: Readonly<Record<string, string>>
    readonly drop: readonly string[]
    /** By former field: the fields that take over its values. */
    readonly convert: Readonly<Record<string, Conversion>>
    /** Values for records without one, by field or `lines.field`. */
    readonly fill: Readonly<Record<string, string | number | boolean>>
    /** Fields, or `lines.field`, whose records may violate a new limit until they are edited. */
    readonly exempt: readonly string[]
  }
  readonly source: string
}

/** The type of a former field, and the rule of each field that takes over what it held. */
export interface Conversion {
  readonly type: Exclude<FieldType, 'lines'>
  readonly to: Readonly<Record<string, Rule>>
}

/** No instructions for stored data. */
export const noMigration: Entity['migration'] = {
  from: [],
  states: {},
  rename: {},
  drop: [],
  convert: {},
  fill: {},
  exempt: [],
}

/** @throws Error when the entity has no such transition: a defect, as every name was resolved before. */
export function transitionOf(
  { name: entity, transitions }: Pick<Entity, 'name' | 'transitions'>,
  name: string,
): Transition {
  const transition = transitions[name]
  if (!transition) throw new Error(`${entity} has no transition "${name}".`)
  return transition
}

/** The states in which nothing goes on. */
export const closedStates = ({ states }: Pick<Entity, 'states'>): string[] =>
  Object.values(states).flatMap(({ name, closed }) => (closed ? [name] : []))

/** The prefixes that the document numbers of an entity begin with; none if its records have no number. */
export function numberPrefixes({ numberPrefix, numberPrefixBy }: Entity): readonly string[] {
  return numberPrefix === undefined ? [] : [numberPrefix, ...Object.values(numberPrefixBy?.prefixes ?? {})]
}

/** The prefix of a record's number; undefined if it has none. `values`: by field, as the database stores them. */
export function numberPrefixOf(
  { numberPrefix, numberPrefixBy: by }: Entity,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const code = by === undefined ? undefined : values[by.field]
  const isListed = typeof code === 'string' && Object.hasOwn(by?.prefixes ?? {}, code)
  return isListed ? by?.prefixes[code] : numberPrefix
}
