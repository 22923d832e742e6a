// What is an App? The compiled, resolved and frozen form of all manifests: the only form that server, runtime, scripts
// and tests read. Everything in it is plain JSON, so that a part of it can be sent to a browser as it is.
import type { ChangedLines, CopiedLines } from './lineRules'
import type { Product } from './product'
import type { Aggregate, Check, Rule, ValueType } from './ruleTree'
import type { Detail } from './detailForm'
import type { PrintedDocument } from './documentForm'
import type { Column, Module, Screen } from './screenForm'
import type { Text } from './text'

export type * from './detailForm'
export type * from './documentForm'
export type * from './lineRules'
export type * from './product'
export type * from './ruleTree'
export type * from './screenForm'
export type * from './text'

export type FieldType =
  | 'string'
  | 'text'
  | 'int'
  | 'money'
  | 'decimal'
  | 'date'
  | 'datetime'
  | 'boolean'
  | 'mobile'
  | 'choice'
  | 'ref'
  | 'files'
  | 'lines'
  | 'address'

export type Colour = 'neutral' | 'blue' | 'cyan' | 'green' | 'gold' | 'orange' | 'red' | 'purple'
export type ScreenKind =
  | 'list'
  | 'form'
  | 'detail'
  | 'calendar'
  | 'board'
  | 'report'
  | 'dashboard'
  | 'page'
  | 'redirect'
  | 'external'
/** Row scopes, from narrow to wide. */
export type ScopeName = 'self' | 'unit' | 'tenant' | 'all'

// ---------------------------------------------------------------- entities

export interface Mask {
  readonly states: readonly string[]
  readonly keep: readonly [number, number]
}

export interface Field {
  readonly name: string
  readonly type: FieldType
  readonly title: Text
  readonly help?: Text
  readonly required: boolean
  readonly requiredWhen?: Rule
  readonly dictionary?: string
  readonly entity?: string
  /** Scope `record`: the offered record; `this`: the record being filled. */
  readonly where?: Rule
  /** Lines: the fields of a line. */
  readonly fields?: Readonly<Record<string, Field>>
  /** Lines: no two agree in all of these fields. */
  readonly unique?: readonly string[]
  /** Lines: the fields that stand for a line where there is little room. */
  readonly brief?: readonly string[]
  readonly compute?: Rule
  readonly aggregate?: Aggregate
  readonly default?: Rule
  readonly min?: number
  readonly max?: number
  readonly scale?: number
  readonly length?: number
  readonly pattern?: string
  readonly check?: readonly Check[]
  readonly accept?: readonly string[]
  /** Typed hidden: the password of today, or a new one. */
  readonly secret?: 'current' | 'new'
  readonly format?: 'html' | 'route' | 'percent' | 'alert'
  readonly mask?: Mask
  readonly localized?: boolean
  readonly read?: readonly string[]
  readonly index?: boolean
  /** Kept in a column (not computed). Lines are stored in a table of their own. */
  readonly stored: boolean
  /** Made by the engine: id, no, state, the tenant, createdBy, createdAt, stateAt, version. */
  readonly system: boolean
}

export interface State {
  readonly name: string
  readonly title: Text
  readonly colour: Colour
  readonly closed: boolean
}

/** One field or input as a particular form asks it. */
export interface Ask {
  readonly field: string
  /** true: an extra input of the transition, not a field of the entity. */
  readonly input: boolean
  readonly required: boolean
  readonly requiredWhen?: Rule
  readonly show?: Rule
  readonly default?: Rule
  /** ref: scope `record` is the offered record, `this`/`input` the form; choice: scope `code`; lines: scope `code`, one line for each code of their `keyColumn`. Already joined with the field's own `where`. */
  readonly options?: Rule
  readonly readOnly: boolean
  readonly wide: boolean
  /** lines: only these fields of the lines that are there are filled in. */
  readonly cells?: readonly string[]
  /** lines: these fields of a line are not filled in. */
  readonly without?: readonly string[]
}

/** Any one suffices. `code` may be public, signed-in, admin, system or a permission code. */
export interface Permission {
  readonly code: string
  readonly when?: Rule
}

export interface Transition {
  readonly name: string
  readonly entity: string
  readonly title: Text
  /** Empty: creates. */
  readonly from: readonly string[]
  readonly creates: boolean
  /** Absent: unchanged. */
  readonly to?: string
  /** `to` is the first of the stages from there on that is not skipped. */
  readonly toStage: boolean
  readonly permissions: readonly Permission[]
  readonly asks: readonly Ask[]
  readonly inputs: Readonly<Record<string, Field>>
  readonly note?: 'optional' | 'required'
  readonly when?: Rule
  readonly fourEyes: boolean
  readonly scopes?: readonly ScopeName[]
  readonly lock: readonly string[]
  readonly lets: Readonly<Record<string, Aggregate>>
  readonly guards: readonly Check[]
  /** What its guards go by, and somebody who runs it wants to see: own fields, and figures of what the record refers to. */
  readonly judges: readonly Column[]
  /** Own fields that the step before has filled in, and what is computed from them. */
  readonly said: readonly string[]
  readonly set: Readonly<Record<string, Rule | null>>
  /** By lines field. */
  readonly copy: Readonly<Record<string, CopiedLines>>
  /** By lines field. */
  readonly change: Readonly<Record<string, ChangedLines>>
  /** Lines field: the line that it gains. */
  readonly append: Readonly<Record<string, Readonly<Record<string, Rule>>>>
  readonly effects: readonly Effect[]
  /** The calendar screen in its form, and the asked fields that a place in it fills. */
  readonly schedule?: { readonly screen: string; readonly rows: string; readonly date: string }
  readonly confirm?: Text
  readonly danger: boolean
  readonly done?: Text
  /** Paths of the record that `when` and the permissions read: needed to say what may be done with a row. */
  readonly reads: readonly string[]
}

export interface RunEffect {
  readonly kind: 'run'
  readonly entity: string
  readonly transition: string
  /** A reference of the record; absent with `each` or when it creates. */
  readonly on?: string
  readonly each?: Rule
  readonly values: Readonly<Record<string, Rule>>
  /** The field of this record that keeps the reference to the created one. */
  readonly keep?: string
  readonly when?: Rule
}
export interface MessageEffect {
  readonly kind: 'message'
  readonly message: Text
  readonly body?: Text
  /** Paths holding accounts; a path that begins with `before.` is read from the record before the transition. */
  readonly to: readonly string[]
  readonly each?: Rule
  /** `each` finds accounts of all tenants, not only those of the record's own. */
  readonly everywhere: boolean
  readonly messageKind: string
  readonly route?: string
  readonly when?: Rule
  /** Paths of the record named in the texts. */
  readonly reads: readonly string[]
}
export type Effect = RunEffect | MessageEffect

/** Records of a view that are made of the records of one entity. */
export interface ViewPart {
  readonly entity: string
  readonly where?: Rule
  readonly values: Readonly<Record<string, Rule>>
}
/** How records follow those of another system. */
export interface Sync {
  readonly outside: string
  readonly call: string
  readonly every: number
  readonly key: string
  readonly fields: Readonly<Record<string, { readonly from: string; readonly by?: string }>>
  readonly status?: string
  /** In their order. No statuses: always. */
  readonly steps: readonly { readonly transition: string; readonly statuses: readonly string[] }[]
  readonly send?: { readonly call: string; readonly when: Rule; readonly run: string }
}

/** A transition that the server runs by itself, every so many seconds. */
export interface Timed {
  readonly transition: string
  readonly when: Rule
  readonly every: number
  readonly lines?: TimedLines
}
/** Lines of a table in the file of the field `from`. `match`: fields by which a row and a line that is there are the same. */
export interface TimedLines {
  readonly from: string
  readonly into: string
  readonly match: readonly string[]
  readonly failed: string
  readonly reason: string
}

export interface Entity {
  readonly name: string
  readonly module: string
  readonly title: Text
  readonly number?: string
  readonly label: string
  readonly hint?: string
  /** All fields, the engine's own included. */
  readonly fields: Readonly<Record<string, Field>>
  /** Records belong to a tenant. */
  readonly tenant: boolean
  readonly scope: {
    readonly unit: readonly string[]
    readonly self: readonly string[]
    readonly open?: Rule
    readonly only?: Rule
    readonly shared?: Rule
  }
  /** Codes of which one opens a single record; derived from the screens unless written. */
  readonly read: readonly string[]
  readonly unique: readonly {
    readonly fields: readonly string[]
    readonly where?: Rule
    readonly across: boolean
    readonly message: Text
  }[]
  readonly states: Readonly<Record<string, State>>
  readonly stages: readonly { readonly state: string; readonly skip?: Rule }[]
  readonly transitions: Readonly<Record<string, Transition>>
  readonly invariants: readonly Check[]
  readonly timed: readonly Timed[]
  readonly sync?: Sync
  readonly documents: readonly PrintedDocument[]
  readonly detail: Detail
  /** Its records are not kept but made of those of others; it has no states and no transitions. */
  readonly view?: readonly ViewPart[]
  readonly former: { readonly rename: Readonly<Record<string, string>>; readonly drop: readonly string[] }
  readonly source: string
}

// ---------------------------------------------------------------- the rest

/** `group`: what many items are sorted by where they are chosen. */
export interface DictionaryItem {
  readonly code: string
  readonly title: Text
  readonly colour?: Colour
  readonly retired: boolean
  readonly group?: Text
}
export interface Dictionary {
  readonly name: string
  readonly title: Text
  readonly items: readonly DictionaryItem[]
}

export interface Endpoint {
  readonly name: string
  readonly title: Text
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly permission: readonly string[]
  readonly operation: string
  readonly options: Readonly<Record<string, unknown>>
  readonly request: Readonly<Record<string, Field>>
  readonly answer: Readonly<Record<string, Field>>
  readonly timeout: number
  readonly timeoutMessage?: Text
  readonly writes: boolean
}

/** Another system that the product works with. Its address is the configuration's. */
export interface Outside {
  readonly name: string
  readonly title: Text
  readonly timeout: number
  readonly page?: string
  readonly signIn?: {
    readonly path: string
    readonly query: Readonly<Record<string, Rule>>
    readonly password: string
    readonly success: Readonly<Record<string, string>>
    readonly minutes: number
    readonly flag: string
    readonly failed: string
  }
  /** parameter: name of a value of the sign-in's answer */
  readonly launch?: { readonly path: string; readonly query: Readonly<Record<string, string>> }
  readonly calls: Readonly<
    Record<
      string,
      {
        readonly path: string
        readonly query: Readonly<Record<string, Rule>>
        readonly success: Readonly<Record<string, string>>
        readonly data?: string
        readonly entity?: string
      }
    >
  >
}

export type SettingValue = number | string | boolean | readonly string[] | Readonly<Record<string, number>>
export interface Setting {
  readonly name: string
  readonly title: Text
  readonly value: SettingValue
  readonly type: ValueType
}

export interface AccessChange {
  readonly remove: readonly string[]
  readonly add: readonly string[]
  readonly when?: Rule
  readonly because?: Text
}
export interface Access {
  readonly identity: {
    readonly account: string
    readonly login: string
    readonly name: string
    readonly active: Rule
    readonly tenant: string
    readonly unit: string
    readonly role: string
    readonly codes: readonly [string, string]
    readonly scope: string
    readonly scopes: Readonly<Record<string, ScopeName>>
    readonly disabled?: readonly [string, string]
  }
  readonly administrator: string
  readonly codes: Readonly<Record<string, Text>>
  readonly changes: readonly AccessChange[]
  readonly lists: Readonly<
    Record<string, { readonly preset: string; readonly entity: string; readonly field: string; readonly where: Rule }>
  >
}

export interface App {
  /** A digest of all sources: changes when anything in schemas/ changes. */
  readonly revision: string
  readonly product: Product
  readonly access: Access
  readonly modules: Readonly<Record<string, Module>>
  readonly entities: Readonly<Record<string, Entity>>
  /** By path. */
  readonly screens: Readonly<Record<string, Screen>>
  readonly dictionaries: Readonly<Record<string, Dictionary>>
  /** By `METHOD path`. */
  readonly endpoints: Readonly<Record<string, Endpoint>>
  readonly settings: Readonly<Record<string, Setting>>
  readonly outside: Readonly<Record<string, Outside>>
}

/** One manifest file as the compiler takes it; `path` is relative to schemas/, with forward slashes. */
export interface Source {
  readonly path: string
  readonly text: string
}

/** An author's mistake, with its place. Positions count from 1. */
export interface Problem {
  readonly code: string
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
  /** "Did you mean …?" or what to write instead. */
  readonly hint?: string
  /** The line of the source and the length of the mark under it. */
  readonly frame?: { readonly text: string; readonly length: number }
}

export type Compiled =
  | { readonly ok: true; readonly app: App }
  | { readonly ok: false; readonly problems: readonly Problem[] }
