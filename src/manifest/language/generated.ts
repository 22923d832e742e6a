// How does an author write a manifest? Generated from schemas/language by `npm run types`; do not edit.
/* oxlint-disable */

/** A text in the languages of app.json: a list in their order, `["名称", "Name"]`, or an object by their codes, `{ "zh": "名称", "en": "Name" }`. The first language must be there; where another is missing, the first is shown. `{field}` is replaced where the key's description states it, and there `{field|place|places}` is the word for that number, with a form for each plural of the language: in English for one and for others. */
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
   * The code whose holder may open every screen and run every transition that a user may run. Give it to as few accounts as can run the product.
   */
  administratorPermission: Permission
  /**
   * The code whose holder may share saved views of lists with the own unit or tenant; without it only administrators may. Use a code that managers hold.
   */
  sharingPermission?: Permission
  /**
   * code: [Chinese, English]. Every permission code that exists; a role holds some of them. Declare a code of a module in its own `codes` instead, so that it goes with the folder.
   */
  permissions: {
    [k: string]: Text
  }
  migration?: PermissionMigration
  /**
   * Applied in order to the codes of the role. `tenant` is the caller's tenant record, `me` the account. Use it for what holds for many roles at once, as for tenants without a service, instead of editing each role.
   */
  permissionChanges?: PermissionChange[]
  apiKeys?: ApiKeys
  secondFactor?: SecondFactor
  /**
   * Named lists sent with the session, such as whitelists: the setting with the preset, and the rule that a record of the entity must meet to be listed by the server. Use it where a list of names opens a page before there is a code for it.
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
   * The entity whose records sign in, as in `employee`. Choose the entity that the business keeps its people in.
   */
  accountEntity: Name
  /**
   * Its field that is typed to sign in, as a telephone number or an account name. Choose what people know by heart, and give it `unique` with `acrossTenants`.
   */
  loginField: Name
  /**
   * The account's field that names the person wherever an account is shown, as in the log or beside a record's creator. Choose the name that colleagues use.
   */
  nameField: Name
  /**
   * The account may sign in only while this holds. Use it to shut out accounts that have left without deleting them.
   */
  activeWhen: Rule
  /**
   * The entity that owns rows; every entity gets a reference of this name. Choose the one whose data others must never see.
   */
  tenantEntity: Name
  /**
   * The account's field with its organizational unit; row scope `unit` compares it. Choose the level at which work is divided, such as the store.
   */
  unitField: Name
  /**
   * The account's field with its role. Give an account one role; row scopes make the difference.
   */
  roleField: Name
  /**
   * The role's lines field and its field with a permission code: codes.code. Offer all codes there by a dictionary, so that none is mistyped.
   */
  permissionsPath: FieldPath
  /**
   * The account's choice field with the row scope. Require it, since an account without it sees its own records only.
   */
  rowScopeField: Name
  /**
   * What each code of that field means. Give `all` to headquarters alone.
   */
  rowScopes: {
    [k: string]: 'self' | 'unit' | 'tenant' | 'all'
  }
  /**
   * The account's lines field and its field with a disabled address: disabledMenus.path. Use it where a page is taken from one person without another role.
   */
  disabledScreensPath?: FieldPath
}
/**
 * Explicit instructions for roles that hold a permission code that is gone. Write it when a code is renamed or split, before the roles lose it.
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
   * The entity of which each record is a key. Creating one answers the key, once; log and audit name it in a reference called like this entity, where they have one. Declare it where programs call the product.
   */
  entity: Name
  /**
   * The key is accepted only while this holds of its record. Use it for an end date and for revocation.
   */
  activeWhen: Rule
  /**
   * Its field with the role that bounds the key: of its permissions the key has those that the account holds too. Empty, a key has what its service account may do; a key that acts as its creator is not accepted then. Make a role for each kind of program, with what it needs.
   */
  roleField: Name
  /**
   * Its moment of the last request, to the minute, which the server writes. Show it in the list of keys, where people see which are no longer used.
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
   * How many requests one server accepts with one key in a minute. Set it to a few times what the busiest program needs.
   */
  requestsPerMinute: number
}
/**
 * Accounts of programs: records of the account entity with a role and a row scope of their own, as which keys act. Write it so that a program works on when the person who set it up leaves.
 */
export interface ServiceAccounts {
  /**
   * The key's reference to the service account that it acts as. Require it in the form that creates keys; those without a value act as the account that created them. Use it where a key has to outlive the person who made it.
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
 * Who has to sign in with a second factor, and how one is taken away from a person who lost it. Any account may add factors in the settings (block `secondFactor`) without it. Require it of those whose account would do most harm in other hands.
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
   * The setting that holds the preset list. Use it for those who are listed before any record is.
   */
  presetSetting: Name
  /**
   * The entity whose records are listed. Choose the one that people of the business can edit.
   */
  entity: Name
  /**
   * The field of that entity whose value goes into the list. Choose what `member` compares.
   */
  field: Name
  /**
   * Which records are listed. Bare names are fields of the entity. Ask for the state, so that who leaves is no longer listed.
   */
  where: Rule
}
/**
 * What holds for the whole product.
 */
export interface AppManifest {
  $schema?: string
  /**
   * The product's name: on the sign-in page, in the browser's title and at the top of the side bar. Write the name by which people ask for help with it.
   */
  title: Text
  /**
   * Shown in the collapsed side bar. Keep it to two or three letters, which is all that fits.
   */
  shortTitle: Text
  /**
   * The product's picture, an SVG, by its address in the page's own files: in the tab of the browser, on the sign-in page, above the menu, and for the application that a user installs. Without it /icon.svg. Choose one that differs from others at the size of a tab.
   */
  icon?: string
  /**
   * The same picture as a PNG of 512 by 512 pixels that fills the square, for home screens that cut it to a shape of their own or draw no SVG; what matters stands within the middle 80 %. Write it where people put the page on the home screen of a phone.
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
   * The marker of the client that the page sends with every call. Change it where one server answers several pages and its log has to tell them apart.
   */
  clientName: string
  /**
   * The address that opens after sign-in and behind `/`; name one that every signed-in account may open. Choose the page on which the day begins.
   */
  homeScreen: string
  /**
   * Screens that the menu of the account offers, in this order, to users who may open them. Use it for screens about the user, such as the profile.
   */
  accountScreens?: string[]
  /**
   * Other servers that the page may call; what they answer is handed on as it is, without an envelope and whatever its code. Name as few as can be: the page reads there with nothing of the product between.
   */
  passthroughOrigins?: string[]
  /**
   * What the named lists of `access.json` open: screens that the server refuses to who stands on no such list. Users who reach all tenants are never refused. Use it to open a page to a few tenants before all of them get it.
   */
  allowlists?: {
    [k: string]: Allowlist
  }
  /**
   * IANA name; days begin and documents are numbered by it. Choose that of the people who use it, wherever the server stands.
   */
  timezone: string
  /**
   * The sign shown before amounts of money, as in ¥. Write the sign alone: amounts are kept without it.
   */
  currency: string
  theme: Theme
  cookies: Cookies
  /**
   * Names of integrations that the product can do without: where the manifest of one is missing, what names it is switched off instead of being a mistake. Name those that some installations have and others do not.
   */
  integrations?: Name[]
  /**
   * The entity that keeps one row a transition; it has the fields entity, recordId, action, fromState, toState, by, at, remark, data. Declare it in every product: history, undo and the question who did it read this entity.
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
   * The caller's entry on the list: a rule over `me` and `tenant`, such as tenant.code. Choose what the list is kept by, such as the number of a store.
   */
  member: Rule
  /**
   * Addresses that only members of the list may open. Leave out pages that others may still need on their way.
   */
  screens: string[]
  /**
   * What the user reads who is refused for it. Say whom to ask for a place on the list.
   */
  refusalMessage: Text
}
/**
 * Colors and size that a user begins with; each user may choose others. Use it where the page has to look like the house it belongs to.
 */
export interface Theme {
  /**
   * The product's color as #rrggbb: buttons, links and the chosen entry of the menu. Choose one on which white letters can be read.
   */
  primaryColor: string
  /**
   * How large inputs, tables and buttons are until the user chooses another size. Take the small one where people work in long tables all day.
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
   * The cookie that remembers the chosen language. Name it as a page beside this one does, where both should speak alike.
   */
  language: string
  /**
   * The cookie that remembers the chosen size. Name it as a page beside this one does, where both should look alike.
   */
  size: string
  /**
   * The cookie that remembers whether the side bar is collapsed. Choose a name that no other page of the domain uses.
   */
  sidebar: string
  /**
   * The last account, to begin the next sign-in with. Leave it out where several people share a computer.
   */
  lastAccount?: string
  /**
   * The cookie that is set while a user is signed in. Use it where another page of the domain shows whether a person is signed in.
   */
  signedIn?: string
  /**
   * The cookie of the integration, removed at sign-out: 1 after a sign-in there, 0 after a failed one. Name the one that the other system's page reads.
   */
  integration?: string
}
/**
 * Where the engine notes who signed in or failed to, what was exported, downloaded and opened, the calls of programs, and changes of rights; apart from the log, and removed after the configured number of days. Without it nothing is noted. Declare it where someone has to answer who saw or took which data.
 */
export interface Audit {
  /**
   * Has the fields action (a choice of signIn, signInFailed, export, download, open, call, callRefused and rights), at, by, login, address, screen, entity, recordId, rows, calls, detail and request. Use it where someone has to answer who saw or took which data.
   */
  entity: Name
  /**
   * Entities of which each opened record is noted. Name those that hold data of persons; each look writes a row.
   */
  opened?: Name[]
}
/**
 * What leaves the product for a telephone, as records with the fields channel (an integration), address and text. What is waiting is sent by the server. Declare it where codes or notices leave by SMS or another channel.
 */
export interface Outbox {
  /**
   * The entity whose records are what leaves the product. Give it a list for those who look after what was not delivered.
   */
  entity: Name
  /**
   * The state of what is to be sent. Let every transition that queues a message lead there.
   */
  waitingState: Name
  /**
   * The transition of what is waiting, before it is sent: whatever happens then, it is not sent twice. Lead it to a state of its own, in which a message stays if the server stops.
   */
  takeTransition: Name
  /**
   * Creates what the server sends at once and can never send again, since it holds a code; its form has channel, address and text, with the code masked. Use it for codes alone; what may be sent again is queued.
   */
  sendOnceTransition: Name
  /**
   * The transition that runs when the gateway has accepted what was sent. Lead it to a closed state.
   */
  sentTransition: Name
  /**
   * The transition that runs when sending failed; its form has failureReason, a choice, and failureDetail, the code that the service answered. Offer a way back to waiting from where it leads, for those who correct the address.
   */
  failTransition: Name
  /**
   * The transition that runs when it is unknown whether the service has taken a message, as after a connection that ended before the answer; its form has failureReason and failureDetail. No job should send such a message again: it may arrive twice. Let a person decide from there, who may ask whether it arrived.
   */
  loseTransition: Name
}
/**
 * How other systems hear of transitions. Write it where administrators may subscribe an address to what happens to records of their tenant: the server posts each event to it, signed, until it is accepted.
 */
export interface Webhooks {
  /**
   * The entity whose records are subscriptions, each with the fields address, entity, action (a transition, also as `entity.transition` of the dictionary transitions; empty: all), condition (a rule over the record; empty: always) and secretNumber. With a choice field destination, a subscription that fills it in gets the events of effects that `call` that destination instead. What an event shows is what the account that created the subscription may read. Declare it where other programs of a tenant should hear of what happens.
   */
  entity: Name
  /**
   * The state of subscriptions that get events. Add a paused one beside it, so that a subscription need not be deleted.
   */
  activeState: Name
  /**
   * The transition that changes secretNumber: its answer, like that of a creation, shows the new secret once. Use it after a secret has come into other hands.
   */
  renewTransition: Name
  /**
   * The entity whose records are events on their way, each with a reference to its subscription named like that entity, and the fields event, entity, recordId, action, body, tries, startedAt, nextAt, result (accepted, refused, removed, notAllowed, private, down, slow, tooLarge, redirected) and status, that of the answer. recordId is 0 in the event of an import, which lists several records. Give it a list, in which a receiver finds out why nothing arrives.
   */
  deliveryEntity: Name
  /**
   * The state of events that are to be sent. Name the state that `queueTransition` leads to.
   */
  waitingState: Name
  /**
   * Creates an event in the transaction of what happened. Leave it to `system` alone.
   */
  queueTransition: Name
  /**
   * The transition of an event that was accepted; its form has result and status. Lead it to a closed state.
   */
  sentTransition: Name
  /**
   * The transition of an event that is to be tried again; its form has result, status and nextAt. Let the state stay the waiting one.
   */
  failTransition: Name
  /**
   * The transition of an event that was not accepted for three days, or whose subscription is closed; its form has result and status. Add a message to the account of the subscription, or no one learns of it.
   */
  giveUpTransition: Name
}
/**
 * How lists and reports are sent regularly. Write it where accounts may have the file of a list or report made every day, week or month: the server makes it with the rights that the account has then, and stops when the account or the right is gone.
 */
export interface ScheduledReports {
  /**
   * The entity whose records are what an account asked for, each with the fields name, request (text of format `request`), every (day, workday, week, month), weekday (1 for Monday to 7), dayOfMonth, hour, delivery (mail, message), address, language, dueAt (the planned time), nextAt (of the next attempt) and tries. It belongs to the account that created it. Declare it where people want a list every Monday without opening the page.
   */
  entity: Name
  /**
   * The list of an account's own ones; who may open it is offered to send a list or report. Open it to those who may export.
   */
  screen: string
  /**
   * Creates one; its form has name, request and language, which the page fills in. Ask in its form for the rest, as how often and where to.
   */
  createTransition: Name
  /**
   * The state in which they are sent. Add a stopped one, from which it can begin again.
   */
  activeState: Name
  /**
   * Notes when it is due; its form has dueAt and nextAt. What creates or changes one leaves both empty. Leave it to `system` alone.
   */
  planTransition: Name
  /**
   * The transition after a file was sent; its form has dueAt, nextAt, sentAt, rows and file (where it is not mailed). Leave it to `system` alone.
   */
  sentTransition: Name
  /**
   * The transition after a failed attempt; its form has dueAt, nextAt, tries (0: given up until it is due again) and reason. Leave it to `system` alone, and show `reason` in the list.
   */
  failTransition: Name
  /**
   * The transition that ends it since the account or its right is gone, or what was asked for no longer exists; its form has reason. Leave it to `system`, and let an owner stop it by another one.
   */
  stopTransition: Name
  /**
   * The integration that sends the mail. Leave it out where files go by message alone.
   */
  channel: Name
  /**
   * The subject of the mail, in the language that was asked for; `{name}`, `{day}` and `{rows}` are replaced. Begin with `{name}`, by which people sort their mail.
   */
  subject: Text
  /**
   * The text of the mail, in the same way. Say where it can be stopped.
   */
  text: Text
  /**
   * The most records of one file; a longer one is not sent. Set it to what someone would still read.
   */
  maxRows: number
  /**
   * The largest file in megabytes; mail servers rarely take more than ten. Lower it to what your mail server takes.
   */
  maxMegabytes: number
}
/**
 * Where changes of manifests wait for an administrator: those that a program proposed over `/mcp`, and with WATCH=ask those of the folder. Write it where such changes shall be read, applied, left and taken back in the page; the records are also the history of the manifests.
 */
export interface Proposals {
  /**
   * The entity whose records are changes, each with the lines files: path, text (empty: the file is taken away), former (the text that it replaces; empty: a new file) and digest, the SHA-256 of that text. Declare it where a change of the manifests waits for a person before it is live.
   */
  entity: Name
  /**
   * Creates a waiting change; its form has title, origin (program, folder or back), verdict (same, safe, word or refused), plan (what the change means, in words, localized HTML), difference (the lines that change), revision (of the manifests as they would be) and files. `system` alone runs it: an administrator relies on the plan that the engine wrote. Lead it to the state that the list of waiting changes shows.
   */
  proposeTransition: Name
  /**
   * Creates a change that is live already, with the same form: with WATCH=on the server notes each change of the folder. `system` runs it. Lead it to the state of applied ones, so that each can be taken back.
   */
  noteTransition: Name
  /**
   * Applies a change: its files are written into the folder of manifests and are live. It is refused when a file has changed since, when the manifests would not be sound, and when stored records stand in the way. Give it to those who answer for rights and data, and ask for a second factor there.
   */
  takeOverTransition: Name
  /**
   * Leaves a waiting change as it is: the product goes on as before. `system` runs it when the folder changes again before anybody decided. Ask for a note, from which the author learns why.
   */
  leaveTransition: Name
  /**
   * Proposes the reverse of an applied change, with its own plan and the same refusals. Offer it on applied changes only.
   */
  goBackTransition: Name
}
/**
 * How an effect sends a message. Declare it as soon as one effect has a `message`.
 */
export interface Messages {
  /**
   * The entity whose records are the messages that users read. Give it `rowScope` of its reader alone.
   */
  entity: Name
  /**
   * Its creating transition, whose form has kind, to, title, body and route. Leave it to `system` alone: people write notes, not messages.
   */
  sendTransition: Name
  /**
   * The transition that marks a message as read when its reader opens it. Let nothing follow from it: opening is not agreeing.
   */
  readTransition: Name
  /**
   * The state of a message that its reader has not opened; the badge counts messages in it. Name the state that `sendTransition` leads to.
   */
  unreadState: Name
  /**
   * The screen that shows them. Choose a list with the newest first.
   */
  screen: string
  /**
   * The kind of the message that a person gets who is named in a note; needed as soon as an entity has `notes`. Choose a kind of its own, so that people can tell who speaks to them.
   */
  noteKind?: Name
  /**
   * The endpoint whose form a person fills in to choose where else messages arrive, such as by SMS. The panel of messages links to the page with that form; use it as soon as there is such a choice.
   */
  choicesEndpoint?: Name
  /**
   * kind: name of its counter in the answer of the count call. Write it where a program counts messages by names of its own.
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
   * Every account for which this holds. Choose what stays true when people change, as a code or a kind of employee.
   */
  where: Rule
  /**
   * true: accounts of all tenants, not only those of the record's own. Use it for what headquarters have to hear of.
   */
  acrossTenants?: boolean
}
/**
 * Explicit instructions for records whose entity is gone. Write it when an entity goes, before the next start.
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
   * What the list of options is called where it is managed. Name the question that its options answer, as “Kind of customer”.
   */
  title: Text
  /**
   * code: [Chinese, English], or an object with a color. Keep a code once records hold it, and change its title instead.
   */
  items: {
    [k: string]: Text | DictionaryItemDetail
  }
  migration?: CodeMigration
}
export interface DictionaryItemDetail {
  /**
   * What the option is called wherever it is shown. Write the object where the option needs a color.
   */
  title: Text
  color?: Color
  /**
   * true: shown on records that hold it, and no longer offered. Use it instead of deleting an option that records hold.
   */
  retired?: boolean
}
/**
 * Explicit instructions for records that hold a code that is gone. Write it when a code is renamed or two become one.
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
   * What the call is called: the text of its button and the name in the log. Write it as the act that it does, as “Fetch prices”.
   */
  title: Text
  /**
   * GET for a call that only reads, POST for one that changes something. Take POST wherever a second call would do something a second time.
   */
  method: 'GET' | 'POST'
  /**
   * The fixed address of the call; it must not begin with /api/, which belongs to the engine. Keep it once another program calls it.
   */
  path: string
  /**
   * Who may call it: any one code suffices; or public, or signed-in. Give it a code of its own where programs call it, so that a key can hold just that.
   */
  permissions: Permission[]
  /**
   * The operation of the server that answers the call, by name. Declare a call only for what transitions and lists do not give already.
   */
  operation: Name
  /**
   * What the operation needs to know, by its own rules. Write here what differs between two calls of one operation.
   */
  options?: {}
  /**
   * The values that the call takes, checked by type before the operation sees them; a block of kind call makes its form of them. Declare every value: what is not declared is refused.
   */
  request?: {
    [k: string]: Field
  }
  /**
   * The fields of `data` in the answer. Declare what callers may rely on; it is what OpenAPI shows them.
   */
  response?: {
    [k: string]: Field
  }
  /**
   * Milliseconds after which the call is given up; 20000 if absent. Raise it for calls that another system answers slowly.
   */
  timeoutMs?: number
  /**
   * What the user reads when the call takes longer than `timeoutMs`. Say whether trying again does harm.
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
   * int, decimal: what the number counts or measures, such as mm or days. Its title is followed by it wherever it is shown; in a summary of lines, which has no titles, the number is. An amount of money and a percentage have theirs already. Write it wherever a bare number could be taken for another measure.
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
   * ref: which of the records that may be chosen come first, by a rule over their own fields, with `this` and `input` for the form. Use it where one kind of them is nearly always meant, as with fitters for an installation: `"optionsFirstWhere": "jobKind == 'fitter'"`. The others stay to be chosen. The rows of a calendar follow it with nothing filled in.
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
   * lines: the fields that stand for a line where there is room for one line of text only, as in a list. Choose the two or three by which people tell one line from another.
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
   * A value derived from other fields; never entered. A form shows it by itself, below its fields, as soon as it has a value: let it be null, not 0, where it means nothing yet. Use it for what follows from the record itself, as an amount from price and quantity.
   */
  compute?: Rule
  aggregate?: Aggregate
  /**
   * Beside `aggregate` of a number: a list of the entity that is counted, to which the number leads on the record and in the dialogs of its transitions; it shows the records behind it, as far as the reader reaches them. Write it where a person has to look at these records before deciding, as at the open orders of an employee who leaves.
   */
  drillDown?: string
  /**
   * The default value: offered in a form, or in a new line, and written when nothing is given; null gives nothing on purpose. Use it for what is nearly always right, so that only the exception is typed.
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
   * How the value is shown: html (text): as formatted text, its harmless part; route (string): a link within the application; percent (int, decimal): with the sign and typed in percent, a decimal being a part of 1 (0.25 is 25%); alert (int, money, decimal): above zero in red, since a user has to act; balance (int, money, decimal): a difference that has to come to nothing, in red while it is there and beside what is typed only then; request (text): what a list or report was asked for, which the page fills in. Leave it out where the plain value is enough; alert and balance are for numbers on which people have to act.
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
   * An entity, a lines field of this record, or entity.linesField: is there any for which `where` holds?. Use it instead of `count` where only whether matters: the search ends at the first record.
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
   * What the user reads when the rule does not hold; name what to do about it. `{name}` is replaced by a field, `{vars.name}` by a value of `vars`, `{settings.name}` by a setting, `{vars.name|order|orders}` by the word for that number (`{vars.name} open {vars.name|order|orders}`). Quote the values that decided, so that the next attempt succeeds.
   */
  message: Text
  /**
   * The field of the form beside which the message is shown. Where it is a reference and `optionsWhere` does not offer the record, the first check of the field that fails says why, instead of a sentence of the engine. Write it wherever one input can put it right.
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
   * What the document number is called (`单号`, in English `No.`, if absent). Write it where the number has a name of its own, such as contract number.
   */
  numberTitle?: Text
  /**
   * The field that names a record where it is referred to (`no` if absent, else `name`). Choose what people call a record by on the telephone.
   */
  labelField?: Name
  /**
   * A second field shown beside the label where a record is chosen. Use it where labels repeat, as a telephone number beside a name.
   */
  sublabelField?: Name
  /**
   * The fields that tell its records apart where one is chosen, beside the label, also those of a record that it refers to (if absent `sublabelField` and the first other field with a short value). Each is shown to those who may read every field on the path. Write it where many records share a name, as customers do, or are asked for by what another record has, as orders by the mobile number of their customer.
   *
   * @maxItems 3
   */
  facts?: [] | [FieldPath] | [FieldPath, FieldPath] | [FieldPath, FieldPath, FieldPath]
  /**
   * true: the command palette finds none of its records; lists and choices still do. Write it for what the product notes by itself, as an audit, whose many entries would hide what people look for.
   */
  hideInPalette?: boolean
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
   * false: the records belong to no tenant, and all signed-in callers read them within their permissions; counts run over all of them. Use it for what headquarters keeps for all, such as a price list, and with a field for the tenant and `where` of `rowScope` for what tenants write into.
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
   * The stations of a record's life, by name. An entity without states is only created: a transition that changes a record names the states that it starts from, so declare at least one where records are edited. Name what is true of the record while it waits, as “To approve”, not the step that follows.
   */
  states?: {
    [k: string]: State
  }
  /**
   * The order of the stages and when one is skipped; a transition with `"toStage": "measuring"` leads to measuring or the next that is not skipped. Write it where people ask how far a record has come: the page then shows its way, and buttons back and ahead follow from the order.
   */
  stages?: Stage[]
  /**
   * Everything that can happen to a record, by name; nothing else ever changes one. After a run the first of them that leads the record to another state, not back to an earlier stage, without `danger`, and that the caller may run, is offered as the next step (`next` of the answer). Name each after what people do, such as submit, approve and reject, instead of one edit for all.
   */
  transitions?: {
    [k: string]: TransitionManifest
  }
  /**
   * What must hold for every transition of an existing record, except in those of `exceptTransitions`, or for those of `transitions` alone, creating ones too; for every caller, and a rule that gives null refuses. Use it instead of repeating one check in several transitions.
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
   * The choice of the entity that decides. Everyone may read it, as its code shows in the number. Take one that is given at creation and stays.
   */
  field: Name
  /**
   * code: its prefix. A code that is missing here, or an empty choice, gets `numberPrefix`. Name those kinds that people tell apart by their number.
   */
  prefixes: {
    [k: string]: string
  }
}
export interface Snapshot {
  /**
   * What the values are called together; the title of each field begins with it. Name the moment rather than the record, as in “Terms at signing”.
   */
  title: Text
  /**
   * The entity whose records have the values. Choose the one whose later changes must not reach this record.
   */
  entity: Name
  /**
   * Its fields whose values are kept: those that something here decides by or shows, computed ones too. No lines and files, and no texts in several languages. Keep few: each one is a value that stays as it was when the other record goes on.
   */
  fields: Name[]
}
export interface ViewPart {
  /**
   * The entity whose records this part is made of. Add one part for each kind of record that people look for in the same list.
   */
  entity: Name
  /**
   * Only of records for which this holds (stored fields). Write it where only some records belong to the view, as those that are still open.
   */
  where?: Rule
  /**
   * field: rule over stored fields of that record. A field that is left out is empty. Give every part the same meaning for a field, or columns and sums of the list compare unlike things.
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
   * The type that the former field had. A database in which it has another one is refused. Write it as it stood in the old manifest, since the field itself is no longer declared there.
   */
  type: 'string' | 'text' | 'int' | 'money' | 'decimal' | 'date' | 'datetime' | 'boolean' | 'mobile'
  /**
   * field: the rule that gives its value, over the former field and the single values that the record itself stores, as `{ "isLarge": "contains(flags, 'large')" }`. A record that has a value in the field already keeps it; one without a value of the former field gets none. Use it where one old value becomes several, or another type; for a mere new name `migration.rename` is enough.
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
   * Fields (or fields of referenced records) that hold the organizational unit, for callers whose row scope is `unit`, and `self` where there are no `selfFields`. Without it these callers reach all rows of the tenant; a record in which all of them are empty is seen by none of these callers, so fill them by `default` or `set`. List every field by which a record belongs to a unit, so that a record handed over is seen by both.
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
   * Its stored field that refers to the row. Use it where the people who work on a record are kept in lines or records of their own.
   */
  referenceField: Name
  /**
   * Its stored field that holds the account. Choose the field that names who does the work, not who wrote it down.
   */
  accountField: Name
  /**
   * Only records for which this holds (stored fields of `entity`, `state` included); all if absent. Write it where a share ends, as `state == 'active'`.
   */
  where?: Rule
}
export interface Unique {
  /**
   * The fields that must not agree in two records; texts in several languages in none of these. Use several where a value may repeat, but not together with the other, as a name within a store. The message stands beside the first of them, so begin with what a person would change.
   */
  fields: Name[]
  /**
   * Only among records for which this holds (stored fields, `state` included; neither `me` nor `today()`, since the database compares a record when it is written). Write it where only living records may not agree, as `state != 'void'`, or where a thing can be taken only once at a time: `"fields": ["tool"], "where": "state == 'lent'"`.
   */
  where?: Rule
  /**
   * true: over all tenants. Use it for what is unique in the world, such as a login. An entity with `perTenant` false is compared over all its records anyway.
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
   * A state of the entity; the order of the list is the order of the way. Leave out side ways such as a refusal or a pause: they are states, but no part of the way.
   */
  state: Name
  /**
   * The stage is passed over while this holds; never if absent. Use it where some records need no approval or no visit, instead of a second way beside the first.
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
   * Whether a record that allows it waits for it. false: it may be done and nothing waits for it, as lending out a piece that is on show, or asking for money back: such a transition is never the next step, and no record names whose turn it is. Without the key, a transition that moves a record on, or begins something with it, is a next step. Write false where a record would otherwise seem to wait for something that may never happen.
   */
  turn?: boolean
  /**
   * A record that allows it waits for it only while this holds, as for a visit from its day on; it may be done earlier all the same, which only `when` or a check forbids. Use it where work waits for a date or another record, so that lists of what is due stay short.
   */
  turnWhen?: Rule
  /**
   * The field whose account must not run it: `createdBy`, the record's creator, or another reference to an account; while that is empty, the creator must not. Use `createdBy` where a second person has to approve what the first has created, so that no one approves their own request, and another field where someone else than its creator begins what is approved: the transition that begins it keeps who did (`"set": { "askedBy": "me.id" }`). A list excludes the accounts of all its fields, of which some may be empty: use it where others may change what has been created before it is approved, as `["createdBy", "submittedBy"]` where every transition that submits it keeps who did.
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
   * What must hold for it to run, each with the message that the user reads otherwise. A rule that gives null does not hold, so it refuses. Of several that do not hold the user reads the first; before it the first that reads nothing of the form, since no input puts that right. Use them for what depends on the moment of this step; what must hold after every step belongs to `invariants`, and whether the button is there at all to `when`.
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
   * A sentence above the fields of the form. Use it for what people look for in this form and find elsewhere, as amounts that come with the contract; what concerns one field belongs in the `help` of that field.
   */
  help?: Text
  /**
   * Documents of the record that the form offers to print above its fields, while the record has them, as it is stored. Use it where a paper is signed or handed over in this very step, as the quotation that a customer approves.
   */
  documents?: Name[]
  /**
   * The question before it runs, where the form has no fields; above the remark where it has a `note`, and before a run on several records as well, unless it names a field of the record. It names fields of the record alone, also through references, and none where the transition creates, which has no record yet; who may not read one of them gets the general question. Use it for what is hard to take back.
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
   * The code that suffices while `when` holds. Name the wider code here, and list one without `when` beside it for those who may always.
   */
  permission: Permission
  /**
   * The code suffices only for records for which this holds. Use it where a code reaches further than this one step should, as to one's own records only; compare with `me` for that.
   */
  when: Rule
}
export interface FormFieldDetail {
  /**
   * A field of the entity, or one of the transition's `inputs`. Write the field alone, as a text, where nothing about it differs in this form.
   */
  field: Name
  /**
   * Whether this form needs a value; it wins over the field's own `required` and `requiredWhen`. Without the key those hold. Use it where a value may be missing at first and has to be there at this step.
   */
  required?: boolean
  /**
   * The form needs a value while this holds, as in `average < 3`. A rule over the values of the form; it wins over the field's own. Use it where another answer decides, as a reason for a bad mark.
   */
  requiredWhen?: Rule
  /**
   * In the form only while this holds; otherwise left out and not sent. What a program sends nevertheless is left out as well, for a new record and for a change, and an import refuses such a cell. A change after which it no longer holds empties the field; one that the caller could not see before keeps its value. Use it for inputs that an earlier answer makes pointless, as a field for one category only.
   */
  visibleWhen?: Rule
  /**
   * The default value in this form; it wins over the field's own `default`. Use it for what is nearly always right, such as `today()` or `me.store`; the user may change it.
   */
  default?: Rule
  /**
   * lines: the lines that this form offers at first, each with the values of its fields, as in `[{ "values": { "stage": "'sign'", "amount": "round(amount * 0.6, 2)" } }]`. They follow what they are computed from until they are changed, those of a record as well if they are still as the template gives them; after that a button below them takes over what it gives now. Use it for a plan or a list that is nearly always the same.
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
   * ref: narrows the field's own `optionsWhere`. choice: offered codes, with `code` as the bare name. lines of which no two agree in one choice: one line for each of these codes, no more and no less. Use it where this step allows less than the field as such, as only open stores when one is changed.
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
   * Offered only while this holds. A rule over the values of the form. Use it where a line belongs to some kinds of record only, so that no one has to delete it.
   */
  when?: Rule
  /**
   * Fields of the line and their values. Rules over the values of the form. Give what is the same each time, and leave the amounts to those who fill in the form.
   */
  values: {
    [k: string]: Rule
  }
}
export interface Suggestion {
  /**
   * The text on the button, in each language of the product. Keep it to a word or two, as “Tomorrow”, since several stand side by side.
   */
  title: Text
  /**
   * The value. A rule over the values of the form. Take what people would otherwise work out by hand, such as the next working day.
   */
  value: Rule
  /**
   * datetime: the time of day, `10:00`, of the day that `value` gives. Write it where the day alone would leave a time to be typed that is nearly always the same.
   */
  time?: string
}
export interface CopiedLines {
  /**
   * Lines of this record, of one that it refers to (`loan.items`), or of the form (`input.items`). Take the lines of the record that was agreed upon, so that what follows starts from the same figures.
   */
  from: FieldPath
  /**
   * Which lines (all without it). A bare name is a field of the line that is copied; `this` is the record. Use it where only a part goes on, as the lines that are still to be delivered.
   */
  where?: Rule
  /**
   * field of the new line: rule, with the names of `where`. The other fields take what the copied line has under their name. Use it for what starts again in the copy, such as the quantity that is left.
   */
  set?: {
    [k: string]: Rule | null
  }
  /**
   * true: after the lines that are there, instead of in their place. Use it where lines are collected from several sources, or where others may have been typed before.
   */
  keepExisting?: boolean
}
export interface ChangedLines {
  /**
   * Which lines (all without it). A bare name is a field of the line; `this` is the record. Use it where a step concerns single lines, as those that have just been checked.
   */
  where?: Rule
  /**
   * field of the line: rule, with the names of `where`. null clears. Use it for what the step itself decides, so that no one has to mark each line by hand.
   */
  set: {
    [k: string]: Rule | null
  }
}
export interface RunEffect {
  /**
   * The transition to run on another record; its permissions name `system` where users may not run it themselves. Use it where one step decides about two records, so that both move or none.
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
   * When it creates: the field of this record that keeps the reference to the new one. Write it where the record should lead to what it has caused, and where later rules read that.
   */
  saveToField?: Name
  /**
   * The effect happens only while this holds; always if absent. Use it where the other record moves only in some cases, instead of two transitions that differ by nothing else.
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
   * Every account of the record's tenant, or of all tenants if it has none, for which this holds (`this` is the record of the transition). Use it where a right or a unit decides who has to know, as all finance clerks of the store.
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
   * The effect happens only while this holds; always if absent. Use it so that people hear of exceptions only, or of one step of a reminder: messages that always come are not read.
   */
  when?: Rule
}
export interface CallEffect {
  /**
   * A destination: a code of the field destination of subscriptions (`webhooks` of app.json). Use it where another system has to hear of a step by design; what administrators choose themselves needs none. Administrators subscribe addresses to the destination; without one, nothing is sent. The event is queued in the transaction of the step, signed and sent like every other, and is not undone.
   */
  call: Name
  /**
   * The effect happens only while this holds; always if absent. Use it where the other system knows only some of the records, such as those that came from it.
   */
  when?: Rule
}
export interface EntityCheck {
  /**
   * What must hold of the record as it will be after the transition. With `transitions` it sees what their own checks see, such as `input`, `before` and `vars`, which each of them declares. Write here what must hold whichever way the record was changed; what concerns one form belongs to `checks` of its transition.
   */
  rule: Rule
  /**
   * What the user reads when it does not hold. Name the record and the limit: the reader may have pressed a button on quite another record.
   */
  message: Text
  /**
   * The field beside which the message is shown, in the forms of `transitions` that have it; as `field` of a check. Write it wherever one input can put it right.
   */
  field?: Name
  /**
   * The transitions of this entity for which it must hold, after their own checks; without the key all that change a record. Write it where the same must hold when a record is created, edited and submitted again: `["create", "edit"]`.
   */
  transitions?: Name[]
  /**
   * Transitions of this entity that run although the rule does not hold, such as the one that corrects it. Use it sparingly, for the way out of a state that should never have been.
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
   * The field of the record, a date or a moment, from which the days of `steps` count; `stateAt`, when the record came into its state, if absent. When its value changes, the first step comes again. Write it where the time runs from a day that the record has, as `"since": "due"`; a day of another record is a field with `compute`, such as `course.startsOn`.
   */
  since?: Name
  /**
   * Reminders that escalate: who gets a message one after the other while `where` goes on to hold, each once. The transition runs again at each step, and its messages without receivers go to those of the step; it has no `to`. The first step is the transition itself; of `remind` the others are called `remind2`, `remind3`, and the record keeps in `remindStep` and `remindSince` which step was the last, and for which `since`; both are shown only where a section, column or document names them. A message of one step alone reads that: `"when": "remindStep == 2"`. Use it where what waits has to be brought before further people: after 2 days its assignee, after 4 the manager, after 7 the owner.
   */
  steps?: EscalationStep[]
}
/**
 * It is given lines that are read out of a table (CSV or a workbook) in a file of the record. Any other file waits for a user. Use it where another system sends its lines as a file instead of being typed in.
 */
export interface FileImport {
  /**
   * The field that holds the file. Use it where people upload the table that another program wrote instead of typing its lines.
   */
  fileField: Name
  /**
   * The lines field in the form of the transition. Take the one whose columns the headings of the table name.
   */
  linesField: Name
  /**
   * Where it fills cells of lines that are there: by which of their fields a row is found. Write it where the lines are there already and the file brings prices or dates.
   */
  matchFields?: Name[]
  /**
   * The transition that runs when the table cannot be taken. Let it lead to a state in which the same person can upload a corrected file.
   */
  failTransition: Name
  /**
   * The input of that transition that takes what is wrong, row by row. Show it in the details of the record, where it is read beside the file.
   */
  reasonInput: Name
}
export interface EscalationStep {
  /**
   * Whole days from `since` to the step, as a rule about the record: `"2"` in the simplest case, `"-7"` for seven days before a day that is still to come. A record that reaches several steps at once runs them all; of those with the same receivers only the latest sends a message that has no `when`. Take it from a setting where each tenant decides how long something may wait: `settings.reminderDays`, or `0 - settings.noticeDays` before a day.
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
   * integration.call: the call that returns the rows, as in `factory.orders`. Use it where another system is the one that people write in.
   */
  from: string
  /**
   * Seconds between two times for the same tenant. Take minutes for what people wait for, and hours for the rest.
   */
  everySeconds: number
  /**
   * The field by which a row and a record are the same. Choose the number that the other system never changes.
   */
  matchField: Name
  /**
   * field: name of its value in a row; for a reference also the field by which the record is found. Take over only what is not written here as well, or each side undoes the other.
   */
  fields: {
    [k: string]: string | SyncField
  }
  /**
   * Name of the value in a row that holds its status.
   */
  statusKey?: string
  /**
   * transition: the values under `statusKey` from which on it has happened; none: always. Tried in this order; one without another state only when something differs. List them in the order of life, so that a row that comes late still takes each step.
   */
  statusesByTransition: {
    [k: string]: string[]
  }
  send?: Send
}
export interface SyncField {
  /**
   * The name of the value in a row of the other system. Write the object where a reference is found by another value than its id.
   */
  from: string
  /**
   * The field of the referenced record that has this value; one such record is meant, else none. Choose a field with `unique`, so that no two records have the value.
   */
  matchField: Name
}
/**
 * Records that the other system does not have yet are sent to it, and its answer is brought in. Use it where records begin here and go on there.
 */
export interface Send {
  /**
   * integration.call, whose query speaks of this entity. Choose a call that can be repeated without harm.
   */
  to: string
  /**
   * Which records the other system does not have yet. Ask for what the answer fills in, so that a record is sent once.
   */
  where: Rule
  /**
   * The transition that takes the answer. Let it keep the number that the other system gave.
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
   * The code of a language of app.json in which the document is always shown, printed and sent; that of its reader if absent. Write it for papers that are signed by both sides or handed to someone outside, who reads one language whichever the account uses.
   */
  language?: string
  /**
   * false: without head and footer of the tenant (`letterhead` of its entity), as for papers that the tenant does not issue; true if absent. Leave it out for everything that goes to a customer, and where the entity has `perTenant` false: its papers have none.
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
   * Who may make links: holders of any one code. Give it to those who may hand out the paper itself: everyone with the link can read it without signing in.
   */
  permissions: Permission[]
  /**
   * The longest time for which a link can be made, in days; 30 if absent. Shorten it where the paper holds prices or addresses that should not lie about.
   */
  maxDays?: number
}
/**
 * Either values beside their names, a table of lines or of related records, a paragraph, or places to sign.
 */
export interface DocumentSection {
  /**
   * The heading of this section; none if absent. Leave it out where the table or the text speaks for itself.
   */
  title?: Text
  /**
   * Values beside their names, amounts with the sign of the currency as on the record's page. Use it for the facts at the head of a paper, such as number, customer and day.
   */
  fields?: (FieldPath | PrintedValue)[]
  /**
   * A field of lines, shown as a table; a record without lines gets the paper without this section. Use it for goods, payments and whatever else the paper lists.
   */
  lines?: FieldPath
  /**
   * A table of `detail.related`: its entity, or entity.reference where two tables list the same entity. The paper lists what its reader sees in that table, with the same row scope, rights and masks, and names it when there are more than 50 records, or when its reader reaches only a part of those of the tenant; a reader without the table gets the paper without it. Not on a document with `link`. Use it for records of their own, such as the orders of a project.
   */
  related?: FieldPath
  /**
   * Beside `related`: only the records of that table for which this holds are printed; null does not hold. It reads columns of that table and its state, and nothing else, so that the paper shows no more than the page; a reader who may not read a column that it reads gets the paper without the table. Where there are more than 50 records, it chooses among the latest 50. Use it where a paper leaves some records out, such as canceled orders.
   */
  where?: Rule
  /**
   * Which fields of the lines, or which columns of the table of `related`; all of them if absent. Write it where the paper leaves out what is kept for the house, such as costs.
   */
  columns?: FieldPath[]
  /**
   * A paragraph; {field} is its value, an amount without the sign of the currency, which the text itself names. Use it for terms and declarations that are the same on every paper.
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
   * The field whose value is printed. Take a computed field where the paper needs a value that no one types.
   */
  field: FieldPath
  /**
   * What the value is called on paper, where the field's own title does not fit. Write it where the reader of the paper knows another word.
   */
  title: Text
}
/**
 * Beside `signatures`: which of the places bears the seal of the tenant's letterhead, if the tenant has one. Use it where the tenant signs with a seal, as contracts and receipts do.
 */
export interface SealPlace {
  /**
   * The number of the place to sign, from 1. Choose the place where the tenant signs, not its customer.
   */
  place: number
  /**
   * Only records for which this holds are sealed; null does not hold. Use it so that a draft leaves the house without a seal.
   */
  when?: Rule
}
/**
 * On the entity of tenants: which of its fields stand at head and foot of the documents of a tenant's records. Documents have it unless they say `letterhead` false; a field without a value leaves its place out. Write it once where papers leave the house under the name of the tenant.
 */
export interface Letterhead {
  /**
   * The name in large letters. Take the name under which the tenant is registered, if it differs from that of its shop.
   */
  name: FieldPath
  /**
   * Values below the name, each behind its title, such as address and telephone. List what a customer needs for an answer, and no more: each one takes a line.
   */
  contacts?: FieldPath[]
  /**
   * A field of files whose first picture stands beside the name. Use it where tenants print under a mark of their own.
   */
  logo?: FieldPath
  /**
   * A field of files whose first picture is the seal; documents say where it stands (`seal` beside `signatures`). Use it where tenants sign with a seal.
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
   * Only while this holds, a rule over me, tenant and settings; what it leaves out the server neither sends nor takes. Use it where the records of an entity are opened by some tenants only.
   */
  visibleWhen?: Rule
  /**
   * The values that are looked for first: large under the record's name, and preferred among those that a dialog shows of it. An empty value is left out, zero is shown. Choose two to four by which a decision is made, such as amount, day and person.
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
   * What runs in silence when a user opens a record, wherever it stands: an own transition without input, where it can, or entity.transition that creates and takes nothing but the opened record. Use it to note that something was seen, such as a new message.
   */
  onOpen?: FieldPath
  /**
   * Tables of other records that refer to this one. Without it: one of every entity that refers to it, for callers who may open a list, board or calendar of that entity; a right to open its single records is not enough. Write it to choose order, columns and which of them matter.
   */
  related?: Related[]
}
export interface Section {
  /**
   * The heading above the fields. Leave long lists of fields to several sections, each with a heading that people look for.
   */
  title: Text
  /**
   * The fields of this section, in the order in which they are shown. Name side by side what is read together, most important first: on a phone they stand below each other.
   */
  fields: FieldPath[]
  /**
   * detail: only for callers who hold one of these; others get neither the section nor the values that stand in no other one. Use it where a group of values concerns one role only; to protect a value everywhere, write `readPermissions` in the field.
   */
  permissions?: Permission[]
  /**
   * detail: only while this holds, a rule over me, tenant and settings; what it leaves out the server does not send. Use it for values that mean nothing to some tenants, which would otherwise read empty fields.
   */
  visibleWhen?: Rule
}
export interface Related {
  /**
   * The entity whose records are listed. Add a table for each kind of record that people open from here next.
   */
  entity: Name
  /**
   * The field of that entity that refers to this record (the only one if absent). Write it where that entity refers to this one by more than one field.
   */
  reference?: Name
  /**
   * The heading of the table; the entity's title if absent. Write one where two tables list the same entity by different references.
   */
  title?: Text
  /**
   * The columns of the table. Choose what distinguishes the rows, and the state; the rest is one click away.
   */
  columns: FieldPath[]
  /**
   * A creating one is offered where the record could be chosen in its form and passes the checks that read it alone. Name what people open the record for, such as a payment of an order.
   */
  actions?: Name[]
  /**
   * Only for callers who hold one of these; others get neither the table nor its records. Use it where who may see the record should not see what hangs on it, such as payments.
   */
  permissions?: Permission[]
  /**
   * Only while this holds, a rule over me, tenant and settings; what it leaves out the server neither sends nor takes. Use it where only some tenants work with these records.
   */
  visibleWhen?: Rule
}
/**
 * A journey: what people of several roles do one after the other, and what must hold after each step. `npm test` carries it out with the demo data. The file stands beside the screens of its module: order.journey.json.
 */
export interface JourneyManifest {
  $schema?: string
  /**
   * What the journey shows, as the line of a report. Name the promise that it keeps, so that a failure says what broke.
   */
  title: Text
  /**
   * What is done, in order; the journey ends at the first step that does not do what it says. Begin a file of its own for another beginning: each has the demo data to itself.
   */
  steps: JourneyStep[]
}
export interface JourneyStep {
  /**
   * The demo account that acts, by its key in demo/accounts.json. It may do what its role may, and no more. Choose the role that does the step in the business, not the administrator, who may do anything.
   */
  as: string
  /**
   * So many days pass before the step, and on each of them the jobs run that are due; 0: they run now. A job that fails for a record fails the step. Use it for what happens by time, such as a reminder.
   */
  afterDays?: number
  /**
   * The transition that is run, as `entity.transition`. One that creates needs no `on`. Leave it out where the step only looks.
   */
  run?: FieldPath
  /**
   * The record that the step is about, by the name that an earlier step gave it with `keep`. Keep a record in the step that makes it, and name it here.
   */
  on?: Name
  /**
   * Values of the form, by field; a value that fits is made up for a required field, or cell of a given line, that is left out. `$name` is the record that an earlier step kept, `@key` a demo account, `{ "day": 3, "time": "10:00" }` a day from today on or a moment of it, `#name.png` a picture. Of a reference any other text is the label of a record that the form offers. Give only those that the step is about: what is made up stays right when the form changes.
   */
  values?: {
    [k: string]: unknown
  }
  /**
   * The note to a transition that asks for one; a required one is made up if absent. Write it where a later step or message has to hold it.
   */
  note?: string
  /**
   * true: the step must be refused, by whatever refusal. Where only one is meant, write `refusalKey` instead.
   */
  refused?: boolean
  /**
   * The key of the refusal with which the step must be refused (`schemas/language/refusals.md` lists them). Write one for each thing that must not be possible: that is what a journey proves best.
   */
  refusalKey?: string
  /**
   * A part of what the caller reads where the step is refused, in the first language of the product. Write it where a check refuses, as all checks share one key.
   */
  message?: string
  /**
   * The name under which later steps speak of the record. Use it for each record of which a later step speaks.
   */
  keep?: Name
  /**
   * Rules that must be true of the record afterwards, as this account sees it: what it may not read is null. A rule sees the fields of the record, those of the records that it refers to, the named rules, settings and `me`: this account itself, to be compared with a field, as in `borrower == me`. Ask for what the step is to achieve rather than for every value.
   */
  holds?: Rule[]
  /**
   * Field of lines: rules that must be true of each of its lines afterwards, as this account sees the record; there must be one. A bare name is a field of the line, `this` the record. Write it where the step is to fill, copy or compute lines, which `holds` can only count; one line alone is meant by `partNo != 'P1' || qty == 2`.
   */
  linesHold?: {
    [k: string]: Rule[]
  }
  /**
   * Transitions that the record must offer to this account afterwards; those of other entities as `entity.transition`. Use it where the next person must be able to go on.
   */
  offers?: FieldPath[]
  /**
   * Transitions that the record must not offer to this account afterwards. Write it beside a refusal: a button that would refuse is a promise that is not kept.
   */
  offersNot?: FieldPath[]
  /**
   * true: the record `on` must be out of reach of this account. Use it for what another store or tenant must never see.
   */
  unseen?: boolean
  /**
   * Parts of messages that this account has received since the journey began, of title or body, in the first language of the product. Write `as` and this alone where an account only reads its messages.
   */
  receives?: string[]
  /**
   * Parts of messages that this account must not have received since the journey began. Use it where a message to the wrong person would tell too much.
   */
  receivesNot?: string[]
  /**
   * A list or report that this account opens, by its address. Use it where the record has to turn up, not only to exist.
   */
  screen?: string
  /**
   * Records that the list must have, by their names. Name those that this account has to find there to do its work.
   */
  shows?: Name[]
  /**
   * Records that the list must not have, by their names. Name those that would be done twice or by the wrong person.
   */
  hides?: Name[]
  /**
   * Totals that the report must show, by the names of its measures: a number, or with a sign, as in `"+1"`, by how much it has changed since this account last opened the report in the journey. Open it with `screen` alone beforehand. Prefer the change, as `"+1"`: the demo data around it may grow.
   */
  figures?: {
    [k: string]: number | string
  }
  /**
   * A record that refers to `on`, as `entity.field`: what an effect has made, for the steps that follow. Use it where the step before does not answer with the record that it made.
   */
  find?: FieldPath
  /**
   * Which record is meant: the first of `screen` or `find` for which the rule is true. Write it where there may be several, so that the journey does not take another one by chance.
   */
  where?: Rule
}
/**
 * A module: a first-level menu item and the folder of its manifests. A module without `path` has no menu item of its own.
 */
export interface ModuleManifest {
  $schema?: string
  /**
   * The text of the menu item. Write the word by which people look for the work in it, not for the data.
   */
  title: Text
  waive?: Waivers
  /**
   * Its address, as in /customer. Choose it once: saved links and every screen's address begin with it.
   */
  path?: string
  /**
   * Any one suffices; absent: every signed-in caller. Write here who may see the module at all; each of its screens narrows that down by codes of its own.
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
   * What the module shows on dashboards of other modules, by their addresses; with the folder it comes and goes. Use it instead of editing the dashboard, so that the module can be taken out again.
   */
  dashboards?: {
    [k: string]: DashboardParts
  }
  /**
   * The icon of the menu item, by its name in the engine's set. Choose one that no other module has: on a folded menu it is all that is seen.
   */
  icon?: string
  /**
   * Place in the menu, ascending. Leave gaps of ten, so that a later module fits between two.
   */
  menuOrder?: number
  /**
   * The screen opened first; without it, or if it is not permitted, the first that is. Name the screen on which the daily work begins.
   */
  redirect?: string
  /**
   * true: no screen opens at its address. Use it where the menu item only groups its screens.
   */
  menuOnly?: boolean
  /**
   * true: the module and its screens are reachable but have no menu item. Use it for pages that are opened from elsewhere only, such as those of an account.
   */
  hideInMenu?: boolean
}
export interface DashboardParts {
  /**
   * Blocks behind those of the dashboard itself, the modules in the order of the menu. A person may move and hide them like all others. Use it for what deserves a place of its own, such as a checklist of the module.
   */
  blocks?: Block[]
  /**
   * Blocks before one of the dashboard, by its `slot`. Use it where the work of some people is that of this module, so that it comes before what everyone sees, such as messages and news; on a phone, where the blocks follow one another, it would else be the last.
   */
  blocksBefore?: {
    [k: string]: Block[]
  }
  /**
   * Figures behind those of a block of the dashboard, by its `slot`. Use it for one number more, which needs no block of its own.
   */
  figures?: {
    [k: string]: Figure[]
  }
}
export interface Block {
  /**
   * queues: counts of the screens that wait; figures: single numbers; latest: a short list; reminder: other records that deserve attention, drawn only while there are some; checklist: steps that are done once, drawn until all of them are; text; call: the form of a declared endpoint; frame: a page of an integration; or the name of a built-in block such as signIn. Begin with queues, which show what waits; add figures where a number makes someone act.
   */
  kind: Name
  /**
   * call: the endpoint that it sends to; its request is the form. Use it for what changes no record of its own, such as a search in another system.
   */
  endpoint?: Name
  /**
   * call: what stands in the form at first. Rules over me, tenant and settings. Give what the account already knows, so that it need not be typed.
   */
  values?: {
    [k: string]: Rule
  }
  /**
   * account: what the page shows of the account beyond its name, number, tenant and unit, such as whom to turn to; a fact without a value is left out. Add what people ask their administrator for.
   */
  facts?: AccountFact[]
  /**
   * Only drawn while this holds, a rule over me, tenant and settings; me is null without a session. The data of a block that is left out is refused. Use it where a block would be empty for good for some tenants.
   */
  visibleWhen?: Rule
  /**
   * Only drawn for callers who hold one of these; the data of a block is refused to all others. call: the endpoint itself decides who may call it. Use it where a dashboard is for all and the block for few.
   */
  permissions?: Permission[]
  /**
   * call: the text of the button; the endpoint's title if absent. signIn, integrationSignIn, resetPassword: the text of the button of each form that has none of its own; integrationFailed: of the button that tries again. Name the act, as “Send code”, where the title of the block names the topic.
   */
  submitTitle?: Text
  /**
   * call: the question before it is sent. Use it for what cannot be taken back.
   */
  confirmMessage?: Text
  /**
   * call: what the user reads afterwards; the `message` of the endpoint's answer if absent. Write what happens next, since the form is empty again.
   */
  successMessage?: Text
  /**
   * The heading of the block. integrationFailed: may name {name}, the other system. Leave it out where the first line of the block says the same.
   */
  title?: Text
  /**
   * text: the paragraph that is shown. Pages without a session: what stands below the title; integrationFailed may name {screen}, the screen that waits. Use it for what people need to know before they begin, and keep it to a few lines.
   */
  text?: Text
  /**
   * Pages without a session, such as signIn, resetPassword and notFound: a picture above the title, by its address in the page's own files, such as /icon.svg. Use it where people have to see at once whose page this is.
   */
  image?: string
  /**
   * Pages without a session, such as signIn, resetPassword and notFound: the ways on, in their order; the last one is the main one on a page without a form. Add one for each thing that a stranded reader may want, as to sign in or to ask for help.
   */
  links?: PageLink[]
  results?: PageResults
  /**
   * signIn, integrationSignIn: the ways to sign in, in their order; of several each is a tab, and one whose endpoint no manifest declares is left out. resetPassword: its steps, in their order. integrationFailed: what is needed to try again. Put the way first that most people use.
   */
  forms?: PageForm[]
  /**
   * latest, reminder, frame: the entity whose records are shown. Choose the records that the reader of this page can do something about.
   */
  entity?: Name
  /**
   * latest, reminder: which records. Bare names are fields. Narrow it to what is new or waits, or the list repeats the screen that it leads to.
   */
  where?: Rule
  /**
   * latest, reminder: what is shown of each record. Two or three are enough: a card is narrow.
   */
  columns?: FieldPath[]
  /**
   * frame: fields of the record that its page is sent. Name no more than the page needs: they leave the product.
   */
  sentFields?: FieldPath[]
  /**
   * latest, reminder: a field, with a leading - for descending. Put first what should be done first.
   */
  sort?: string
  /**
   * latest: how many records are shown. Keep it to what is read at a glance, as five; `more` leads to the rest.
   */
  limit?: number
  /**
   * latest, reminder: transitions that are offered on its rows, as entity.transition or, own ones, by name. A `latest` with them is drawn only for callers who may run one of them, and only while there are records. Use it where the step can be decided on from the row alone.
   */
  actions?: FieldPath[]
  /**
   * queues: one line with the sum until the user opens it; it stays as the user left it. Use it where the numbers matter only to some, or the page is long.
   */
  folded?: boolean
  /**
   * queues: of how many queues the first records are shown at once, each with its next step; the most overdue first. All of them follow as links. Use it where people work off their queues from the home page.
   */
  previews?: number
  /**
   * The screen that the link `more` opens. Name the list whose `where` is the same, so that nothing is missing there.
   */
  moreScreen?: string
  /**
   * frame: the integration whose page is shown; it is sent the `sentFields` of the record in ?id=. Use it where another system has a page for the same record that need not be built again.
   */
  integration?: Name
  /**
   * frame: what the page may hand over, by its own name, and the transitions that may take it; the first that the record allows. A user sees and saves it. Use it where people would otherwise copy a result from one window to the other.
   */
  imports?: {
    [k: string]: Name[]
  }
  /**
   * Width of the block, of 24 columns; 24 if absent. Use 12 for two blocks side by side.
   */
  width?: number
  /**
   * checklist: what is to be done, in this order. Callers are shown the steps that they may do; the first of those that are not done has the main button. Drawn until all are done; a person may fold it, or hide it on a dashboard. Use it for the first days of a tenant, in the order in which one step needs the other.
   */
  steps?: ChecklistStep[]
  /**
   * figures: the numbers, side by side. Take those that someone looks at daily; the rest belongs into a report.
   */
  figures?: Figure[]
  /**
   * Dashboards: the name by which modules refer to this block in `dashboards` of module.json, to put blocks of their own before it, and figures behind those of a block of figures. Use it for a block about work of several modules, and for the first of what everyone sees.
   */
  slot?: Name
}
export interface AccountFact {
  /**
   * What the value is. Write it as a label, as “Your contact”.
   */
  title: Text
  /**
   * A text: rule over me, tenant and settings. Join several values in one text where they belong together, as a name and a telephone.
   */
  value: Rule
}
export interface PageLink {
  /**
   * The text of the link. Say where it leads rather than “Click here”.
   */
  title: Text
  /**
   * Where it leads; one step back if absent. Name one that needs no session where the reader has none.
   */
  screen?: string
}
/**
 * What stands in place of the block when its work ended, by how it ended. Write it where the block would leave the reader with nothing to do.
 */
export interface PageResults {
  done?: PageResult
  alone?: PageResult
  refused?: PageResult
  unasked?: PageResult
}
export interface PageResult {
  /**
   * The heading of the result. Say what is true now, as “Your password is set”.
   */
  title: Text
  /**
   * What stands below the heading. Leave it out where the heading and a link are enough.
   */
  text?: Text
  /**
   * The ways on, in their order; the last one is the main one. Give one at least, or the page is a dead end.
   */
  links?: PageLink[]
}
export interface PageForm {
  /**
   * signIn, integrationSignIn: what it proves: password, by account and password; code, by mobile and the code that is sent to it. integrationFailed: password. resetPassword: any name. Use code for people who sign in rarely and forget passwords.
   */
  name: Name
  /**
   * The text of its tab or step. Name the way, as “By SMS code”, so that people choose without trying.
   */
  title: Text
  /**
   * What stands with its inputs. resetPassword: may name {mobile}, the number with its middle hidden. Use it where the inputs need a reason, as why a mobile number is asked for.
   */
  text?: Text
  /**
   * The text of its button, where it differs from that of the block. Write it where the step is not the last, as “Send code”.
   */
  submitTitle?: Text
  /**
   * What is asked, in this order: account and password, or mobile and code. resetPassword asks for mobile, code and newPassword, in as many steps as there are forms; the code is sent when the step of the mobile is done. Leave out what the page knows already.
   */
  inputs: PageInput[]
}
export interface PageInput {
  /**
   * By which the proof knows it. Take those that the form needs, such as account and password.
   */
  name: Name
  /**
   * The label above the input. Write what people call it, as “Mobile number”.
   */
  title: Text
  /**
   * What the empty input says. Use it for the form of a value, as how many digits.
   */
  hint?: Text
}
export interface ChecklistStep {
  /**
   * By which the page knows the step. Name the act, as `firstStore`, so that the steps can change places without another name.
   */
  name: Name
  /**
   * What is to be done. Begin with a verb, as “Add your first store”.
   */
  title: Text
  /**
   * What it is good for, below the title until it is done. Leave it out where the title says why.
   */
  text?: Text
  /**
   * The step is done when there are records of this entity among those that the caller may see, by its `rowScope`. Callers who may not open them are not shown the step. Choose what can only be there if the step was done.
   */
  entity: Name
  /**
   * Which records count. Bare names are fields. Use it where records are there from the beginning that do not count, as drafts or examples.
   */
  where?: Rule
  /**
   * How many records are needed; 1 if absent. Raise it where one alone is of no use, as a single article.
   */
  atLeast?: number
  /**
   * Where the step is done, and where its title leads. `?list=` and a name open a further list. Choose the list in which the result is seen.
   */
  screen: string
  /**
   * A transition that creates, as entity.transition: its form opens over the page. Use it where one form does the step; else `screen` leads to the list.
   */
  action?: FieldPath
  /**
   * true: offers the import of the list at `screen`, whose `exchange` has `create`. With `action` or `import`, callers who may run neither are not shown the step. Use it where a tenant brings its records along in a table.
   */
  import?: boolean
  /**
   * Only for callers who hold one of these; the server neither sends it to others nor counts for them. Use it where a step is the duty of one role among those who see the list.
   */
  permissions?: Permission[]
  /**
   * Only while this holds, a rule over me, tenant and settings. Use it where only some tenants need the step.
   */
  visibleWhen?: Rule
}
export interface Figure {
  /**
   * By which the figures behind it compute with this one. Write it only where another figure needs it.
   */
  name?: Name
  /**
   * What the number is called. Name what is counted and for which time, as “Signed this month”.
   */
  title: Text
  /**
   * A hint of the title. Use it for what is counted, or where its target is set.
   */
  help?: Text
  /**
   * int for counts, money for amounts, decimal for parts and rates. Take money wherever it is an amount, so that it is added up and shown to the cent.
   */
  type: 'int' | 'money' | 'decimal'
  aggregate?: Aggregate
  /**
   * Derived from the named figures before it. Use it for a rate of two figures, so that both are counted once.
   */
  compute?: Rule
  /**
   * A list of the entity that is counted; it shows exactly the records behind the number. Write it for each number of which someone will ask which ones these are.
   */
  drillDown?: string
  /**
   * With `count` or `sum`: a date or moment of the counted records, by which only this month's up to today count. Beside the number stand the change from the same days of the month before and a line of the last thirty days, of the same records and within the same row scope: `"monthBy": "paidOn"`. Use it where it matters whether the number rises or falls.
   */
  monthBy?: string
  /**
   * With `monthBy`, true: a fall is drawn as good news, as with refunds. Leave it out for what should grow.
   */
  lowerIsBetter?: boolean
  /**
   * With `monthBy`: what the number is to reach in the whole month, a rule over me, tenant and settings. The part that is reached stands beside the number; null or nothing: no target. `"target": "me.monthTarget"`. Use it where people are measured by the number, and let each account or tenant hold its own.
   */
  target?: Rule
  /**
   * Only for callers who hold one of these; the server neither sends it to others nor takes it from them. Use it for amounts on a page that everyone opens.
   */
  permissions?: Permission[]
  /**
   * Only while this holds, a rule over me, tenant and settings; what it leaves out the server neither sends nor takes. Use it where the number is always zero for some tenants.
   */
  visibleWhen?: Rule
}
/**
 * Another system that this product works with: how the server signs in there, what it asks, and what is shown of it. Its address and its variables are configuration, under names made of the file's: the variable `appId` of `someService.integration.json` is `SOME_SERVICE_APP_ID`, its address `SOME_SERVICE_URL`.
 */
export interface IntegrationManifest {
  $schema?: string
  /**
   * What the other system is called in messages to users. Write the name that people know, not that of the technology.
   */
  title: Text
  /**
   * An earlier name: variables of the environment that are made of it still work, and the start says the new ones. Write it when the file is renamed, so that no installation stops.
   */
  formerName?: Name
  /**
   * Its usual address; the environment may name another. Without one, and without every required variable, a stand-in answers. Leave it out where every installation has its own.
   */
  address?: string
  /**
   * Values that differ from installation to installation, by name; each is read from the environment. Use one for each thing that must not stand in a file, such as a password.
   */
  variables?: {
    [k: string]: IntegrationVariable
  }
  /**
   * Milliseconds of a call; 20000 if absent. Raise it for a service that answers slowly, and keep it below the patience of who waits.
   */
  timeoutMs?: number
  /**
   * The path of the page that a block `frame` shows. Write it where a page of the other system is shown inside this one.
   */
  pagePath?: string
  signIn?: IntegrationSignIn
  launch?: IntegrationLaunch
  /**
   * The calls that the server sends, by name, as the user who signed in. Declare those alone that a `sync`, a block or an endpoint uses.
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
   * What the operator has to know to set it. Say where the value is found at the provider.
   */
  meaning: Text
  /**
   * Without it a stand-in answers. Leave it out where the call works without.
   */
  required?: boolean
  /**
   * No message repeats its value. Use it for every password and key.
   */
  secret?: boolean
  /**
   * Its value where the environment says none. Leave it out for everything secret.
   */
  default?: string
}
/**
 * The server signs in for the user, before a screen with `signInTo`, with a password that no browser ever gets. Use it where people would otherwise keep a second password.
 */
export interface IntegrationSignIn {
  /**
   * The path of the call that signs in. Take it from the description of the other system.
   */
  path: string
  /**
   * parameter: rule over me, tenant and settings. Send what names the account there, such as the number of the dealer.
   */
  query: {
    [k: string]: Rule
  }
  /**
   * The parameter that carries the kept password. Leave it out where the service asks for none.
   */
  passwordParam: string
  /**
   * Values that an answer with success has. Name a value that a refusal never has, since many services answer both with 200.
   */
  success: {
    [k: string]: string
  }
  /**
   * How long a success is reused. Keep it below the time after which the other system forgets a session.
   */
  reuseMinutes: number
  /**
   * The cookie in which the page keeps 1 or 0. Use it where a page has to know whether the sign-in worked.
   */
  flagCookie: string
  /**
   * The screen that a failure leads to, with ?from=. Choose one that asks for the password again.
   */
  failureScreen: string
}
/**
 * A link that opens the system once, without a password in it: made of what the answer to the sign-in gave. Use it where the other system opens in a tab of its own.
 */
export interface IntegrationLaunch {
  /**
   * The path of the page that the link opens. Choose the page on which people want to arrive.
   */
  path: string
  /**
   * parameter: name of a value of the sign-in's answer. Send the ticket of the sign-in, and never a password.
   */
  query: {
    [k: string]: string
  }
}
export interface IntegrationCall {
  /**
   * The path of the call. Take it from the description of the other system.
   */
  path: string
  /**
   * parameter: rule over me, tenant and settings; where records are sent, over the record as well. Send the day of the last success where the service takes one, so that answers stay small.
   */
  query: {
    [k: string]: Rule
  }
  /**
   * Values that an answer has when the call went well; any answer counts if absent. Write it where the service answers a refusal with 200.
   */
  success?: {
    [k: string]: string
  }
  /**
   * Where in the answer the rows (or, where records are sent, the values) stand. Leave it out where the answer itself is the list.
   */
  dataPath?: string
  /**
   * The entity whose record the query speaks of. Write it where the query names a value of one record.
   */
  entity?: Name
}
/**
 * A key that the service issues for a while. Texts of `channel` carry it as `{token}`. Use it where the service wants a fresh key with each message.
 */
export interface IntegrationToken {
  /**
   * The path of the call that issues it. Take it from the description of the service.
   */
  path: string
  /**
   * parameter: text in which `{name}` is a variable. Send id and secret from variables, never from the file.
   */
  query: {
    [k: string]: string
  }
  /**
   * Where in the answer the token stands. Write it as `data.token`, step by step from the top.
   */
  tokenPath: string
  /**
   * Where in the answer stands for how many seconds it holds. Leave it out where the service does not tell.
   */
  secondsPath: string
  /**
   * Error codes of a call whose token has expired; it is sent once more with a new one. List those of a revoked key too, since it helps to ask again.
   */
  expiredCodes?: number[]
}
/**
 * How a message leaves: messages whose `channel` is the name of this integration are posted here. An entry whose text names a variable without a value is left out. Declare one for each way by which messages leave, as SMS.
 */
export interface IntegrationChannel {
  /**
   * The path of the call; the address itself if absent. Write it where the service has several, and one of them sends.
   */
  path?: string
  /**
   * parameter: text in which `{name}` is a variable, `{messageId}` (the same at each attempt to send a message), `{address}`, `{text}` or `{token}`. Send `{messageId}` wherever the service takes one, so that a repeated message is not sent twice.
   */
  query?: {
    [k: string]: string
  }
  /**
   * header: text in which `{name}` is a variable, `{messageId}` (the same at each attempt to send a message), `{address}`, `{text}` or `{token}`. Use it for keys, which logs of addresses would keep.
   */
  headers?: {
    [k: string]: string
  }
  /**
   * path of a value in the JSON that is posted, as in `data.note.value`: text in which `{name}` is a variable, `{messageId}` (the same at each attempt to send a message), `{address}`, `{text}` or `{token}`; so is the path. Write the values that the service requires, each by its path.
   */
  body: {
    [k: string]: string
  }
  /**
   * Where in the answer an error code stands; only 0 is success. Any answer with a status from 200 to 299 counts if absent. Write it where the service answers a refusal with 200.
   */
  errorPath?: string
  /**
   * Most characters of a message; the rest is cut. Set it to what the service sends as one message.
   */
  maxLength?: number
}
/**
 * The call that says whose one-time code a browser brought. Endpoints name the integration as `identityProvider`. Use it where people sign in from inside another application, such as WeCom.
 */
export interface IntegrationIdentify {
  /**
   * The path of the call. Take it from the description of the service.
   */
  path: string
  /**
   * parameter: text in which `{name}` is a variable, `{code}`, `{token}` or `{userToken}`. Send `{code}` where the service expects it.
   */
  query: {
    [k: string]: string
  }
  /**
   * header: text in which `{name}` is a variable, `{code}`, `{token}` or `{userToken}`. Use it where the service takes its key in a header.
   */
  headers?: {
    [k: string]: string
  }
  /**
   * Where in the answer the account stands. Choose the id that stays when the person changes the telephone.
   */
  accountPath: string
  /**
   * Where in an answer, of `exchange` too, an error code stands, which `expiredCodes` of `token` and `codeErrors` are compared with. With `codeErrors` an answer with HTTP status 400 to 499 is read as well. Write it where the service answers a refusal with 200.
   */
  errorPath?: string
  /**
   * Error codes at `errorPath` that mean that the one-time code is not valid. With it any other error code but 0 means that the service could not answer, which the person who signs in reads instead. List them so that a person who waited too long reads that, and not that the service is down.
   */
  codeErrors?: string[]
  exchange?: IntegrationExchange
  authorize?: IntegrationAuthorize
}
/**
 * A call before it that gives a key of the user for the code; the other texts carry it as `{userToken}`. Use it where the service names the account only to a key of the user.
 */
export interface IntegrationExchange {
  /**
   * The path of the call. Take it from the description of the service.
   */
  path: string
  /**
   * path of a value in the JSON that is posted: text in which `{name}` is a variable, `{code}` or `{token}`. Send id, secret and `{code}` as the service names them.
   */
  body: {
    [k: string]: string
  }
  /**
   * Where in the answer the user's key stands. Write it step by step from the top.
   */
  tokenPath: string
}
/**
 * The page of the service that a browser opens and that leads back with a code and `state`. With it the sign-in page offers the integration, and the settings link an account of it; a block `call` whose endpoint names the integration as `identityProvider` opens the page for its code. Use it where people sign in from a browser, not from inside the other application.
 */
export interface IntegrationAuthorize {
  /**
   * The address of the page; with `/` at its beginning below the address of the integration. Some services need what follows `#`. Write it whole where the page is on another domain than the calls.
   */
  address: string
  /**
   * parameter: text in which `{name}` is a variable, `{returnAddress}` or `{state}`. Send `{state}` always: without it a forged answer looks like a true one.
   */
  query: {
    [k: string]: string
  }
  /**
   * The parameter in which the code comes back; `code` if absent. Write it where the service has a name of its own.
   */
  codeParameter?: string
  /**
   * For a service whose accounts are bound by an endpoint of the product: only blocks `call` open the page, neither the sign-in page nor the linked accounts offer it. Use it where the product itself decides which account belongs to whom.
   */
  proofOnly?: boolean
}
/**
 * OpenID Connect: the address of the integration is the issuer, which says the rest of itself. The sign-in page offers it, and the settings link an account of it; the code goes with PKCE, state and nonce. Prefer it to `identify` wherever the provider offers it: there is nothing else to describe.
 */
export interface IntegrationOidc {
  /**
   * The id of the product at the provider: text in which `{name}` is a variable. Take it from a variable, since each installation is registered by itself.
   */
  clientId: string
  /**
   * Its secret; a provider of public clients needs none. Take it from a variable with `secret`.
   */
  clientSecret?: string
  /**
   * What is asked for; `openid` if absent. Ask for no more than `openid` unless the provider needs it to name the account.
   */
  scope: string
}
/**
 * How mail leaves: through the SMTP server at the address of the integration, `smtps://mail.example.com` or `smtp://mail.example.com:587`. Used where files are sent to people outside the product. The connection is encrypted, or on this very machine; texts name variables as `{name}`. Declare it where reports or documents go to people outside.
 */
export interface IntegrationMail {
  /**
   * The address that mail is sent from. Choose one that someone reads, since people answer.
   */
  from: string
  /**
   * The name to sign in with; without a value of its variable the server asks for none. Leave it out for a server of the own network that asks for none.
   */
  user?: string
  /**
   * The password to sign in with. Take it from a variable with `secret`.
   */
  password?: string
}
/**
 * The map service behind address fields. Its script and the adapter run in a frame without an origin and reach nothing of the product. Declare it where addresses are picked on a map.
 */
export interface IntegrationMap {
  /**
   * The path of the service's script. Take it from the description of the service.
   */
  path: string
  /**
   * parameter of the script's address: text in which `{name}` is a variable. Send the key of the page, which is no secret and bound to its domain.
   */
  query: {
    [k: string]: string
  }
  /**
   * Where its script gets data and pictures from, for the content policy. Name as few as the service needs.
   */
  origins: string[]
  /**
   * The script beside this file that speaks with the service's script; it calls `adapter({ before, ready, asks })`, the functions that the frame offers the product. Write one for each service; begin with the one that is there.
   */
  adapter: string
}
/**
 * Records that an empty database begins with, as a table of one entity. The files in first/ hold what the first account needs, and `npm run account` writes them; those in demo/ are demo data. No file of them is a part of the product: `npm run check` looks at first/, with the same words as at manifests.
 */
export interface RecordTable {
  $schema?: string
  /**
   * The entity whose records these are. Of first/ exactly one row in all is a record of the accounts' entity: the first account. Write first/ for what a product needs to start at all, and demo/ for what shows it at work.
   */
  entity: Name
  /**
   * What each row gives, in order: `key` first, then stored fields of the entity, among them `state`, `createdBy`, `createdAt`, `stateAt` and the field of the tenant. A field without a column has its default; a required one without a default needs a column. Leave out what a default gives, so that a new field needs no column.
   */
  columns: Name[]
  /**
   * The records: for each a list with a value for every column. The first is the key by which others name the row: `$key` in a reference is that record, of whichever file. `$login` is what the person types to sign in, `@-12` a day from today on, `@-12 10:20` a moment of it, `@-1m` the month before, and null leaves the field empty. Files of demo data are a list of names, as in `["photo Front.jpg"]`: sketches that are drawn at loading, of which the first word names the kind. Everything else is written as a form sends it. Name rows by what they are for, as `$waitingOrder`, since others refer to them.
   */
  rows: unknown[][]
}
/**
 * A screen: its address, menu item, permission and what it shows.
 */
export interface ScreenManifest {
  $schema?: string
  /**
   * The address of the screen, beginning with that of its module, as in /customer/Follow. Keep it when the title changes: saved links and saved views name it.
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
   * The icon of the menu item, by its name in the engine's set, which the chapter Icons of the manual lists. Leave it out within a module, whose own icon leads to the screen.
   */
  icon?: string
  /**
   * Other words by which the search finds the screen, in any language. Write what people call it who look for it elsewhere, such as a roster that is filed under Customers; its title and its module count anyway.
   */
  synonyms?: string[]
  /**
   * Position in the menu, ascending; screens without it follow, sorted by address. Give the screens of daily work the low numbers.
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
   * external: the integration whose page it is, or the setting that holds the address; opened in a new tab. Use a setting where each installation has its own address.
   */
  linkTo?: string
  /**
   * empty: without menu and tabs, for sign-in and pages that other systems show; main if absent. Write empty only where the reader has no session or sees the page inside another one.
   */
  layout?: 'main' | 'empty'
  /**
   * list, form, detail, calendar, board: the entity whose records the screen shows or creates. Name the one whose records the reader wants to count or open, and take others in as columns over references.
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
   * Fields of the search form, in order. Choose what users look records up by. Put first what they know by heart, and leave out what the search box finds anyway. Each one costs a place above the list, so take those that are asked for every day.
   */
  filters?: FieldPath[]
  tabsBy?: TabsBy
  /**
   * A field, with a leading - for descending; a computed one only where `where` leaves nothing but open states, since it is computed for each record before the first page. Choose the order in which the work is done, such as the longest waiting first; without it the newest come first.
   */
  sort?: string
  /**
   * Only these records count in the sums; a tab by a field of this rule adds up all that it shows. Use it to leave canceled records out of a total.
   */
  sumWhere?: Rule
  actions?: Actions
  batchActions?: BatchActions
  /**
   * list: endpoints without input that are offered above the records, by name; with `tabs` only while one of these tabs of `tabsBy`, or none, is chosen. Use it for what concerns the list as a whole, such as fetching from another system now.
   */
  endpointActions?: EndpointAction[]
  /**
   * list: documents of the entity that each row offers for printing, where the state of the record has them. The rows get check boxes: a document of all selected records is one file. Use it where a document is handed out from the list.
   */
  printActions?: (Name | PrintActionDetail)[]
  /**
   * list: a name in the query of the address whose value is the id of the record to open. Write it where another system links to a record by an id of this product.
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
   * form: groups of the fields of the form. Use it where a form has more fields than fit in sight at once.
   */
  sections?: Section[]
  calendar?: Calendar
  board?: Board
  gallery?: Gallery
  feed?: Feed
  report?: Report
  /**
   * dashboard, page: what it is made of, from top to bottom; a person may rearrange and hide the blocks of a dashboard and add figures, latest, reminders and charts of other screens. list: what stands above the records. Put above what has to be seen without scrolling on a phone.
   */
  blocks?: Block[]
}
export interface ColumnDetail {
  /**
   * The field that is shown, or one of a referenced record: customer.mobile. Write the field alone, as a text, where it needs none of the other keys.
   */
  field: FieldPath
  /**
   * The heading of the column, where the field's own title does not fit. Keep it to a word: the column is no wider than its heading.
   */
  title?: Text
  /**
   * Width in pixels at first; users may change it. Write it where the usual width of the type cuts what people have to read.
   */
  width?: number
  /**
   * true: shows the sum over all found records below the column. Use it for amounts that people add up, never for rates or prices; `sumWhere` leaves out records that do not count, such as refused ones.
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
   * Only while this holds, a rule over me, tenant and settings; what it leaves out the server neither sends nor takes. Use it where a column is empty for some tenants, or means something only to a few.
   */
  visibleWhen?: Rule
}
export interface TabsDetail {
  /**
   * A choice field, or `state`. Take the field by which the work is divided, as what is to be done from what is done.
   */
  field: Name
  /**
   * Only for callers who hold one of these; others see the list without tabs, and the server neither counts them nor takes one from them. Use it where the counts themselves say too much.
   */
  permissions?: Permission[]
  /**
   * Only while this holds, a rule over me, tenant and settings; otherwise the server neither counts tabs nor takes one. Use it where only some tenants have more than one kind.
   */
  visibleWhen?: Rule
}
export interface ActionDetail {
  /**
   * A transition of the screen's entity by name, another as entity.transition. Name it as an object where this screen needs another title, other values or another audience than the transition.
   */
  action: FieldPath
  /**
   * The text of the button on this screen, where the transition's title does not fit. Write it where several actions of one title stand together.
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
   * Only for callers who hold one of these; others have no such button here. The transition itself decides who may run it. Use it where a list is for one role and the step, done elsewhere, for several.
   */
  permissions?: Permission[]
  /**
   * Only while this holds, a rule over me, tenant and settings; what it leaves out the server neither sends nor takes. Use it where the button has no sense for some tenants, although the transition is open to them.
   */
  visibleWhen?: Rule
}
export interface BatchActionDetail {
  /**
   * A transition of the list's entity, by name. Choose steps that need no look at each record, as assigning or archiving.
   */
  transition: Name
  /**
   * Only for callers who hold one of these; others have no such button here. The transition itself decides who may run it. Use it where only some of those who may do one may do many at once.
   */
  permissions?: Permission[]
  /**
   * Only while this holds, a rule over me, tenant and settings; otherwise there is no such button. Use it where a tenant handles each record by itself.
   */
  visibleWhen?: Rule
}
export interface EndpointAction {
  /**
   * The endpoint that the button calls. Choose one without required request: a button has no form.
   */
  endpoint: Name
  /**
   * Values of the field in `tabsBy` under which the button stands. Use it where the call concerns the records of one tab alone.
   */
  tabs?: string[]
  /**
   * Only for callers who hold one of these; others have no such button here. The endpoint itself decides who may call it. Use it where callers of the endpoint have no business with this list.
   */
  permissions?: Permission[]
  /**
   * Only while this holds, a rule over me, tenant and settings; what it leaves out the server neither sends nor takes. Use it where only some tenants are connected to the other system.
   */
  visibleWhen?: Rule
}
export interface PrintActionDetail {
  /**
   * The document, by its name in the entity. Offer the paper that is handed over from this list day by day; the others are printed from the record.
   */
  document: Name
  /**
   * Only for callers who hold one of these; others have no such button here. Callers who may open the record may print it there. Use it to keep a list short for those who never print.
   */
  permissions?: Permission[]
  /**
   * Only while this holds, a rule over me, tenant and settings; otherwise the rows have no such button. Use it where some tenants do without the paper.
   */
  visibleWhen?: Rule
}
/**
 * list: its records go to Excel and come back: a template, an export to edit, and an import of either. Every row runs a transition, as if it had been filled in by hand. The template has an example row with a cell that says so: an import knows it by that cell and never writes it. At least one of create and update. Use it where many records come or change at once, such as a price list.
 */
export interface Exchange {
  /**
   * The transition that a row without a record runs. Its columns are the fields and inputs of its form; a value that is filled in, here or by the screen's action of that name, is no column. Leave it out where rows may only change what is there.
   */
  create?: Name | CreateTransition
  /**
   * The transition that a row runs whose record differs from it. Write it where people correct records in Excel, and leave it out where a file may only add.
   */
  update?: Name
  /**
   * A field of lines of the list's entity, whose `uniqueBy` fields tell which line a row is: each row of the sheet is a line of the record that its key names. All rows of a record are written by one run of `update`, whose form has the field; a line that the file lacks stays as it is. Use it where the lines of many records come in one file, as the goods of all open orders.
   */
  lines?: Name
  /**
   * The transition that voids a record which an import added, when its user takes the import back within 24 hours; records that were changed get their old values through `update`. It runs from the state in which `create` leaves a record. Write it wherever there is `create`. Without it a mistaken import has to be undone record by record.
   */
  void?: Name | VoidTransition
  /**
   * Fields by which a row without the number of its record finds it: stored texts or numbers that are columns or filters of the screen. Choose what the files of the business hold anyway, such as an article number.
   */
  key: Name[]
  /**
   * Messages that the transitions of the rows send. summary (if absent): at the end of an import each account gets one message of a kind, which counts the records; the message of a single record is sent as it is. Of an import that is left midway they are sent an hour later, or when the same account begins the next of the list; what it still writes after that has a summary of its own. each: every row sends its own, at once. The same holds for taking an import back. Write each only where every receiver has to act on single records.
   */
  messages?: 'summary' | 'each'
  /**
   * Events of the rows for other systems. summary (if absent): at the end of each step of an import (100 rows at most) each webhook gets one event of type entity.import, or entity.takeBack, which lists the records by their numbers. each: every row sends its own, with the record, at once. Use each where a receiver has to see every record as it is entered.
   */
  webhooks?: 'summary' | 'each'
}
export interface CreateTransition {
  /**
   * A transition of the list's entity that creates. It may be one that the screen has no button for, such as one that leaves out files, which no cell can hold. Use the object where an import needs values that no column gives.
   */
  transition: Name
  /**
   * field of its form: rule over me, tenant and settings. Use it for what is the same for each row, as the source of imported customers.
   */
  values?: {
    [k: string]: Rule
  }
}
export interface VoidTransition {
  /**
   * A transition of the list's entity. Where it takes a note, the server writes one that names the file. Choose one that leaves the record, so that others still see what was there.
   */
  transition: Name
  /**
   * field of its form: rule over me, tenant and settings; every required one needs a value. Give the reason that people would type, as “Import taken back”.
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
   * The waiting records that are overdue; dashboards count them apart. Write it where waiting too long costs something, so that those records come first on the home page.
   */
  overdueWhere?: Rule
  /**
   * Which of the screen's records wait; all of them if absent. Use it where the list also shows what only others can move on.
   */
  where?: Rule
  /**
   * The order in which its records are worked off, on their tab and behind the count of a dashboard: a field, with a leading - for descending. Use it where what comes next goes first, as with appointments, while all records are sorted otherwise.
   */
  sort?: string
}
export interface MoreList {
  /**
   * Stands in the address as ?list=name. Choose it once, since saved links hold it.
   */
  name: Name
  /**
   * The entity's if absent. Write it where two lists show the same entity.
   */
  title?: Text
  /**
   * The screen's if absent. Use it where the screen is for more people than this one list.
   */
  permissions?: Permission[]
  /**
   * Only a tab while this holds, a rule over me, tenant and settings; otherwise its records are refused as well. Use it where only some tenants have such records.
   */
  visibleWhen?: Rule
  /**
   * The entity whose records this list shows. Put lists together that answer one question, as orders and what was returned of them.
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
   * Fields of this list's search form. Leave them out for a list of few records.
   */
  filters?: FieldPath[]
  tabsBy?: TabsBy
  /**
   * A field, with a leading - for descending. Write it where this list is worked off in another order than the first one.
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
 * calendar: which field is the day, what makes the rows of a week, and what an entry shows. Use a calendar where it matters which days are full, and a list where it matters what comes next.
 */
export interface Calendar {
  /**
   * A date or datetime field: the day of the entry, or the first day where `endField` is given. Take the day on which people act, not the one on which it was written down.
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
   * A ref or choice field: one row each in the week view, for whatever may be chosen there by `optionsWhere` of the field, with entries or without; what is in a `closed` state has one only with entries, and so has each of more than 30. People whose records are out of the row scope of the reader have none, where the row scope leads through this field. Choose what is scarce, as the person or the room.
   */
  groupBy?: Name
  /**
   * A choice or `state`, whose colors the entries have. Use a computed choice for a color that depends on several fields.
   */
  colorBy?: Name
  /**
   * Fields shown on an entry: the first that has a value is its title, and all that the month view has room for; the week view draws the others beneath it. Begin with what an entry is called on the telephone, such as the customer.
   */
  entryFields: FieldPath[]
}
/**
 * board: how it is laid out; its `cardFields` and `groupBy` are read as columns. list: offers the same records as a board too, by columns of the list. Use it where cards move through a handful of states; of many states only the first columns are in sight.
 */
export interface Board {
  /**
   * `state` or a choice field: one column each. Use `state` where cards are moved on by transitions, a choice where people only sort by it.
   */
  groupBy: Name
  /**
   * What a card shows below the label of its record, where it is not empty. Keep to three: a card is read in passing.
   */
  cardFields: FieldPath[]
}
/**
 * list: offers the same records as pictures with a few values, by columns of the list. Use it for what is recognized by its look, such as cases, samples or drawings.
 */
export interface Gallery {
  /**
   * A column of files: its first picture stands on the card. Use a gallery where people know a record by its picture.
   */
  imageField: FieldPath
  /**
   * What a card shows below the name, where it is not empty. Keep to two or three, or the pictures get small.
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
   * A column with the day under which a record stands; the list should be sorted by it. Take the day that the text speaks of.
   */
  dateField: FieldPath
  /**
   * A column with the text below the name. Choose the field that is read whole, such as the report of a visit.
   */
  textField: FieldPath
  /**
   * Columns whose values stand beside the time, where they are not empty. Add few: who it was, and with what result.
   */
  factFields?: FieldPath[]
  /**
   * true: the list opens as a page to read. Write it where the list is there to be read rather than worked off.
   */
  isDefault?: boolean
}
/**
 * report: what is counted, by which dimensions and over which span. Each caller counts the rows that their row scope reaches, unless `widenRowScope` opens those of the tenant. Use a report where numbers are compared; for a single number a figure on the home page is enough.
 */
export interface Report {
  /**
   * The dimensions, by name; each measure gives each of them one of its fields, or a rule over them, in its own `dimensions`. Choose what people compare: store, person, month, source. Offer few at once: each adds a column of names before the first number.
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
   * The numbers of the report, by name; each is one column. Begin with the count from which the others follow, so that a reader can check them.
   */
  measures: {
    [k: string]: Measure
  }
  /**
   * Dimensions by which the user may narrow the report. Choose those by which people ask for their own part, such as the store.
   */
  filters?: Name[]
  /**
   * true: every number beside that of the span before; of a span that is not over only as many days. Use it where growth is the question.
   */
  comparePrevious?: boolean
  /**
   * One chart, or several beside each other. Add one where the shape matters more than the single number, as over months.
   */
  chart?: Chart | Chart[]
  /**
   * A measure or dimension, with a leading - for descending. Put first what needs attention, as the lowest rate.
   */
  sort?: string
}
export interface Measure {
  /**
   * The heading of the column. Say in it what is counted and of which day, as “Orders signed”.
   */
  title: Text
  /**
   * What is counted, as a hint of the heading. Use it where numbers of other records or another day stand in the same row.
   */
  help?: Text
  /**
   * int for counts, money for amounts, decimal for parts and rates. Take money wherever it is an amount, so that it is added up and shown to the cent.
   */
  type: 'int' | 'money' | 'decimal'
  aggregate?: Aggregate
  /**
   * dimension: the field of the counted entity that stands for it, a path, or month(field) for a row each month: `{ "store": "customer.store", "month": "month(paidOn)" }`, with `"month": { "type": "string", "title": ["月份", "Month"] }` in `dimensions` of the report. Choose the field of the day that the title speaks of, as the day of payment for what was received.
   */
  dimensions?: {
    [k: string]: Rule
  }
  /**
   * Derived from the other measures of the row. Use it for rates and differences: `signed / visited`, with null where the divisor is 0.
   */
  compute?: Rule
  /**
   * A list of the entity that is counted; it shows exactly the records behind the number. Write it for each number of which someone will ask which ones these are.
   */
  drillDown?: string
  /**
   * false: no total. Write it for numbers that do not add up, such as averages and customers counted in several rows.
   */
  total?: boolean
  /**
   * true: not shown; other measures are computed from it. Use it for the parts of a rate that say nothing by themselves.
   */
  hidden?: boolean
  /**
   * With `comparePrevious`, true: a fall since the previous period is drawn as good news, as with refunds. Leave it out for what should grow.
   */
  lowerIsBetter?: boolean
  /**
   * Only for callers who hold one of these; the server does not count it for others, neither for a chart nor for the records behind it, and what is computed from it is empty. Use it for costs and margins in a report that many may open.
   */
  permissions?: Permission[]
  /**
   * Only while this holds, a rule over me, tenant and settings. Use it where only some tenants do what it counts.
   */
  visibleWhen?: Rule
}
export interface Chart {
  /**
   * bar and line: the rows of the report; pie: the share of each row in one measure. Use line for a course of time, bar to compare, pie only for few shares of one whole.
   */
  kind: 'bar' | 'line' | 'pie'
  /**
   * The heading of the chart. Leave it out where there is one chart and the report names it already.
   */
  title?: Text
  /**
   * The dimension that is compared: rows of the same value are added up, so only counts and sums can be shown. Every row by itself if absent: labelled by all dimensions, of which one with the same value in every row stands above the chart. Take the months for what develops, and stores or people for what is compared.
   */
  dimension?: Name
  /**
   * Which measures are drawn, each in a color of its own. Draw together only what has the same unit.
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
   * What the setting is called where it is shown. Say in it what a larger number does, as “Days until a reminder”.
   */
  title: Text
  /**
   * A number, a text, true or false, a list of texts, or a table of numbers. Take a table of numbers where the value depends on a code, and a list for a few names.
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
