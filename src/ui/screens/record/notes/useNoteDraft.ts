// A note that is being written outlives its drawer, its tab and a reload, as a form does.
import { useCallback, useMemo, useRef, useState } from 'react'
import type { FileValue } from '../../../../protocol/calls'
import type { NoteData } from '../../../../protocol/noteCalls'
import { useRuntime, useSession } from '../../../../client/context/clientContext'
import { useUnsaved } from '../../../../client/navigation/unsavedChanges'
import { createDraftWriter, draftKey, readDraft, useWriteOnLeave, type FormDraft } from '../../../form/model/draft'

interface NoteContent {
  readonly text: string
  readonly files: readonly FileValue[]
}

interface NoteDraft {
  readonly initial: NoteContent
  /** Called with every change. */
  readonly keep: (content: NoteContent) => void
  readonly forget: () => void
}

/** `subject`: the record; `note`: the one that is corrected. */
export function useNoteDraft(subject: string, note: NoteData | undefined): NoteDraft {
  const { drafts } = useRuntime()
  const account = useSession((state) => state.boot?.account.id ?? 0)
  const key = draftKey(account, 'notes', note ? `${subject}.${note.id}` : subject)
  const writer = useMemo(() => createDraftWriter(key, drafts), [key, drafts])
  const [written] = useState((): NoteContent => ({ text: note?.text ?? '', files: note?.files ?? [] }))
  const [initial] = useState((): NoteContent => ({ ...written, ...readDraft(key, drafts)?.values }))
  const [isChanged, setChanged] = useState(false)
  const latest = useRef(initial)
  const draft = useCallback(
    (): FormDraft => ({ values: { ...latest.current }, touched: Object.keys(written) }),
    [written],
  )
  useWriteOnLeave(draft, writer)
  useUnsaved(isChanged)
  const keep = useCallback(
    (content: NoteContent) => {
      latest.current = content
      const isAsWritten = JSON.stringify(content) === JSON.stringify(written)
      setChanged(!isAsWritten)
      if (isAsWritten) writer.forget()
      else writer.schedule(draft)
    },
    [draft, writer, written],
  )
  return { initial, keep, forget: writer.forget }
}
