// Stores the draft of a note, which survives its drawer, its tab and a reload, like that of a form.
import { useCallback, useMemo, useRef, useState } from 'react'
import type { FileValue } from '../../../../protocol/calls'
import type { NoteData } from '../../../../protocol/records/noteCalls'
import { useRuntime, useSession } from '../../../../client/context/clientContext'
import { useUnsaved } from '../../../../client/navigation/unsavedChanges'
import type { AttemptStore } from '../../../../client/data/idempotentAttempt'
import {
  attemptsOf,
  createDraftWriter,
  draftKey,
  readDraft,
  useWriteOnLeave,
  type FormDraft,
} from '../../../form/model/draft'

interface NoteContent {
  readonly text: string
  readonly files: readonly FileValue[]
}

interface NoteDraft {
  readonly initial: NoteContent
  /** Called with every change. */
  readonly keep: (content: NoteContent) => void
  readonly forget: () => void
  /** The keys of the draft's attempts, so that resending it writes the note once. */
  readonly attempts: AttemptStore
}

/** `subject`: the record; `note`: the one being corrected. */
export function useNoteDraft(subject: string, note: NoteData | undefined): NoteDraft {
  const { drafts } = useRuntime()
  const account = useSession((state) => state.boot?.account.id ?? 0)
  const key = draftKey(account, 'notes', note ? `${subject}.${note.id}` : subject)
  const writer = useMemo(() => createDraftWriter(key, drafts), [key, drafts])
  const [written] = useState((): NoteContent => ({ text: note?.text ?? '', files: note?.files ?? [] }))
  const [initial] = useState((): NoteContent => ({ ...written, ...readDraft(key, drafts)?.values }))
  const [isChanged, setIsChanged] = useState(false)
  const latest = useRef(initial)
  const draft = useCallback(
    (): FormDraft => ({ values: { ...latest.current }, touched: Object.keys(written) }),
    [written],
  )
  useWriteOnLeave(draft, writer)
  useUnsaved(isChanged, writer.forget)
  const keep = useCallback(
    (content: NoteContent) => {
      const isAsWritten = (some: NoteContent): boolean => JSON.stringify(some) === JSON.stringify(written)
      const isEmptied = isAsWritten(content) && !isAsWritten(latest.current)
      latest.current = content
      setIsChanged(!isAsWritten(content))
      if (!isAsWritten(content)) writer.schedule(draft)
      // An untouched composer must not change the draft: another browser tab may be writing it.
      else if (isEmptied) writer.forget()
    },
    [draft, writer, written],
  )
  const attempts = useMemo(() => attemptsOf(key, drafts), [key, drafts])
  return { initial, keep, forget: writer.forget, attempts }
}
