// Checks and stores one uploaded file.
import { Readable } from 'node:stream'
import { acceptsMediaType } from '../../manifest/fieldTypes/mediaTypes'
import type { Context } from '../context/context'
import { Turns } from '../database/connection/turns'
import { isUnwritable } from '../database/startupProblem'
import { TooLarge, type FileStore, type Incoming } from './fileStore'
import type { BoundQueryOwner, Database } from '../database/connection/openDatabase'
import type { Configuration } from '../context/configuration'
import type { Log } from '../context/log'
import type { FileValue } from '../../protocol/calls'
import { safeName, sniff } from './contentType'
import { RequestError } from '../../protocol/requestError'
import { isPicture } from '../../manifest/fieldTypes/mediaTypes'
import { maxFrames, maxPixels, PictureProblem, redraw } from './images'
import { recordPendingUpload } from './orphans'
import { addFile, serverOwnerId } from './fileRecords'
import { StorageError } from './s3'

/** Where a file is stored, and its limits. */
export interface FileContext extends Context {
  /** Whose uploads are counted. */
  readonly queryOwner: BoundQueryOwner
  readonly server: {
    readonly files: FileStore
    readonly database: Database
    readonly configuration: Pick<Configuration, 'uploadBytes' | 'unusedBytes'>
    readonly log: Pick<Log, 'error'>
  }
}

/** An incoming file: its name and its content. */
interface IncomingFile {
  readonly filename: string
  readonly bytes: AsyncIterable<Uint8Array>
  /** The id of the upload in pieces that becomes this file. */
  readonly upload?: string
}

/** Maximum uploads received or checked at once; further senders wait, and nothing is read of them. */
export const uploadTurns = new Turns(
  { all: 100, tenant: 40, account: 4 },
  { all: 45_000, own: 120_000, queue: 120_000, waiting: { account: 40, all: 400 } },
)

/**
 * Stores one file after checking its bytes.
 * @throws RequestError file_empty, file_too_large, file_type_not_accepted, and others for pictures, the quota and the
 * store
 */
export async function saveUpload(
  context: FileContext,
  { filename, bytes, upload }: IncomingFile,
  maxBytes: number,
  accepted: readonly string[] | undefined,
): Promise<FileValue> {
  const { files, database, configuration } = context.server
  const named = safeName(filename)
  const leave = await uploadTurns.take(context.queryOwner)
  const received = new Set<Incoming>()
  const receive = async (content: AsyncIterable<Uint8Array>, maxLimit: number): Promise<Incoming> => {
    const incoming = await files.receive(content, maxLimit).catch((error: unknown) => {
      throw error instanceof TooLarge ? fileTooLarge(named, maxLimit) : storeError(context, error)
    })
    received.add(incoming)
    return incoming
  }
  try {
    const sent = await receive(bytes, maxBytes)
    if (sent.size === 0) throw new RequestError('file_empty', { file: named })
    const sniffed = await sniff(sent.path, filename)
    if (!sniffed || !acceptsMediaType(accepted, sniffed.type))
      throw new RequestError('file_type_not_accepted', { file: named })
    const drawn = isPicture(sniffed.type)
      ? await redraw(sniffed.type, sent.path, context.queryOwner).catch((error: unknown) => {
          throw error instanceof PictureProblem ? noPicture(named, error) : error
        })
      : undefined
    const incoming = drawn ? await receive(Readable.from([drawn.picture]), configuration.uploadBytes) : sent
    const thumbnail = drawn && (await receive(Readable.from([drawn.thumbnail]), configuration.uploadBytes))
    const stored = thumbnail ? [incoming, thumbnail] : [incoming]
    await recordPendingUpload(
      database,
      stored.map(({ digest }) => digest),
      context.now,
    )
    for (const item of stored)
      await files.put(item).catch((error: unknown) => {
        throw storeError(context, error)
      })
    return await addFile(context, database, configuration.unusedBytes, {
      ...sniffed,
      digest: incoming.digest,
      size: incoming.size,
      thumbnail: thumbnail?.digest,
      upload,
    })
  } finally {
    leave()
    // Discard received bytes that were not stored. If that fails, the start of a server does so a day later.
    for (const incoming of received)
      await files.discard(incoming).catch((error: unknown) => {
        context.server.log.error('Received bytes could not be discarded', error)
      })
  }
}

/**
 * Stores a file that the server created or fetched: it is reachable only through the record that carries it, even for
 * the account of the context.
 */
export function saveServerFile(
  context: FileContext,
  filename: string,
  content: Uint8Array,
  accepted?: readonly string[],
): Promise<FileValue> {
  const unowned = { ...context, caller: { ...context.caller, me: { id: serverOwnerId } } }
  const { uploadBytes } = context.server.configuration
  return saveUpload(unowned, { filename, bytes: Readable.from([content]) }, uploadBytes, accepted)
}

/** An unreachable or read-only store is no defect: the user gets advice to try again, the log gets the reason. */
export function storeError(
  { server }: { readonly server: Pick<FileContext['server'], 'log'> },
  error: unknown,
): unknown {
  if (!(error instanceof StorageError) && !isUnwritable(error)) return error
  server.log.error('The file store failed', error)
  return new RequestError('file_store_unavailable')
}

/** The bytes of a stored file. @throws RequestError file_store_unavailable */
export function readStored(
  context: { readonly server: Pick<FileContext['server'], 'files' | 'log'> },
  digest: string,
): Promise<Readable> {
  return context.server.files.read(digest).catch((error: unknown) => {
    throw storeError(context, error)
  })
}

/** The refusal for the caller to throw, with the limit in megabytes rounded down to one decimal. */
export function fileTooLarge(named: string, maxBytes: number): RequestError {
  const megabytes = Math.floor((maxBytes / 1024 / 1024) * 10) / 10
  return new RequestError('file_too_large', { file: named, megabytes })
}

function noPicture(named: string, problem: PictureProblem): RequestError {
  return problem.reason === 'unreadable'
    ? new RequestError('picture_unreadable', { file: named })
    : new RequestError('picture_too_large', { file: named, megapixels: maxPixels / 1e6, count: maxFrames })
}
