// Re-encodes uploaded pictures: upright, in sRGB, without metadata or trailing data.
// Rejects unreadable pictures and those crafted to exhaust the decoder.
// The picture library processes two pictures at a time in threads, one per account.
import type { Metadata, Sharp } from 'sharp'
import { Turns, type QueryOwner } from '../database/connection/turns'

/**
 * `unreadable`: damaged, or of a kind that cannot be decoded. `excessive`: more pixels, frames or work than a picture
 * of this product needs.
 */
export class PictureProblem extends Error {
  override readonly name = 'PictureProblem'
  constructor(
    readonly reason: 'unreadable' | 'excessive',
    options?: ErrorOptions,
  ) {
    super(reason, options)
  }
}

interface Redrawn {
  readonly picture: Buffer
  /** A small WebP of the first frame. */
  readonly thumbnail: Buffer
}

/** Maximum pixels of all frames; the largest phone photographs have just over 100 million. */
export const maxPixels = 120_000_000
export const maxFrames = 300
const maxSeconds = 30
const turns = new Turns(
  { all: 2, tenant: 2, account: 1 },
  { all: 45_000, own: 60_000, queue: 60_000, waiting: { account: 20, all: 200 } },
)
const thumbnailPixels = 320

const formats: Readonly<
  Record<
    string,
    { readonly name: string; readonly frames: boolean; readonly write: (picture: Sharp, was: Metadata) => Sharp }
  >
> = {
  'image/jpeg': { name: 'jpeg', frames: false, write: (picture) => picture.jpeg({ quality: 88 }) },
  'image/png': { name: 'png', frames: false, write: (picture, { isPalette }) => picture.png({ palette: isPalette }) },
  'image/webp': { name: 'webp', frames: true, write: (picture) => picture.webp({ quality: 88, effort: 2 }) },
  'image/gif': { name: 'gif', frames: true, write: (picture) => picture.gif({ effort: 3 }) },
  'image/tiff': { name: 'tiff', frames: true, write: (picture) => picture.tiff({ compression: 'lzw' }) },
}

type PictureLibrary = (typeof import('sharp'))['default']
let loaded: Promise<PictureLibrary> | undefined
/** Loaded with the first picture. */
const pictureLibrary = () => (loaded ??= loadLibrary())

async function loadLibrary(): Promise<PictureLibrary> {
  const { default: sharp } = await import('sharp')
  // Only these formats are ever opened, whatever the library detects; it caches nothing between pictures.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff'].flatMap((item) => [
      `VipsForeignLoad${item}File`,
      `VipsForeignLoad${item}Buffer`,
    ]),
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/**
 * Re-encodes the picture of a file in its own format.
 * @throws PictureProblem; RequestError when the pictures of others, or of the account itself, take too long
 */
export async function redraw(type: string, path: string, queryOwner: QueryOwner): Promise<Redrawn> {
  const format = Object.hasOwn(formats, type) ? formats[type]! : undefined
  if (!format) throw new PictureProblem('unreadable')
  const leave = await turns.take(queryOwner)
  try {
    const sharp = await pictureLibrary()
    const options = { pages: format.frames ? -1 : 1, failOn: 'error', limitInputPixels: maxPixels } as const
    const was = await withPictureErrors(sharp(path, { ...options, limitInputPixels: false }).metadata())
    const { format: foundFormat, width = 0, height = 0, pages = 1 } = was
    if (foundFormat !== format.name || width === 0 || height === 0) throw new PictureProblem('unreadable')
    if (width * height > maxPixels || pages > maxFrames) throw new PictureProblem('excessive')
    const upright = sharp(path, options).autoOrient().timeout({ seconds: maxSeconds })
    const picture = await withPictureErrors(format.write(upright, was).toBuffer())
    return { picture, thumbnail: await withPictureErrors(thumbnailOf(picture)) }
  } finally {
    leave()
  }
}

/** A small WebP of the first frame of a picture known to be valid. */
export async function thumbnailOf(picture: Buffer): Promise<Buffer> {
  const sharp = await pictureLibrary()
  const small = sharp(picture, { limitInputPixels: maxPixels })
    .resize(thumbnailPixels, thumbnailPixels, { fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: maxSeconds })
  return small.webp({ quality: 78 }).toBuffer()
}

/**
 * A picture of documents, small enough for print: a PNG with few colors, at most so many pixels wide and high.
 * @throws RequestError like `redraw`
 */
export async function printedPicture(picture: Buffer, side: number, queryOwner: QueryOwner): Promise<Buffer> {
  const leave = await turns.take(queryOwner)
  try {
    const sharp = await pictureLibrary()
    const small = sharp(picture, { limitInputPixels: maxPixels })
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: maxSeconds })
    return await small.png({ palette: true, colors: 16, dither: 0, effort: 7 }).toBuffer()
  } finally {
    leave()
  }
}

/** The library describes the problem of a picture only in its message. */
async function withPictureErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new PictureProblem(/pixel limit|timeout/i.test((error as Error).message) ? 'excessive' : 'unreadable', {
      cause: error,
    })
  }
}
