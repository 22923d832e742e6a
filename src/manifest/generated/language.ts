// How does an author write a manifest? Generated from schemas/language by `npm run types`; do not edit.
/* oxlint-disable */

/** A text in the languages of app.json, in their order: [Chinese, English]. `{field}` is replaced where the place says so. */
export type Text = readonly [string, string]
/** An expression (CEL syntax), checked against the fields it reads. A text is written in single quotes: 'pool'. */
export type Rule = string
/** A name: letters and digits, beginning with a letter. */
export type Name = string
/** A field, or a field of a referenced record: `customer.mobile`. */
export type FieldPath = string
/** A permission code of access.json, or one of the words public, signed-in, admin, system. */
export type Permission = string

/**
 * A named tone of the theme.
 */
export type Colour = 'neutral' | 'blue' | 'cyan' | 'green' | 'gold' | 'orange' | 'red' | 'purple'
/**
 * string, text (several lines), int, money (two decimals, exact), decimal, date, datetime, boolean, mobile, choice (of a dictionary), ref (to an entity), files, lines (child rows), address.
 */
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
/**
 * A field that a form asks, alone by its name or with its behaviour in this form.
 */
export type Ask = Name | AskDetail
/**
 * `run`: a transition of another record (or, when it creates, a new one). `message`: tells somebody.
 */
export type EffectManifest = RunEffect | MessageEffect
/**
 * list: what is shown of each record. form: the records of the screen stand below it.
 */
export type Columns = (FieldPath | ColumnDetail)[]
/**
 * Transitions on the screen: own ones by name, others as entity.transition. Creating ones stand above the list, or on a row when they refer to it; those that run on a record which the row refers to stand on the row.
 */
export type Actions = (FieldPath | ActionDetail)[]

/**
 * Every kind of manifest file by its name.
 */
export interface Language {
  access: AccessManifest
  app: AppManifest
  dictionary: DictionaryManifest
  endpoint: EndpointManifest
  entity: EntityManifest
  module: ModuleManifest
  outside: OutsideManifest
  screen: ScreenManifest
  settings: SettingsManifest
}
/**
 * Who signs in, what permission codes exist, and who loses or gains them.
 */
export interface AccessManifest {
  $schema?: string
  identity: Identity
  /**
   * The code whose holder may open every screen and run every transition that a person may run.
   */
  administrator: Permission
  /**
   * code: [Chinese, English]
   */
  codes: {
    [k: string]: Text
  }
  /**
   * Applied in order to the codes of the role. `tenant` is the caller's tenant record, `me` the account.
   */
  changes?: AccessChange[]
  /**
   * Named lists sent with the session, such as whitelists: the setting with the preset, and the rule that a record of the entity must meet to be listed by the server.
   */
  lists?: {
    [k: string]: AccessList
  }
}
export interface Identity {
  /**
   * The entity whose records sign in.
   */
  account: Name
  /**
   * Its field that is typed to sign in.
   */
  login: Name
  name: Name
  /**
   * Only while this holds may the account sign in.
   */
  active: Rule
  /**
   * The entity that owns rows; every entity gets a reference of this name.
   */
  tenant: Name
  /**
   * The account's field with its organisational unit.
   */
  unit: Name
  /**
   * The account's field with its role.
   */
  role: Name
  /**
   * The role's lines field and its field with a permission code: codes.code
   */
  codes: FieldPath
  /**
   * The account's choice field with the row scope.
   */
  scope: Name
  /**
   * What each code of that field means.
   */
  scopes: {
    [k: string]: 'self' | 'unit' | 'tenant' | 'all'
  }
  /**
   * The account's lines field and its field with a disabled address: disabledMenus.path
   */
  disabled?: FieldPath
}
export interface AccessChange {
  remove?: Permission[]
  add?: Permission[]
  /**
   * Always, if absent.
   */
  when?: Rule
  /**
   * Told to whoever is refused for it.
   */
  because?: Text
}
export interface AccessList {
  /**
   * A setting.
   */
  preset: Name
  entity: Name
  field: Name
  where: Rule
}
/**
 * What holds for the whole product.
 */
export interface AppManifest {
  $schema?: string
  title: Text
  /**
   * Shown in the collapsed side bar.
   */
  short: Text
  /**
   * In the order of every text.
   *
   * @minItems 2
   * @maxItems 2
   */
  languages: [string, string]
  /**
   * The client marker of every call.
   */
  client: string
  home: string
  /**
   * Screens that the menu of the account offers to whoever may open them, in this order.
   */
  account?: string[]
  /**
   * Other servers that the page may call; what they answer is handed on as it is, without an envelope and whatever its code.
   */
  rawOrigins?: string[]
  /**
   * The public screen for who forgot the password.
   */
  forgotten?: string
  /**
   * IANA name; days begin and documents are numbered by it.
   */
  timezone: string
  currency: string
  theme: Theme
  cookies: Cookies
  map?: Map
  /**
   * The entity that keeps one row a transition; it has the fields entity, recordId, action, fromState, toState, by, at, remark, data.
   */
  log: Name
  outbox?: Outbox
  messages: Messages
}
export interface Theme {
  colour: string
  size: 'default' | 'medium' | 'small' | 'mini'
}
/**
 * Names of the cookies.
 */
export interface Cookies {
  token: string
  language: string
  size: string
  sidebar: string
  /**
   * The last account, to begin the next sign-in with.
   */
  mobile?: string
  /**
   * Somebody is signed in.
   */
  auth?: string
  /**
   * Whether the sign-in at the partner platform went well: 1 or 0.
   */
  partner?: string
}
/**
 * The map service behind address fields (AMap's JavaScript interface); its key is configuration.
 */
export interface Map {
  address: string
  version: string
  plugins: string[]
  /**
   * Where its script gets data and pictures from, for the content policy.
   */
  origins: string[]
}
/**
 * What leaves the product for somebody's telephone, as records with the fields channel (sms or wechat), address and text. What is waiting is sent by the server.
 */
export interface Outbox {
  entity: Name
  /**
   * The state of what is to be sent.
   */
  waiting: Name
  /**
   * The transition of what is waiting, before it is sent: whatever happens then, it is not sent twice.
   */
  take: Name
  /**
   * Creates what the server sends at once and can never send again, since it holds a code; it asks channel, address and text, with the code masked.
   */
  once: Name
  sent: Name
  /**
   * Asks reason.
   */
  fail: Name
}
/**
 * How an effect tells somebody.
 */
export interface Messages {
  entity: Name
  /**
   * Its creating transition, which asks kind, to, title, body and route.
   */
  send: Name
  read: Name
  /**
   * The state of a message nobody has read.
   */
  unread: Name
  /**
   * The screen that shows them.
   */
  screen: string
  /**
   * kind: name of its counter in the answer of the count call
   */
  counters: {
    [k: string]: string
  }
  /**
   * People who are told together, by the name that effects call them by.
   */
  groups?: {
    [k: string]: MessageGroup
  }
}
export interface MessageGroup {
  /**
   * Every account for which this holds.
   */
  where: Rule
  /**
   * true: accounts of all tenants, not only those of the record's own.
   */
  everywhere?: boolean
}
/**
 * The options of a choice. The file's name is the dictionary's name: gender.dictionary.json.
 */
export interface DictionaryManifest {
  $schema?: string
  title: Text
  /**
   * code: [Chinese, English], or an object with a colour.
   */
  items: {
    [k: string]: Text | DictionaryItemDetail
  }
}
export interface DictionaryItemDetail {
  title: Text
  colour?: Colour
  /**
   * Shown where it stands, no longer offered.
   */
  retired?: boolean
}
/**
 * A call under a fixed address: who may call it, what it takes, what it answers and which operation of the server does it.
 */
export interface EndpointManifest {
  $schema?: string
  title: Text
  method: 'GET' | 'POST'
  path: string
  permission: Permission[]
  /**
   * A server operation.
   */
  operation: Name
  /**
   * What the operation needs to know, by its own rules.
   */
  options?: {}
  request?: {
    [k: string]: Field
  }
  /**
   * The fields of `data`.
   */
  answer?: {
    [k: string]: Field
  }
  /**
   * Milliseconds; 20000 if absent.
   */
  timeout?: number
  timeoutMessage?: Text
  /**
   * true: takes an idempotency key.
   */
  writes?: boolean
}
/**
 * A field of an entity, of a line, of an endpoint or an extra input of a transition.
 */
export interface Field {
  type: FieldType
  title: Text
  /**
   * A hint below the input.
   */
  help?: Text
  /**
   * Must be filled from the first transition that asks it on.
   */
  required?: boolean
  /**
   * Required when this holds.
   */
  requiredWhen?: Rule
  /**
   * choice: the dictionary; or permissions (the codes of access.json), screens (their addresses), entity.state (the states of an entity).
   */
  dictionary?: FieldPath
  /**
   * ref: the entity.
   */
  entity?: Name
  /**
   * ref: which records may be chosen. A bare name is a field of the offered record; `this` is the record being filled.
   */
  where?: Rule
  /**
   * lines: the fields of a line.
   */
  fields?: {
    [k: string]: Field
  }
  /**
   * lines: the fields that stand for a line where there is room for one line of text only, as in a list.
   */
  brief?: Name[]
  /**
   * lines: no two lines agree in all of these fields.
   */
  unique?: Name[]
  /**
   * A value derived from other fields; never stored or sent.
   */
  compute?: Rule
  aggregate?: Aggregate
  /**
   * The value offered in a form and written when nothing is given.
   */
  default?: Rule
  /**
   * Smallest number; for files and lines the smallest count.
   */
  min?: number
  /**
   * Largest number; for files and lines the largest count.
   */
  max?: number
  /**
   * decimal: digits after the point (2 if absent).
   */
  scale?: number
  /**
   * string, text: most characters (200 and 2,000 if absent).
   */
  length?: number
  /**
   * string of a request: typed hidden and never kept in a draft; whether it is the password of today or a new one.
   */
  secret?: 'current' | 'new'
  /**
   * How the value is shown: html (text): as formatted text, its harmless part; route (string): a link within the application; percent (int, decimal): with the sign, a decimal being a part of 1 (0.25 is 25%); alert (int, money, decimal): above zero in red, since somebody has to act.
   */
  format?: 'html' | 'route' | 'percent' | 'alert'
  /**
   * string: a regular expression for the whole value.
   */
  pattern?: string
  /**
   * Rules on the value.
   */
  check?: Check[]
  /**
   * files: media types, as in image/* or application/pdf.
   */
  accept?: string[]
  mask?: Mask
  /**
   * string, text: kept in every language and read in the caller's.
   */
  localized?: boolean
  /**
   * Codes of which one is needed to read, search, sort or export the field.
   */
  read?: Permission[]
  /**
   * Keep a database index on this field.
   */
  index?: boolean
}
/**
 * One value over the records of an entity, or over the lines of this record. Exactly one of count, sum, max, min, average, exists, first. In `where` a bare name is a field of the records counted; `this` is the record that asks.
 */
export interface Aggregate {
  /**
   * An entity, or a lines field of this record.
   */
  count?: Name
  /**
   * An entity: is there any?
   */
  exists?: Name
  /**
   * entity.field, or linesField.field.
   */
  sum?: FieldPath
  /**
   * entity.field
   */
  max?: FieldPath
  /**
   * entity.field
   */
  min?: FieldPath
  /**
   * entity.field
   */
  average?: FieldPath
  /**
   * entity.field of the first record in the order of `sort`.
   */
  first?: FieldPath
  where?: Rule
  /**
   * For first: a field, with a leading - for descending.
   */
  sort?: string
  /**
   * In `let`: one number for each value of this field of the counted ones, read as let.name[text]. Not for first and exists.
   */
  by?: FieldPath
  /**
   * Of the own entity only the records up to the asking one: by this field, then as they were made. A running total.
   */
  running?: Name
}
/**
 * A rule that must hold, and what the person is told when it does not.
 */
export interface Check {
  rule: Rule
  /**
   * `{name}` is replaced by a field, a `let` value or a setting.
   */
  message: Text
  /**
   * The asked field that the message belongs to.
   */
  field?: Name
}
/**
 * In the named states the value is shown, searched, sorted and exported only with its middle replaced by *.
 */
export interface Mask {
  states: Name[]
  /**
   * Characters kept at the start and at the end.
   *
   * @minItems 2
   * @maxItems 2
   */
  keep: [number, number]
}
/**
 * An entity: its fields, states, transitions and rules. The file's name is the entity's name: customer.entity.json.
 */
export interface EntityManifest {
  $schema?: string
  title: Text
  /**
   * Prefix of the document number: prefix + yyMMdd + five digits.
   */
  number?: string
  /**
   * What the document number is called (单号 / No. if absent).
   */
  numberTitle?: Text
  /**
   * The field that names a record where it is referred to (`no` if absent, else `name`).
   */
  label?: Name
  /**
   * A second field shown beside the label where a record is chosen.
   */
  hint?: Name
  fields: {
    [k: string]: Field
  }
  /**
   * false: the records belong to nobody and all signed-in callers read them within their permissions.
   */
  tenant?: boolean
  /**
   * Its records are not kept: each is made of a record of one of these entities. Read only; `createdAt` and `createdBy` are those of that record; ids rise part by part.
   *
   * @maxItems 32
   */
  view?: ViewPart[]
  former?: Former
  scope?: Scope
  /**
   * Who may open a single record: codes, or signed-in. Without it: whoever may open a screen over this entity.
   */
  read?: Permission[]
  unique?: Unique[]
  states?: {
    [k: string]: State
  }
  /**
   * The order of the stages and when one is skipped; `to: "measuring*"` means measuring or the next that is not skipped.
   */
  stages?: Stage[]
  transitions?: {
    [k: string]: TransitionManifest
  }
  /**
   * Must hold for every transition of a record that is there, whoever runs it, except the named ones.
   */
  guard?: EntityGuard[]
  /**
   * Hold after every transition and its effects, or nothing is written.
   */
  invariants?: Check[]
  /**
   * Transitions that the server runs by itself.
   */
  timed?: Timed[]
  sync?: Sync
  /**
   * What can be printed of a record, by name: pages of A4, also as PDF.
   */
  documents?: {
    [k: string]: Document
  }
  detail?: Detail
}
export interface ViewPart {
  of: Name
  /**
   * Only of records for which this holds (stored fields).
   */
  where?: Rule
  /**
   * field: rule over stored fields of that record. A field that is left out is empty.
   */
  values: {
    [k: string]: Rule
  }
}
/**
 * Explicit instructions for live data: renamed fields keep their values, dropped fields lose them.
 */
export interface Former {
  /**
   * old name: new name
   */
  rename?: {
    [k: string]: Name
  }
  drop?: Name[]
}
/**
 * Which rows a caller reaches inside the own tenant. Without it: all rows of the tenant.
 */
export interface Scope {
  /**
   * Fields (or fields of referenced records) holding the organisational unit, for callers whose scope is their unit.
   */
  unit?: FieldPath[]
  /**
   * Fields holding the account, for callers whose scope is their own records.
   */
  self?: FieldPath[]
  /**
   * Rows that the whole tenant reaches.
   */
  open?: Rule
  /**
   * Nobody reaches a row for which this does not hold, whatever the row scope.
   */
  only?: Rule
  /**
   * Rows of a view that every tenant reads; what it shows of a record is then shown to all.
   */
  shared?: Rule
}
export interface Unique {
  fields: Name[]
  /**
   * Only among records for which this holds (stored fields, `state` included).
   */
  where?: Rule
  /**
   * true: over all tenants.
   */
  across?: boolean
  /**
   * `{field}` is a field of the record that is in the way.
   */
  message: Text
}
export interface State {
  title: Text
  colour?: Colour
  /**
   * An end: nothing waits for it any more.
   */
  closed?: boolean
}
export interface Stage {
  state: Name
  skip?: Rule
}
/**
 * The only way a record comes to be or changes. Without `from` it creates one.
 */
export interface TransitionManifest {
  title: Text
  from?: Name[]
  /**
   * The state afterwards; absent: unchanged. A trailing * takes the stage or the next that is not skipped.
   */
  to?: string
  /**
   * Any one suffices. system: only effects and timed rules; admin: the administrator.
   */
  permission: (Permission | PermissionWhen)[]
  /**
   * Fields of the form. One that creates may ask the tenant, for callers who reach all of them.
   */
  asks?: Ask[]
  /**
   * What the form asks besides fields of the entity; read as input.name.
   */
  inputs?: {
    [k: string]: Field
  }
  /**
   * A remark kept in the log; read as input.note.
   */
  note?: 'optional' | 'required'
  /**
   * Offered only for records for which this holds.
   */
  when?: Rule
  /**
   * The caller must not be the record's creator.
   */
  fourEyes?: boolean
  /**
   * Only callers with one of these row scopes.
   */
  scopes?: ('self' | 'unit' | 'tenant' | 'all')[]
  /**
   * References whose records are locked first, so that nothing about them changes meanwhile. Those whose state or sums a guard reads are locked anyway.
   */
  lock?: FieldPath[]
  /**
   * Values for the guards, messages and effects; each may read those before it.
   */
  let?: {
    [k: string]: Aggregate
  }
  guard?: Check[]
  /**
   * field: rule. null clears.
   */
  set?: {
    [k: string]: Rule | null
  }
  /**
   * lines field: the lines that it is filled with, taken from other lines; before any change.
   */
  copy?: {
    [k: string]: CopiedLines
  }
  /**
   * lines field: which of its lines change and to what, before one is appended.
   */
  change?: {
    [k: string]: ChangedLines
  }
  /**
   * lines field: the line that it gains, field of the line: rule. Lines that are there stay as they are.
   */
  append?: {
    [k: string]: {
      [k: string]: Rule
    }
  }
  effects?: EffectManifest[]
  /**
   * A calendar screen with rows, shown in the form to whoever may open it: who is busy on which day. Choosing a place in it fills the asked fields that are called like the calendar's row and date.
   */
  schedule?: string
  /**
   * Asked before running when there is no form.
   */
  confirm?: Text
  danger?: boolean
  /**
   * Told when it has succeeded.
   */
  done?: Text
}
export interface PermissionWhen {
  code: Permission
  when: Rule
}
export interface AskDetail {
  field: Name
  /**
   * true, false, or a rule over the values of the form.
   */
  required?: boolean | Rule
  /**
   * Asked only while this holds.
   */
  show?: Rule
  default?: Rule
  /**
   * ref: narrows the field's `where`. choice: offered codes, with `code` as the bare name. lines of which no two agree in one choice: one line for each of these codes, no more and no less.
   */
  options?: Rule
  readOnly?: boolean
  /**
   * Takes a whole row of the form.
   */
  wide?: boolean
  /**
   * lines: only these fields of the lines that are there are filled in; required: in every line. No line comes or goes.
   */
  cells?: Name[]
  /**
   * lines: these fields of a line are neither shown nor taken, and stay empty.
   */
  without?: Name[]
}
export interface CopiedLines {
  /**
   * Lines of this record, of one that it refers to (`loan.items`), or of the form (`input.items`).
   */
  from: FieldPath
  /**
   * Which lines (all without it). A bare name is a field of the line that is copied; `this` is the record.
   */
  where?: Rule
  /**
   * field of the new line: rule, with the names of `where`. The other fields take what the copied line has under their name.
   */
  set?: {
    [k: string]: Rule | null
  }
  /**
   * true: after the lines that are there, instead of in their place.
   */
  keep?: boolean
}
export interface ChangedLines {
  /**
   * Which lines (all without it). A bare name is a field of the line; `this` is the record.
   */
  where?: Rule
  /**
   * field of the line: rule, with the names of `where`. null clears.
   */
  set: {
    [k: string]: Rule | null
  }
}
export interface RunEffect {
  /**
   * entity.transition
   */
  run: FieldPath
  /**
   * The reference whose record it runs on; of lines, as in items.part, each that a line refers to.
   */
  on?: FieldPath
  /**
   * Every record of that entity for which this holds (`this` is the record of the transition).
   */
  each?: Rule
  /**
   * field or input of that transition: rule
   */
  values?: {
    [k: string]: Rule
  }
  /**
   * When it creates: the field of this record that keeps the reference to the new one.
   */
  keep?: Name
  when?: Rule
}
export interface MessageEffect {
  /**
   * The text; `{field}` is replaced.
   */
  message: Text
  body?: Text
  /**
   * Fields holding accounts; before.field is the one it held before the transition.
   */
  to?: FieldPath[]
  /**
   * Every account of the record's tenant for which this holds (`this` is the record of the transition).
   */
  each?: Rule
  /**
   * One of the groups of app.json.
   */
  group?: Name
  /**
   * A code of the message kinds.
   */
  kind: string
  /**
   * The screen that it opens.
   */
  route?: string
  when?: Rule
}
export interface EntityGuard {
  rule: Rule
  message: Text
  except?: Name[]
}
export interface Timed {
  transition: Name
  when: Rule
  /**
   * Seconds between two looks.
   */
  every: number
  lines?: TimedLines
}
/**
 * It is given lines that are read out of a table (CSV or a workbook) in a file of the record. Any other file waits for a person.
 */
export interface TimedLines {
  /**
   * The field that holds the file.
   */
  from: Name
  /**
   * The lines that the transition asks.
   */
  into: Name
  /**
   * Where it fills cells of lines that are there: by which of their fields a row is found.
   */
  match?: Name[]
  /**
   * The transition that runs when the table cannot be taken.
   */
  failed: Name
  /**
   * The text that it asks: what is wrong, row by row.
   */
  reason: Name
}
/**
 * Records that another system has as well: what it tells of them is brought in by transitions that name `system`, with all their rules.
 */
export interface Sync {
  /**
   * outside.call: what is asked for the rows
   */
  from: string
  /**
   * Seconds between two times for the same tenant.
   */
  every: number
  /**
   * The field by which a row and a record are the same.
   */
  key: Name
  /**
   * field: name of its value in a row; for a reference also the field by which the record is found
   */
  fields: {
    [k: string]: string | SyncField
  }
  /**
   * Name of the value in a row that says how far it is.
   */
  status?: string
  /**
   * transition: the values of `status` from which on it has happened; none: always. Tried in this order; one without another state only when something differs.
   */
  steps: {
    [k: string]: string[]
  }
  send?: Send
}
export interface SyncField {
  from: string
  /**
   * The field of the referenced record that has this value; one such record is meant, else none.
   */
  by: Name
}
/**
 * Records that the other system does not have yet are told to it, and what it answers is brought in.
 */
export interface Send {
  /**
   * outside.call, whose query speaks of this entity
   */
  to: string
  when: Rule
  /**
   * The transition that takes the answer.
   */
  run: Name
}
export interface Document {
  title: Text
  /**
   * Offered only for records for which this holds.
   */
  when?: Rule
  /**
   * Offered in these states only.
   */
  states?: Name[]
  parts: DocumentPart[]
}
/**
 * Either values beside their names, a table of lines, a paragraph, or places to sign.
 */
export interface DocumentPart {
  title?: Text
  /**
   * Values beside their names.
   */
  fields?: (FieldPath | PrintedValue)[]
  /**
   * A field of lines, shown as a table.
   */
  lines?: FieldPath
  /**
   * Which fields of the lines; all of them if absent.
   */
  columns?: Name[]
  /**
   * A paragraph; {field} is its value.
   */
  text?: Text
  /**
   * Places to sign, side by side.
   *
   * @maxItems 3
   */
  sign?: [] | [Text] | [Text, Text] | [Text, Text, Text]
}
export interface PrintedValue {
  field: FieldPath
  title: Text
}
/**
 * The record's own view. Without it: all readable fields and all related records.
 */
export interface Detail {
  /**
   * The values that are looked for first: large under the record's name, and first in the dialogs that move it on.
   *
   * @maxItems 6
   */
  figures?:
    | []
    | [FieldPath]
    | [FieldPath, FieldPath]
    | [FieldPath, FieldPath, FieldPath]
    | [FieldPath, FieldPath, FieldPath, FieldPath]
    | [FieldPath, FieldPath, FieldPath, FieldPath, FieldPath]
    | [FieldPath, FieldPath, FieldPath, FieldPath, FieldPath, FieldPath]
  sections?: Section[]
  /**
   * What runs in silence when a person opens a record, wherever it stands: an own transition without input, where it can, or entity.transition that creates and asks nothing but the opened record.
   */
  onOpen?: FieldPath
  related?: Related[]
}
export interface Section {
  title: Text
  fields: FieldPath[]
}
export interface Related {
  entity: Name
  /**
   * The field of that entity that refers to this record (the only one if absent).
   */
  by?: Name
  title?: Text
  columns: FieldPath[]
  /**
   * A creating one is offered where the record could be chosen in its form and passes the guards that tell of it alone.
   */
  actions?: Name[]
}
/**
 * A module: a first-level menu item and the folder of its manifests. A module without `path` has no menu item of its own.
 */
export interface ModuleManifest {
  $schema?: string
  title: Text
  /**
   * Its address, as in /customer.
   */
  path?: string
  /**
   * Any one suffices; absent: every signed-in caller.
   */
  permission?: Permission[]
  icon?: string
  order?: number
  /**
   * The screen opened first; without it, or if it is not permitted, the first that is.
   */
  redirect?: string
  /**
   * true: nothing leads to its address.
   */
  menuOnly?: boolean
  hidden?: boolean
}
/**
 * Another system that this product works with: how the server signs in there, what it asks, and what is shown of it. Its address is configuration.
 */
export interface OutsideManifest {
  $schema?: string
  title: Text
  /**
   * Milliseconds of a call; 20000 if absent.
   */
  timeout?: number
  /**
   * The path of the page that a block `frame` shows.
   */
  page?: string
  signIn?: OutsideSignIn
  launch?: OutsideLaunch
  /**
   * Questions, by name. They are asked as the person who signed in.
   */
  calls?: {
    [k: string]: OutsideCall
  }
}
/**
 * The server signs in for the person, before a screen with `autoLogin`, with a password that no browser ever gets.
 */
export interface OutsideSignIn {
  path: string
  /**
   * parameter: rule over me, tenant and settings
   */
  query: {
    [k: string]: Rule
  }
  /**
   * The parameter that carries the kept password.
   */
  password: string
  /**
   * Values that an answer with success has.
   */
  success: {
    [k: string]: string
  }
  /**
   * How long a success is reused.
   */
  minutes: number
  /**
   * The cookie in which the page keeps 1 or 0.
   */
  flag: string
  /**
   * The screen that a failure leads to, with ?from=.
   */
  failed: string
}
/**
 * A link that opens the system once, without a password in it: made of what the answer to the sign-in gave.
 */
export interface OutsideLaunch {
  path: string
  /**
   * parameter: name of a value of the sign-in's answer
   */
  query: {
    [k: string]: string
  }
}
export interface OutsideCall {
  path: string
  /**
   * parameter: rule over me, tenant and settings; where records are sent, over the record as well
   */
  query: {
    [k: string]: Rule
  }
  success?: {
    [k: string]: string
  }
  /**
   * Where in the answer the rows (or, where records are sent, the values) stand.
   */
  data?: string
  /**
   * The entity whose record the query speaks of.
   */
  entity?: Name
}
/**
 * A screen: its address, menu item, permission and what it shows.
 */
export interface ScreenManifest {
  $schema?: string
  path: string
  title: Text
  /**
   * detail: one record as a page of its own, named by ?id= in the address; not in the menu.
   */
  kind: 'list' | 'form' | 'detail' | 'calendar' | 'board' | 'report' | 'dashboard' | 'page' | 'redirect' | 'external'
  /**
   * Any one code suffices; or public, or signed-in.
   */
  permission?: Permission[]
  icon?: string
  /**
   * Place in the menu, ascending.
   */
  order?: number
  /**
   * Not in the menu.
   */
  hidden?: boolean
  /**
   * Always in the tab bar of those who may open it, first, without a close button.
   */
  pinned?: boolean
  /**
   * false: the view is made anew at every visit.
   */
  keep?: boolean
  /**
   * Opening it first signs in to the partner platform.
   */
  autoLogin?: boolean
  /**
   * Where this address leads.
   */
  redirect?: string
  /**
   * external: the outside system whose page it is, or the setting that holds the address; opened in a new tab.
   */
  href?: string
  layout?: 'main' | 'empty'
  entity?: Name
  /**
   * Which records. Bare names are fields; me, now, today, settings are known.
   */
  where?: Rule
  /**
   * tenant: shows all rows of the tenant whatever the caller's row scope.
   */
  scope?: 'tenant'
  columns?: Columns
  /**
   * Fields of the search form.
   */
  search?: FieldPath[]
  /**
   * A choice field, or `state`: one tab a value with its count.
   */
  tabs?: Name
  /**
   * A field, with a leading - for descending.
   */
  sort?: string
  /**
   * Only these records count in the sums.
   */
  sumWhere?: Rule
  actions?: Actions
  /**
   * Own transitions that run on all selected records.
   */
  batch?: Name[]
  /**
   * list: endpoints without input that are offered above the records, by name; with `tabs` only while one of these tabs, or none, is chosen.
   */
  calls?: ListCall[]
  /**
   * list: a name in the query of the address whose value is the id of the record to open.
   */
  recordQuery?: string
  /**
   * false: no export (on by default for lists).
   */
  export?: boolean
  /**
   * Seconds between two silent refreshes.
   */
  refresh?: number
  queue?: Queue
  reminder?: Reminder
  /**
   * list: further lists under the same address, each behind a tab beside the screen's own; a person sees those that she may open.
   */
  lists?: FurtherList[]
  /**
   * form: groups of the asked fields.
   */
  sections?: Section[]
  calendar?: Calendar
  board?: Board
  report?: Report
  /**
   * dashboard, page: what it is made of, from top to bottom. list: what stands above the records.
   */
  blocks?: Block[]
}
export interface ColumnDetail {
  field: FieldPath
  title?: Text
  width?: number
  /**
   * Show the sum of all found records.
   */
  sum?: boolean
  pin?: 'left' | 'right'
  /**
   * Hidden until the person shows it.
   */
  off?: boolean
}
export interface ActionDetail {
  action: FieldPath
  title?: Text
  /**
   * The reference of the row whose record it runs on; unwritten the only one to that entity.
   */
  on?: Name
  /**
   * field of the form: rule over the row
   */
  fill?: {
    [k: string]: Rule
  }
  primary?: boolean
  /**
   * above: over the list, not on a row.
   */
  place?: 'row' | 'above'
}
export interface ListCall {
  endpoint: Name
  tabs?: string[]
}
/**
 * Its records wait for somebody: counted on dashboards.
 */
export interface Queue {
  /**
   * Those that wait too long.
   */
  late?: Rule
  where?: Rule
}
/**
 * A card above the list with other records that deserve attention.
 */
export interface Reminder {
  title: Text
  entity: Name
  where: Rule
  columns: FieldPath[]
  actions?: FieldPath[]
  sort?: string
}
export interface FurtherList {
  /**
   * Stands in the address as ?list=name.
   */
  name: Name
  /**
   * The entity's if absent.
   */
  title?: Text
  /**
   * The screen's if absent.
   */
  permission?: Permission[]
  entity: Name
  where?: Rule
  scope?: 'tenant'
  columns: Columns
  search?: FieldPath[]
  tabs?: Name
  sort?: string
  sumWhere?: Rule
  actions?: Actions
  batch?: Name[]
  export?: boolean
}
export interface Calendar {
  /**
   * A date or datetime field.
   */
  date: Name
  /**
   * A choice field within the day.
   */
  period?: Name
  /**
   * A ref or choice field: one row each in the week view.
   */
  rows?: Name
  /**
   * A choice field or `state`.
   */
  colour?: Name
  /**
   * Fields shown on an entry.
   */
  title: FieldPath[]
}
export interface Board {
  /**
   * `state` or a choice field: one column each.
   */
  by: Name
  card: FieldPath[]
}
export interface Report {
  /**
   * The axes, by name; a measure says which of its fields stands for each.
   */
  groups: {
    [k: string]: Field
  }
  /**
   * true: the person picks one of the groups; otherwise all apply.
   */
  choose?: boolean
  /**
   * Offered span: month, quarter or year; rules read period.from and period.to (dates, to exclusive).
   */
  period?: 'month' | 'quarter' | 'year'
  measures: {
    [k: string]: Measure
  }
  /**
   * Axes by which the person may narrow the report.
   */
  search?: Name[]
  /**
   * true: every number beside that of the span before; of a span that is not over only as many days.
   */
  compare?: boolean
  /**
   * One chart, or several beside each other.
   */
  chart?: Chart | Chart[]
  sort?: string
}
export interface Measure {
  title: Text
  type: 'int' | 'money' | 'decimal'
  aggregate?: Aggregate
  /**
   * group: field of the counted entity (a path, or month(field))
   */
  by?: {
    [k: string]: Rule
  }
  /**
   * Derived from the other measures of the row.
   */
  compute?: Rule
  /**
   * A list of the entity that is counted; it shows exactly the records behind the number.
   */
  open?: string
  /**
   * false: no total.
   */
  total?: boolean
  /**
   * true: not shown; other measures are computed from it.
   */
  hidden?: boolean
}
export interface Chart {
  /**
   * bar and line: the rows of the report; pie: the share of each row in one measure.
   */
  kind: 'bar' | 'line' | 'pie'
  title?: Text
  /**
   * The group that is compared: rows of the same value are added up, so only counts and sums can be shown. Every row by itself if absent.
   */
  by?: Name
  measures: Name[]
}
export interface Block {
  /**
   * queues: counts of the screens that wait; figures: single numbers; latest: a short list; text; call: the form of a declared endpoint; frame: a page of an outside system; or the name of a built-in block such as signIn.
   */
  block: Name
  /**
   * call: the endpoint that it sends to; its request is the form.
   */
  endpoint?: Name
  /**
   * call: what stands in the form at first. Rules over me, tenant and settings.
   */
  values?: {
    [k: string]: Rule
  }
  /**
   * call: only shown when this holds. A rule over me, tenant and settings; me is null where nobody is signed in.
   */
  when?: Rule
  /**
   * call: only drawn for who holds one of these; the endpoint itself says who may call it.
   */
  permission?: Permission[]
  /**
   * call: the text of the button; the endpoint's title if absent.
   */
  submit?: Text
  /**
   * call: asked before it is sent.
   */
  confirm?: Text
  /**
   * call: said afterwards; what the endpoint answers as `message` if absent.
   */
  done?: Text
  title?: Text
  text?: Text
  entity?: Name
  where?: Rule
  columns?: FieldPath[]
  sort?: string
  rows?: number
  /**
   * The screen behind `more`.
   */
  open?: string
  /**
   * frame: the outside system whose page is shown; it is told the `columns` of the record in ?id=.
   */
  outside?: Name
  /**
   * frame: what the page may hand over, by its own name, and the transitions that may take it; the first that the record allows. A person sees and saves it.
   */
  takes?: {
    [k: string]: Name[]
  }
  /**
   * Of 24 columns.
   */
  width?: number
  figures?: Figure[]
}
export interface Figure {
  /**
   * By which the figures behind it compute with this one.
   */
  name?: Name
  title: Text
  type: 'int' | 'money' | 'decimal'
  aggregate?: Aggregate
  /**
   * Derived from the named figures before it.
   */
  compute?: Rule
  /**
   * A list of the entity that is counted; it shows exactly the records behind the number.
   */
  open?: string
}
/**
 * Business constants; a rule reads them as settings.name, a table by settings.name[key].
 */
export interface SettingsManifest {
  $schema?: string
  settings: {
    [k: string]: Setting
  }
}
export interface Setting {
  title: Text
  /**
   * A number, a text, true or false, a list of texts, or a table of numbers.
   */
  value:
    | number
    | string
    | boolean
    | string[]
    | {
        [k: string]: number
      }
}
