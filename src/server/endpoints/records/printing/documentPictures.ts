// The pictures of documents, small enough for print, by the ids of their files.
import { buffer } from 'node:stream/consumers'
import { findFile } from '../../../files/fileRecords'
import { isPicture } from '../../../../manifest/fieldTypes/mediaTypes'
import { printedPicture } from '../../../files/images'
import { readStored } from '../../../files/saveUpload'
import type { DocumentContent } from '../../../workers/documentPdf'
import type { RequestContext } from '../../contract/operation'

/** Pixels of 40 mm at 160 dots per inch: two scanned pictures stay below 50 kB. */
const sidePixels = 256

/** Files that are missing or no pictures are left out. */
export async function withPictures(
  context: RequestContext,
  contents: readonly DocumentContent[],
): Promise<{ readonly contents: DocumentContent[]; readonly pictures: Record<string, Uint8Array> }> {
  const pictures: Record<string, Uint8Array> = {}
  for (const id of new Set(contents.flatMap(idsIn))) {
    const bytes = await pictureOf(context, id)
    if (bytes) pictures[id] = bytes
  }
  const has = (id: string | undefined): boolean => id !== undefined && Object.hasOwn(pictures, id)
  return {
    pictures,
    contents: contents.map(({ letterhead, parts, ...content }) => ({
      ...content,
      ...(letterhead && { letterhead: { ...letterhead, logo: has(letterhead.logo) ? letterhead.logo : undefined } }),
      parts: parts.map((part) => ({ ...part, seal: has(part.seal?.picture) ? part.seal : undefined })),
    })),
  }
}

const idsIn = ({ letterhead, parts }: DocumentContent): string[] =>
  [letterhead?.logo, ...parts.map(({ seal }) => seal?.picture)].filter((id) => id !== undefined)

async function pictureOf(context: RequestContext, id: string): Promise<Uint8Array | undefined> {
  const file = await findFile(context, id)
  if (!file || !isPicture(file.type)) return undefined
  return printedPicture(await buffer(await readStored(context, file.digest)), sidePixels, context.queryOwner)
}
