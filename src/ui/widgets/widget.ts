// What does every input have in common? A widget shows one value of one field and says what a person made of it; it checks nothing and sends nothing.
import { createContext, useContext } from 'react'
import type { Dictionary, Field } from '../../manifest/app'
import type { Read, World } from '../../manifest/rule/evaluate'
import type { FileValue, OptionsAnswer } from '../../protocol/calls'
import type { Carrier } from '../../runtime/files'

export interface WidgetProps<V = unknown> {
  /** The id of the element that the label points at. */
  readonly id: string
  readonly field: Field
  /** As it travels: numbers with decimals as text, dates yyyy-MM-dd, moments ISO 8601, references {id,label}; null is empty. */
  readonly value: V | null | undefined
  readonly onChange: (value: V | null) => void
  readonly onBlur?: () => void
  readonly disabled?: boolean
  readonly invalid?: boolean
  readonly required?: boolean
  /** Ids of the elements that explain the input or say what is wrong with it. */
  readonly describedBy?: string
  /** The accessible name where no label element points here (cells of lines). */
  readonly label?: string
  /** A cell of a table: one line high, as wide as its column. */
  readonly compact?: boolean
  readonly autoFocus?: boolean
  /** choice: whether a code is offered. */
  readonly allowed?: (code: string) => boolean
  /** ref: what may be chosen. `key` changes when the offered records become other ones. */
  readonly offer?: Offer
  readonly lines?: LinesFacts
}

/** What the rules of a line need of the form around it. */
export interface LinesFacts {
  readonly read: Read
  readonly world: World
  /** Only these columns are filled in, and no line comes or goes. */
  readonly only?: readonly string[]
  /** Wrong cells, as line.field counted from 0. */
  readonly cells?: Readonly<Record<string, string>>
  /** Columns that are added up below. */
  readonly sums: ReadonlySet<string>
  readonly offer: (column: Field, line: Readonly<Record<string, unknown>>) => Offer
}

export interface Offer {
  readonly key: string
  readonly find: (words: string, signal: AbortSignal) => Promise<OptionsAnswer>
}

/** What widgets need of their surroundings, given once by whoever draws a form. */
export interface Surroundings {
  readonly dictionaries: Readonly<Record<string, Dictionary>>
  /** IANA name of the product's time zone. */
  readonly zone: string
  /** ISO 4217 code. */
  readonly currency: string
  /** Largest file in bytes. */
  readonly fileBytes: number
  readonly upload: (file: File, onProgress: (percent: number) => void, signal: AbortSignal) => Promise<FileValue>
  /** The files on their way and those that got lost there: a form is not sent while there are any. */
  readonly uploading: Map<number, 'sending' | 'failed'>
  /** The record that carries a file already; nothing for one that was just uploaded. */
  readonly carrierOf: (file: FileValue) => Carrier | undefined
}

export const SurroundingsContext = createContext<Surroundings | null>(null)

/** @throws when no form is around: a widget alone cannot know its dictionaries. */
export function useSurroundings(): Surroundings {
  const surroundings = useContext(SurroundingsContext)
  if (!surroundings) throw new Error('A widget needs the surroundings of a form.')
  return surroundings
}

/** The control library hands a role on to the group, but its types do not know it; without one the group may not say that it is required. */
export const radioGroup: object = { role: 'radiogroup' }
