// What is an App? The compiled, resolved and frozen form of all manifests: the only form that server, runtime, scripts
// and tests read. Everything in it is plain JSON, so that a part of it can be sent to a browser as it is.

/** A text in the languages of the app, in their order (Chinese, English). */
export type Text = readonly [string, string]

export type FieldType =
  | 'string' | 'text' | 'int' | 'money' | 'decimal' | 'date' | 'datetime' | 'boolean' | 'mobile'
  | 'choice' | 'ref' | 'files' | 'lines' | 'address'

export type Colour = 'neutral' | 'blue' | 'cyan' | 'green' | 'gold' | 'orange' | 'red' | 'purple'
export type ScreenKind = 'list' | 'form' | 'calendar' | 'board' | 'report' | 'dashboard' | 'page' | 'redirect' | 'external'
/** Row scopes, from narrow to wide. */
export type ScopeName = 'self' | 'unit' | 'tenant' | 'all'

// ---------------------------------------------------------------- rules

/** The type of a rule's value. int, money and decimal are one exact type: number. */
export type ValueType = 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'record' | 'files' | 'lines' | 'address' | 'list' | 'table' | 'null' | 'unknown'

/**
 * Where a name in a rule is found.
 * record: the record in question (in an aggregate: the record counted); this: the record that asks (inside aggregates, option rules and
 * message loops); before: the record before the transition; input: what the form sent; me: the caller's account; tenant: the caller's tenant
 * record; settings; let: a value of the transition; period: the span of a report; measure: a measure of a report row; code: a dictionary code.
 */
export type NameScope = 'record' | 'this' | 'before' | 'input' | 'me' | 'tenant' | 'settings' | 'let' | 'period' | 'measure' | 'code'

/** A resolved and typed syntax tree. `path` steps through references: ["customer","mobile"]; a path of length 0 is the record's id. */
export type RuleNode =
  | { kind: 'literal'; type: ValueType; value: string | boolean | null } // numbers as decimal text
  | { kind: 'name'; type: ValueType; scope: NameScope; path: readonly string[] }
  | { kind: 'not'; type: ValueType; of: RuleNode }
  | { kind: 'negate'; type: ValueType; of: RuleNode }
  | { kind: 'binary'; type: ValueType; op: BinaryOperator; left: RuleNode; right: RuleNode }
  | { kind: 'choose'; type: ValueType; test: RuleNode; yes: RuleNode; no: RuleNode }
  | { kind: 'list'; type: ValueType; items: readonly RuleNode[] }
  | { kind: 'index'; type: ValueType; of: RuleNode; key: RuleNode } // settings.table[key]
  | { kind: 'call'; type: ValueType; name: FunctionName; args: readonly RuleNode[] }

export type BinaryOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | '&&' | '||' | '+' | '-' | '*' | '/' | '%' | 'in'

/**
 * The functions of the rule language; each has one meaning in JavaScript and in SQL.
 * now() today() — the moment and the calendar day in the app's time zone; date(datetime) -> day; days(from, to) whole days between two dates or
 * moments; addDays(date, n); month(date) -> "yyyy-MM"; round(number, digits) half away from zero; max(a,b) min(a,b) abs(n); coalesce(a,b,…);
 * size(text|list|files|lines); contains/startsWith/endsWith(text, text); text(value); number(text); holds('code') whether the caller holds a code.
 */
export type FunctionName =
  | 'now' | 'today' | 'date' | 'days' | 'addDays' | 'month' | 'round' | 'max' | 'min' | 'abs' | 'coalesce' | 'size'
  | 'contains' | 'startsWith' | 'endsWith' | 'text' | 'number' | 'holds'

export interface Rule {
  readonly source: string
  readonly node: RuleNode
  readonly type: ValueType
  /** Paths (joined by dots) of scope `record` that the rule reads. */
  readonly reads: readonly string[]
}

export interface Check { readonly rule: Rule; readonly message: Text; readonly field?: string }

export type AggregateOperator = 'count' | 'exists' | 'sum' | 'max' | 'min' | 'average' | 'first'
export interface Aggregate {
  readonly operator: AggregateOperator
  /** The entity counted; absent when `lines` is given. */
  readonly entity?: string
  /** The own lines field that is counted. */
  readonly lines?: string
  /** The field added up, compared or taken; absent for count and exists. */
  readonly field?: string
  /** Scope `record` is the counted record, scope `this` the asking one. */
  readonly where?: Rule
  readonly sort?: Sort
  /** Paths of the asking record that `where` reads. */
  readonly readsThis: readonly string[]
  readonly type: ValueType
}

export interface Sort { readonly field: string; readonly descending: boolean }

// ---------------------------------------------------------------- entities

export interface Mask { readonly states: readonly string[]; readonly keep: readonly [number, number] }

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
  readonly mask?: Mask
  readonly localized?: boolean
  readonly read?: readonly string[]
  readonly index?: boolean
  /** Kept in a column (not computed). Lines are stored in a table of their own. */
  readonly stored: boolean
  /** Made by the engine: id, no, state, the tenant, createdBy, createdAt, stateAt, version. */
  readonly system: boolean
}

export interface State { readonly name: string; readonly title: Text; readonly colour: Colour; readonly closed: boolean }

/** One field or input as a particular form asks it. */
export interface Ask {
  readonly field: string
  /** true: an extra input of the transition, not a field of the entity. */
  readonly input: boolean
  readonly required: boolean
  readonly requiredWhen?: Rule
  readonly show?: Rule
  readonly default?: Rule
  /** ref: scope `record` is the offered record, `this`/`input` the form; choice: scope `code`. Already joined with the field's own `where`. */
  readonly options?: Rule
  readonly readOnly: boolean
  readonly wide: boolean
}

/** Any one suffices. `code` may be public, signed-in, admin, system or a permission code. */
export interface Permission { readonly code: string; readonly when?: Rule }

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
  readonly set: Readonly<Record<string, Rule | null>>
  readonly effects: readonly Effect[]
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
  readonly messageKind: string
  readonly route?: string
  readonly when?: Rule
  /** Paths of the record named in the texts. */
  readonly reads: readonly string[]
}
export type Effect = RunEffect | MessageEffect

export interface Related { readonly entity: string; readonly by: string; readonly title: Text; readonly columns: readonly Column[]; readonly actions: readonly string[] }
export interface Section { readonly title: Text; readonly fields: readonly string[] }

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
  readonly scope: { readonly unit: readonly string[]; readonly self: readonly string[]; readonly open?: Rule; readonly only?: Rule }
  /** Codes of which one opens a single record; derived from the screens unless written. */
  readonly read: readonly string[]
  readonly unique: readonly { readonly fields: readonly string[]; readonly where?: Rule; readonly across: boolean; readonly message: Text }[]
  readonly states: Readonly<Record<string, State>>
  readonly stages: readonly { readonly state: string; readonly skip?: Rule }[]
  readonly transitions: Readonly<Record<string, Transition>>
  readonly invariants: readonly Check[]
  readonly timed: readonly { readonly transition: string; readonly when: Rule; readonly every: number }[]
  readonly detail: { readonly sections: readonly Section[]; readonly related: readonly Related[] }
  readonly former: { readonly rename: Readonly<Record<string, string>>; readonly drop: readonly string[] }
  readonly source: string
}

// ---------------------------------------------------------------- screens

export interface Column {
  /** A path: `mobile`, `customer.mobile`. */
  readonly field: string
  readonly title: Text
  readonly width?: number
  readonly sum: boolean
  readonly pin?: 'left' | 'right'
  readonly off: boolean
  /** The field at the end of the path. */
  readonly type: FieldType
  readonly dictionary?: string
  readonly entity?: string
  /** The path may be sorted by (stored, not masked by a row's state in a way that the sort would reveal). */
  readonly sortable: boolean
}

export interface Action {
  readonly entity: string
  readonly transition: string
  readonly title: Text
  /** row: offered on a record; above: creates without one. */
  readonly place: 'row' | 'above'
  /** field of the form: value taken from the row (scope `record` is the row). */
  readonly fill: Readonly<Record<string, Rule>>
  readonly primary: boolean
}

export interface Measure {
  readonly name: string
  readonly title: Text
  readonly type: 'int' | 'money' | 'decimal'
  readonly aggregate?: Aggregate
  /** group: rule over the counted record */
  readonly by: Readonly<Record<string, Rule>>
  readonly compute?: Rule
  readonly open?: string
  readonly total: boolean
}
export interface Report {
  readonly groups: Readonly<Record<string, Field>>
  readonly choose: boolean
  readonly period?: 'month' | 'quarter' | 'year'
  readonly measures: readonly Measure[]
  readonly chart?: { readonly kind: 'bar' | 'line'; readonly measures: readonly string[] }
  readonly sort?: Sort
}
export interface Figure { readonly title: Text; readonly type: 'int' | 'money' | 'decimal'; readonly aggregate: Aggregate; readonly open?: string }
export interface Block {
  readonly block: string
  readonly title?: Text
  readonly text?: Text
  readonly entity?: string
  readonly where?: Rule
  readonly columns?: readonly Column[]
  readonly sort?: Sort
  readonly rows: number
  readonly open?: string
  readonly width: number
  readonly figures: readonly Figure[]
}
export interface Reminder { readonly title: Text; readonly entity: string; readonly where: Rule; readonly columns: readonly Column[]; readonly actions: readonly Action[]; readonly sort?: Sort }

export interface Screen {
  readonly path: string
  readonly module: string
  readonly title: Text
  readonly kind: ScreenKind
  /** Any one suffices; [`public`] or [`signed-in`] for the others. */
  readonly permission: readonly string[]
  readonly icon?: string
  readonly order: number
  readonly hidden: boolean
  readonly pinned: boolean
  readonly keep: boolean
  readonly autoLogin: boolean
  readonly redirect?: string
  readonly href?: string
  readonly layout: 'main' | 'empty'
  readonly entity?: string
  readonly where?: Rule
  /** States that `where` certainly restricts to; absent: any. */
  readonly states?: readonly string[]
  readonly scope?: 'tenant'
  readonly columns: readonly Column[]
  readonly search: readonly Column[]
  readonly tabs?: string
  readonly sort: Sort
  readonly sumWhere?: Rule
  readonly actions: readonly Action[]
  readonly batch: readonly string[]
  readonly export: boolean
  readonly refresh?: number
  readonly queue?: { readonly late?: Rule; readonly where?: Rule }
  readonly reminder?: Reminder
  readonly sections: readonly Section[]
  readonly calendar?: { readonly date: string; readonly period?: string; readonly rows?: string; readonly colour?: string; readonly title: readonly string[] }
  readonly board?: { readonly by: string; readonly card: readonly string[] }
  readonly report?: Report
  readonly blocks: readonly Block[]
  readonly source: string
}

export interface Module {
  readonly name: string
  readonly title: Text
  readonly path?: string
  readonly permission: readonly string[]
  readonly icon?: string
  readonly order: number
  readonly redirect?: string
  readonly hidden: boolean
  /** Paths of its screens in menu order. */
  readonly screens: readonly string[]
  readonly source: string
}

// ---------------------------------------------------------------- the rest

export interface DictionaryItem { readonly code: string; readonly title: Text; readonly colour?: Colour; readonly retired: boolean }
export interface Dictionary { readonly name: string; readonly title: Text; readonly items: readonly DictionaryItem[] }

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

export type SettingValue = number | string | boolean | readonly string[] | Readonly<Record<string, number>>
export interface Setting { readonly name: string; readonly title: Text; readonly value: SettingValue; readonly type: ValueType }

export interface AccessChange { readonly remove: readonly string[]; readonly add: readonly string[]; readonly when?: Rule; readonly because?: Text }
export interface Access {
  readonly identity: {
    readonly account: string; readonly login: string; readonly name: string; readonly active: Rule; readonly tenant: string; readonly unit: string
    readonly role: string; readonly codes: readonly [string, string]; readonly scope: string; readonly scopes: Readonly<Record<string, ScopeName>>
    readonly disabled?: readonly [string, string]
  }
  readonly administrator: string
  readonly codes: Readonly<Record<string, Text>>
  readonly changes: readonly AccessChange[]
  readonly lists: Readonly<Record<string, { readonly preset: string; readonly entity: string; readonly field: string; readonly where: Rule }>>
}

export interface Product {
  readonly title: Text
  readonly short: Text
  readonly languages: readonly [string, string]
  readonly client: string
  readonly home: string
  readonly timezone: string
  readonly currency: string
  readonly theme: { readonly colour: string; readonly size: 'default' | 'medium' | 'small' | 'mini' }
  readonly cookies: { readonly token: string; readonly language: string; readonly size: string; readonly sidebar: string }
  readonly log: string
  readonly messages: { readonly entity: string; readonly send: string; readonly read: string; readonly unread: string; readonly screen: string; readonly counters: Readonly<Record<string, string>> }
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
}

/** One manifest file as the compiler takes it; `path` is relative to schemas/, with forward slashes. */
export interface Source { readonly path: string; readonly text: string }

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

export type Compiled = { readonly ok: true; readonly app: App } | { readonly ok: false; readonly problems: readonly Problem[] }
