// A step of a story, as data for the API run and for the browser run.
/**
 * A value of a form: `$KH1` is the record kept under KH1, `@guide` an account, {day,time} a moment or day from today
 * on, `#name` an uploaded file.
 */
export type StoryValue =
  | string
  | number
  | boolean
  | { readonly day: number; readonly time?: string }
  | { readonly [field: string]: StoryValue }
  | readonly StoryValue[]

export interface Step {
  readonly step: number
  readonly role: string
  readonly screen: string
  /** entity.transition */
  readonly action: string
  /** The record that it runs on. */
  readonly on?: string
  /** The name under which a created record is kept. */
  readonly keep?: string
  readonly values?: Readonly<Record<string, StoryValue>>
  readonly note?: string
  readonly refused?: { readonly code: number; readonly says: RegExp }
  /** The next step that the answer offers, none with null. */
  readonly next?: string | null
  /** States afterwards, by kept name. */
  readonly states?: Readonly<Record<string, string>>
  /**
   * Values afterwards: "KH1.netReceived": "2000.00"; of a line "BD1.lines.0.qty"; a day counted from today; '+500.00':
   * more than before.
   */
  readonly numbers?: Readonly<Record<string, string | number | boolean | null | { readonly day: number }>>
  /** Records kept afterwards by what refers to them: name -> [kept record, its reference]. */
  readonly refs?: Readonly<Record<string, readonly [of: string, field: string]>>
  /** Cells of lines afterwards, from the first line to the last: "DD1.parts.amount": [...]. */
  readonly cells?: Readonly<Record<string, readonly (string | number | boolean)[]>>
  /** Records found afterwards and kept: name -> [entity, field of it, kept record it refers to, state, kind]. */
  readonly find?: Readonly<
    Record<string, readonly [entity: string, by: string, of: string, state?: string, kind?: string]>
  >
}
