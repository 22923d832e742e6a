// Receives a file in pieces, so that an interrupted upload can resume.
// The complete file passes the same checks as one uploaded in a single form.
import type { BeginUploadRequest, UploadRequest, UploadState } from '../../../protocol/fileCalls'
import type { RefusalKey } from '../../../protocol/refusals/catalog'
import { RequestError } from '../../../protocol/requestError'
import type { Parts } from '../../../protocol/transport'
import { authorize } from '../../auth/authorize'
import { safeName } from '../../files/contentType'
import { findFile } from '../../files/fileRecords'
import { TooLarge } from '../../files/fileStore'
import { fileTooLarge, saveUpload, storeError, uploadTurns } from '../../files/saveUpload'
import { declaredUpload, largestFile } from '../../files/uploadLimits'
import {
  addPiece,
  beginPartial,
  discardPartial,
  endPartial,
  findPartial,
  pieceBytes,
  wholeOf,
  type PartialUpload,
} from '../../files/partialUploads'
import type { RequestContext } from '../contract/operation'

/** POST /api/uploads */
export async function beginUpload(context: RequestContext, { name, size }: BeginUploadRequest): Promise<UploadState> {
  const { configuration, database } = context.server
  const named = safeName(name)
  const { bytes } = limitsOf(context)
  if (size > bytes) throw fileTooLarge(named, bytes)
  return stateOf(await beginPartial(context, database, configuration.unusedBytes, { name: named, size }))
}

/** POST /api/uploads/state */
export async function readUpload(context: RequestContext, { id }: UploadRequest): Promise<UploadState> {
  limitsOf(context)
  const upload = await findPartial(context, context.server.database, id)
  return upload ? stateOf(upload) : finished(context, id)
}

/** POST /api/uploads/discard: one answer for all, so that it reveals nothing of other accounts. */
export async function discardUpload(context: RequestContext, { id }: UploadRequest): Promise<null> {
  limitsOf(context)
  await discardPartial(context, context.server.database, id)
  return null
}

/** POST /api/uploads/append: the parts of the form come in this order: `id`, `offset`, `file`. */
export async function appendToUpload(context: RequestContext): Promise<UploadState> {
  limitsOf(context)
  const { parts } = (context.call.body ?? {}) as Partial<Parts>
  if (!parts) throw new RequestError('form_expected')
  const given = new Map<string, string>()
  let state: UploadState | undefined
  for await (const part of parts) {
    if (part.kind === 'value') given.set(part.name, part.value)
    else state = await take(context, { id: given.get('id') ?? '', offset: Number(given.get('offset')) }, part.bytes)
  }
  if (!state) throw new RequestError('file_missing')
  return state
}

async function take(
  context: RequestContext,
  { id, offset }: { readonly id: string; readonly offset: number },
  bytes: AsyncIterable<Uint8Array>,
): Promise<UploadState> {
  const { database, files } = context.server
  const leave = await uploadTurns.take(context.queryOwner)
  let taken: PartialUpload | undefined
  try {
    // Read the piece first: its digest decides whether it is stored already.
    const incoming = await files.receive(bytes, pieceBytes).catch((error: unknown) => {
      throw error instanceof TooLarge ? fileTooLarge(id, pieceBytes) : storeError(context, error)
    })
    try {
      const upload = await findPartial(context, database, id)
      taken = upload && (await addPiece(context, upload, { incoming, offset }))
    } catch (error) {
      throw storeError(context, error)
    } finally {
      await files.discard(incoming)
    }
  } finally {
    leave()
  }
  if (!taken) return finished(context, id)
  return taken.offset === taken.size ? complete(context, taken) : stateOf(taken)
}

/** Permanent reasons to refuse a complete file. */
const final: ReadonlySet<RefusalKey> = new Set<RefusalKey>([
  'file_too_large',
  'file_type_not_accepted',
  'picture_unreadable',
  'picture_too_large',
])

/** Assembles the file. Deletes a permanently refused upload; after any other failure it can be tried again. */
async function complete(context: RequestContext, upload: PartialUpload): Promise<UploadState> {
  const { database, files } = context.server
  const { bytes, accepted } = limitsOf(context)
  const assembled = { filename: upload.name, bytes: wholeOf(files, upload), upload: upload.id }
  const file = await saveUpload(context, assembled, bytes, accepted).catch(async (error: unknown) => {
    if (error instanceof RequestError && final.has(error.key))
      await endPartial((statement) => database.query(statement), upload.id, context.now)
    throw storeError(context, error)
  })
  return { ...stateOf(upload), file }
}

/** An upload that has become a file. @throws RequestError upload_not_found when there is none of the caller */
async function finished(context: RequestContext, id: string): Promise<UploadState> {
  const file = await findFile(context, id)
  if (!file || file.createdBy !== context.caller.me.id) throw new RequestError('upload_not_found')
  const { name, size, type } = file
  return { id, offset: size, piece: pieceBytes, file: { id, name, size, type } }
}

/** The limits of the product's own upload, whose permission is needed here too. */
function limitsOf({ app, caller, server }: RequestContext): { bytes: number; accepted: readonly string[] | undefined } {
  const declared = declaredUpload(app)
  authorize(app, caller, declared?.permissions ?? ['admin'])
  return {
    bytes: largestFile(declared, server.configuration),
    accepted: declared?.options.accept as readonly string[] | undefined,
  }
}

const stateOf = ({ id, offset }: PartialUpload): UploadState => ({ id, offset, piece: pieceBytes })
