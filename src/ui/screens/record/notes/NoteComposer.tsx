// The input of a note: text with @ to mention people, and files.
import { Button, Mentions } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { NoteData, NotePeopleAnswer } from '../../../../protocol/records/noteCalls'
import type { FileValue } from '../../../../protocol/calls'
import { CallError } from '../../../../client/feedback/callError'
import { createIdempotentAttempt } from '../../../../client/data/idempotentAttempt'
import { useFiles } from '../../../../client/data/fileTransfer'
import { useErrorReport, useTranslator } from '../../../../client/context/clientContext'
import { useDebounced } from '../../../controls/hooks/useDebounced'
import { IconButton } from '../../../controls/IconButton'
import { labelsNamed, wordsBeingNamed, wordsToFind } from './namedPeople'
import type { NoteActions } from './useNoteActions'
import { useNoteDraft } from './useNoteDraft'

interface NoteComposerProps {
  /** The record. */
  readonly subject: string
  readonly actions: NoteActions
  /** The note being corrected; absent: a new one. */
  readonly note?: NoteData
  readonly done?: () => void
  readonly autoFocus?: boolean
}

/** Milliseconds of pause in typing before names are searched. */
const searchDelayMs = 200
const maxLength = 2_000

export function NoteComposer({ subject, actions, note, done, autoFocus }: NoteComposerProps) {
  const { t } = useTranslator()
  const { initial, keep, forget, attempts } = useNoteDraft(subject, note)
  const [text, setText] = useState(initial.text)
  const [sending, setSending] = useState(false)
  const [attempt] = useState(() => createIdempotentAttempt(attempts))
  const { people, find, named } = useNamedPeople(actions, note)
  const attachments = useAttachments(initial.files)
  useEffect(() => keep({ text, files: attachments.files }), [keep, text, attachments.files])
  const isUnready = text.trim() === '' || attachments.pending > 0
  const end = () => {
    forget()
    done?.()
  }
  const send = async () => {
    if (isUnready || sending) return
    setSending(true)
    const files = attachments.files.map(({ id }) => id)
    const written = await named(text)
      .then((mentions) =>
        actions.write({ text: text.trim(), mentions, files, ...(note && { corrects: note.id }) }, attempt),
      )
      .finally(() => setSending(false))
    if (!written) return
    setText('')
    attachments.clear()
    end()
  }
  return (
    <div className="note-composer">
      <Mentions
        value={text}
        onChange={(value) => {
          setText(value)
          const searchText = wordsBeingNamed(value)
          if (searchText !== undefined) find(searchText)
        }}
        onSearch={find}
        onKeyDown={(event) => isSendKey(event) && void send()}
        options={people.map(personOption)}
        filterOption={false}
        notFoundContent={t('record.noteNobody')}
        placeholder={t('record.noteHint')}
        aria-label={t('record.noteHint')}
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={maxLength}
        autoFocus={autoFocus ?? note !== undefined}
      />
      <Attachments attachments={attachments} />
      <div className="note-tools">
        <AttachButton add={attachments.add} />
        <span />
        {done && <Button onClick={end}>{t('record.noteCancel')}</Button>}
        <Button type="primary" loading={sending} disabled={isUnready} onClick={() => void send()}>
          {t(note ? 'record.noteSave' : 'record.noteSend')}
        </Button>
      </div>
    </div>
  )
}

const isSendKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key === 'Enter' && (ctrlKey || metaKey)

type Person = NotePeopleAnswer['options'][number]

const personOption = ({ id, label, hint }: Person) => ({
  key: String(id),
  value: label,
  label: (
    <span className="note-person">
      <span>{label}</span> <small>{hint}</small>
    </span>
  ),
})

/** People found after @, and the ids of those mentioned in the text. */
function useNamedPeople(actions: NoteActions, note: NoteData | undefined) {
  const [people, setPeople] = useState<readonly Person[]>([])
  const known = useRef(new Map<string, number>(note?.mentions.map(({ id, label }) => [label, id])))
  const [typed, find] = useState<string>()
  const searched = useDebounced(typed, searchDelayMs)
  useEffect(() => {
    if (searched === undefined) return
    let isLatest = true
    void actions.people(searched).then((accounts) => {
      for (const { id, label } of accounts) known.current.set(label, id)
      if (isLatest) setPeople(accounts)
    })
    return () => {
      isLatest = false
    }
  }, [actions, searched])
  // Names typed faster than the search answers are looked up on sending.
  const named = async (text: string) => {
    const words = wordsToFind(text, known.current.keys())
    for (const { id, label } of (await Promise.all(words.map(actions.people))).flat()) known.current.set(label, id)
    return labelsNamed(text, known.current.keys()).map((label) => known.current.get(label)!)
  }
  return { people, find, named }
}

interface AttachmentsState {
  readonly files: readonly FileValue[]
  /** Files being uploaded. */
  readonly pending: number
  readonly add: (files: Iterable<File>) => void
  readonly remove: (id: string) => void
  readonly clear: () => void
}

function useAttachments(initial: readonly FileValue[]): AttachmentsState {
  const { upload } = useFiles()
  const report = useErrorReport()
  const [files, setFiles] = useState(initial)
  const [pending, setPending] = useState(0)
  const control = useRef<AbortController>(undefined)
  useEffect(() => {
    const current = new AbortController()
    control.current = current
    return () => current.abort()
  }, [])
  const send = async (file: File) => {
    const { signal } = control.current!
    setPending((count) => count + 1)
    try {
      const stored = await upload(file, () => undefined, signal)
      setFiles((all) => [...all, stored])
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!signal.aborted) report(error)
    } finally {
      setPending((count) => count - 1)
    }
  }
  return {
    files,
    pending,
    add: (chosen) => {
      for (const file of chosen) void send(file)
    },
    remove: (id) => setFiles((all) => all.filter((file) => file.id !== id)),
    clear: () => setFiles([]),
  }
}

function Attachments({ attachments: { files, pending, remove } }: { attachments: AttachmentsState }) {
  const { t } = useTranslator()
  if (files.length + pending === 0) return null
  return (
    <ul className="note-attachments">
      {files.map(({ id, name }) => (
        <li key={id}>
          <span title={name}>{name}</span>
          <IconButton icon="close" label={t('record.noteDetach', { name })} size="small" onClick={() => remove(id)} />
        </li>
      ))}
      {pending > 0 && <li role="status">{t('record.noteUploading')}</li>}
    </ul>
  )
}

function AttachButton({ add }: Pick<AttachmentsState, 'add'>) {
  const { t } = useTranslator()
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton icon="file" label={t('record.noteAttach')} onClick={() => chooser.current?.click()} />
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        tabIndex={-1}
        onChange={(event) => {
          add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}
