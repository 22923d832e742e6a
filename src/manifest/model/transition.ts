// A compiled transition: permission, form, checks and effects.
import type { Aggregate, Check, Rule } from './rule'
import type { Text } from './text'
import type { Field } from './field'
import type { ScopeName } from './access'
import type { Column } from './column'
import type { ChangedLines, CopiedLines } from './lineRules'

/** One field or input as a particular form offers it. */
export interface FormField {
  readonly field: string
  /** true: an extra input of the transition, not a field of the entity. */
  readonly input: boolean
  readonly required: boolean
  readonly requiredWhen?: Rule
  readonly visibleWhen?: Rule
  readonly default?: Rule
  /** lines: the initial lines of the form. */
  readonly defaultLines?: readonly DefaultLine[]
  readonly suggestions?: readonly Suggestion[]
  /**
   * ref: scope `record` is the offered record, `this`/`input` the form; choice: scope `code`; lines: scope `code`, one
   * line for each code of their `keyColumn`. Already joined with the field's own `optionsWhere`.
   */
  readonly optionsWhere?: Rule
  readonly readOnly: boolean
  readonly wide: boolean
  /** ref: the references of the form that determine this one, by a check. */
  readonly givenBy?: readonly { readonly reference: string; readonly path: string }[]
  /** lines: only these fields of the existing lines can be edited. */
  readonly editOnlyFields?: readonly string[]
  /** lines: the form omits these fields of a line. */
  readonly omitFields?: readonly string[]
}

/** An initial line of a form while `when` holds; its rules read the form. */
export interface DefaultLine {
  readonly when?: Rule
  readonly values: Readonly<Record<string, Rule>>
}

/** A suggested value to accept with one click. `time`: for a datetime, HH:mm on the rule's day. */
export interface Suggestion {
  readonly title: Text
  readonly value: Rule
  readonly time?: string
}

/** Any one suffices. `permission` may be public, signed-in, admin, system or a permission code. */
export interface Permission {
  readonly permission: string
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
  /** `to` is the first stage from there that is not skipped. */
  readonly skipsStages: boolean
  readonly permissions: readonly Permission[]
  readonly form: readonly FormField[]
  readonly inputs: Readonly<Record<string, Field>>
  /** Shown above the fields of the form. */
  readonly help?: Text
  /** The documents of its record that the form offers to print, by name. */
  readonly documents?: readonly string[]
  readonly note?: 'optional' | 'required'
  readonly when?: Rule
  /** No record waits for it. */
  readonly turn?: false
  /** A record waits for it only while this holds. */
  readonly turnWhen?: Rule
  /** The fields whose accounts must not be the caller; while all of them are empty, the creator must not. */
  readonly fourEyes?: readonly string[]
  /** Who must prove a second factor again: accounts with one, or all. */
  readonly askFactor?: 'enrolled' | 'always'
  readonly rowScopes?: readonly ScopeName[]
  /** References of the record whose records are locked, and of the form (`input.name`); `me`: the caller's account. */
  readonly lock: readonly string[]
  readonly vars: Readonly<Record<string, Aggregate>>
  readonly checks: readonly Check[]
  /** Fields that its checks read, shown to the user: of the record, and figures of referenced records. */
  readonly decisionFields: readonly Column[]
  /** Fields that the previous step has filled in, and fields computed from them. */
  readonly contextFields: readonly string[]
  /** Texts of the form that open empty: what the record has there is of an earlier decision. */
  readonly emptyFields: readonly string[]
  readonly set: Readonly<Record<string, Rule | null>>
  /** By lines field. */
  readonly copy: Readonly<Record<string, CopiedLines>>
  /** By lines field. */
  readonly change: Readonly<Record<string, ChangedLines>>
  /** By lines field: the added line. */
  readonly append: Readonly<Record<string, Readonly<Record<string, Rule>>>>
  readonly effects: readonly Effect[]
  /** The calendar screen in its form, and the inputs that a cell fills. */
  readonly calendarScreen?: { readonly screen: string; readonly groupBy: string; readonly dateField: string }
  /** Inputs that are checked early, while the form is open. */
  readonly earlyCheck: readonly string[]
  readonly confirmMessage?: Text
  readonly danger: boolean
  /** Its answer shows a new secret once, so it runs on one record at a time. */
  readonly revealsSecret?: true
  /** It records that something happened, so it runs as a whole and is never the edit of one field. */
  readonly recordsEvent?: true
  /** In the state to which it leads people decide on the record: they move it on or refuse it. */
  readonly awaitsDecision?: true
  readonly successMessage?: Text
  /** The caller can undo it for a while. */
  readonly undo: boolean
  /** Paths of the record that its conditions and `fourEyes` read: needed to list the transitions of a row. */
  readonly readPaths: readonly string[]
}

export interface RunEffect {
  readonly kind: 'run'
  readonly entity: string
  readonly transition: string
  /** A reference of the record; absent with `where`, or when it creates. */
  readonly on?: string
  readonly where?: Rule
  readonly values: Readonly<Record<string, Rule>>
  /** By localized field of the other record; filled in for every language. */
  readonly texts?: Readonly<Record<string, Text>>
  /** The field of this record that stores the reference to the created one. */
  readonly saveToField?: string
  readonly when?: Rule
}

export interface MessageEffect {
  readonly kind: 'message'
  readonly message: Text
  readonly body?: Text
  /** Paths to accounts; a path that begins with `before.` is read from the record before the transition. */
  readonly toFields: readonly string[]
  readonly toWhere?: Rule
  /** Only accounts that hold one of these codes and may open the record. */
  readonly toPermissions?: readonly string[]
  /** `toWhere` selects accounts of all tenants, not only those of the record's own. */
  readonly acrossTenants: boolean
  readonly messageKind: string
  readonly screen?: string
  /** The record that opens beside `screen`: the path that holds it, and its entity. */
  readonly record?: { readonly path: string; readonly entity: string }
  readonly when?: Rule
  /** Paths of the record named in the texts. */
  readonly readPaths: readonly string[]
}

/** Queues an event for the subscriptions of a destination. */
export interface CallEffect {
  readonly kind: 'call'
  readonly destination: string
  readonly when?: Rule
}

export type Effect = RunEffect | MessageEffect | CallEffect

/** The fields that decide whom a transition excludes, whichever of them are filled. */
export function excludingFields({ fourEyes }: Pick<Transition, 'fourEyes'>): readonly string[] {
  return fourEyes === undefined ? [] : [...new Set([...fourEyes, 'createdBy'])]
}

/** Those of a record's fields whose accounts a transition excludes; `valueOf` gives their values. */
export function excludingFieldsOf(
  { fourEyes }: Pick<Transition, 'fourEyes'>,
  valueOf: (field: string) => unknown,
): readonly string[] {
  if (fourEyes === undefined) return []
  const filled = fourEyes.filter((field) => (valueOf(field) ?? null) !== null)
  return filled.length > 0 ? filled : ['createdBy']
}
