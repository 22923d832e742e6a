// The calls of notes: what people write to each other beneath a record.
import type { FileValue, OptionsAnswer } from './calls'

/** What a live event names when a note was written. */
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
 * POST /api/notes/write: a new note, or with `corrects` another text for an own one. `key` as of a run; `replaces`:
 * keys of attempts with other content whose outcome the caller does not know. They are closed, and the note that one of
 * them has written gets this content.
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
