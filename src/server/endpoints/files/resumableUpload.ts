// Takes a file in pieces: begin, append, and where to go on after a break.
// The whole file passes the same checks as one that comes in a single form.
import { authorize } from '../../auth/authorize'
import { RequestError } from '../../../protocol/requestError'
import type { Parts } from '../../../protocol/transport'
import type { BeginUploadRequest, UploadRequest, UploadState } from '../../../protocol/documentCalls'
import { keepFile, storeFault, fileTooLarge } from '../../files/keepFile'
import { safeName } from '../../files/contentType'
import { TooLarge } from '../../files/fileStore'
import {
  addPiece,
  beginPartial,
  dropPartial,
  endPartial,
  findPartial,
  wholeOf,
  type PartialUpload,
} from '../../files/partialUploads'
import type { RequestContext } from '../contract/operation'

const piece = 1024 * 1024

/** The limits of the product's own upload, whose permission is needed here too. */
function limitsOf({ app, caller, server }: RequestContext): { bytes: number; accepted: readonly string[] | undefined } {
  const declared = Object.values(app.endpoints).find(({ operation }) => operation === 'upload')
  authorize(app, caller, declared?.permissions ?? ['admin'])
  const { maxBytes = Infinity, accept } = declared?.options ?? {}
  return {
    bytes: Math.min(Number(maxBytes), server.configuration.uploadBytes),
    accepted: accept as readonly string[] | undefined,
  }
}

export async function beginUpload(context: RequestContext, request: BeginUploadRequest): Promise<UploadState> {
  const { configuration, database } = context.server
  const name = safeName(request.name)
  const { bytes } = limitsOf(context)
  if (request.size > bytes) throw fileTooLarge(name, bytes)
  const id = await beginPartial(context, database, configuration.unusedBytes, { name, size: request.size })
  return { id, offset: 0, piece }
}

export async function readUpload(context: RequestContext, { id }: UploadRequest): Promise<UploadState> {
  return stateOf(await findPartial(context, context.server.database, id))
}

/** The parts of the form come in their order: `id`, `offset`, `file`. */
export async function appendToUpload(context: RequestContext): Promise<UploadState> {
  const { parts } = (context.call.body ?? {}) as Partial<Parts>
  if (!parts) throw new RequestError('form_expected')
  const given: Record<string, string> = {}
  for await (const part of parts) {
    if (part.kind === 'value') given[part.name] = part.value
    else return stateOf(await take(context, given, part.bytes))
  }
  throw new RequestError('file_missing')
}

async function take(
  context: RequestContext,
  { id = '', offset }: Readonly<Record<string, string>>,
  bytes: AsyncIterable<Uint8Array>,
): Promise<PartialUpload> {
  const { database, files } = context.server
  const upload = await findPartial(context, database, id)
  if (upload.file) return upload
  const taken =
    Number(offset) === upload.offset && upload.offset < upload.size
      ? await addPiece(context, { database, files }, upload, { bytes, limit: piece }).catch((error: unknown) => {
          throw error instanceof TooLarge ? fileTooLarge(upload.name, piece) : storeFault(context, error)
        })
      : upload
  return taken.offset === taken.size && !taken.file ? complete(context, taken) : taken
}

/** Forgets what is refused as a whole, unless only the store was out of reach. */
async function complete(context: RequestContext, upload: PartialUpload): Promise<PartialUpload> {
  const { database, files } = context.server
  const { bytes, accepted } = limitsOf(context)
  const whole = { filename: upload.name, bytes: wholeOf(files, upload) }
  const file = await keepFile(context, whole, bytes, accepted).catch(async (error: unknown) => {
    if (error instanceof RequestError && error.key !== 'file_store_unavailable')
      await dropPartial(database, upload, context.now)
    throw error
  })
  await endPartial(database, upload, file, context.now)
  return { ...upload, file }
}

const stateOf = ({ id, offset, file }: PartialUpload): UploadState => ({ id, offset, piece, ...(file && { file }) })
