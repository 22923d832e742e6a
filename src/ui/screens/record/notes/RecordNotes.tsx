// Notes on a record, newest first, below the input for a new one.
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import type { NoteData } from '../../../../protocol/records/noteCalls'
import { useNotes } from '../../../../client/data/queries'
import { useTranslator } from '../../../../client/context/clientContext'
import { useNow } from '../../../controls/hooks/useNow'
import type { RenderContext } from '../../../values/renderContext'
import { Thumbnail } from '../../../values/Thumbnail'
import { NoteComposer } from './NoteComposer'
import { useNoteActions, type NoteActions } from './useNoteActions'
import './notes.css'

interface RecordNotesProps {
  readonly entity: string
  readonly id: number
  readonly context: RenderContext
  /** The input of a new note takes the focus. */
  readonly autoFocus?: boolean
}

/** Draws the input and the first page of notes. */
export default function RecordNotes({ entity, id, context, autoFocus }: RecordNotesProps) {
  const { t } = useTranslator()
  const actions = useNoteActions(entity, id)
  return (
    <div className="record-notes">
      <NoteComposer subject={`${entity}.${id}`} actions={actions} autoFocus={autoFocus} />
      <NotesPage entity={entity} id={id} context={context} actions={actions} empty={t('record.noteNone')} />
    </div>
  )
}

interface NotesPageProps extends RecordNotesProps {
  readonly actions: NoteActions
  readonly before?: number
  /** Shown if there are none. */
  readonly empty?: string
}

/** A page of notes, with older ones below on request. */
function NotesPage({ before, empty, ...props }: NotesPageProps) {
  const { t } = useTranslator()
  const [older, setOlder] = useState(false)
  const { data, error, refetch } = useNotes(props.entity, props.id, before)
  if (!data && error)
    return (
      <p className="record-none" role="alert">
        {error.message}{' '}
        <Button type="link" onClick={() => void refetch()}>
          {t('list.retry')}
        </Button>
      </p>
    )
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 4 }} />
  const last = data.notes.at(-1)
  if (!last) return empty ? <p className="record-none">{empty}</p> : null
  return (
    <>
      <ol>
        {data.notes.map((note) => (
          <Note key={note.id} note={note} {...props} />
        ))}
      </ol>
      {older && <NotesPage {...props} before={last.id} />}
      {data.more && !older && <Button onClick={() => setOlder(true)}>{t('record.noteOlder')}</Button>}
    </>
  )
}

function Note({ note, entity, id, context, actions }: Omit<NotesPageProps, 'before'> & { readonly note: NoteData }) {
  const { t } = useTranslator()
  const [correcting, setCorrecting] = useState(false)
  const { format } = context
  const now = useNow()
  const carrier = { entity, record: id }
  return (
    <li>
      <header>
        <strong>{note.by}</strong>
        <time dateTime={note.at} title={format.datetime(note.at)}>
          {format.relative(note.at, now)}
        </time>
        {note.own && !correcting && (
          <Button type="link" size="small" onClick={() => setCorrecting(true)}>
            {t('record.noteCorrect')}
          </Button>
        )}
      </header>
      {correcting ? (
        <NoteComposer subject={`${entity}.${id}`} actions={actions} note={note} done={() => setCorrecting(false)} />
      ) : (
        <p>{highlighted(note)}</p>
      )}
      {note.files.length > 0 && !correcting && (
        <ul className="note-files">
          {note.files.map((file) => (
            <li key={file.id}>
              <button
                type="button"
                className="value-files"
                onClick={() => context.openFiles?.(note.files, carrier, file)}
              >
                <Thumbnail file={file} carrier={carrier} size={32} />
                <span>{file.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {note.former.length > 0 && (
        <details>
          <summary>{t('record.noteCorrected')}</summary>
          {note.former.map(({ text, until }) => (
            <blockquote key={until}>
              <small>{t('record.noteBefore', { at: format.datetime(until) })}</small>
              {text}
            </blockquote>
          ))}
        </details>
      )}
    </li>
  )
}

/** The text with mentions highlighted; longer names first, since one may begin with another. */
function highlighted({ text, mentions }: NoteData) {
  const names = mentions.map(({ label }) => `@${label}`).sort((a, b) => b.length - a.length)
  const parts: { readonly text: string; readonly named: boolean }[] = []
  let plain = ''
  for (let index = 0; index < text.length;) {
    const name = names.find((item) => text.startsWith(item, index))
    if (name !== undefined) {
      parts.push({ text: plain, named: false }, { text: name, named: true })
      plain = ''
    } else plain += text[index]
    index += name?.length ?? 1
  }
  parts.push({ text: plain, named: false })
  return parts.map((part, index) => (part.named ? <b key={index}>{part.text}</b> : part.text))
}
