// Writes notes and finds the people who may be mentioned.
// A retry has the key of the former attempt, or names it if the text has changed, so that the note is written once.
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { NotePeopleAnswer, WriteNoteAnswer, WriteNoteRequest } from '../../../../protocol/records/noteCalls'
import { CallError } from '../../../../client/feedback/callError'
import { useRuntime } from '../../../../client/context/clientContext'
import { dataChanged } from '../../../../client/data/queries'
import { newKey, type IdempotentAttempt } from '../../../../client/data/idempotentAttempt'

type NoteContent = Omit<WriteNoteRequest, 'entity' | 'id' | 'key' | 'replaces'>
export interface NoteActions {
  /** Resolves to whether the note was written; a failure has been reported. */
  readonly write: (note: NoteContent, attempt: IdempotentAttempt) => Promise<boolean>
  readonly people: (searchText: string) => Promise<NotePeopleAnswer['options']>
}

export function useNoteActions(entity: string, id: number): NoteActions {
  const { client } = useRuntime()
  const records = useQueryClient()
  return useMemo(
    () => ({
      async write(note, attempt) {
        const request = { entity, id, ...note }
        const identity = attempt.keyReplacingOthers(request)
        const name = newKey()
        try {
          await client.post<WriteNoteAnswer>('/api/notes/write', { ...request, ...identity }, { write: name })
        } catch (error) {
          if (!(error instanceof CallError)) throw error
          if (!error.uncertain) attempt.refused(identity.key, error.key)
          return false
        }
        attempt.settled()
        await dataChanged(records, name)
        return true
      },
      async people(searchText) {
        try {
          return (
            await client.post<NotePeopleAnswer>('/api/notes/people', { entity, id, words: searchText }, { quiet: true })
          ).options
        } catch (error) {
          if (!(error instanceof CallError)) throw error
          return []
        }
      },
    }),
    [client, records, entity, id],
  )
}
