// May this file, or the small picture of it, be read? By whoever may read the record that carries it, through that record's own plan, and by whoever uploaded it.
// Anything else is answered like a file that does not exist.
import type { Readable } from 'node:stream'
import { codes, Fault } from '../../protocol/envelope'
import { findFile } from '../files/rows'
import { Streamed } from '../streamed'
import type { ThumbnailRequest } from '../../protocol/calls'
import type { FileRow } from '../files/rows'
import type { Operation, RequestContext } from './operation'
import { readRecord } from './record'
import { storeFault } from './upload'

/** Input: id of the file; entity and record (its id) that carry it, unless it is the caller's own upload. Answers the bytes. */
export const download: Operation = {
  async run(context, input) {
    const file = await reachedFile(context, input)
    return new Streamed(await opened(context, file.digest), file.type, { name: file.name })
  },
}

/** GET /api/thumbnail: of a picture only. An id names the same bytes for ever, so the browser of this session keeps them. */
export async function readThumbnail(context: RequestContext, request: ThumbnailRequest): Promise<Streamed> {
  const { thumbnail, name } = await reachedFile(context, request)
  if (thumbnail === null) throw new Fault(codes.refused, ['该文件没有缩略图', 'There is no thumbnail of this file'])
  return new Streamed(await opened(context, thumbnail), 'image/webp', { name: `${name}.webp`, keeps: true })
}

function opened(context: RequestContext, digest: string): Promise<Readable> {
  return context.server.files.read(digest).catch((error: unknown) => {
    throw storeFault(context, error)
  })
}

async function reachedFile(
  context: RequestContext,
  input: { readonly id?: unknown; readonly entity?: unknown; readonly record?: unknown },
): Promise<FileRow> {
  const file = typeof input.id === 'string' ? await findFile(context, input.id) : undefined
  const reached =
    file && (file.createdBy === context.caller.me.id || (await carried(context, file.id, input.entity, input.record)))
  if (!reached) throw new Fault(codes.refused, ['文件不存在', 'There is no such file'])
  return file
}

async function carried(context: RequestContext, id: string, entity: unknown, record: unknown): Promise<boolean> {
  if (typeof entity !== 'string' || typeof record !== 'number' || !Object.hasOwn(context.app.entities, entity))
    return false
  const answer = await readRecord(context, { entity, id: record })
  return names(answer.record.values, id)
}

/** Whether a value, or anything in it, is the file of that id. */
function names(value: unknown, id: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  if ((value as { id?: unknown }).id === id) return true
  return Object.values(value).some((part) => names(part, id))
}
