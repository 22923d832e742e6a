// Notes on a record, for callers who may open it: read, written, corrected by their author.
// Mentioned accounts get a message in the same transaction; they must be allowed to open the record.
import sql from 'sql-template-tag'
import type { Entity } from '../../../manifest/model/entity'
import { messageText } from '../../../manifest/expression/message'
import type { FileValue } from '../../../protocol/calls'
import {
  noteChanges,
  type NoteData,
  type NotePeopleAnswer,
  type NotePeopleRequest,
  type NotesAnswer,
  type NotesRequest,
  type WriteNoteAnswer,
  type WriteNoteRequest,
} from '../../../protocol/records/noteCalls'
import { withRecord } from '../../../protocol/records/recordAddress'
import { RequestError } from '../../../protocol/requestError'
import { createPeriodCounts } from '../../auth/periodCounts'
import type { Context } from '../../context/context'
import { localeOf, phrase } from '../../context/phrases'
import { accountTable } from '../../database/sql/accounts'
import { identifier } from '../../database/sql/identifier'
import { inTransaction, runAtomically } from '../../mutation/runTransition'
import { messageBatch } from '../../mutation/effects/messages'
import { markFilesUsed } from '../../mutation/input/files'
import { runDependencies } from '../../mutation/runDependencies'
import { callerContext, type WriteContext } from '../../mutation/state/writeContext'
import { claimKey, closeAttempts, keyedContent } from '../../mutation/write/idempotency'
import { withinTenantOf } from '../../query/records/loadRecords'
import type { RequestContext } from '../contract/operation'
import { noteReaders, offeredReaders, reachedRecord, type NoteReader, type ReachedRecord } from './noteReaders'
import { openLists, screenOver } from './openLists'
import { notFound, readableEntity } from './record'

const maxNotes = 50
/** Messages that one account's mentions may send per hour: each may go to a phone too. */
const maxMentions = 100
const countMentions = createPeriodCounts<number>(3_600_000)

/** A row of the table of notes. */
interface Row extends Pick<NoteData, 'id' | 'text' | 'at' | 'files' | 'former'> {
  readonly by: number
  readonly mentions: readonly number[]
}

/** @throws RequestError record_not_reachable, permission_required, notes_not_kept */
export async function readNotes(wide: Context, { entity: name, id, before }: NotesRequest): Promise<NotesAnswer> {
  const { entity, context } = await reached(wide, name, id)
  const rows = await context.query<Row>(sql`
    SELECT "id", "by", "at", "text", "mentions", "files", "former" FROM "_note"
    WHERE "entity" = ${entity.name} AND "record" = ${id}::bigint
    AND (${before ?? null}::bigint IS NULL OR "id" < ${before ?? null}::bigint)
    ORDER BY "id" DESC LIMIT ${maxNotes + 1}::int`)
  const notes = rows.slice(0, maxNotes)
  const labels = await accountLabels(
    context,
    notes.flatMap(({ by, mentions }) => [by, ...mentions]),
  )
  return {
    notes: notes.map(({ by, mentions, at, ...note }) => ({
      ...note,
      at: new Date(at).toISOString(),
      by: labels.get(by) ?? '',
      own: by === context.caller.me.id,
      mentions: mentions.map((account) => ({ id: account, label: labels.get(account) ?? '' })),
    })),
    more: rows.length > maxNotes,
  }
}

/** @throws RequestError record_not_reachable, permission_required, notes_not_kept */
export async function findNotePeople(wide: Context, request: NotePeopleRequest): Promise<NotePeopleAnswer> {
  const { entity, context, record } = await reached(wide, request.entity, request.id)
  return { options: await offeredReaders(context, entity, request, record.tenant) }
}

/**
 * Writes or corrects a note and sends messages to newly mentioned accounts.
 * @throws RequestError record_not_reachable, mention_not_possible, note_files_not_usable, and others
 */
export async function writeNote(wide: RequestContext, request: WriteNoteRequest): Promise<WriteNoteAnswer> {
  const notesOf = await reached(wide, request.entity, request.id)
  const { context: outer, record } = notesOf
  const { database, onCommitted } = runDependencies(wide)
  const { app, caller, now } = wide
  let written = false
  const { answer, records } = await inTransaction(
    { database, app, tenant: outer.tenant },
    caller,
    now,
    async (work) => {
      const account = Number(caller.me.id)
      const former = await closeAttempts<WriteNoteAnswer>(work.query, account, request.replaces ?? [], now)
      const claim = await claimKey<WriteNoteAnswer>(work.query, account, keyedContent(request), now)
      if (claim.answer) return claim.answer
      const content = withFormer(request, former.at(-1))
      const note = await storeNote(work, callerContext(work, caller), notesOf, content)
      await claim.save(note)
      written = true
      return note
    },
  )
  if (records.length > 0) onCommitted?.({ records })
  if (written) wide.server.live.changed({ tenant: record.tenant, entities: [noteChanges] })
  return answer
}

/** A record whose notes the caller may read. */
interface ReachedNotes {
  readonly entity: Entity
  readonly context: Context
  readonly record: ReachedRecord
}

async function reached(wide: Context, name: string, id: number): Promise<ReachedNotes> {
  const entity = readableEntity(wide, name)
  if (!entity.detail.notes) throw new RequestError('notes_not_kept')
  const context = await withinTenantOf(wide, entity, id)
  const record = await reachedRecord(context, entity, id)
  if (!record) throw notFound()
  return { entity, context, record }
}

/** The note of a former attempt is updated to the author's present text and files. */
function withFormer(request: WriteNoteRequest, written: WriteNoteAnswer | undefined): WriteNoteRequest {
  if (!written || request.corrects !== undefined) return request
  return { ...request, files: request.files ?? [], corrects: written.id }
}

async function storeNote(
  work: WriteContext,
  context: Context,
  { entity, record }: ReachedNotes,
  request: WriteNoteRequest,
): Promise<WriteNoteAnswer> {
  const { mentions = [], files = [], text } = request
  const readers: NoteReader[] = []
  for await (const reader of noteReaders(context, entity, request.id, mentions)) readers.push(reader)
  if (readers.length < mentions.length) throw new RequestError('mention_not_possible')
  const usable = files.length > 0 ? await markFilesUsed(work.query, context.caller, files) : []
  if (usable.length < files.length) throw new RequestError('note_files_not_usable')
  const attached = files.map((id) => usable.find((file) => file.id === id)!)
  if (request.corrects !== undefined) return correctNote(work, context, entity, { request, readers, attached })
  const [note] = await work.query<{ id: number }>(sql`
    INSERT INTO "_note" ("tenant", "entity", "record", "by", "at", "text", "mentions", "files")
    VALUES (${record.tenant}, ${entity.name}, ${request.id}, ${context.caller.me.id}, ${work.now}, ${text},
      ${mentions}::bigint[], ${JSON.stringify(attached)}::jsonb) RETURNING "id"`)
  await sendMentions(work, context, entity, { request, readers })
  return { id: note!.id }
}

/** Stores the former text; files stay unless the request names some. */
async function correctNote(
  work: WriteContext,
  context: Context,
  entity: Entity,
  { request, readers, attached }: Mentions & { readonly attached: readonly FileValue[] },
): Promise<WriteNoteAnswer> {
  const { corrects, mentions = [], text } = request
  const [before] = await work.query<Row>(sql`
    SELECT "id", "text", "mentions" FROM "_note"
    WHERE "id" = ${corrects} AND "entity" = ${entity.name} AND "record" = ${request.id}::bigint
    AND "by" = ${context.caller.me.id} FOR UPDATE`)
  if (!before) throw new RequestError('note_not_correctable')
  const former = JSON.stringify([{ text: before.text, until: work.now.toISOString() }])
  const replaced = request.files ? JSON.stringify(attached) : null
  await work.query(sql`
    UPDATE "_note"
    SET "text" = ${text}, "mentions" = ${mentions}::bigint[], "files" = coalesce(${replaced}::jsonb, "files"),
      "former" = CASE WHEN "text" = ${text} THEN "former" ELSE "former" || ${former}::jsonb END
      WHERE "id" = ${before.id}`)
  const added = readers.filter(({ caller }) => !before.mentions.includes(Number(caller.me.id)))
  await sendMentions(work, context, entity, { request, readers: added })
  return { id: before.id }
}

interface Mentions {
  readonly request: WriteNoteRequest
  readonly readers: readonly NoteReader[]
}

/** One message for each reader, with the label and the list of that reader. */
async function sendMentions(
  work: WriteContext,
  { caller }: Context,
  entity: Entity,
  { request, readers }: Mentions,
): Promise<void> {
  const { app } = work
  const { languages, messages } = app.product
  const by = (await accountLabels(work, [Number(caller.me.id)])).get(Number(caller.me.id)) ?? ''
  const others = readers.filter((reader) => reader.caller.me.id !== caller.me.id)
  const wait = countMentions(Number(caller.me.id), others.length, maxMentions, work.now)
  if (wait > 0) throw new RequestError('too_many_mentions', { count: Math.ceil(wait / 60) })
  const batches = others.map((reader) => {
    const title = phrase('note_mention', { by, record: reader.record.label })
    const screen = screenOver(openLists(app, reader.caller), entity)
    return messageBatch(app, { caller, depth: 0 }, [Number(reader.caller.me.id)], {
      kind: messages.noteKind!,
      title: languages.map((language) => messageText(title, localeOf(app.product, language))),
      body: languages.map(() => request.text),
      ...(screen && { route: withRecord(screen.path, { entity: entity.name, id: request.id }) }),
    })
  })
  if (batches.length > 0) await runAtomically(work, ...batches)
}

async function accountLabels(
  { query }: Pick<Context, 'query'>,
  accounts: readonly number[],
): Promise<Map<number, string>> {
  if (accounts.length === 0) return new Map()
  const rows = await query<{ id: number; label: string }>(
    sql`SELECT "id", "label" FROM ${identifier(accountTable)} WHERE "id" = ANY(${[...new Set(accounts)]}::bigint[])`,
  )
  return new Map(rows.map(({ id, label }) => [id, label]))
}
