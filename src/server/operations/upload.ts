// May these files be kept? Reads the parts of a form one after the other, believes only the bytes, and keeps each file before the next is read.
// Refused are empty, too large and foreign files; a form with one such file keeps none of the later ones.
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FileValue } from '../../protocol/calls'
import { codes, Fault } from '../../protocol/envelope'
import type { Parts } from '../../protocol/transport'
import { BrokenPicture, isStripped, stripPicture } from '../files/pictures'
import { addFile } from '../files/rows'
import { accepts, safeName, sniff } from '../files/sniff'
import { TooLarge, type FileStore, type Incoming } from '../files/store'
import type { Operation, RequestContext } from './operation'

/** Options: accept (media types such as image/*), maxBytes. Answers the first file, and all of them under `files`. */
export const upload: Operation = {
  check: ({ options }) => [
    ...(options.accept === undefined || (Array.isArray(options.accept) && options.accept.every((one) => typeof one === 'string')) ? [] : ['options.accept must be a list of media types.']),
    ...(options.maxBytes === undefined || (Number.isSafeInteger(options.maxBytes) && Number(options.maxBytes) > 0) ? [] : ['options.maxBytes must be a number of bytes.']),
  ],
  async run(context, _input, { options }) {
    const { parts } = (context.call.body ?? {}) as Partial<Parts>
    if (!parts) throw new Fault(codes.refused, ['请以表单方式上传文件', 'Send the file as a form with parts'], { status: 415 })
    const limit = Math.min(Number(options.maxBytes ?? Infinity), context.server.configuration.uploadBytes)
    const files: FileValue[] = []
    for await (const part of parts) {
      if (part.kind === 'file') files.push(await keepFile(context, part.filename, part.bytes, limit, options.accept as readonly string[] | undefined))
    }
    if (files.length === 0) throw new Fault(codes.refused, ['没有收到文件', 'No file was received'])
    return { ...files[0], files }
  },
}

/** Keeps one file after looking at its bytes. @throws Fault 2001 for one that is empty, too large or of a kind that is not taken */
export async function keepFile(context: RequestContext, filename: string, bytes: AsyncIterable<Uint8Array>, limit: number, accepted: readonly string[] | undefined): Promise<FileValue> {
  const { files } = context.server
  const named = safeName(filename)
  let incoming = await files.receive(bytes, limit).catch((error: unknown) => {
    if (!(error instanceof TooLarge)) throw error
    const megabytes = Math.floor((limit / 1024 / 1024) * 10) / 10
    throw new Fault(codes.refused, [`文件“${named}”超过 ${megabytes} MB`, `The file "${named}" is larger than ${megabytes} MB`])
  })
  try {
    if (incoming.size === 0) throw new Fault(codes.refused, [`文件“${named}”是空的`, `The file "${named}" is empty`])
    const found = await sniff(incoming.path, filename)
    if (!found || !accepts(accepted, found.type)) throw new Fault(codes.refused, [`不支持文件“${named}”的类型`, `The file "${named}" is of a kind that is not taken`])
    if (isStripped(found.type)) incoming = await withoutTales(files, incoming, found.type, named)
    await files.keep(incoming)
    return await addFile(context, context.server.database, context.server.configuration.unusedBytes, { ...found, digest: incoming.digest, size: incoming.size })
  } catch (error) {
    await files.discard(incoming)
    throw error
  }
}

/** The picture without what it tells of its place and time, in the place of the one that came in. */
async function withoutTales(files: FileStore, incoming: Incoming, type: string, named: string): Promise<Incoming> {
  const bytes = await readFile(incoming.path)
  const stripped = await Promise.resolve().then(() => stripPicture(type, bytes)).catch((error: unknown) => {
    if (error instanceof BrokenPicture) throw new Fault(codes.refused, [`图片“${named}”已损坏`, `The picture "${named}" is damaged`])
    throw error
  })
  if (stripped.equals(bytes)) return incoming
  const made = await files.receive(Readable.from([stripped]), stripped.length)
  await files.discard(incoming)
  return made
}
