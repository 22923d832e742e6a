// Serves a file or its thumbnail to its uploader and to readers of the record that carries it.
// Every other request gets the refusal of a missing file, or that of the record which it names.
import sql from 'sql-template-tag'
import type { Context } from '../../context/context'
import { recordAudit } from '../../mutation/audit'
import { RequestError } from '../../../protocol/requestError'
import { findFile, type FileRow } from '../../files/fileRecords'
import { StreamedReply } from '../../context/streamedReply'
import type { ThumbnailRequest } from '../../../protocol/fileCalls'
import type { Operation, RequestContext } from '../contract/operation'
import { readRecord } from '../records/record'
import { readStored } from '../../files/saveUpload'

/**
 * Input: id of the file; entity and record (its id) that carry it, unless the caller uploaded it. Responds with the
 * bytes.
 */
export const download: Operation = {
  programs: true,
  async run(context, input) {
    const file = await reachedFile(context, input)
    await recordAudit(context, {
      action: 'download',
      detail: file.name,
      ...(typeof input.entity === 'string' && { entity: input.entity }),
      ...(typeof input.record === 'number' && { recordId: input.record }),
    })
    return new StreamedReply(await readStored(context, file.digest), file.type, { name: file.name, isStored: true })
  },
}

/**
 * GET /api/thumbnail: of a picture only. An id always names the same bytes, so the browser of this session caches them.
 */
export async function readThumbnail(context: RequestContext, request: ThumbnailRequest): Promise<StreamedReply> {
  const { thumbnail, name } = await reachedFile(context, request)
  if (thumbnail === null) throw new RequestError('thumbnail_not_found')
  return new StreamedReply(await readStored(context, thumbnail), 'image/webp', {
    name: `${name}.webp`,
    keeps: true,
    isStored: true,
  })
}

async function reachedFile(
  context: RequestContext,
  input: { readonly id?: unknown; readonly entity?: unknown; readonly record?: unknown },
): Promise<FileRow> {
  const file = typeof input.id === 'string' ? await findFile(context, input.id) : undefined
  const reached =
    file &&
    (file.createdBy === context.caller.me.id ||
      // What the caller's own account carries, as its picture.
      names(context.caller.me, file.id) ||
      (await carried(context, file.id, input.entity, input.record)))
  if (!reached) throw new RequestError('file_not_found')
  return file
}

async function carried(context: RequestContext, id: string, entity: unknown, record: unknown): Promise<boolean> {
  if (typeof entity !== 'string' || typeof record !== 'number' || !Object.hasOwn(context.app.entities, entity))
    return false
  const answer = await readRecord(context, { entity, id: record })
  return names(answer.record.values, id) || (await isInNote(context, id, { entity, record }))
}

/** Whether a note beneath the record carries the file. */
async function isInNote(
  { query }: Pick<Context, 'query'>,
  file: string,
  { entity, record }: { readonly entity: string; readonly record: number },
): Promise<boolean> {
  const carried = JSON.stringify([{ id: file }])
  const notes = await query(
    sql`SELECT 1 AS "one"
      FROM "_note"
      WHERE "entity" = ${entity} AND "record" = ${record}::bigint AND "files" @> ${carried}::jsonb
      LIMIT 1`,
  )
  return notes.length > 0
}

/** Whether a value, or anything in it, is the file with that id. */
function names(value: unknown, id: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  if ((value as { id?: unknown }).id === id) return true
  return Object.values(value).some((part) => names(part, id))
}
