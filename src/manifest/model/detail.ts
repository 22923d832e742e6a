// A compiled detail view: highlights, sections, related records, queues and frames.
import type { Audience } from './access'
import type { Column } from './column'
import type { Text } from './text'

/** Only its audience may open records of the entity. */
export interface Detail extends Audience {
  /** Paths, shown before everything else. */
  readonly highlightFields: readonly string[]
  readonly sections: readonly Section[]
  readonly related: readonly Related[]
  readonly frames: readonly FrameLink[]
  /** Queues in which the record, or one that refers to it, waits. */
  readonly queues: readonly QueueLink[]
  /** Its records may have notes to colleagues. */
  readonly notes: boolean
  /**
   * What runs when a record is opened. `reference`: the field of the created record that refers to it; absent: it runs
   * on the record itself.
   */
  readonly onOpen?: { readonly entity: string; readonly transition: string; readonly reference?: string }
}

export interface Related extends Audience {
  readonly entity: string
  readonly reference: string
  readonly title: Text
  readonly columns: readonly Column[]
  readonly actions: readonly string[]
  /** States in which the life cycle of the record waits for one of these. */
  readonly awaitedIn?: readonly string[]
}
/** A screen that shows the record in a page of an integration while one of the transitions can run. */
export interface FrameLink {
  readonly path: string
  readonly title: Text
  readonly imports: readonly string[]
}
/** A screen whose queue depends on the state alone, and the states of its records. */
interface QueueLink {
  readonly entity: string
  readonly states: readonly string[]
  readonly path: string
  readonly title: Text
}
export interface Section extends Audience {
  readonly title: Text
  readonly fields: readonly string[]
}
