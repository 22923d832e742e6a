// What follows from opening a record, from wherever it was opened: what the manifest says runs on it where it can, or is made of it, once and in silence.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Detail } from '../../../manifest/app'
import type { RecordData } from '../../../protocol/calls'
import { createIntention } from '../../../runtime/actions'
import { CallError } from '../../../runtime/faults'
import { entitiesChanged } from '../../../runtime/records'
import { useRuntime } from '../../../runtime/runtime'

export function useOpened(entity: string, onOpen: Detail['onOpen'], record: RecordData): void {
  const { client } = useRuntime()
  const records = useQueryClient()
  const last = useRef(0)
  useEffect(() => {
    if (onOpen === undefined || last.current === record.id) return
    last.current = record.id
    const { entity: of, transition, by } = onOpen
    if (by === undefined && !record.can.includes(transition)) return
    const on = by === undefined ? { id: record.id, version: record.version } : { values: { [by]: record.id } }
    client
      .post(
        '/api/run',
        { entity: of, transition, ...on, key: createIntention().keyFor({ of, transition, ...on }) },
        { quiet: true },
      )
      .then(() => entitiesChanged(records, [entity, of]))
      .catch((error: unknown) => {
        // Somebody else may have been quicker, or what is made once is there already.
        if (!(error instanceof CallError)) throw error
      })
  }, [entity, onOpen, record, client, records])
}
