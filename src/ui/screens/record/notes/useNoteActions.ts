// Writes notes and finds the people whom they may name.
// A retry of the same note carries the same key, so that it is written once.
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { NotePeopleAnswer, WriteNoteAnswer, WriteNoteRequest } from '../../../../protocol/noteCalls'
import { CallError } from '../../../../client/feedback/callError'
import { useRuntime } from '../../../../client/context/clientContext'
import { dataChanged } from '../../../../client/data/queries'
import { createIdempotentAttempt } from '../../../../client/data/sendTransition'

export interface NoteActions {
  /** Resolves to whether the note was written; a failure has been reported. */
  readonly write: (note: Omit<WriteNoteRequest, 'entity' | 'id' | 'key'>) => Promise<boolean>
  readonly people: (words: string) => Promise<NotePeopleAnswer['options']>
}

export function useNoteActions(entity: string, id: number): NoteActions {
  const { client } = useRuntime()
  const records = useQueryClient()
  const attempt = useRef(createIdempotentAttempt())
  return useMemo(
    () => ({
      async write(note) {
        const request = { entity, id, ...note }
        try {
          await client.post<WriteNoteAnswer>('/api/notes/write', { ...request, key: attempt.current.keyFor(request) })
        } catch (error) {
          if (!(error instanceof CallError)) throw error
          if (!error.uncertain) attempt.current.settled()
          return false
        }
        attempt.current.settled()
        await dataChanged(records)
        return true
      },
      async people(words) {
        try {
          return (await client.post<NotePeopleAnswer>('/api/notes/people', { entity, id, words }, { quiet: true }))
            .options
        } catch (error) {
          if (!(error instanceof CallError)) throw error
          return []
        }
      },
    }),
    [client, records, entity, id],
  )
}
