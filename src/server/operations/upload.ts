// May these files be kept? Reads the parts of a form one after the other, believes only the bytes, and keeps each file before the next is read.
// Refused are empty, too large and foreign files; a form with one such file keeps none of the later ones.
import { Readable } from 'node:stream'
import type { Text } from '../../manifest/app'
import type { FileValue } from '../../protocol/calls'
import { codes, Fault } from '../../protocol/envelope'
import type { Parts } from '../../protocol/transport'
import { announce } from '../files/loose'
import { isPicture, mostFrames, mostPixels, PictureProblem, redraw } from '../files/pictures'
import { addFile } from '../files/rows'
import { StoreTrouble } from '../files/s3'
import { accepts, safeName, sniff } from '../files/sniff'
import { TooLarge, type Incoming } from '../files/store'
import type { Operation, RequestContext } from './operation'

/** Options: accept (media types such as image/*), maxBytes. Answers the first file, and all of them under `files`. */
export const upload: Operation = {
  check: ({ options }) => [
    ...(options.accept === undefined ||
    (Array.isArray(options.accept) && options.accept.every((one) => typeof one === 'string'))
      ? []
      : ['options.accept must be a list of media types.']),
    ...(options.maxBytes === undefined || (Number.isSafeInteger(options.maxBytes) && Number(options.maxBytes) > 0)
      ? []
      : ['options.maxBytes must be a number of bytes.']),
  ],
  async run(context, _input, { options }) {
    const { parts } = (context.call.body ?? {}) as Partial<Parts>
    if (!parts)
      throw new Fault(codes.refused, ['请以表单方式上传文件', 'Send the file as a form with parts'], { status: 415 })
    const limit = Math.min(Number(options.maxBytes ?? Infinity), context.server.configuration.uploadBytes)
    const files: FileValue[] = []
    for await (const part of parts) {
      if (part.kind === 'file')
        files.push(
          await keepFile(context, part.filename, part.bytes, limit, options.accept as readonly string[] | undefined),
        )
    }
    if (files.length === 0) throw new Fault(codes.refused, ['没有收到文件', 'No file was received'])
    return { ...files[0], files }
  },
}

/** Keeps one file after looking at its bytes. @throws Fault 2001 for one that is empty, too large or of a kind that is not taken */
export async function keepFile(
  context: RequestContext,
  filename: string,
  bytes: AsyncIterable<Uint8Array>,
  limit: number,
  accepted: readonly string[] | undefined,
): Promise<FileValue> {
  const { files, database, configuration } = context.server
  const named = safeName(filename)
  const received = new Set<Incoming>()
  const receive = async (content: AsyncIterable<Uint8Array>, most: number): Promise<Incoming> => {
    const incoming = await files.receive(content, most).catch((error: unknown) => {
      throw error instanceof TooLarge ? tooLarge(named, most) : error
    })
    received.add(incoming)
    return incoming
  }
  try {
    const sent = await receive(bytes, limit)
    if (sent.size === 0) throw new Fault(codes.refused, [`文件“${named}”是空的`, `The file "${named}" is empty`])
    const found = await sniff(sent.path, filename)
    if (!found || !accepts(accepted, found.type))
      throw new Fault(codes.refused, [
        `不支持文件“${named}”的类型`,
        `The file "${named}" is of a kind that is not taken`,
      ])
    const drawn = isPicture(found.type)
      ? await redraw(found.type, sent.path).catch((error: unknown) => {
          throw error instanceof PictureProblem ? noPicture(named, error) : error
        })
      : undefined
    const kept = drawn ? await receive(Readable.from([drawn.picture]), configuration.uploadBytes) : sent
    const thumbnail = drawn && (await receive(Readable.from([drawn.thumbnail]), configuration.uploadBytes))
    const stored = thumbnail ? [kept, thumbnail] : [kept]
    await announce(
      database,
      stored.map(({ digest }) => digest),
      context.now,
    )
    for (const one of stored)
      await files.keep(one).catch((error: unknown) => {
        throw storeFault(context, error)
      })
    return await addFile(context, database, configuration.unusedBytes, {
      ...found,
      digest: kept.digest,
      size: kept.size,
      thumbnail: thumbnail?.digest,
    })
  } finally {
    // What was kept is no longer there.
    for (const one of received) await files.discard(one)
  }
}

/** A store that cannot be reached is no defect: the person is told to try again, the log why. */
export function storeFault({ server }: RequestContext, error: unknown): unknown {
  if (!(error instanceof StoreTrouble)) return error
  server.log.error('The file store failed', error)
  return new Fault(codes.refused, [
    '文件存储暂不可用，请稍后重试',
    'The file store cannot be reached now. Try again later',
  ])
}

function tooLarge(named: string, limit: number): Fault {
  const megabytes = Math.floor((limit / 1024 / 1024) * 10) / 10
  return new Fault(codes.refused, [
    `文件“${named}”超过 ${megabytes} MB`,
    `The file "${named}" is larger than ${megabytes} MB`,
  ])
}

function noPicture(named: string, problem: PictureProblem): Fault {
  const texts: Readonly<Record<PictureProblem['trouble'], Text>> = {
    unreadable: [
      `图片“${named}”无法读取，请另存为 JPG 或 PNG 后上传`,
      `The picture "${named}" cannot be read. Save it as JPG or PNG and send that`,
    ],
    excessive: [
      `图片“${named}”过大，最多 ${mostPixels / 1e6} 百万像素、${mostFrames} 帧`,
      `The picture "${named}" is too much: at most ${mostPixels / 1e6} million pixels and ${mostFrames} frames`,
    ],
  }
  return new Fault(codes.refused, texts[problem.trouble])
}
