// What does the view of one record show? Its figures, its values by section, the records that refer to it, and where it leads.
import type { Column } from './screenForm'
import type { Text } from './text'

export interface Detail {
  /** Paths, shown before everything else. */
  readonly figures: readonly string[]
  readonly sections: readonly Section[]
  readonly related: readonly Related[]
  readonly frames: readonly FrameLink[]
  /** Where the record, or one that refers to it, waits for somebody. */
  readonly queues: readonly QueueLink[]
  /** What runs when a record is opened. `by`: the reference to it in the one that is created; absent: it runs on the record itself. */
  readonly onOpen?: { readonly entity: string; readonly transition: string; readonly by?: string }
}

export interface Related {
  readonly entity: string
  readonly by: string
  readonly title: Text
  readonly columns: readonly Column[]
  readonly actions: readonly string[]
}
/** A screen that shows the record in a page of an outside system, while one of the transitions can be run. */
export interface FrameLink {
  readonly path: string
  readonly title: Text
  readonly takes: readonly string[]
}
/** A screen whose queue is decided by the state alone, and the states of its records. */
export interface QueueLink {
  readonly entity: string
  readonly states: readonly string[]
  readonly path: string
  readonly title: Text
}
export interface Section {
  readonly title: Text
  readonly fields: readonly string[]
}
