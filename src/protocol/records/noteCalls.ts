// The calls of a record's history: its timeline, and the notes that people write on it.
import type { Text } from '../../manifest/model/text'
import type { FileValue, OptionsAnswer, Value } from '../calls'

/** The name in live events for written notes. */
export const noteChanges = '_note'

/** POST /api/notes: the notes of a record, newest first; `before`: older than this one. */
export interface NotesRequest {
  readonly entity: string
  readonly id: number
  readonly before?: number
}
export interface NoteData {
  readonly id: number
  readonly by: string
  /** Written by the caller, who may correct it. */
  readonly own: boolean
  readonly at: string
  readonly text: string
  readonly mentions: readonly { readonly id: number; readonly label: string }[]
  readonly files: readonly FileValue[]
  /** The texts before each correction, oldest first, and when each was replaced. */
  readonly former: readonly { readonly text: string; readonly until: string }[]
}
export interface NotesAnswer {
  readonly notes: readonly NoteData[]
  readonly more: boolean
}

/**
 * POST /api/notes/write: a new note, or with `corrects` a new text for an own one. `key` as in a run; `replaces`: keys
 * of attempts with other content whose outcome is unknown. They are closed, and a note that one of them has written
 * gets this content.
 */
export interface WriteNoteRequest {
  readonly entity: string
  readonly id: number
  readonly text: string
  /** Accounts that get a message. */
  readonly mentions?: readonly number[]
  /** Ids of uploaded files. */
  readonly files?: readonly string[]
  readonly corrects?: number
  readonly key: string
  readonly replaces?: readonly string[]
}
export interface WriteNoteAnswer {
  readonly id: number
}

/** POST /api/notes/people: accounts that may open the record, by a part of their name. */
export interface NotePeopleRequest {
  readonly entity: string
  readonly id: number
  readonly words: string
}
export type NotePeopleAnswer = Pick<OptionsAnswer, 'options'>

/** POST /api/timeline — everything that happened to a record, newest first. */
export interface TimelineRequest {
  readonly entity: string
  readonly id: number
  readonly before?: number
}
export interface TimelineEntry {
  readonly id: number
  readonly action: string
  readonly title: Text
  readonly fromState?: string
  readonly toState?: string
  readonly by: string
  readonly at: string
  readonly remark?: string
  readonly changes: readonly {
    readonly field: string
    readonly title: Text
    readonly before: Value
    readonly after: Value
  }[]
}
export interface TimelineAnswer {
  readonly entries: readonly TimelineEntry[]
  readonly more: boolean
}
