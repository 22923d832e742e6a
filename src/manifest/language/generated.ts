// How does an author write a manifest? Generated from schemas/language by `npm run types`; do not edit.
/* oxlint-disable */

/** A text in the languages of app.json: a list in their order, `["名称", "Name"]`, or an object by their codes, `{ "zh": "名称", "en": "Name" }`. The first language must be there; where another is missing, the first is shown. `{field}` is replaced where the key's description states it. */
export type Text = Readonly<Record<string, string>>
/** An expression (CEL syntax), checked against the fields it reads. A text is written in single quotes: 'pool'. A reference is compared with a record: `guide == me.id`, or `guide == me`, which is the same; with an id as `guide == ref(47)`. */
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
export type Color = 'neutral' | 'blue' | 'cyan' | 'green' | 'gold' | 'orange' | 'red' | 'purple'
/**
 * string, text (several lines), int, money (two decimals, exact), decimal, date, datetime, boolean, mobile, choice (of a dictionary), ref (to an entity), files, lines (child rows), address. Choose by what people do with the value: choice where a report or filter groups by it, ref where the thing has records of its own, lines where a record holds several of the same, decimal only where money does not fit.
 */
export type FieldType =
  'string' | 'text' | 'int' | 'money' | 'decimal' | 'date' | 'datetime' | 'boolean' | 'mobile' | 'choice' | 'ref' | 'files' | 'lines' | 'address'
/**
 * A field of a form, alone by its name or with its behavior in this form.
 */
export type FormField = Name | FormFieldDetail
/**
 * `run`: a transition of another record (or, when it creates, a new one). `message`: sends a message to accounts. `call`: queues an event for another system.
 */
export type EffectManifest = RunEffect | MessageEffect | CallEffect
/**
 * list: what is shown of each record. form: the records of the screen stand below it.
 */
export type Columns = (FieldPath | ColumnDetail)[]
/**
 * A choice field, or `state`: one tab a value with its count. Use it where people work through one value after the other; with many values use `filters`.
 */
export type TabsBy = Name | TabsDetail
/**
 * Transitions on the screen: own ones by name, others as entity.transition. Creating ones stand above the list, or on a row when they refer to it; those that run on a record which the row refers to stand on the row.
 */
export type Actions = (FieldPath | ActionDetail)[]
/**
 * Own transitions that come first where records are selected, also where only some of them allow it. Every other whose form asks for inputs or a note only, or edits fields of which one is chosen, is offered without being named, where all selected records allow it. One that moves records on and fills in stored fields is offered only where it is named: its form fills in no default of a stored field, and an empty input leaves the value of each record, but clears the remark of an earlier decision. Use it for what is decided alike for many, such as an assignment.
 */
export type BatchActions = (Name | BatchActionDetail)[]

/**
 * Every kind of manifest file by its name.
 */
export interface Language {
  access: AccessManifest
  app: AppManifest
  dictionary: DictionaryManifest
  endpoint: EndpointManifest
  entity: EntityManifest
  journey: JourneyManifest
  module: ModuleManifest
  integration: IntegrationManifest
  records: RecordTable
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
   * The code whose holder may open every screen and run every transition that a user may run.
   */
  administratorPermission: Permission
  /**
   * The code whose holder may share saved views of lists with the own unit or tenant; without it only administrators may. Use a code that managers hold.
   */
  sharingPermission?: Permission
  /**
   * code: [Chinese, English]. Every permission code that exists; a role holds some of them.
   */
  permissions: {
    [k: string]: Text
  }
  migration?: PermissionMigration
  /**
   * Applied in order to the codes of the role. `tenant` is the caller's tenant record, `me` the account.
   */
  permissionChanges?: PermissionChange[]
  apiKeys?: ApiKeys
  secondFactor?: SecondFactor
  /**
   * Named lists sent with the session, such as whitelists: the setting with the preset, and the rule that a record of the entity must meet to be listed by the server.
   */
  sessionLists?: {
    [k: string]: SessionList
  }
}
/**
 * Which entity signs in and where its role, unit and row scope stand. Write it once; every permission and row scope goes by it.
 */
export interface Identity {
  /**
   * The entity whose records sign in, as in `employee`.
   */
  accountEntity: Name
  /**
   * Its field that is typed to sign in, as a telephone number or an account name.
   */
  loginField: Name
  /**
   * The account's field that names the person wherever an account is shown, as in the log or beside a record's creator.
   */
  nameField: Name
  /**
   * The account may sign in only while this holds. Use it to shut out accounts that have left without deleting them.
   */
  activeWhen: Rule
  /**
   * The entity that owns rows; every entity gets a reference of this name.
   */
  tenantEntity: Name
  /**
   * The account's field with its organizational unit; row scope `unit` compares it.
   */
  unitField: Name
  /**
   * The account's field with its role.
   */
  roleField: Name
  /**
   * The role's lines field and its field with a permission code: codes.code
   */
  permissionsPath: FieldPath
  /**
   * The account's choice field with the row scope.
   */
  rowScopeField: Name
  /**
   * What each code of that field means.
   */
  rowScopes: {
    [k: string]: 'self' | 'unit' | 'tenant' | 'all'
  }
  /**
   * The account's lines field and its field with a disabled address: disabledMenus.path
   */
  disabledScreensPath?: FieldPath
}
/**
 * Explicit instructions for roles that hold a permission code that is gone.
 */
export interface PermissionMigration {
  /**
   * old code: the code that its roles hold from now on. Write it when a code is renamed.
   */
  rename?: {
    [k: string]: Permission
  }
  /**
   * Codes that roles lose. Write it when nothing asks for the code any more.
   */
  drop?: string[]
}
export interface PermissionChange {
  /**
   * Codes that the role loses while `when` holds. Use it for accounts or tenants that may do less than their role.
   */
  remove?: Permission[]
  /**
   * Codes that the role gains while `when` holds. Use it to give a new code to roles by a rule instead of one by one.
   */
  add?: Permission[]
  /**
   * While this holds the codes are removed or added; always if absent. Use it to tie a permission to a property of the account or tenant.
   */
  when?: Rule
  /**
   * What a user reads who is refused because of this change. Write it where the user can do something about it.
   */
  refusalMessage?: Text
}
/**
 * The entity of keys with which programs call the product. Write it where other systems read or write records: a key acts as its service account or, without one, as the account that created it.
 */
export interface ApiKeys {
  /**
   * The entity of which each record is a key. Creating one answers the key, once; log and audit name it in a reference called like this entity, where they have one.
   */
  entity: Name
  /**
   * The key is accepted only while this holds of its record. Use it for an end date and for revocation.
   */
  activeWhen: Rule
  /**
   * Its field with the role that bounds the key: of its permissions the key has those that the account holds too. Empty, a key has what its service account may do; a key that acts as its creator is not accepted then.
   */
  roleField: Name
  /**
   * Its moment of the last request, to the minute, which the server writes.
   */
  usedAtField: Name
  /**
   * Its text with the network addresses from which the key is accepted: IP addresses and networks such as `203.0.113.0/24`, separated by spaces, commas or line breaks; empty: from everywhere. Use it so that a key that got lost is of no use elsewhere.
   */
  addressesField?: Name
  /**
   * Its choice of a row scope, of the dictionary of the accounts' `rowScopeField`: a narrower one than the account's applies to the key, empty or wider means the account's. Use it where programs need fewer records than who creates their keys.
   */
  rowScopeField?: Name
  serviceAccounts?: ServiceAccounts
  /**
   * How many requests one server accepts with one key in a minute.
   */
  requestsPerMinute: number
}
/**
 * Accounts of programs: records of the account entity with a role and a row scope of their own, as which keys act. Write it so that a program works on when the person who set it up leaves.
 */
export interface ServiceAccounts {
  /**
   * The key's reference to the service account that it acts as. Require it in the form that creates keys; those without a value act as the account that created them.
   */
  accountField: Name
  /**
   * A key acts as the account that it names only while this holds of that account. Use it for a state of such accounts and their end date, and let `activeWhen` of the identity not hold of them, so that people cannot sign in as one.
   */
  activeWhen: Rule
  /**
   * The account's text with network addresses, as in `addressesField` of keys: each key of the account is accepted from these only. Use it where all programs of one system call from the same machines.
   */
  addressesField?: Name
}
/**
 * Who has to sign in with a second factor, and how one is taken away from a person who lost it. Any account may add factors in the settings (block `secondFactor`) without it.
 */
export interface SecondFactor {
  /**
   * The account is let in with a second factor only while this holds, over `me` and `tenant`: without one it adds one while it signs in. Use a field of the role, so that who manages roles decides.
   */
  requiredWhen?: Rule
  /**
   * The transition of the account entity that takes from the account all second factors, recovery codes, links to other systems and sessions. Give it to who edits accounts, and let it tell the owner.
   */
  resetTransition: Name
}
export interface SessionList {
  /**
   * The setting that holds the preset list.
   */
  presetSetting: Name
  /**
   * The entity whose records are listed.
   */
  entity: Name
  /**
   * The field of that entity whose value goes into the list.
   */
  field: Name
  /**
   * Which records are listed. Bare names are fields of the entity.
   */
  where: Rule
}
/**
 * What holds for the whole product.
 */
export interface AppManifest {
  $schema?: string
  /**
   * The product's name: on the sign-in page, in the browser's title and at the top of the side bar.
   */
  title: Text
  /**
   * Shown in the collapsed side bar.
   */
  shortTitle: Text
  /**
   * The product's picture, an SVG, by its address in the page's own files: in the tab of the browser, on the sign-in page, above the menu, and for the application that a user installs. Without it /icon.svg.
   */
  icon?: string
  /**
   * The same picture as a PNG of 512 by 512 pixels that fills the square, for home screens that cut it to a shape of their own or draw no SVG; what matters stands within the middle 80 %.
   */
  touchIcon?: string
  /**
   * The codes of the languages, in the order of texts that are lists. The first is the default, and stands in for what another lacks. The texts of a language that no manifest has are in `texts/<language>/*.json`, by address. Add a language at the end: texts that users have saved stay in this order.
   */
  languages: string[]
  /**
   * Expressions by name that the rules of all modules use as `rule.name`. Use it for what many entities say alike, as `daysBetween(stateAt, now()) >= 2`: a bare name in it is a field of the record on which it is used. What one entity alone says stands in `rules` of that entity.
   */
  rules?: {
    [k: string]: Rule
  }
  /**
   * The marker of the client that the page sends with every call.
   */
  clientName: string
  /**
   * The address that opens after sign-in and behind `/`; name one that every signed-in account may open.
   */
  homeScreen: string
  /**
   * Screens that the menu of the account offers, in this order, to users who may open them. Use it for screens about the user, such as the profile.
   */
  accountScreens?: string[]
  /**
   * Other servers that the page may call; what they answer is handed on as it is, without an envelope and whatever its code.
   */
  passthroughOrigins?: string[]
  /**
   * What the named lists of `access.json` open: screens that the server refuses to who stands on no such list. Users who reach all tenants are never refused.
   */
  allowlists?: {
    [k: string]: Allowlist
  }
  /**
   * IANA name; days begin and documents are numbered by it.
   */
  timezone: string
  /**
   * The sign shown before amounts of money, as in ¥.
   */
  currency: string
  theme: Theme
  cookies: Cookies
  /**
   * Names of integrations that the product can do without: where the manifest of one is missing, what names it is switched off instead of being a mistake.
   */
  integrations?: Name[]
  /**
   * The entity that keeps one row a transition; it has the fields entity, recordId, action, fromState, toState, by, at, remark, data.
   */
  logEntity: Name
  audit?: Audit
  outbox?: Outbox
  webhooks?: Webhooks
  scheduledReports?: ScheduledReports
  proposals?: Proposals
  messages: Messages
  migration?: EntityMigration
}
export interface Allowlist {
  /**
   * The caller's entry on the list: a rule over `me` and `tenant`, such as tenant.code.
   */
  member: Rule
  /**
   * Addresses that only members of the list may open.
   */
  screens: string[]
  /**
   * What the user reads who is refused for it.
   */
  refusalMessage: Text
}
/**
 * Colors and size that a user begins with; each user may choose others.
 */
export interface Theme {
  /**
   * The product's color as #rrggbb: buttons, links and the chosen entry of the menu.
   */
  primaryColor: string
  /**
   * How large inputs, tables and buttons are until the user chooses another size.
   */
  size: 'default' | 'medium' | 'small' | 'mini'
}
/**
 * Names of the cookies. Change them when two products share a host.
 */
export interface Cookies {
  /**
   * The cookie that holds the session. Change it when two products share a host.
   */
  token: string
  /**
   * The cookie that remembers the chosen language.
   */
  language: string
  /**
   * The cookie that remembers the chosen size.
   */
  size: string
  /**
   * The cookie that remembers whether the side bar is collapsed.
   */
  sidebar: string
  /**
   * The last account, to begin the next sign-in with.
   */
  lastAccount?: string
  /**
   * The cookie that is set while a user is signed in.
   */
  signedIn?: string
  /**
   * The cookie of the integration, removed at sign-out: 1 after a sign-in there, 0 after a failed one.
   */
  integration?: string
}
/**
 * Where the engine notes who signed in or failed to, what was exported, downloaded and opened, the calls of programs, and changes of rights; apart from the log, and removed after the configured number of days. Without it nothing is noted.
 */
export interface Audit {
  /**
   * Has the fields action (a choice of signIn, signInFailed, export, download, open, call, callRefused and rights), at, by, login, address, screen, entity, recordId, rows, calls, detail and request.
   */
  entity: Name
  /**
   * Entities of which each opened record is noted.
   */
  opened?: Name[]
}
/**
 * What leaves the product for a telephone, as records with the fields channel (an integration), address and text. What is waiting is sent by the server.
 */
export interface Outbox {
  /**
   * The entity whose records are what leaves the product.
   */
  entity: Name
  /**
   * The state of what is to be sent.
   */
  waitingState: Name
  /**
   * The transition of what is waiting, before it is sent: whatever happens then, it is not sent twice.
   */
  takeTransition: Name
  /**
   * Creates what the server sends at once and can never send again, since it holds a code; its form has channel, address and text, with the code masked.
   */
  sendOnceTransition: Name
  /**
   * The transition that runs when the gateway has accepted what was sent.
   */
  sentTransition: Name
  /**
   * The transition that runs when sending failed; its form has failureReason, a choice, and failureDetail, the code that the service answered.
   */
  failTransition: Name
  /**
   * The transition that runs when it is unknown whether the service has taken a message, as after a connection that ended before the answer; its form has failureReason and failureDetail. No job should send such a message again: it may arrive twice.
   */
  loseTransition: Name
}
/**
 * How other systems hear of transitions. Write it where administrators may subscribe an address to what happens to records of their tenant: the server posts each event to it, signed, until it is accepted.
 */
export interface Webhooks {
  /**
   * The entity whose records are subscriptions, each with the fields address, entity, action (a transition, also as `entity.transition` of the dictionary transitions; empty: all), condition (a rule over the record; empty: always) and secretNumber. With a choice field destination, a subscription that fills it in gets the events of effects that `call` that destination instead. What an event shows is what the account that created the subscription may read.
   */
  entity: Name
  /**
   * The state of subscriptions that get events.
   */
  activeState: Name
  /**
   * The transition that changes secretNumber: its answer, like that of a creation, shows the new secret once.
   */
  renewTransition: Name
  /**
   * The entity whose records are events on their way, each with a reference to its subscription named like that entity, and the fields event, entity, recordId, action, body, tries, startedAt, nextAt, result (accepted, refused, removed, notAllowed, private, down, slow, tooLarge, redirected) and status, that of the answer. recordId is 0 in the event of an import, which lists several records.
   */
  deliveryEntity: Name
  /**
   * The state of events that are to be sent.
   */
  waitingState: Name
  /**
   * Creates an event in the transaction of what happened.
   */
  queueTransition: Name
  /**
   * The transition of an event that was accepted; its form has result and status.
   */
  sentTransition: Name
  /**
   * The transition of an event that is to be tried again; its form has result, status and nextAt.
   */
  failTransition: Name
  /**
   * The transition of an event that was not accepted for three days, or whose subscription is closed; its form has result and status.
   */
  giveUpTransition: Name
}
/**
 * How lists and reports are sent regularly. Write it where accounts may have the file of a list or report made every day, week or month: the server makes it with the rights that the account has then, and stops when the account or the right is gone.
 */
export interface ScheduledReports {
  /**
   * The entity whose records are what an account asked for, each with the fields name, request (text of format `request`), every (day, workday, week, month), weekday (1 for Monday to 7), dayOfMonth, hour, delivery (mail, message), address, language, dueAt (the planned time), nextAt (of the next attempt) and tries. It belongs to the account that created it.
   */
  entity: Name
  /**
   * The list of an account's own ones; who may open it is offered to send a list or report.
   */
  screen: string
  /**
   * Creates one; its form has name, request and language, which the page fills in.
   */
  createTransition: Name
  /**
   * The state in which they are sent.
   */
  activeState: Name
  /**
   * Notes when it is due; its form has dueAt and nextAt. What creates or changes one leaves both empty.
   */
  planTransition: Name
  /**
   * The transition after a file was sent; its form has dueAt, nextAt, sentAt, rows and file (where it is not mailed).
   */
  sentTransition: Name
  /**
   * The transition after a failed attempt; its form has dueAt, nextAt, tries (0: given up until it is due again) and reason.
   */
  failTransition: Name
  /**
   * The transition that ends it since the account or its right is gone, or what was asked for no longer exists; its form has reason.
   */
  stopTransition: Name
  /**
   * The integration that sends the mail.
   */
  channel: Name
  /**
   * The subject of the mail, in the language that was asked for; `{name}`, `{day}` and `{rows}` are replaced.
   */
  subject: Text
  /**
   * The text of the mail, in the same way.
   */
  text: Text
  /**
   * The most records of one file; a longer one is not sent.
   */
  maxRows: number
  /**
   * The largest file in megabytes; mail servers rarely take more than ten.
   */
  maxMegabytes: number
}
/**
 * Where changes of manifests wait for an administrator: those that a program proposed over `/mcp`, and with WATCH=ask those of the folder. Write it where such changes shall be read, applied, left and taken back in the page; the records are also the history of the manifests.
 */
export interface Proposals {
  /**
   * The entity whose records are changes, each with the lines files: path, text (empty: the file is taken away), former (the text that it replaces; empty: a new file) and digest, the SHA-256 of that text.
   */
  entity: Name
  /**
   * Creates a waiting change; its form has title, origin (program, folder or back), verdict (same, safe, word or refused), plan (what the change means, in words, localized HTML), difference (the lines that change), revision (of the manifests as they would be) and files. `system` alone runs it: an administrator relies on the plan that the engine wrote.
   */
  proposeTransition: Name
  /**
   * Creates a change that is live already, with the same form: with WATCH=on the server notes each change of the folder. `system` runs it.
   */
  noteTransition: Name
  /**
   * Applies a change: its files are written into the folder of manifests and are live. It is refused when a file has changed since, when the manifests would not be sound, and when stored records stand in the way.
   */
  takeOverTransition: Name
  /**
   * Leaves a waiting change as it is: the product goes on as before. `system` runs it when the folder changes again before anybody decided.
   */
  leaveTransition: Name
  /**
   * Proposes the reverse of an applied change, with its own plan and the same refusals.
   */
  goBackTransition: Name
}
/**
 * How an effect sends a message.
 */
export interface Messages {
  /**
   * The entity whose records are the messages that users read.
   */
  entity: Name
  /**
   * Its creating transition, whose form has kind, to, title, body and route.
   */
  sendTransition: Name
  /**
   * The transition that marks a message as read when its reader opens it.
   */
  readTransition: Name
  /**
   * The state of a message that its reader has not opened; the badge counts messages in it.
   */
  unreadState: Name
  /**
   * The screen that shows them.
   */
  screen: string
  /**
   * The kind of the message that a person gets who is named in a note; needed as soon as an entity has `notes`.
   */
  noteKind?: Name
  /**
   * The endpoint whose form a person fills in to choose where else messages arrive, such as by SMS. The panel of messages links to the page with that form; use it as soon as there is such a choice.
   */
  choicesEndpoint?: Name
  /**
   * kind: name of its counter in the answer of the count call
   */
  counters: {
    [k: string]: string
  }
  /**
   * Accounts that receive a message together, by the name that effects use in `toGroup`. Use one where several transitions inform the same people. The groups of one module stand in `messageGroups` of its module.json.
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
  acrossTenants?: boolean
}
/**
 * Explicit instructions for records whose entity is gone.
 */
export interface EntityMigration {
  /**
   * Entities whose records are given up: their tables are deleted. Write it only when the records are no longer needed; a renamed entity says `migration.from`.
   */
  drop: Name[]
}
/**
 * The options of a choice. The file's name is the dictionary's name: gender.dictionary.json.
 */
export interface DictionaryManifest {
  $schema?: string
  /**
   * What the list of options is called where it is managed.
   */
  title: Text
  /**
   * code: [Chinese, English], or an object with a color.
   */
  items: {
    [k: string]: Text | DictionaryItemDetail
  }
  migration?: CodeMigration
}
export interface DictionaryItemDetail {
  /**
   * What the option is called wherever it is shown.
   */
  title: Text
  color?: Color
  /**
   * true: shown on records that hold it, and no longer offered. Use it instead of deleting an option that records hold.
   */
  retired?: boolean
}
/**
 * Explicit instructions for records that hold a code that is gone.
 */
export interface CodeMigration {
  /**
   * old code: the code that its records hold from now on. Write it when a code is renamed; one that is only no longer offered is `retired`.
   */
  rename: {
    [k: string]: string
  }
}
/**
 * A call under a fixed address: who may call it, what it takes, what it answers and which operation of the server does it.
 */
export interface EndpointManifest {
  $schema?: string
  /**
   * What the call is called: the text of its button and the name in the log.
   */
  title: Text
  /**
   * GET for a call that only reads, POST for one that changes something.
   */
  method: 'GET' | 'POST'
  /**
   * The fixed address of the call; it must not begin with /api/, which belongs to the engine.
   */
  path: string
  /**
   * Who may call it: any one code suffices; or public, or signed-in.
   */
  permissions: Permission[]
  /**
   * The operation of the server that answers the call, by name.
   */
  operation: Name
  /**
   * What the operation needs to know, by its own rules.
   */
  options?: {}
  /**
   * The values that the call takes, checked by type before the operation sees them; a block of kind call makes its form of them.
   */
  request?: {
    [k: string]: Field
  }
  /**
   * The fields of `data` in the answer.
   */
  response?: {
    [k: string]: Field
  }
  /**
   * Milliseconds after which the call is given up; 20000 if absent. Raise it for calls that another system answers slowly.
   */
  timeoutMs?: number
  /**
   * What the user reads when the call takes longer than `timeoutMs`.
   */
  timeoutMessage?: Text
}
/**
 * A field of an entity, of a line, of an endpoint or an extra input of a transition.
 */
export interface Field {
  type: FieldType
  /**
   * What the field is called in forms, columns, details and printed documents. Write what people call it at work, without the name of its entity.
   */
  title: Text
  waive?: Waivers
  /**
   * A hint below the input. Use it where the title alone leaves open what to enter.
   */
  help?: Text
  /**
   * int, decimal: what the number counts or measures, such as mm or days. Its title is followed by it wherever it is shown; in a summary of lines, which has no titles, the number is. An amount of money and a percentage have theirs already.
   */
  unit?: Text
  /**
   * true: must be filled from the first transition on whose form has it. Use it where a record makes no sense without the value; where only one step needs it, write `required` in that form instead.
   */
  required?: boolean
  /**
   * The field is required while this holds. Use it where another field decides, as a reason that only a refusal needs.
   */
  requiredWhen?: Rule
  /**
   * choice: the dictionary; or permissions (the codes of access.json), screens (their addresses), entities (their names), transitions (as `entity.transition`), entity.state (the states of an entity). Name a dictionary where the codes are yours, and one of the other words where people choose among parts of the product itself.
   */
  dictionary?: FieldPath
  /**
   * ref: the entity whose records may be referred to. Use a ref instead of a text wherever the named thing is a record, so that it can be opened, counted and renamed.
   */
  entity?: Name
  /**
   * ref: which records may be chosen. A bare name is a field of the offered record; `this` is the record being filled. The page offers only these within the caller's row scope, and the server refuses any other. Use it to keep closed or foreign records out of a choice, as in `state == 'open' && store == this.store`.
   */
  optionsWhere?: Rule
  /**
   * ref: which of the records that may be chosen come first, by a rule over their own fields. Use it where one kind of them is nearly always meant, as with fitters for an installation: `"optionsFirstWhere": "jobKind == 'fitter'"`. The others stay to be chosen.
   */
  optionsFirstWhere?: Rule
  /**
   * ref, on the axis of a report too: which records a filter by it offers, by a rule over their own fields; absent: all within the caller's row scope, since a list may show records that can no longer be chosen. Use it to leave out what the field never holds, such as the accounts of programs where people are meant: `"filterWhere": "jobKind != 'program'"`.
   */
  filterWhere?: Rule
  /**
   * lines: sets of module.json whose fields a line has, before its own `fields`. Use it where lines of several entities have the same columns.
   */
  fieldSets?: Name[]
  /**
   * lines: the fields of a line, declared like those of the entity. Use lines where they are entered and read with the record only; what has a life of its own, or is counted across records, becomes an entity.
   */
  fields?: {
    [k: string]: Field
  }
  /**
   * lines: the fields that stand for a line where there is room for one line of text only, as in a list.
   */
  summaryFields?: Name[]
  /**
   * lines: no two lines agree in all of these fields. Use it where a second line of the same kind would be a mistake. Forms fill in a whole number that is named alone: one more than the largest.
   */
  uniqueBy?: Name[]
  /**
   * lines: true: they come in from Excel in every form that fills them in: a template with the columns of that form, or the lines that are there, to be edited and brought back. A form with `editOnlyFields` gives its lines with the other cells locked, and takes those fields alone: a row finds its line by the other cells. The server reads the file and tries it with the form's own transition; what it refuses is named at its cell, and nothing is written before the form is sent. Use it for lines that are many, or that someone has in a sheet already.
   */
  exchange?: boolean
  /**
   * A value derived from other fields; never entered. A form shows it by itself, below its fields, as soon as what it reads is filled in. Use it for what follows from the record itself, as an amount from price and quantity.
   */
  compute?: Rule
  aggregate?: Aggregate
  /**
   * The value offered in a form, or in a new line, and written when nothing is given; null gives nothing on purpose.
   */
  default?: Rule
  /**
   * A value that every rule of this field accepts, in no form and on no page: what tests made of the manifests enter. Use it where a rule decides what fits, as a code that a step needs or lines that belong together.
   */
  example?:
    | number
    | string
    | boolean
    | {
        [k: string]: number | string | boolean
      }[]
  /**
   * Smallest number; for files and lines the smallest count. Write it where a smaller value is always a slip, as 0 for an amount.
   */
  min?: number
  /**
   * Largest number; for files and lines the largest count. Write it where a larger value is always a slip; where it depends on another field, use `checks`.
   */
  max?: number
  /**
   * decimal: digits after the point (2 if absent). Write it where people count finer or coarser than hundredths.
   */
  scale?: number
  /**
   * string, text: most characters (200 and 2,000 if absent). Write it where a form of another system, a label or a law takes no more.
   */
  maxLength?: number
  /**
   * string of a request: typed hidden and never kept in a draft; whether it is the password of today or a new one. Use it for passwords and keys in requests; a record never keeps one in a plain field.
   */
  secret?: 'current' | 'new'
  /**
   * How the value is shown: html (text): as formatted text, its harmless part; route (string): a link within the application; percent (int, decimal): with the sign and typed in percent, a decimal being a part of 1 (0.25 is 25%); alert (int, money, decimal): above zero in red, since a user has to act; balance (int, money, decimal): a difference that has to come to nothing, in red while it is there and beside what is typed only then; request (text): what a list or report was asked for, which the page fills in.
   */
  format?: 'html' | 'route' | 'percent' | 'alert' | 'balance' | 'request'
  /**
   * string: a regular expression for the whole value. Use it for codes of a fixed shape, as `[A-Z]{2}\d{6}`; explain it in `help` or `example`.
   */
  pattern?: string
  /**
   * Rules on the value. Use them for what holds in every form of this field; a rule over several fields belongs to `invariants` or to the `checks` of a transition.
   */
  checks?: Check[]
  /**
   * files: media types, as in image/* or application/pdf. Write it where only pictures or only papers are of use; without it every usual file is taken.
   */
  accept?: string[]
  mask?: Mask
  /**
   * Other headings under which a file brings the field, in any language. Write those that people's own sheets use; titles and the name of the field count anyway.
   */
  synonyms?: string[]
  /**
   * string, text: kept in every language and read in the caller's. Use it for texts that users of all languages read, as an article.
   */
  localized?: boolean
  /**
   * Codes of which one is needed to read, search, sort or export the field. A form leaves it out for all others, who cannot write it either. Use it for values that some who open the record must not learn, such as costs; what may be seen in part is a `mask`.
   */
  readPermissions?: Permission[]
  /**
   * Keep a database index on this field. Use it for fields that long lists are searched or sorted by.
   */
  index?: boolean
}
/**
 * Warnings that are meant to be ignored here and below: the code of each with the reason. A waiver that waives nothing is a warning itself.
 */
export interface Waivers {
  [k: string]: string
}
/**
 * One value over the records of an entity, over the lines of this record, or over the lines of other records (`order.lines.amount`). Exactly one of count, sum, max, min, average, exists, every, first. In `where` a bare name is a field of the records counted, and of lines of other records both can be named: `customer` of the order, `lines.amount` of its line; `this` is the record for which the value is computed. No row scope of a caller narrows it: it counts the records of all people within the tenant; only measures of reports and figures count the rows that the caller may see. In `vars` it reads what is stored: a new record is not counted yet, one that is changed is counted as it was; `id != this.id` leaves it out.
 */
export interface Aggregate {
  /**
   * An entity, a lines field of this record, or entity.linesField. Use it for how many; where only whether there are any matters, `exists` is cheaper. In a report or a figure count records, and lines by a field of their record.
   */
  count?: FieldPath
  /**
   * An entity, a lines field of this record, or entity.linesField: is there any for which `where` holds?
   */
  exists?: FieldPath
  /**
   * A lines field of this record: does `where` hold for each of them? True of no lines; a line that lacks the value does not fulfill it. Use it to let a record go on only when all of its lines are done: `{ "every": "lines", "where": "checked && quantity > 0" }` is true once each line is checked and has a quantity.
   */
  every?: Name
  /**
   * entity.field, linesField.field, or entity.linesField.field. Use it for totals, such as what has been paid of an order; over lines of other records for what only single lines fulfill: `{ "sum": "order.lines.amount", "where": "customer == this && lines.dueOn < today()" }` is what is due of all orders of a customer.
   */
  sum?: FieldPath
  /**
   * entity.field. Use it for the latest or largest, such as the day of the last visit; null where nothing counts.
   */
  max?: FieldPath
  /**
   * entity.field. Use it for the first or smallest, such as the earliest open due date; null where nothing counts.
   */
  min?: FieldPath
  /**
   * entity.field. Use it for rates that are shown; what money depends on is better summed.
   */
  average?: FieldPath
  /**
   * entity.field of the first record in the order of `sort`. Use it for a value of the newest or oldest record, such as the remark of the last follow-up.
   */
  first?: FieldPath
  /**
   * Which records or lines count; all of them if absent. Write `this.id` or a reference to narrow it to the record at hand: `customer == this.id`.
   */
  where?: Rule
  /**
   * For first: a field, with a leading - for descending; what lacks a value comes last. Of equal records the one created first is taken, with a leading - the one created last; of the lines of one record, always the upper one. Write it with `first` whenever there may be several.
   */
  sort?: string
  /**
   * In `vars`: one number for each value of this field of the counted ones, read as vars.name[text]. Not for first, exists and every. Use it where a check compares each line with what there is of its kind.
   */
  groupBy?: FieldPath
  /**
   * A running total: of the own entity only the records up to this one count, in the order of this field, then of their creation. Use it for a balance after each entry.
   */
  runningBy?: Name
}
/**
 * A rule that must hold, and what the user reads when it does not.
 */
export interface Check {
  /**
   * What must hold; one that gives null refuses, as `due >= today()` does while `due` is empty: write `due == null || …` where an empty value is fine. It sees what its place sees: the values after the form was filled in, `vars`, `input`, `me`, `tenant` and settings.
   */
  rule: Rule
  /**
   * What the user reads when the rule does not hold; name what to do about it. `{name}` is replaced by a field, `{vars.name}` by a value of `vars`, `{settings.name}` by a setting.
   */
  message: Text
  /**
   * The field of the form beside which the message is shown. Where it is a reference and `optionsWhere` does not offer the record, the first check of the field that fails says why, instead of a sentence of the engine.
   */
  field?: Name
}
/**
 * In the named states the value is shown, searched, sorted and exported only with its middle replaced by *.
 */
export interface Mask {
  /**
   * The states, or groups of states, in which the value is masked; in all others it is shown whole. Use it where the value is open to all in one part of the life and private in another.
   */
  states: Name[]
  /**
   * Characters kept at the start and at the end. Keep as little as people need to recognize the value, as [3, 4] of a mobile number.
   *
   * @minItems 2
   * @maxItems 2
   */
  unmasked: [number, number]
  /**
   * Codes of which one is enough to see, search and export the whole value in those states too; administrators see it as well. Without the key everyone sees the masked form. Use it where some have to work with a value that all others see in part, as those who distribute leads.
   */
  unmaskPermissions?: Permission[]
}
/**
 * An entity: its fields, states, transitions and rules. The file's name is the entity's name: customer.entity.json.
 */
export interface EntityManifest {
  $schema?: string
  /**
   * What one record is called, in the singular. Choose what people say of a single one: buttons, messages and the log use it.
   */
  title: Text
  waive?: Waivers
  /**
   * Prefix of the document number: prefix + yyMMdd + five digits. Write it for records that people quote by number.
   */
  numberPrefix?: string
  numberPrefixBy?: NumberPrefixBy
  /**
   * What the document number is called (单号 / No. if absent). Write it where the number has a name of its own, such as contract number.
   */
  numberTitle?: Text
  /**
   * The field that names a record where it is referred to (`no` if absent, else `name`).
   */
  labelField?: Name
  /**
   * A second field shown beside the label where a record is chosen. Use it where labels repeat, as a telephone number beside a name.
   */
  sublabelField?: Name
  /**
   * The fields that tell its records apart where one is chosen, beside the label (if absent `sublabelField` and the first other field with a short value).
   *
   * @maxItems 3
   */
  facts?: [] | [Name] | [Name, Name] | [Name, Name, Name]
  /**
   * Sets of module.json whose fields the entity has, before its own `fields`. Use it where entities of a module have the same fields, as those of an audit.
   */
  fieldSets?: Name[]
  /**
   * What is known of a record, by name. The engine adds id, version, state and stateAt (with states), no (with `numberPrefix`), createdAt, createdBy and the tenant. Declare here what is kept; what follows from other values is written with `compute` or `aggregate` instead of being filled in.
   */
  fields: {
    [k: string]: Field
  }
  /**
   * Values of another record that are kept as they were, by the name that they have together. Each becomes a field of its own, `terms` with `rate` the field `termsRate`, of the type and with the `readPermissions` of the field that it is kept from, narrowed to those of its entity where that writes them (those that follow from screens narrow nothing, as on a path through a reference), masked in every state if that one has a mask; a rule reads it as `terms.rate`, also through a reference. A transition takes all of them with one entry of `set`, the path to the record: `"terms": "dealer"`. Use it where a record has to go on under the settings or terms under which it began.
   */
  snapshots?: {
    [k: string]: Snapshot
  }
  /**
   * Expressions by name, used in any rule about its records as `rule.name`, and through a reference as `customer.rule.name`. Use it where several rules say the same, or where one is long: `"open": "state in ['new', 'working']"`. A bare name in it is a field of the record; it may use others.
   */
  rules?: {
    [k: string]: Rule
  }
  /**
   * false: the records belong to no tenant, and all signed-in callers read them within their permissions. Use it for what headquarters keeps for all, such as a price list.
   */
  perTenant?: boolean
  /**
   * Its records are not kept: each is made of a record of one of these entities. Read only; `createdAt` and `createdBy` are those of that record; ids rise part by part. Use it for one list over records of several entities, such as all that waits for a review.
   *
   * @maxItems 32
   */
  view?: ViewPart[]
  migration?: Migration
  rowScope?: RowScope
  /**
   * Who may open a single record: codes, or signed-in. Without it: callers who may open a screen over this entity. Write it where records are reached only through references; tables of them in other records need a list of them, or `detail.related` there.
   */
  readPermissions?: Permission[]
  /**
   * Fields whose values may occur together in one record only. An open form says so before it is sent, and leads to the record there is. Use it where a duplicate would be a mistake, such as a telephone number.
   */
  unique?: Unique[]
  /**
   * States by name, to be written where states are listed (`from` of a transition, `states` of a document or of a mask, a list in a rule): `"open": ["new", "working"]`, then `"from": ["open"]` and `state in ['open']`, also over references. A group may name another. Use it where several lists are the same.
   */
  stateGroups?: {
    [k: string]: Name[]
  }
  /**
   * The stations of a record's life, by name. An entity without states is only created: a transition that changes a record names the states that it starts from, so declare at least one where records are edited.
   */
  states?: {
    [k: string]: State
  }
  /**
   * The order of the stages and when one is skipped; a transition with `"toStage": "measuring"` leads to measuring or the next that is not skipped.
   */
  stages?: Stage[]
  /**
   * Everything that can happen to a record, by name; nothing else ever changes one. After a run the first of them that leads the record to another state, not back to an earlier stage, without `danger`, and that the caller may run, is offered as the next step (`next` of the answer). Name each after what people do, such as submit, approve and reject, instead of one edit for all.
   */
  transitions?: {
    [k: string]: TransitionManifest
  }
  /**
   * What must hold for every transition of an existing record, for every caller, except in the named transitions; a rule that gives null refuses. Use it instead of repeating one check in each.
   */
  checks?: EntityCheck[]
  /**
   * What must hold after every transition and all its effects, or nothing is written; sums and counts include the record as it is written by then. Use it for sums that no combination of transitions may break.
   */
  invariants?: Check[]
  /**
   * Transitions that the server runs by itself. Use a job for what follows from time alone, such as an expired offer.
   */
  jobs?: Job[]
  sync?: Sync
  /**
   * What can be printed of a record, by name: pages of A4, also as PDF. Use it for papers that are handed over or signed.
   */
  documents?: {
    [k: string]: Document
  }
  letterhead?: Letterhead
  detail?: Detail
}
/**
 * Other prefixes by what is chosen in a record when it is added. Use it where the number shows the kind of a record. A number stays as it is when the choice changes; records numbered before the key was written keep `numberPrefix` and are found as before.
 */
export interface NumberPrefixBy {
  /**
   * The choice of the entity that decides. Everyone may read it, as its code shows in the number.
   */
  field: Name
  /**
   * code: its prefix. A code that is missing here, or an empty choice, gets `numberPrefix`.
   */
  prefixes: {
    [k: string]: string
  }
}
export interface Snapshot {
  /**
   * What the values are called together; the title of each field begins with it.
   */
  title: Text
  /**
   * The entity whose records have the values.
   */
  entity: Name
  /**
   * Its fields whose values are kept: those that something here decides by or shows, computed ones too. No lines and files, and no texts in several languages.
   */
  fields: Name[]
}
export interface ViewPart {
  /**
   * The entity whose records this part is made of.
   */
  entity: Name
  /**
   * Only of records for which this holds (stored fields). Write it where only some records belong to the view, as those that are still open.
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
 * Explicit instructions for live data: what is renamed keeps its records and values, what is dropped loses them. Write it with the change that renames or drops something, as long as databases of the version before are to be opened.
 */
export interface Migration {
  /**
   * The former name of the entity, whose records it takes over, or all its former names with the latest last, so that a database of any version before is understood. Write it when an entity is renamed; `npm run rename` does.
   */
  from?: Name | Name[]
  /**
   * old state: the state that its records are in from now on. Write it when a state is renamed or given up.
   */
  states?: {
    [k: string]: Name
  }
  /**
   * old field: new field, also of lines: `items.qty`: `items.count`. Write it when a field is renamed.
   */
  rename?: {
    [k: string]: FieldPath
  }
  /**
   * Fields whose values are given up although records hold them, also of lines: `items.qty`. Write it only when the values are no longer needed.
   */
  drop?: FieldPath[]
  /**
   * former field: its type then, and the fields that take over what it held. The former field is given up once they have it. Write it where one value becomes several, or a value of another type that `rename` cannot keep.
   */
  convert?: {
    [k: string]: Conversion
  }
  /**
   * field: the value that records without one get, also of lines: `items.qty`. Write it when a field becomes required.
   */
  fill?: {
    [k: string]: number | string | boolean
  }
  /**
   * Fields whose records stay as they are although they do not fit a new limit, also of lines: `items.qty`. Write it when each is to be corrected at its next edit.
   */
  exempt?: FieldPath[]
}
export interface Conversion {
  /**
   * The type that the former field had. A database in which it has another one is refused.
   */
  type: 'string' | 'text' | 'int' | 'money' | 'decimal' | 'date' | 'datetime' | 'boolean' | 'mobile'
  /**
   * field: the rule that gives its value, over the former field and the single values that the record itself stores, as `{ "isLarge": "contains(flags, 'large')" }`. A record that has a value in the field already keeps it; one without a value of the former field gets none.
   */
  to: {
    [k: string]: Rule
  }
}
/**
 * Which rows a caller reaches inside the own tenant. Without it: all rows of the tenant, whatever the row scope of the caller. Write it for records that belong to a person or a store. It binds what callers read, choose, report and export; what rules read and count, effects and jobs are not bound by it.
 */
export interface RowScope {
  /**
   * Fields (or fields of referenced records) that hold the organizational unit, for callers whose row scope is `unit`, and `self` where there are no `selfFields`. Without it these callers reach all rows of the tenant; a record in which all of them are empty is seen by none of these callers, so fill them by `default` or `set`.
   */
  unitFields?: FieldPath[]
  /**
   * Fields holding the account, for callers whose row scope is `self`; callers of wider scopes reach more, whatever a screen lists. Accounts in lines do not count: make the lines an entity of their own and name it in `selfThrough`. Without it they reach what callers of their unit reach. Write it where records belong to a person, as the guide of a customer.
   */
  selfFields?: FieldPath[]
  /**
   * Records of another entity through which callers whose row scope is `self` reach a row too, for as long as `where` holds. Use it where work is handed out by records of its own, such as visits that name who makes them.
   */
  selfThrough?: SelfThrough[]
  /**
   * Rows that the whole tenant reaches. Use it for what all colleagues share, such as unclaimed customers.
   */
  tenantWhere?: Rule
  /**
   * No caller reaches a row for which this does not hold, whatever the row scope. Use it for drafts or personal records.
   */
  where?: Rule
  /**
   * Rows of a view that every tenant reads; what it shows of a record is then shown to all. Use it only for what is public among tenants, such as notices.
   */
  everyTenantWhere?: Rule
}
export interface SelfThrough {
  /**
   * The entity whose records hand the row to an account. Use it where a record is shared by several people, each by a record that names one of them.
   */
  entity: Name
  /**
   * Its stored field that refers to the row.
   */
  referenceField: Name
  /**
   * Its stored field that holds the account.
   */
  accountField: Name
  /**
   * Only records for which this holds (stored fields of `entity`, `state` included); all if absent. Write it where a share ends, as `state == 'active'`.
   */
  where?: Rule
}
export interface Unique {
  /**
   * The fields that must not agree in two records; texts in several languages in none of these. Use several where a value may repeat, but not together with the other, as a name within a store.
   */
  fields: Name[]
  /**
   * Only among records for which this holds (stored fields, `state` included; neither `me` nor `today()`, since the database compares a record when it is written). Write it where only living records may not agree, as `state != 'void'`, or where a thing can be taken by one at a time: `"fields": ["tool"], "where": "state == 'lent'"`.
   */
  where?: Rule
  /**
   * true: over all tenants. Use it for what is unique in the world, such as a login.
   */
  acrossTenants?: boolean
  /**
   * `{field}` is a field of the record that is in the way. Say what to do instead, and name the record in the way.
   */
  message: Text
}
export interface State {
  /**
   * What the state is called in tags, tabs and the log. Write how the record is, not what was done to it: Approved rather than Approve.
   */
  title: Text
  color?: Color
  /**
   * An end: nothing waits for it any more. Write it for the states in which a matter is over, whether it went well or not: no turn is shown on such records, and a row of an imported file that would change one is refused.
   */
  closed?: boolean
  waive?: Waivers
}
export interface Stage {
  /**
   * A state of the entity; the order of the list is the order of the way.
   */
  state: Name
  /**
   * The stage is passed over while this holds; never if absent.
   */
  skipWhen?: Rule
}
/**
 * The only way a record comes to be or changes. Without `from` it creates one; an entity with several such ways says `creates` in each but the first, so that an edit without `from` is not taken for one.
 */
export interface TransitionManifest {
  /**
   * The text of the button and the name of what happened in the log. Begin with a verb. Use the same verb for the same thing in every entity.
   */
  title: Text
  waive?: Waivers
  /**
   * The states, or groups of states, in which it can run. Write it in every transition of records that exist, edits too: without it the transition creates a record.
   */
  from?: Name[]
  /**
   * true: creates a record, as an entity's first transition without `from` does anyway. Write it in each further one, such as that of records which another module hands over.
   */
  creates?: boolean
  /**
   * The state afterwards, as in `finished`; without it and without `toStage` the state stays as it is. Leave it out where the step notes something without moving the record on, as an edit or a follow-up does.
   */
  to?: Name
  /**
   * The first stage from this one on that is not skipped, as in `measuring`. Write it instead of `to` where a stage has `skipWhen`.
   */
  toStage?: Name
  /**
   * Any one suffices, and administrators need none. system: only effects and jobs; admin: the administrator. Give a step that decides about money or people a code of its own; steps of daily work may share one.
   */
  permissions: (Permission | ConditionalPermission)[]
  /**
   * Fields of the form. One that creates may have the tenant in it, for callers who reach all of them. Ask here only for what this step needs; without it the step is a single confirmation.
   */
  form?: FormField[]
  /**
   * Sets of module.json whose fields are inputs of this form, before its own `inputs`. Use it where several transitions take the same inputs, as the reasons of a refusal.
   */
  fieldSets?: Name[]
  /**
   * Inputs of the form that are no fields of the entity; read as input.name. Use one for what only this step needs and the record need not keep, as a number of days to postpone; `set` and `checks` read it.
   */
  inputs?: {
    [k: string]: Field
  }
  /**
   * A remark of the user, kept in the log and read as input.note. Use `required` where a reason is owed, as for a refusal.
   */
  note?: 'optional' | 'required'
  /**
   * Offered only for records for which this holds; a transition that creates has no record: it reads me, tenant and settings. Use `checks` instead where the user should read why not.
   */
  when?: Rule
  /**
   * Whether a record that allows it waits for it. false: it may be done and nothing waits for it, as lending out a piece that is on show, or asking for money back: such a transition is never the next step, and no record names whose turn it is. Without the key, a transition that moves a record on, or begins something with it, is a next step.
   */
  turn?: boolean
  /**
   * A record that allows it waits for it only while this holds, as for a visit from its day on; it may be done earlier all the same, which only `when` or a check forbids.
   */
  turnWhen?: Rule
  /**
   * The field whose account must not run it: `createdBy`, the record's creator, or another reference to an account; while that is empty, the creator must not. Use `createdBy` where a second person has to approve what the first has created, and another field where someone else than its creator begins what is approved: the transition that begins it keeps who did (`"set": { "askedBy": "me.id" }`). A list excludes the accounts of all its fields, of which some may be empty: use it where others may change what has been created before it is approved, as `["createdBy", "submittedBy"]` where every transition that submits it keeps who did.
   */
  fourEyes?: Name | Name[]
  /**
   * The user proves a second factor again for it: `enrolled` asks accounts that have one, `always` refuses accounts without. Use it for what a forgotten session must not do, such as paying. Programs with an API key cannot run it where it asks, nor can several records or a file.
   */
  askFactor?: 'enrolled' | 'always'
  /**
   * Only callers with one of these row scopes, administrators as well. Use it for what managers do and guides do not, although both hold the permission.
   */
  rowScopes?: ('self' | 'unit' | 'tenant' | 'all')[]
  /**
   * References whose records are locked first, so that nothing about them changes meanwhile. Those whose state or sums a check reads, and those that it counts by (`field == this.reference`, `field == me.id`), are locked anyway. Write it where two simultaneous runs would both pass a check that only one may pass.
   */
  lock?: FieldPath[]
  /**
   * Values for the checks, messages and effects, read as vars.name; each may read those before it. Use one where a check or message needs a number over other records, as how many are open.
   */
  vars?: {
    [k: string]: Aggregate
  }
  /**
   * What must hold for it to run, each with the message that the user reads otherwise. A rule that gives null does not hold, so it refuses. Use them for what depends on the moment of this step; what must hold after every step belongs to `invariants`, and whether the button is there at all to `when`.
   */
  checks?: Check[]
  /**
   * field: rule. null clears. Use it for what follows from the step itself, as `{ "approvedBy": "me.id", "approvedOn": "today()" }`. A snapshot: the path to the record whose values it keeps.
   */
  set?: {
    [k: string]: Rule | null
  }
  /**
   * lines field: the lines that it is filled with, taken from other lines; before any change. Use it where a record begins with lines of another, as a delivery with those of its order.
   */
  copy?: {
    [k: string]: CopiedLines
  }
  /**
   * lines field: which of its lines change and to what, before one is appended. Use it where a step answers lines that are there, as marking the delivered ones.
   */
  change?: {
    [k: string]: ChangedLines
  }
  /**
   * lines field: the line that it gains, field of the line: rule. Lines that are there stay as they are. Use it for a list that only grows, such as the refusals of a review with date and reason.
   */
  append?: {
    [k: string]: {
      [k: string]: Rule
    }
  }
  /**
   * What else happens in the same transaction: transitions of other records, messages, and calls of other systems. They run in the order written, after the record itself is written, each on what the earlier ones left; a refusal in one refuses everything. Use them where one step has to lead other records on, so that no one does it by hand.
   */
  effects?: EffectManifest[]
  /**
   * A calendar screen with rows, shown in the form to users who may open it: who is busy on which day. A click on a cell fills the fields of the form that are named like the calendar's row and date. Use it where a person and a day are chosen together.
   */
  calendarScreen?: string
  /**
   * Inputs of the form that the server tries while the form is still open: when what is required is there, it makes a dry run of the transition, which keeps nothing, and what it refuses at one of these stands beside it before the form is sent; a form that opens complete is tried at once. Not with `askFactor`. Use it where other records decide, as for a person who is busy on that day: `"earlyCheck": ["worker", "date"]`.
   */
  earlyCheck?: Name[]
  /**
   * The question before it runs, where the form has no fields; above the remark where it has a `note`, and before a run on several records as well, unless it names a field of the record. Use it for what is hard to take back.
   */
  confirmMessage?: Text
  /**
   * true: the button is red, stands behind all others and is never what is offered next, and the question before it warns. Use it for what cannot be taken back, and for what closes a record early, as retiring or canceling, which would else be the first button.
   */
  danger?: boolean
  /**
   * true: for half a minute the user who ran it can take it back with one press, with all that its effects wrote; what it created is removed. Use it where no payment, promise or message comes of it: the engine refuses it for what sends messages, changes rights, or creates what other records refer to, but cannot know of money. Not offered after a further change of the records.
   */
  undo?: boolean
  /**
   * What the user reads when it has succeeded. Write it where the next step is not obvious.
   */
  successMessage?: Text
}
export interface ConditionalPermission {
  /**
   * The code that suffices while `when` holds.
   */
  permission: Permission
  /**
   * The code suffices only for records for which this holds.
   */
  when: Rule
}
export interface FormFieldDetail {
  /**
   * A field of the entity, or one of the transition's `inputs`. Write the field alone, as a text, where nothing about it differs in this form.
   */
  field: Name
  /**
   * Whether this form needs a value; it wins over the field's own `required` and `requiredWhen`. Without the key those hold.
   */
  required?: boolean
  /**
   * The form needs a value while this holds, as in `average < 3`. A rule over the values of the form; it wins over the field's own. Use it where another answer decides, as a reason for a bad mark.
   */
  requiredWhen?: Rule
  /**
   * In the form only while this holds; otherwise left out and not sent. What a program sends nevertheless is left out as well, for a new record and for a change, and an import refuses such a cell. A change after which it no longer holds empties the field; one that the caller could not see before keeps its value. Use it for inputs that an earlier answer makes pointless.
   */
  visibleWhen?: Rule
  /**
   * What this form offers at first; it wins over the field's own `default`. Use it for what is nearly always right, such as `today()` or `me.store`; the user may change it.
   */
  default?: Rule
  /**
   * lines: the lines that this form offers at first, each with the values of its fields, as in `[{ "values": { "stage": "'sign'", "amount": "round(amount * 0.6, 2)" } }]`. They follow what they are computed from until they are changed. Use it for a plan or a list that is nearly always the same.
   */
  defaultLines?: DefaultLine[]
  /**
   * Values that are taken with one press, shown as buttons beneath the input, as in `[{ "title": ["3 天后", "In 3 days"], "value": "addDays(today(), 3)" }]`. Use it for what is chosen most of the time, where a single default would be wrong too often. One without a value now is left out.
   *
   * @maxItems 6
   */
  suggestions?:
    | []
    | [Suggestion]
    | [Suggestion, Suggestion]
    | [Suggestion, Suggestion, Suggestion]
    | [Suggestion, Suggestion, Suggestion, Suggestion]
    | [Suggestion, Suggestion, Suggestion, Suggestion, Suggestion]
    | [Suggestion, Suggestion, Suggestion, Suggestion, Suggestion, Suggestion]
  /**
   * ref: narrows the field's own `optionsWhere`. choice: offered codes, with `code` as the bare name. lines of which no two agree in one choice: one line for each of these codes, no more and no less.
   */
  optionsWhere?: Rule
  /**
   * true: shown in the form and not editable, for values that help to decide. Use it where the decision rests on a value that this step must not change, as the amount beside an approval.
   */
  readOnly?: boolean
  /**
   * Takes a whole row of the form. Use it for long texts and tables.
   */
  wide?: boolean
  /**
   * lines: only these fields of the lines that are there are filled in; required: in every line. No line comes or goes. Use it where a step completes lines that others wrote, as quantities received beside those ordered.
   */
  editOnlyFields?: Name[]
  /**
   * lines: these fields of a line are neither shown nor taken, and stay empty. Use it where a later step fills them in.
   */
  omitFields?: Name[]
}
export interface DefaultLine {
  /**
   * Offered only while this holds. A rule over the values of the form.
   */
  when?: Rule
  /**
   * Fields of the line and their values. Rules over the values of the form.
   */
  values: {
    [k: string]: Rule
  }
}
export interface Suggestion {
  /**
   * The text on the button, in each language of the product.
   */
  title: Text
  /**
   * The value. A rule over the values of the form.
   */
  value: Rule
  /**
   * datetime: the time of day, `10:00`, of the day that `value` gives.
   */
  time?: string
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
  keepExisting?: boolean
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
   * The transition to run on another record; its permissions name `system` where users may not run it themselves.
   */
  run: FieldPath
  /**
   * The reference whose record it runs on; of lines, as in items.part, each that a line refers to. Write it where the record refers to the other one; where the others refer to this record, use `where`.
   */
  on?: FieldPath
  /**
   * Every record of that entity for which this holds (`this` is the record of the transition). Use it for records that refer to this one, as in `order == this.id`; none is no error.
   */
  where?: Rule
  /**
   * field or input of that transition: rule. Write those that the other transition requires; a bare name is a field of the record of this one.
   */
  values?: {
    [k: string]: Rule
  }
  /**
   * localized field of that transition: text, in which `{field}` is replaced, choices by their titles. Use it for words that the system writes into a record, as what has happened, so that each reader sees them in their language; what a person has entered goes through `values`.
   */
  texts?: {
    [k: string]: Text
  }
  /**
   * When it creates: the field of this record that keeps the reference to the new one.
   */
  saveToField?: Name
  /**
   * The effect happens only while this holds; always if absent.
   */
  when?: Rule
}
export interface MessageEffect {
  /**
   * The text; `{field}` is replaced. Say what happened and what the reader has to do, with the number or name by which the record is known.
   */
  message: Text
  /**
   * A longer text shown when the message is opened. Use it where one line does not say enough.
   */
  body?: Text
  /**
   * Fields holding accounts; before.field is the one it held before the transition. Use it where the record itself names who has to know, as its guide and its designer.
   */
  toFields?: FieldPath[]
  /**
   * Every account of the record's tenant for which this holds (`this` is the record of the transition). Use it where a right or a unit decides who has to know, as all finance clerks of the store.
   */
  toWhere?: Rule
  /**
   * Every account of the record's tenant that holds one of these codes now and may open the record; with `toWhere` or `toGroup` only those of them. Use it where people of several roles may do what comes next: the roles of each tenant decide who hears of it.
   */
  toPermissions?: Permission[]
  /**
   * One of the groups of app.json. Use it where several messages go to the same people, so that they are named once.
   */
  toGroup?: Name
  /**
   * A code of the message kinds, which are the dictionary of the field `kind` of the entity that `messages` of app.json names. Give what people want to switch off apart from the rest a kind of its own.
   */
  messageKind: string
  /**
   * The screen that the message opens. Name it where the reader has something to do there.
   */
  screen?: string
  /**
   * What `screen` opens beside itself: `id` for the record of the transition, or one of its references. Absent: the record itself on a list or calendar of its entity, unless the message goes to an account of `before`, which may have lost it. Use it where every reader may open that record.
   */
  recordField?: FieldPath
  /**
   * The effect happens only while this holds; always if absent.
   */
  when?: Rule
}
export interface CallEffect {
  /**
   * A destination: a code of the field destination of subscriptions (`webhooks` of app.json). Use it where another system has to hear of a step by design; what administrators choose themselves needs none. Administrators subscribe addresses to the destination; without one, nothing is sent. The event is queued in the transaction of the step, signed and sent like every other, and is not undone.
   */
  call: Name
  /**
   * The effect happens only while this holds; always if absent.
   */
  when?: Rule
}
export interface EntityCheck {
  /**
   * What must hold of the record as it will be after the transition.
   */
  rule: Rule
  /**
   * What the user reads when it does not hold.
   */
  message: Text
  /**
   * Transitions of this entity that run although the rule does not hold, such as the one that corrects it.
   */
  exceptTransitions?: Name[]
}
export interface Job {
  /**
   * The transition to run; its permissions name `system` and it needs no input of a user. Use one of its own for the job, so that the log shows that the server did it.
   */
  transition: Name
  /**
   * The records it runs on at each look; the transition has to take them out of it, by `to` or by a field in its `set`, or it runs on them again; with `steps` it does not. Those in no state of its `from` are left alone. Write what time has brought about, as `state == 'open' && due < today()`.
   */
  where: Rule
  /**
   * Seconds between two looks. Choose how late it may be noticed: 60 for what people wait for, 3600 for what changes by the day.
   */
  everySeconds: number
  importFile?: FileImport
  /**
   * The field of the record, a date or a moment, from which the days of `steps` count; `stateAt`, when the record came into its state, if absent. When its value changes, the first step comes again. Write it where the time runs from a day that the record has, as `"since": "due"`.
   */
  since?: Name
  /**
   * Who gets a message one after the other while `where` goes on to hold, each once. The transition runs again at each step, and its messages without receivers go to those of the step; it has no `to`. The first step is the transition itself; of `remind` the others are called `remind2`, `remind3`, and the record keeps in `remindStep` and `remindSince` which step was the last, and for which `since`. A message of one step alone reads that: `"when": "remindStep == 2"`. Use it where what waits has to be brought before further people: after 2 days its assignee, after 4 the manager, after 7 the owner.
   */
  steps?: EscalationStep[]
}
/**
 * It is given lines that are read out of a table (CSV or a workbook) in a file of the record. Any other file waits for a user. Use it where another system sends its lines as a file instead of being typed in.
 */
export interface FileImport {
  /**
   * The field that holds the file.
   */
  fileField: Name
  /**
   * The lines field in the form of the transition.
   */
  linesField: Name
  /**
   * Where it fills cells of lines that are there: by which of their fields a row is found.
   */
  matchFields?: Name[]
  /**
   * The transition that runs when the table cannot be taken.
   */
  failTransition: Name
  /**
   * The input of that transition that takes what is wrong, row by row.
   */
  reasonInput: Name
}
export interface EscalationStep {
  /**
   * Whole days from `since` to the step, as a rule about the record: `"2"` in the simplest case. Take it from a setting where each tenant decides how long something may wait: `settings.reminderDays`.
   */
  afterDays: Rule
  /**
   * Receivers of the step as in a message: fields holding accounts. Use it where the record itself names who has to know, as its assignee or the manager of its store.
   */
  toFields?: FieldPath[]
  /**
   * Receivers of the step as in a message: every account of the record's tenant for which this holds. Use it where a right or a unit decides who has to know, as the owner of the dealer.
   */
  toWhere?: Rule
  /**
   * Receivers of the step as in a message: who holds one of these codes and may open the record. Use it where the roles of each tenant decide who has to know.
   */
  toPermissions?: Permission[]
  /**
   * Receivers of the step as in a message: one of the groups of app.json. Use it where the same people hear of other things too.
   */
  toGroup?: Name
}
/**
 * Records that another system has as well: their changes there are brought in by transitions that name `system`, with all their rules. Use it where both systems keep the same things and this product must not overrule the other.
 */
export interface Sync {
  /**
   * integration.call: the call that returns the rows, as in `factory.orders`.
   */
  from: string
  /**
   * Seconds between two times for the same tenant.
   */
  everySeconds: number
  /**
   * The field by which a row and a record are the same.
   */
  matchField: Name
  /**
   * field: name of its value in a row; for a reference also the field by which the record is found
   */
  fields: {
    [k: string]: string | SyncField
  }
  /**
   * Name of the value in a row that holds its status.
   */
  statusKey?: string
  /**
   * transition: the values under `statusKey` from which on it has happened; none: always. Tried in this order; one without another state only when something differs.
   */
  statusesByTransition: {
    [k: string]: string[]
  }
  send?: Send
}
export interface SyncField {
  /**
   * The name of the value in a row of the other system.
   */
  from: string
  /**
   * The field of the referenced record that has this value; one such record is meant, else none.
   */
  matchField: Name
}
/**
 * Records that the other system does not have yet are sent to it, and its answer is brought in.
 */
export interface Send {
  /**
   * integration.call, whose query speaks of this entity
   */
  to: string
  /**
   * Which records the other system does not have yet.
   */
  where: Rule
  /**
   * The transition that takes the answer.
   */
  run: Name
}
export interface Document {
  /**
   * The document's heading and the text of the button that prints it. Write what the paper is called by those who sign it.
   */
  title: Text
  /**
   * Offered only for records for which this holds; null does not hold. Use `checks` instead where the user should read why not.
   */
  when?: Rule
  /**
   * Offered in these states, or groups of states, only. Write it where an unfinished paper must not leave the house, as a contract before its approval.
   */
  states?: Name[]
  /**
   * false: without head and footer of the tenant (`letterhead` of its entity), as for papers that the tenant does not issue; true if absent.
   */
  letterhead?: boolean
  link?: SharedLink
  /**
   * What the document is made of, from top to bottom. Write one for each block of the paper, in the order in which it is read.
   */
  sections: DocumentSection[]
}
/**
 * The document can be sent as a link that ends: the PDF of that moment, opened without signing in. Write it for papers that customers get. At each opening the account that made the link must still be allowed to read the record; links and openings are noted in the audit.
 */
export interface SharedLink {
  /**
   * Who may make links: holders of any one code.
   */
  permissions: Permission[]
  /**
   * The longest time for which a link can be made, in days; 30 if absent.
   */
  maxDays?: number
}
/**
 * Either values beside their names, a table of lines, a paragraph, or places to sign.
 */
export interface DocumentSection {
  /**
   * The heading of this section; none if absent.
   */
  title?: Text
  /**
   * Values beside their names. Use it for the facts at the head of a paper, such as number, customer and day.
   */
  fields?: (FieldPath | PrintedValue)[]
  /**
   * A field of lines, shown as a table. Use it for goods, payments and whatever else the paper lists.
   */
  lines?: FieldPath
  /**
   * Which fields of the lines; all of them if absent. Write it where the paper leaves out what is kept for the house, such as costs.
   */
  columns?: Name[]
  /**
   * A paragraph; {field} is its value. Use it for terms and declarations that are the same on every paper.
   */
  text?: Text
  /**
   * Places to sign, side by side; {field} is its value, as the name of who signs. Write one for each party that signs.
   *
   * @maxItems 3
   */
  signatures?: [] | [Text] | [Text, Text] | [Text, Text, Text]
  seal?: SealPlace
}
export interface PrintedValue {
  /**
   * The field whose value is printed.
   */
  field: FieldPath
  /**
   * What the value is called on paper, where the field's own title does not fit.
   */
  title: Text
}
/**
 * Beside `signatures`: which of the places bears the seal of the tenant's letterhead, if the tenant has one.
 */
export interface SealPlace {
  /**
   * The number of the place to sign, from 1.
   */
  place: number
  /**
   * Only records for which this holds are sealed; null does not hold. Use it so that a draft leaves the house without a seal.
   */
  when?: Rule
}
/**
 * On the entity of tenants: which of its fields stand at head and foot of the documents of a tenant's records. Documents have it unless they say `letterhead` false; a field without a value leaves its place out.
 */
export interface Letterhead {
  /**
   * The name in large letters.
   */
  name: FieldPath
  /**
   * Values below the name, each behind its title, such as address and telephone.
   */
  contacts?: FieldPath[]
  /**
   * A field of files whose first picture stands beside the name.
   */
  logo?: FieldPath
  /**
   * A field of files whose first picture is the seal; documents say where it stands (`seal` beside `signatures`).
   */
  seal?: FieldPath
  /**
   * A line at the foot of every page, above its number. Use it for what law or bank require on every page.
   */
  footer?: FieldPath
}
/**
 * The record's own view. Without it: all readable fields and all related records. Write it as soon as a record has more than a dozen fields, or related records in an order that matters.
 */
export interface Detail {
  /**
   * Only callers who hold one of these open a record; to others lists show its row alone. A record that others refer to keeps its name. Write it where a list is open to more people than the whole record.
   */
  permissions?: Permission[]
  /**
   * Only while this holds, a rule over me, tenant and settings; what it leaves out the server neither sends nor takes.
   */
  visibleWhen?: Rule
  /**
   * The values that are looked for first: large under the record's name, and preferred among those that a dialog shows of it. Choose two to four by which a decision is made, such as amount, day and person.
   *
   * @maxItems 6
   */
  highlightFields?:
    | []
    | [FieldPath]
    | [FieldPath, FieldPath]
    | [FieldPath, FieldPath, FieldPath]
    | [FieldPath, FieldPath, FieldPath, FieldPath]
    | [FieldPath, FieldPath, FieldPath, FieldPath, FieldPath]
    | [FieldPath, FieldPath, FieldPath, FieldPath, FieldPath, FieldPath]
  /**
   * Groups of fields in the record's view; all readable fields in one group if absent. Group by who looks for it, not by how it was entered.
   */
  sections?: Section[]
  /**
   * true: those who may open a record write notes to colleagues beneath it, with `@` and files. Use it for records that several people work on.
   */
  notes?: boolean
  /**
   * What runs in silence when a user opens a record, wherever it stands: an own transition without input, where it can, or entity.transition that creates and takes nothing but the opened record.
   */
  onOpen?: FieldPath
  /**
   * Tables of other records that refer to this one. Without it: one of every entity that refers to it, for callers who may open a list, board or calendar of that entity; a right to open its single records is not enough. Write it to choose order, columns and which of them matter.
   */
  related?: Related[]
}
export interface Section {
  /**
   * The heading above the fields.
   */
  title: Text
  /**
   * The fields of this section, in the order in which they are shown.
   */
  fields: FieldPath[]
  /**
   * detail: only for callers who hold one of these; others get neither the section nor the values that stand in no other one. Use it where a group of values concerns one role only; to protect a value everywhere, write `readPermissions` in the field.
   */
  permissions?: Permission[]
  /**
   * detail: only while this holds, a rule over me, tenant and settings; what it leaves out the server does not send.
   */
  visibleWhen?: Rule
}
export interface Related {
  /**
   * The entity whose records are listed.
   */
  entity: Name
  /**
   * The field of that entity that refers to this record (the only one if absent). Write it where that entity refers to this one by more than one field.
   */
  reference?: Name
  /**
   * The heading of the table; the entity's title if absent.
   */
  title?: Text
  /**
   * The columns of the table.
   */
  columns: FieldPath[]
  /**
   * A creating one is offered where the record could be chosen in its form and passes the checks that read it alone.
   */
  actions?: Name[]
  /**
   * Only for callers who hold one of these; others get neither the table nor its records.
   */
  permissions?: Permission[]
  /**
   * Only while this holds, a rule over me, tenant and settings; what it leaves out the server neither sends nor takes.
   */
  visibleWhen?: Rule
}
/**
 * A journey: what people of several roles do one after the other, and what must hold after each step. `npm test` carries it out with the demo data. The file stands beside the screens of its module: order.journey.json.
 */
export interface JourneyManifest {
  $schema?: string
  /**
   * What the journey shows, as the line of a report.
   */
  title: Text
  /**
   * What is done, in order; the journey ends at the first step that does not do what it says. Begin a file of its own for another beginning: each has the demo data to itself.
   */
  steps: JourneyStep[]
}
export interface JourneyStep {
  /**
   * The demo account that acts, by its key in demo/accounts.json. It may do what its role may, and no more.
   */
  as: string
  /**
   * So many days pass before the step, and on each of them the jobs run that are due; 0: they run now. A job that fails for a record fails the step. Use it for what happens by time, such as a reminder.
   */
  afterDays?: number
  /**
   * The transition that is run, as `entity.transition`. One that creates needs no `on`.
   */
  run?: FieldPath
  /**
   * The record that the step is about, by the name that an earlier step gave it with `keep`.
   */
  on?: Name
  /**
   * Values of the form, by field; a value that fits is made up for a required field, or cell of a given line, that is left out. `$name` is the record that an earlier step kept, `@key` a demo account, `{ "day": 3, "time": "10:00" }` a day from today on or a moment of it, `#name.png` a picture. Of a reference any other text is the label of a record that the form offers.
   */
  values?: {
    [k: string]: unknown
  }
  /**
   * The note to a transition that asks for one; a required one is made up if absent.
   */
  note?: string
  /**
   * true: the step must be refused, by whatever refusal. Where only one is meant, write `refusalKey` instead.
   */
  refused?: boolean
  /**
   * The key of the refusal with which the step must be refused (`schemas/language/refusals.md` lists them).
   */
  refusalKey?: string
  /**
   * A part of what the caller reads where the step is refused, in the first language of the product. Write it where a check refuses, as all checks share one key.
   */
  message?: string
  /**
   * The name under which later steps speak of the record.
   */
  keep?: Name
  /**
   * Rules that must be true of the record afterwards, as this account sees it: what it may not read is null. A rule sees the fields of the record, those of the records that it refers to, the named rules and settings.
   */
  holds?: Rule[]
  /**
   * Transitions that the record must offer to this account afterwards; those of other entities as `entity.transition`.
   */
  offers?: FieldPath[]
  /**
   * Transitions that the record must not offer to this account afterwards. Write it beside a refusal: a button that would refuse is a promise that is not kept.
   */
  offersNot?: FieldPath[]
  /**
   * true: the record `on` must be out of reach of this account.
   */
  unseen?: boolean
  /**
   * Parts of messages that this account has received since the journey began, of title or body, in the first language of the product. Write `as` and this alone where an account only reads its messages.
   */
  receives?: string[]
  /**
   * Parts of messages that this account must not have received since the journey began.
   */
  receivesNot?: string[]
  /**
   * A list or report that this account opens, by its address.
   */
  screen?: string
  /**
   * Records that the list must have, by their names.
   */
  shows?: Name[]
  /**
   * Records that the list must not have, by their names.
   */
  hides?: Name[]
  /**
   * Totals that the report must show, by the names of its measures: a number, or with a sign, as in `"+1"`, by how much it has changed since this account last opened the report in the journey. Open it with `screen` alone beforehand.
   */
  figures?: {
    [k: string]: number | string
  }
  /**
   * A record that refers to `on`, as `entity.field`: what an effect has made, for the steps that follow.
   */
  find?: FieldPath
  /**
   * Which record is meant: the first of `screen` or `find` for which the rule is true.
   */
  where?: Rule
}
/**
 * A module: a first-level menu item and the folder of its manifests. A module without `path` has no menu item of its own.
 */
export interface ModuleManifest {
  $schema?: string
  /**
   * The text of the menu item.
   */
  title: Text
  waive?: Waivers
  /**
   * Its address, as in /customer.
   */
  path?: string
  /**
   * Any one suffices; absent: every signed-in caller.
   */
  permissions?: Permission[]
  /**
   * code: [Chinese, English]. Permission codes of this module alone, beside those of access.json. Use it so that the folder works wherever it is put.
   */
  codes?: {
    [k: string]: Text
  }
  /**
   * code: codes, not names of roles. Roles that hold any of the codes receive the new one, once for each code: when a database first meets `grants` of it, whether or not the code was there before. Use it for a code that existing roles need. A later change of the list gives nothing to anybody: from then on, roles are given the code where they are edited, in the page of roles, as any other. Administrators pass without it.
   */
  grants?: {
    [k: string]: Permission[]
  }
  /**
   * Fields by the name of a set, declared like those of an entity: entities of the module take all fields of a set by naming it in `fieldSets`, as their own, as columns of lines, or as inputs of a transition. Use it where several declare the same, as the columns of goods in an order and in its contract.
   */
  fieldSets?: {
    [k: string]: {
      [k: string]: Field
    }
  }
  /**
   * Accounts that receive a message together, beside those of app.json: the transitions of any module name them in `toGroup`. Use it for people of this module, so that the folder works wherever it is put.
   */
  messageGroups?: {
    [k: string]: MessageGroup
  }
  /**
   * What the module shows on dashboards of other modules, by their addresses; with the folder it comes and goes.
   */
  dashboards?: {
    [k: string]: DashboardParts
  }
  /**
   * The icon of the menu item, by its name in the engine's set.
   */
  icon?: string
  /**
   * Place in the menu, ascending.
   */
  menuOrder?: number
  /**
   * The screen opened first; without it, or if it is not permitted, the first that is.
   */
  redirect?: string
  /**
   * true: no screen opens at its address. Use it where the menu item only groups its screens.
   */
  menuOnly?: boolean
  /**
   * true: the module and its screens are reachable but have no menu item.
   */
  hideInMenu?: boolean
}
export interface DashboardParts {
  /**
   * Blocks behind those of the dashboard itself, the modules in the order of the menu. A person may move and hide them like all others.
   */
  blocks?: Block[]
  /**
   * Figures behind those of a block of the dashboard, by its `slot`.
   */
  figures?: {
    [k: string]: Figure[]
  }
}
export interface Block {
  /**
   * queues: counts of the screens that wait; figures: single numbers; latest: a short list; reminder: other records that deserve attention, drawn only while there are some; checklist: steps that are done once, drawn until all of them are; text; call: the form of a declared endpoint; frame: a page of an integration; or the name of a built-in block such as signIn.
   */
  kind: Name
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
   * account: what the page shows of the account beyond its name, number, tenant and unit, such as whom to turn to; a fact without a value is left out.
   */
  facts?: AccountFact[]
  /**
   * Only drawn while this holds, a rule over me, tenant and settings; me is null without a session. The data of a block that is left out is refused.
   */
  visibleWhen?: Rule
  /**
   * Only drawn for callers who hold one of these; the data of a block is refused to all others. call: the endpoint itself decides who may call it.
   */
  permissions?: Permission[]
  /**
   * call: the text of the button; the endpoint's title if absent. signIn, integrationSignIn, resetPassword: the text of the button of each form that has none of its own; integrationFailed: of the button that tries again.
   */
  submitTitle?: Text
  /**
   * call: the question before it is sent. Use it for what cannot be taken back.
   */
  confirmMessage?: Text
  /**
   * call: what the user reads afterwards; the `message` of the endpoint's answer if absent.
   */
  successMessage?: Text
  /**
   * The heading of the block. integrationFailed: may name {name}, the other system.
   */
  title?: Text
  /**
   * text: the paragraph that is shown. Pages without a session: what stands below the title; integrationFailed may name {screen}, the screen that waits.
   */
  text?: Text
  /**
   * Pages without a session, such as signIn, resetPassword and notFound: a picture above the title, by its address in the page's own files, such as /icon.svg.
   */
  image?: string
  /**
   * Pages without a session, such as signIn, resetPassword and notFound: the ways on, in their order; the last one is the main one on a page without a form.
   */
  links?: PageLink[]
  results?: PageResults
  /**
   * signIn, integrationSignIn: the ways to sign in, in their order; of several each is a tab, and one whose endpoint no manifest declares is left out. resetPassword: its steps, in their order. integrationFailed: what is needed to try again.
   */
  forms?: PageForm[]
  /**
   * latest, reminder, frame: the entity whose records are shown.
   */
  entity?: Name
  /**
   * latest, reminder: which records. Bare names are fields.
   */
  where?: Rule
  /**
   * latest, reminder: what is shown of each record.
   */
  columns?: FieldPath[]
  /**
   * frame: fields of the record that its page is sent. Name no more than the page needs: they leave the product.
   */
  sentFields?: FieldPath[]
  /**
   * latest, reminder: a field, with a leading - for descending.
   */
  sort?: string
  /**
   * latest: how many records are shown.
   */
  limit?: number
  /**
   * latest, reminder: transitions that are offered on its rows, as entity.transition or, own ones, by name. A `latest` with them is drawn only for callers who may run one of them, and only while there are records.
   */
  actions?: FieldPath[]
  /**
   * queues: one line with the sum until the user opens it; it stays as the user left it.
   */
  folded?: boolean
  /**
   * queues: of how many queues the first records are shown at once, each with its next step; the most overdue first. All of them follow as links.
   */
  previews?: number
  /**
   * The screen that the link `more` opens.
   */
  moreScreen?: string
  /**
   * frame: the integration whose page is shown; it is sent the `sentFields` of the record in ?id=.
   */
  integration?: Name
  /**
   * frame: what the page may hand over, by its own name, and the transitions that may take it; the first that the record allows. A user sees and saves it.
   */
  imports?: {
    [k: string]: Name[]
  }
  /**
   * Width of the block, of 24 columns; 24 if absent. Use 12 for two blocks side by side.
   */
  width?: number
  /**
   * checklist: what is to be done, in this order. Callers are shown the steps that they may do; the first of those that are not done has the main button. Drawn until all are done; a person may fold it, or hide it on a dashboard.
   */
  steps?: ChecklistStep[]
  /**
   * figures: the numbers, side by side.
   */
  figures?: Figure[]
  /**
   * figures: the name by which modules add figures of their own behind these, in `dashboards` of module.json. Use it for a block about work of several modules.
   */
  slot?: Name
}
export interface AccountFact {
  /**
   * What the value is.
   */
  title: Text
  /**
   * A text: rule over me, tenant and settings.
   */
  value: Rule
}
export interface PageLink {
  /**
   * The text of the link.
   */
  title: Text
  /**
   * Where it leads; one step back if absent.
   */
  screen?: string
}
/**
 * What stands in place of the block when its work ended, by how it ended.
 */
export interface PageResults {
  done?: PageResult
  alone?: PageResult
  refused?: PageResult
  unasked?: PageResult
}
export interface PageResult {
  /**
   * The heading of the result.
   */
  title: Text
  /**
   * What stands below the heading.
   */
  text?: Text
  /**
   * The ways on, in their order; the last one is the main one.
   */
  links?: PageLink[]
}
export interface PageForm {
  /**
   * signIn, integrationSignIn: what it proves: password, by account and password; code, by mobile and the code that is sent to it. integrationFailed: password. resetPassword: any name.
   */
  name: Name
  /**
   * The text of its tab or step.
   */
  title: Text
  /**
   * What stands with its inputs. resetPassword: may name {mobile}, the number with its middle hidden.
   */
  text?: Text
  /**
   * The text of its button, where it differs from that of the block.
   */
  submitTitle?: Text
  /**
   * What is asked, in this order: account and password, or mobile and code. resetPassword asks for mobile, code and newPassword, in as many steps as there are forms; the code is sent when the step of the mobile is done.
   */
  inputs: PageInput[]
}
export interface PageInput {
  /**
   * By which the proof knows it.
   */
  name: Name
  /**
   * The label above the input.
   */
  title: Text
  /**
   * What the empty input says.
   */
  hint?: Text
}
export interface ChecklistStep {
  /**
   * By which the page knows the step.
   */
  name: Name
  /**
   * What is to be done.
   */
  title: Text
  /**
   * What it is good for, below the title until it is done.
   */
  text?: Text
  /**
   * The step is done when there are records of this entity among those that the caller may see, by its `rowScope`. Callers who may not open them are not shown the step.
   */
  entity: Name
  /**
   * Which records count. Bare names are fields.
   */
  where?: Rule
  /**
   * How many records are needed; 1 if absent.
   */
  atLeast?: number
  /**
   * Where the step is done, and where its title leads. `?list=` and a name open a further list.
   */
  screen: string
  /**
   * A transition that creates, as entity.transition: its form opens over the page.
   */
  action?: FieldPath
  /**
   * true: offers the import of the list at `screen`, whose `exchange` has `create`. With `action` or `import`, callers who may run neither are not shown the step.
   */
  import?: boolean
  /**
   * Only for callers who hold one of these; the server neither sends it to others nor counts for them.
   */
  permissions?: Permission[]
  /**
   * Only while this holds, a rule over me, tenant and settings.
   */
  visibleWhen?: Rule
}
export interface Figure {
  /**
   * By which the figures behind it compute with this one.
   */
  name?: Name
  /**
   * What the number is called.
   */
  title: Text
  /**
   * A hint of the title. Use it for what is counted, or where its target is set.
   */
  help?: Text
  /**
   * int for counts, money for amounts, decimal for parts and rates.
   */
  type: 'int' | 'money' | 'decimal'
  aggregate?: Aggregate
  /**
   * Derived from the named figures before it.
   */
  compute?: Rule
  /**
   * A list of the entity that is counted; it shows exactly the records behind the number.
   */
  drillDown?: string
  /**
   * With `count` or `sum`: a date or moment of the counted records, by which only this month's up to today count. Beside the number stand the change from the same days of the month before and a line of the last thirty days, of the same records and within the same row scope: `"monthBy": "paidOn"`.
   */
  monthBy?: string
  /**
   * With `monthBy`, true: a fall is drawn as good news, as with refunds.
   */
  lowerIsBetter?: boolean
  /**
   * With `monthBy`: what the number is to reach in the whole month, a rule over me, tenant and settings. The part that is reached stands beside the number; null or nothing: no target. `"target": "me.monthTarget"`.
   */
  target?: Rule
  /**
   * Only for callers who hold one of these; the server neither sends it to others nor takes it from them.
   */
  permissions?: Permission[]
  /**
   * Only while this holds, a rule over me, tenant and settings; what it leaves out the server neither sends nor takes.
   */
  visibleWhen?: Rule
}
/**
 * Another system that this product works with: how the server signs in there, what it asks, and what is shown of it. Its address and its variables are configuration, under names made of the file's: the variable `appId` of `someService.integration.json` is `SOME_SERVICE_APP_ID`, its address `SOME_SERVICE_URL`.
 */
export interface IntegrationManifest {
  $schema?: string
  /**
   * What the other system is called in messages to users.
   */
  title: Text
  /**
   * An earlier name: variables of the environment that are made of it still work, and the start says the new ones.
   */
  formerName?: Name
  /**
   * Its usual address; the environment may name another. Without one, and without every required variable, a stand-in answers.
   */
  address?: string
  /**
   * Values that differ from installation to installation, by name; each is read from the environment.
   */
  variables?: {
    [k: string]: IntegrationVariable
  }
  /**
   * Milliseconds of a call; 20000 if absent.
   */
  timeoutMs?: number
  /**
   * The path of the page that a block `frame` shows.
   */
  pagePath?: string
  signIn?: IntegrationSignIn
  launch?: IntegrationLaunch
  /**
   * The calls that the server sends, by name, as the user who signed in.
   */
  calls?: {
    [k: string]: IntegrationCall
  }
  token?: IntegrationToken
  channel?: IntegrationChannel
  identify?: IntegrationIdentify
  oidc?: IntegrationOidc
  mail?: IntegrationMail
  map?: IntegrationMap
}
export interface IntegrationVariable {
  /**
   * What the operator has to know to set it.
   */
  meaning: Text
  /**
   * Without it a stand-in answers.
   */
  required?: boolean
  /**
   * No message repeats its value.
   */
  secret?: boolean
  /**
   * Its value where the environment says none.
   */
  default?: string
}
/**
 * The server signs in for the user, before a screen with `signInTo`, with a password that no browser ever gets.
 */
export interface IntegrationSignIn {
  /**
   * The path of the call that signs in.
   */
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
  passwordParam: string
  /**
   * Values that an answer with success has.
   */
  success: {
    [k: string]: string
  }
  /**
   * How long a success is reused.
   */
  reuseMinutes: number
  /**
   * The cookie in which the page keeps 1 or 0.
   */
  flagCookie: string
  /**
   * The screen that a failure leads to, with ?from=.
   */
  failureScreen: string
}
/**
 * A link that opens the system once, without a password in it: made of what the answer to the sign-in gave.
 */
export interface IntegrationLaunch {
  /**
   * The path of the page that the link opens.
   */
  path: string
  /**
   * parameter: name of a value of the sign-in's answer
   */
  query: {
    [k: string]: string
  }
}
export interface IntegrationCall {
  /**
   * The path of the call.
   */
  path: string
  /**
   * parameter: rule over me, tenant and settings; where records are sent, over the record as well
   */
  query: {
    [k: string]: Rule
  }
  /**
   * Values that an answer has when the call went well; any answer counts if absent.
   */
  success?: {
    [k: string]: string
  }
  /**
   * Where in the answer the rows (or, where records are sent, the values) stand.
   */
  dataPath?: string
  /**
   * The entity whose record the query speaks of.
   */
  entity?: Name
}
/**
 * A key that the service issues for a while. Texts of `channel` carry it as `{token}`.
 */
export interface IntegrationToken {
  /**
   * The path of the call that issues it.
   */
  path: string
  /**
   * parameter: text in which `{name}` is a variable
   */
  query: {
    [k: string]: string
  }
  /**
   * Where in the answer the token stands.
   */
  tokenPath: string
  /**
   * Where in the answer stands for how many seconds it holds.
   */
  secondsPath: string
  /**
   * Error codes of a call whose token has expired; it is sent once more with a new one.
   */
  expiredCodes?: number[]
}
/**
 * How a message leaves: messages whose `channel` is the name of this integration are posted here. An entry whose text names a variable without a value is left out.
 */
export interface IntegrationChannel {
  /**
   * The path of the call; the address itself if absent.
   */
  path?: string
  /**
   * parameter: text in which `{name}` is a variable, `{messageId}` (the same at each attempt to send a message), `{address}`, `{text}` or `{token}`
   */
  query?: {
    [k: string]: string
  }
  /**
   * header: text in which `{name}` is a variable, `{messageId}` (the same at each attempt to send a message), `{address}`, `{text}` or `{token}`
   */
  headers?: {
    [k: string]: string
  }
  /**
   * path of a value in the JSON that is posted, as in `data.note.value`: text in which `{name}` is a variable, `{messageId}` (the same at each attempt to send a message), `{address}`, `{text}` or `{token}`; so is the path
   */
  body: {
    [k: string]: string
  }
  /**
   * Where in the answer an error code stands; only 0 is success. Any answer with a status from 200 to 299 counts if absent.
   */
  errorPath?: string
  /**
   * Most characters of a message; the rest is cut.
   */
  maxLength?: number
}
/**
 * The call that says whose one-time code a browser brought. Endpoints name the integration as `identityProvider`.
 */
export interface IntegrationIdentify {
  /**
   * The path of the call.
   */
  path: string
  /**
   * parameter: text in which `{name}` is a variable, `{code}`, `{token}` or `{userToken}`
   */
  query: {
    [k: string]: string
  }
  /**
   * header: text in which `{name}` is a variable, `{code}`, `{token}` or `{userToken}`
   */
  headers?: {
    [k: string]: string
  }
  /**
   * Where in the answer the account stands.
   */
  accountPath: string
  /**
   * Where in an answer, of `exchange` too, an error code stands, which `expiredCodes` of `token` and `codeErrors` are compared with. With `codeErrors` an answer with HTTP status 400 to 499 is read as well.
   */
  errorPath?: string
  /**
   * Error codes at `errorPath` that mean that the one-time code is not valid. With it any other error code but 0 means that the service could not answer, which the person who signs in reads instead.
   */
  codeErrors?: string[]
  exchange?: IntegrationExchange
  authorize?: IntegrationAuthorize
}
/**
 * A call before it that gives a key of the user for the code; the other texts carry it as `{userToken}`.
 */
export interface IntegrationExchange {
  /**
   * The path of the call.
   */
  path: string
  /**
   * path of a value in the JSON that is posted: text in which `{name}` is a variable, `{code}` or `{token}`
   */
  body: {
    [k: string]: string
  }
  /**
   * Where in the answer the user's key stands.
   */
  tokenPath: string
}
/**
 * The page of the service that a browser opens and that leads back with a code and `state`. With it the sign-in page offers the integration, and the settings link an account of it; a block `call` whose endpoint names the integration as `identityProvider` opens the page for its code.
 */
export interface IntegrationAuthorize {
  /**
   * The address of the page; with `/` at its beginning below the address of the integration. Some services need what follows `#`.
   */
  address: string
  /**
   * parameter: text in which `{name}` is a variable, `{returnAddress}` or `{state}`
   */
  query: {
    [k: string]: string
  }
  /**
   * The parameter in which the code comes back; `code` if absent.
   */
  codeParameter?: string
  /**
   * For a service whose accounts are bound by an endpoint of the product: only blocks `call` open the page, neither the sign-in page nor the linked accounts offer it.
   */
  proofOnly?: boolean
}
/**
 * OpenID Connect: the address of the integration is the issuer, which says the rest of itself. The sign-in page offers it, and the settings link an account of it; the code goes with PKCE, state and nonce.
 */
export interface IntegrationOidc {
  /**
   * The id of the product at the provider: text in which `{name}` is a variable.
   */
  clientId: string
  /**
   * Its secret; a provider of public clients needs none.
   */
  clientSecret?: string
  /**
   * What is asked for; `openid` if absent.
   */
  scope: string
}
/**
 * How mail leaves: through the SMTP server at the address of the integration, `smtps://mail.example.com` or `smtp://mail.example.com:587`. Used where files are sent to people outside the product. The connection is encrypted, or on this very machine; texts name variables as `{name}`.
 */
export interface IntegrationMail {
  /**
   * The address that mail is sent from.
   */
  from: string
  /**
   * The name to sign in with; without a value of its variable the server asks for none.
   */
  user?: string
  /**
   * The password to sign in with.
   */
  password?: string
}
/**
 * The map service behind address fields. Its script and the adapter run in a frame without an origin and reach nothing of the product.
 */
export interface IntegrationMap {
  /**
   * The path of the service's script.
   */
  path: string
  /**
   * parameter of the script's address: text in which `{name}` is a variable
   */
  query: {
    [k: string]: string
  }
  /**
   * Where its script gets data and pictures from, for the content policy.
   */
  origins: string[]
  /**
   * The script beside this file that speaks with the service's script; it calls `adapter({ before, ready, asks })`, the functions that the frame offers the product.
   */
  adapter: string
}
/**
 * Records that an empty database begins with, as a table of one entity. The files in first/ hold what the first account needs, and `npm run account` writes them; those in demo/ are demo data. No file of them is a part of the product: `npm run check` looks at first/, with the same words as at manifests.
 */
export interface RecordTable {
  $schema?: string
  /**
   * The entity whose records these are. Of first/ exactly one row in all is a record of the accounts' entity: the first account.
   */
  entity: Name
  /**
   * What each row gives, in order: `key` first, then stored fields of the entity, among them `state`, `createdBy`, `createdAt`, `stateAt` and the field of the tenant. A field without a column has its default; a required one without a default needs a column.
   */
  columns: Name[]
  /**
   * The records: for each a list with a value for every column. The first is the key by which others name the row: `$key` in a reference is that record, of whichever file. `$login` is what the person types to sign in, `@-12` a day from today on, `@-12 10:20` a moment of it, `@-1m` the month before, and null leaves the field empty. Files of demo data are a list of names, as in `["photo Front.jpg"]`: sketches that are drawn at loading, of which the first word names the kind. Everything else is written as a form sends it.
   */
  rows: unknown[][]
}
/**
 * A screen: its address, menu item, permission and what it shows.
 */
export interface ScreenManifest {
  $schema?: string
  /**
   * The address of the screen, beginning with that of its module, as in /customer/Follow.
   */
  path: string
  waive?: Waivers
  /**
   * The text of the menu item and the tab. Name what is found there, as Customers to call, rather than the entity alone.
   */
  title: Text
  /**
   * detail: one record as a page of its own, named by ?id= in the address; not in the menu. Every list opens its records as full pages without one: use it where a page is to have its own address, title or permissions.
   */
  kind: 'list' | 'form' | 'detail' | 'calendar' | 'board' | 'report' | 'dashboard' | 'page' | 'redirect' | 'external'
  /**
   * Any one code suffices; or public, or signed-in. Without it those of the screen's module hold, and without any there every signed-in account opens the screen. Write a code where fewer people than those of the module may open it.
   */
  permissions?: Permission[]
  /**
   * The icon of the menu item, by its name in the engine's set, which the chapter Icons of the manual lists.
   */
  icon?: string
  /**
   * Position in the menu, ascending; screens without it follow, sorted by address.
   */
  menuOrder?: number
  /**
   * true: not in the menu. Use it for screens that others lead to, such as a page of one record.
   */
  hideInMenu?: boolean
  /**
   * true: always in the tab bar of users who may open it, first, without a close button. Use it for the home screen.
   */
  pinnedTab?: boolean
  /**
   * false: the view is rebuilt at every visit. Use it for screens whose content depends on the moment they are opened.
   */
  keepAlive?: boolean
  /**
   * The integration that the server signs in to before the screen opens. Use it for screens that show what the other system holds.
   */
  signInTo?: Name
  /**
   * The address that opens instead. Use it for former addresses that bookmarks still hold.
   */
  redirect?: string
  /**
   * external: the integration whose page it is, or the setting that holds the address; opened in a new tab.
   */
  linkTo?: string
  /**
   * empty: without menu and tabs, for sign-in and pages that other systems show; main if absent.
   */
  layout?: 'main' | 'empty'
  /**
   * list, form, detail, calendar, board: the entity whose records the screen shows or creates.
   */
  entity?: Name
  /**
   * Which records the list shows. Bare names are fields; me, now, today, settings are known. Use it for a list of one step of the work.
   */
  where?: Rule
  /**
   * tenant: shows all rows of the tenant whatever the caller's row scope. Use it for lists from which records are taken over, such as a public pool.
   */
  widenRowScope?: 'tenant'
  columns?: Columns
  /**
   * Fields of the search form, in order. Choose what users look records up by. Put first what they know by heart, and leave out what the search box finds anyway.
   */
  filters?: FieldPath[]
  tabsBy?: TabsBy
  /**
   * A field, with a leading - for descending; a computed one only where `where` leaves nothing but open states, since it is computed for each record before the first page.
   */
  sort?: string
  /**
   * Only these records count in the sums; a tab by a field of this rule adds up all that it shows. Use it to leave canceled records out of a total.
   */
  sumWhere?: Rule
  actions?: Actions
  batchActions?: BatchActions
  /**
   * list: endpoints without input that are offered above the records, by name; with `tabs` only while one of these tabs of `tabsBy`, or none, is chosen.
   */
  endpointActions?: EndpointAction[]
  /**
   * list: documents of the entity that each row offers for printing, where the state of the record has them. The rows get check boxes: a document of all selected records is one file. Use it where a document is handed out from the list.
   */
  printActions?: (Name | PrintActionDetail)[]
  /**
   * list: a name in the query of the address whose value is the id of the record to open.
   */
  recordParam?: string
  /**
   * false: no export. Lists and reports have one for all who open them unless this forbids it; `npm run check` lists those. Use it where records are to be read on the page only.
   */
  export?: boolean
  exchange?: Exchange
  /**
   * Seconds between two silent refreshes. Use it for lists that other systems change; changes made here arrive by themselves.
   */
  refreshSeconds?: number
  queue?: Queue
  /**
   * list: further lists under the same address, each behind a tab beside the screen's own; a user sees those that they may open. Use it where one menu entry leads to lists of several entities that people compare.
   */
  moreLists?: MoreList[]
  /**
   * form: groups of the fields of the form.
   */
  sections?: Section[]
  calendar?: Calendar
  board?: Board
  gallery?: Gallery
  feed?: Feed
  report?: Report
  /**
   * dashboard, page: what it is made of, from top to bottom; a person may rearrange and hide the blocks of a dashboard and add figures, latest, reminders and charts of other screens. list: what stands above the records.
   */
  blocks?: Block[]
}
export interface ColumnDetail {
  /**
   * The field that is shown, or one of a referenced record: customer.mobile. Write the field alone, as a text, where it needs none of the other keys.
   */
  field: FieldPath
  /**
   * The heading of the column, where the field's own title does not fit.
   */
  title?: Text
  /**
   * Width in pixels at first; users may change it. Write it where the usual width of the type cuts what people have to read.
   */
  width?: number
  /**
   * true: shows the sum over all found records below the column. Use it for amounts that people add up, never for rates or prices.
   */
  sum?: boolean
  /**
   * The column stays at this edge while the others scroll. Use it for what identifies the row in a wide list.
   */
  pin?: 'left' | 'right'
  /**
   * true: hidden until the user shows it. Use it for columns that few users need.
   */
  hiddenByDefault?: boolean
  /**
   * Only for callers who hold one of these; the server gives others neither the column nor its filter, order, sum and place in a sheet. The field itself is kept by its `readPermissions`. Use it to make a list shorter for some; to keep a value from them, protect the field.
   */
  permissions?: Permission[]
  /**
   * Only while this holds, a rule over me, tenant and settings; what it leaves out the server neither sends nor takes.
   */
  visibleWhen?: Rule
}
export interface TabsDetail {
  /**
   * A choice field, or `state`.
   */
  field: Name
  /**
   * Only for callers who hold one of these; others see the list without tabs, and the server neither counts them nor takes one from them.
   */
  permissions?: Permission[]
  /**
   * Only while this holds, a rule over me, tenant and settings; otherwise the server neither counts tabs nor takes one.
   */
  visibleWhen?: Rule
}
export interface ActionDetail {
  /**
   * A transition of the screen's entity by name, another as entity.transition.
   */
  action: FieldPath
  /**
   * The text of the button on this screen, where the transition's title does not fit.
   */
  title?: Text
  /**
   * The reference of the row whose record it runs on; unwritten the only one to that entity. Write it where the button acts on a record that the row refers to, as on the customer of an appointment.
   */
  on?: Name
  /**
   * field of the form: rule over the row. Use it to fill a form with what the row knows already.
   */
  values?: {
    [k: string]: Rule
  }
  /**
   * true: the button stands out. Use it for the one thing that is done most.
   */
  primary?: boolean
  /**
   * toolbar: above the list, not on a row. Write it for a transition that creates something without any row.
   */
  place?: 'row' | 'toolbar'
  /**
   * Only for callers who hold one of these; others have no such button here. The transition itself decides who may run it.
   */
  permissions?: Permission[]
  /**
   * Only while this holds, a rule over me, tenant and settings; what it leaves out the server neither sends nor takes.
   */
  visibleWhen?: Rule
}
export interface BatchActionDetail {
  /**
   * A transition of the list's entity, by name.
   */
  transition: Name
  /**
   * Only for callers who hold one of these; others have no such button here. The transition itself decides who may run it.
   */
  permissions?: Permission[]
  /**
   * Only while this holds, a rule over me, tenant and settings; otherwise there is no such button.
   */
  visibleWhen?: Rule
}
export interface EndpointAction {
  /**
   * The endpoint that the button calls.
   */
  endpoint: Name
  /**
   * Values of the field in `tabsBy` under which the button stands.
   */
  tabs?: string[]
  /**
   * Only for callers who hold one of these; others have no such button here. The endpoint itself decides who may call it.
   */
  permissions?: Permission[]
  /**
   * Only while this holds, a rule over me, tenant and settings; what it leaves out the server neither sends nor takes.
   */
  visibleWhen?: Rule
}
export interface PrintActionDetail {
  /**
   * The document, by its name in the entity.
   */
  document: Name
  /**
   * Only for callers who hold one of these; others have no such button here. Callers who may open the record may print it there.
   */
  permissions?: Permission[]
  /**
   * Only while this holds, a rule over me, tenant and settings; otherwise the rows have no such button.
   */
  visibleWhen?: Rule
}
/**
 * list: its records go to Excel and come back: a template, an export to edit, and an import of either. Every row runs a transition, as if it had been filled in by hand. The template has an example row with a cell that says so: an import knows it by that cell and never writes it. At least one of create and update.
 */
export interface Exchange {
  /**
   * The transition that a row without a record runs. Its columns are the fields and inputs of its form; a value that is filled in, here or by the screen's action of that name, is no column.
   */
  create?: Name | CreateTransition
  /**
   * The transition that a row runs whose record differs from it.
   */
  update?: Name
  /**
   * The transition that voids a record which an import added, when its user takes the import back within 24 hours; records that were changed get their old values through `update`. It runs from the state in which `create` leaves a record. Write it wherever there is `create`.
   */
  void?: Name | VoidTransition
  /**
   * Fields by which a row without the number of its record finds it: stored texts or numbers that are columns or filters of the screen.
   */
  key: Name[]
  /**
   * Messages that the transitions of the rows send. summary (if absent): at the end of an import each account gets one message of a kind, which counts the records; the message of a single record is sent as it is. Of an import that is left midway they are sent an hour later, or when the same account begins the next of the list; what it still writes after that has a summary of its own. each: every row sends its own, at once. The same holds for taking an import back.
   */
  messages?: 'summary' | 'each'
  /**
   * Events of the rows for other systems. summary (if absent): at the end of each step of an import (100 rows at most) each webhook gets one event of type entity.import, or entity.takeBack, which lists the records by their numbers. each: every row sends its own, with the record, at once. Use each where a receiver has to see every record as it is entered.
   */
  webhooks?: 'summary' | 'each'
}
export interface CreateTransition {
  /**
   * A transition of the list's entity that creates. It may be one that the screen has no button for, such as one that leaves out files, which no cell can hold.
   */
  transition: Name
  /**
   * field of its form: rule over me, tenant and settings.
   */
  values?: {
    [k: string]: Rule
  }
}
export interface VoidTransition {
  /**
   * A transition of the list's entity. Where it takes a note, the server writes one that names the file.
   */
  transition: Name
  /**
   * field of its form: rule over me, tenant and settings; every required one needs a value.
   */
  values?: {
    [k: string]: Rule
  }
}
/**
 * Its records wait for a user, and dashboards count them. Write it for lists that are worked off. While some wait, the list opens on their tab for a user who has a step for them, where `where` leaves one value of `tabsBy`.
 */
export interface Queue {
  /**
   * The waiting records that are overdue; dashboards count them apart.
   */
  overdueWhere?: Rule
  /**
   * Which of the screen's records wait; all of them if absent.
   */
  where?: Rule
  /**
   * The order in which its records are worked off, on their tab and behind the count of a dashboard: a field, with a leading - for descending. Use it where what comes next goes first, as with appointments, while all records are sorted otherwise.
   */
  sort?: string
}
export interface MoreList {
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
  permissions?: Permission[]
  /**
   * Only a tab while this holds, a rule over me, tenant and settings; otherwise its records are refused as well.
   */
  visibleWhen?: Rule
  /**
   * The entity whose records this list shows.
   */
  entity: Name
  /**
   * Which records the list shows. Bare names are fields; me, now, today, settings are known. Use it for a list of one step of the work.
   */
  where?: Rule
  /**
   * tenant: shows all rows of the tenant whatever the caller's row scope. Use it for lists from which records are taken over, such as a public pool.
   */
  widenRowScope?: 'tenant'
  columns: Columns
  /**
   * Fields of this list's search form.
   */
  filters?: FieldPath[]
  tabsBy?: TabsBy
  /**
   * A field, with a leading - for descending.
   */
  sort?: string
  /**
   * Only these records count in the sums; a tab by a field of this rule adds up all that it shows. Use it to leave canceled records out of a total.
   */
  sumWhere?: Rule
  actions?: Actions
  batchActions?: BatchActions
  /**
   * false: no export. Lists and reports have one for all who open them unless this forbids it; `npm run check` lists those. Use it where records are to be read on the page only.
   */
  export?: boolean
  exchange?: Exchange
}
/**
 * calendar: which field is the day, what makes the rows of a week, and what an entry shows.
 */
export interface Calendar {
  /**
   * A date or datetime field: the day of the entry, or the first day where `endField` is given.
   */
  dateField: Name
  /**
   * A date or datetime field: the last day of the entry, which is drawn over all days from `dateField` to it. Use it for what lasts, such as a loan, a trip or a booking. A record without a value, or with one before its first day, has the first day only; a moment at midnight ends the day before.
   */
  endField?: Name
  /**
   * A choice field within the day. Write it where entries take a part of the day, such as morning and afternoon, instead of an hour.
   */
  slotField?: Name
  /**
   * A ref or choice field: one row each in the week view, for whatever may be chosen there by `optionsWhere` of the field, with entries or without; what is in a `closed` state has one only with entries, and so has each of more than 30. People whose records are out of the row scope of the reader have none, where the row scope leads through this field.
   */
  groupBy?: Name
  /**
   * A choice or `state`, whose colors the entries have. Use a computed choice for a color that depends on several fields.
   */
  colorBy?: Name
  /**
   * Fields shown on an entry: the first that has a value is its title, and all that the month view has room for; the week view draws the others beneath it.
   */
  entryFields: FieldPath[]
}
/**
 * board: how it is laid out; its `cardFields` and `groupBy` are read as columns. list: offers the same records as a board too, by columns of the list.
 */
export interface Board {
  /**
   * `state` or a choice field: one column each. Use `state` where cards are moved on by transitions, a choice where people only sort by it.
   */
  groupBy: Name
  /**
   * What a card shows below the label of its record, where it is not empty.
   */
  cardFields: FieldPath[]
}
/**
 * list: offers the same records as pictures with a few values, by columns of the list. Use it for what is recognized by its look, such as cases, samples or drawings.
 */
export interface Gallery {
  /**
   * A column of files: its first picture stands on the card.
   */
  imageField: FieldPath
  /**
   * What a card shows below the name, where it is not empty.
   */
  cardFields: FieldPath[]
  /**
   * true: the list opens as a gallery. Use it for what is looked at more often than compared.
   */
  isDefault?: boolean
}
/**
 * list: offers the same records as a page to read: by day, each with its text, what is open in bold. Use it for what is read one after the other, such as messages and news.
 */
export interface Feed {
  /**
   * A column with the day under which a record stands; the list should be sorted by it.
   */
  dateField: FieldPath
  /**
   * A column with the text below the name.
   */
  textField: FieldPath
  /**
   * Columns whose values stand beside the time, where they are not empty.
   */
  factFields?: FieldPath[]
  /**
   * true: the list opens as a page to read.
   */
  isDefault?: boolean
}
/**
 * report: what is counted, by which dimensions and over which span. Each caller counts the rows that their row scope reaches, unless `widenRowScope` opens those of the tenant.
 */
export interface Report {
  /**
   * The dimensions, by name; each measure gives each of them one of its fields, or a rule over them, in its own `dimensions`. Choose what people compare: store, person, month, source.
   */
  dimensions: {
    [k: string]: Field
  }
  /**
   * true: the user picks one of the dimensions; otherwise all apply. Write it where each view answers a question of its own; leave it out where the rows are the combinations.
   */
  chooseDimension?: boolean
  /**
   * Offered span: month, quarter or year; rules read period.from and period.to (dates, to exclusive). Write it where figures are of a span, such as sales; leave it out for those of today, such as stock.
   */
  period?: 'month' | 'quarter' | 'year'
  /**
   * The numbers of the report, by name; each is one column.
   */
  measures: {
    [k: string]: Measure
  }
  /**
   * Dimensions by which the user may narrow the report.
   */
  filters?: Name[]
  /**
   * true: every number beside that of the span before; of a span that is not over only as many days. Use it where growth is the question.
   */
  comparePrevious?: boolean
  /**
   * One chart, or several beside each other.
   */
  chart?: Chart | Chart[]
  /**
   * A measure or dimension, with a leading - for descending.
   */
  sort?: string
}
export interface Measure {
  /**
   * The heading of the column.
   */
  title: Text
  /**
   * What is counted, as a hint of the heading. Use it where numbers of other records or another day stand in the same row.
   */
  help?: Text
  /**
   * int for counts, money for amounts, decimal for parts and rates.
   */
  type: 'int' | 'money' | 'decimal'
  aggregate?: Aggregate
  /**
   * dimension: the field of the counted entity that stands for it, a path, or month(field) for a row each month: `{ "store": "customer.store", "month": "month(paidOn)" }`, with `"month": { "type": "string", "title": ["月份", "Month"] }` in `dimensions` of the report.
   */
  dimensions?: {
    [k: string]: Rule
  }
  /**
   * Derived from the other measures of the row. Use it for rates and differences: `signed / visited`, with null where the divisor is 0.
   */
  compute?: Rule
  /**
   * A list of the entity that is counted; it shows exactly the records behind the number.
   */
  drillDown?: string
  /**
   * false: no total. Write it for numbers that do not add up, such as averages and customers counted in several rows.
   */
  total?: boolean
  /**
   * true: not shown; other measures are computed from it.
   */
  hidden?: boolean
  /**
   * With `comparePrevious`, true: a fall since the previous period is drawn as good news, as with refunds.
   */
  lowerIsBetter?: boolean
  /**
   * Only for callers who hold one of these; the server does not count it for others, neither for a chart nor for the records behind it, and what is computed from it is empty.
   */
  permissions?: Permission[]
  /**
   * Only while this holds, a rule over me, tenant and settings.
   */
  visibleWhen?: Rule
}
export interface Chart {
  /**
   * bar and line: the rows of the report; pie: the share of each row in one measure. Use line for a course of time, bar to compare, pie only for few shares of one whole.
   */
  kind: 'bar' | 'line' | 'pie'
  /**
   * The heading of the chart.
   */
  title?: Text
  /**
   * The dimension that is compared: rows of the same value are added up, so only counts and sums can be shown. Every row by itself if absent.
   */
  dimension?: Name
  /**
   * Which measures are drawn, each in a color of its own.
   */
  measures: Name[]
}
/**
 * Business constants; a rule reads them as settings.name, a table by settings.name[key].
 */
export interface SettingsManifest {
  $schema?: string
  /**
   * The settings, by name. Use one for a number or a list that the business may change and more than one rule reads.
   */
  settings: {
    [k: string]: Setting
  }
}
export interface Setting {
  /**
   * What the setting is called where it is shown.
   */
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
