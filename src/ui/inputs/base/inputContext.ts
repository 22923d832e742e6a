// Contract of every input: it shows one value of one field and reports changes.
// It validates nothing and sends nothing.
import { createContext, useContext, type ReactNode } from 'react'
import type { Dictionary } from '../../../manifest/model/app'
import type { Field } from '../../../manifest/model/field'
import type { Read, EvaluationContext } from '../../../manifest/expression/evaluate'
import type { FileValue, OptionsAnswer, RefValue } from '../../../protocol/calls'
import type { ReadLines } from '../../../protocol/exchange/linesCalls'
import type { ChosenRecord } from '../../../client/context/recentOptions'
import type { Carrier, Files } from '../../../client/data/fileTransfer'

/** For one file, or several of which one failed. */
export type UploadProgress = 'sending' | 'failed'

export interface InputProps<V = unknown> {
  /** The id of the element to which the label points. */
  readonly id: string
  readonly field: Field
  /**
   * The value on the wire: numbers with decimals as text, dates yyyy-MM-dd, moments ISO 8601, references {id,label};
   * null is empty.
   */
  readonly value: V | null | undefined
  readonly onChange: (value: V | null) => void
  readonly onBlur?: () => void
  readonly disabled?: boolean
  readonly invalid?: boolean
  /** The message of an invalid input, for those whose open panel would cover it. */
  readonly error?: string | undefined
  /** Draws the message of an invalid input, for those of `messageInside`. */
  readonly message?: ReactNode
  readonly required?: boolean
  /** Ids of the elements that explain the input or its error. */
  readonly describedBy?: string
  /** The accessible name where no label element points here (cells of lines). */
  readonly label?: string
  /** A cell of a table: one line high, as wide as its column. */
  readonly compact?: boolean
  readonly autoFocus?: boolean
  /** choice: whether a code is offered. */
  readonly allowed?: (code: string) => boolean
  /** files: receives the uploads that are not stored yet. */
  readonly onUploads?: (progress: UploadProgress | undefined) => void
  /** ref: the options. `key` changes when the offered records change. */
  readonly optionSource?: OptionSource
  readonly lines?: LinesContext
}

/** What assistive technology learns of an input: its name, whether it is required or invalid, what explains it. */
export const ariaProps = ({
  label,
  required,
  invalid,
  describedBy,
}: Pick<InputProps, 'label' | 'required' | 'invalid' | 'describedBy'>) => ({
  'aria-label': label,
  'aria-required': required,
  'aria-invalid': invalid,
  'aria-describedby': describedBy,
})

/** What the rules of a line need from the form. */
export interface LinesContext {
  readonly read: Read
  readonly evaluationContext: EvaluationContext
  /** Only these columns are editable, and lines are neither added nor removed. */
  readonly only?: readonly string[]
  /** Invalid cells, as line.field counted from 0. */
  readonly cells?: Readonly<Record<string, string>>
  /** Columns with a sum in the footer. */
  readonly sums: ReadonlySet<string>
  readonly optionSource: (column: Field, line: Readonly<Record<string, unknown>>) => OptionSource
  /** The import of lines from a spreadsheet by the server, if there is one. */
  readonly exchange?: LinesExchange
}

export interface LinesExchange {
  /** Downloads a sheet with these lines, or a template. */
  readonly take: (lines: readonly Readonly<Record<string, unknown>>[]) => Promise<void>
  readonly read: (file: File) => Promise<ReadLines>
}

export interface OptionSource {
  readonly key: string
  /** An input of the form has narrowed the options. */
  readonly narrowed?: boolean
  /** The entities whose changes may change the options. */
  readonly entities: readonly string[]
  readonly find: (searchText: string, signal: AbortSignal) => Promise<OptionsAnswer>
  /** This record as it is offered; undefined if it is not. */
  readonly optionOf: (id: number, signal?: AbortSignal) => Promise<OptionsAnswer['options'][number] | undefined>
}

export interface UnsettledInput {
  /** Resolves to whether the words became a value. */
  readonly settle: () => Promise<boolean>
  readonly focus: () => void
}

/** The context of inputs, provided once by the component that draws a form. */
export interface InputContextValue {
  readonly dictionaries: Readonly<Record<string, Dictionary>>
  /** IANA name of the product's time zone. */
  readonly zone: string
  /** Largest file in bytes; undefined before signing in, when only the server knows. */
  readonly fileBytes: number | undefined
  readonly upload: Files['upload']
  readonly giveUp: Files['giveUp']
  /** Files that have failed or are uploading, with what ends then: a form is not sent while there are any. */
  readonly uploading: Map<number, Promise<void> | 'failed'>
  /** Inputs with unresolved words: a form is not sent while there are any. */
  readonly unsettled: Set<UnsettledInput>
  /** The records chosen by hand, by the id of their input. */
  readonly chosen: Map<string, ChosenRecord>
  /** The record that already carries a file; undefined for one that was just uploaded. */
  readonly carrierOf: (file: FileValue) => Carrier | undefined
}

export const InputContext = createContext<InputContextValue | null>(null)

/** @throws without a surrounding form: an input alone does not know its dictionaries. */
export function useInputContext(): InputContextValue {
  const context = useContext(InputContext)
  if (!context) throw new Error('An input needs the surroundings of a form.')
  return context
}

/** Opens the form of a new record over the present one; resolves to the record, or to null if the user gives it up. */
export type CreateRecord = (
  creation: NonNullable<OptionsAnswer['creation']>,
  searchText: string,
) => Promise<RefValue | null>

/** Null where no form can open over the present one. */
export const CreationContext = createContext<CreateRecord | null>(null)

/**
 * The control library passes a role on to the group, but its types lack it; without a role the group may not be marked
 * as required.
 */
export const radioGroup: object = { role: 'radiogroup' }
