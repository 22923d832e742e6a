// What does a picture tell besides what it shows? Where, when and with what it was taken: all of that is left out, and whatever somebody put behind the
// picture's end. The picture itself is copied bit by bit and keeps its orientation and colours. One whose parts do not fit together is refused.

/** The bytes are not the picture that they begin as. */
export class BrokenPicture extends Error {
  override readonly name = 'BrokenPicture'
}

/** Pixels beyond which a picture is made to harm whoever opens it. */
const mostPixels = 200_000_000

const strippers: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'image/jpeg': stripJpeg, 'image/png': stripPng, 'image/webp': stripWebp, 'image/gif': stripGif, 'image/heic': blankPositions, 'image/tiff': blankPositions,
}

/** Whether pictures of a type are stripped. */
export const isStripped = (type: string): boolean => Object.hasOwn(strippers, type)

/** The picture without what it tells. @throws BrokenPicture */
export function stripPicture(type: string, bytes: Buffer): Buffer {
  try {
    return strippers[type]!(bytes)
  } catch (error) {
    // Reading beyond the end: a length in the picture is a lie.
    if (error instanceof RangeError) throw new BrokenPicture('A part is longer than the picture.', { cause: error })
    throw error
  }
}

function insist(holds: boolean, what: string): asserts holds {
  if (!holds) throw new BrokenPicture(what)
}

function modest(width: number, height: number): void {
  insist(width > 0 && height > 0 && width * height <= mostPixels, 'The size is not that of a picture.')
}

/** Exactly these bytes; a slice that would be cut short is a lie as well. */
function part(bytes: Buffer, from: number, to: number): Buffer {
  if (to < from || to > bytes.length) throw new RangeError('beyond the end')
  return bytes.subarray(from, to)
}

function stripJpeg(bytes: Buffer): Buffer {
  insist(bytes.readUInt16BE(0) === 0xffd8, 'No JPEG.')
  const kept: Buffer[] = [part(bytes, 0, 2)]
  let at = 2
  let shown = false
  for (;;) {
    insist(bytes.readUInt8(at) === 0xff, 'A marker is missing.')
    while (bytes.readUInt8(at + 1) === 0xff) at += 1
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xd9) {
      insist(shown, 'There is no picture in it.')
      return Buffer.concat([...kept, part(bytes, at, at + 2)])
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    insist(end >= at + 4, 'A part has no length.')
    const segment = part(bytes, at, end)
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) modest(segment.readUInt16BE(7), segment.readUInt16BE(5))
    const orientation = marker === 0xe1 ? orientationOf(segment) : undefined
    if (orientation !== undefined) kept.push(orientationSegment(orientation))
    else if (isShown(marker, segment)) kept.push(segment)
    at = end
    if (marker !== 0xda) continue
    shown = true
    let scan = at
    // In the scan 0xff is followed by 0 or a restart; anything else is the next marker.
    while (!(bytes.readUInt8(scan) === 0xff && bytes.readUInt8(scan + 1) !== 0 && !(bytes.readUInt8(scan + 1) >= 0xd0 && bytes.readUInt8(scan + 1) <= 0xd7))) scan += 1
    kept.push(part(bytes, at, scan))
    at = scan
  }
}

/** JFIF, colour profile and Adobe's colour transform are part of the picture; other application parts and comments are not. */
function isShown(marker: number, segment: Buffer): boolean {
  if (marker === 0xe2) return segment.subarray(4, 16).toString('latin1') === 'ICC_PROFILE\0'
  return marker === 0xe0 || marker === 0xee || (marker >= 0xc0 && marker <= 0xdf)
}

/** Which way up, when it is not the usual one. */
function orientationOf(segment: Buffer): number | undefined {
  if (segment.subarray(4, 10).toString('latin1') !== 'Exif\0\0' || segment.length < 18) return undefined
  const tiff = segment.subarray(10)
  const little = tiff.subarray(0, 2).toString('latin1') === 'II'
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const first = long(4)
  if (first + 2 > tiff.length) return undefined
  for (let index = 0, entry = first + 2; index < short(first) && entry + 12 <= tiff.length; index += 1, entry += 12) {
    const value = short(entry + 8)
    if (short(entry) === 0x0112) return value >= 2 && value <= 8 ? value : undefined
  }
  return undefined
}

function orientationSegment(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  const head = Buffer.from('ffe10000457869660000', 'hex')
  head.writeUInt16BE(head.length - 2 + tiff.length, 2)
  return Buffer.concat([head, tiff])
}

const pngChunks = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'bKGD', 'pHYs', 'acTL', 'fcTL', 'fdAT'])

function stripPng(bytes: Buffer): Buffer {
  insist(bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a', 'No PNG.')
  const kept = [part(bytes, 0, 8)]
  for (let at = 8, first = true, shown = false; ; first = false) {
    const name = part(bytes, at + 4, at + 8).toString('latin1')
    const end = at + 12 + bytes.readUInt32BE(at)
    insist(first === (name === 'IHDR'), 'It does not begin with its size.')
    if (first) modest(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12))
    shown ||= name === 'IDAT'
    const chunk = part(bytes, at, end)
    if (pngChunks.has(name)) kept.push(chunk)
    if (name === 'IEND') {
      insist(shown, 'There is no picture in it.')
      return Buffer.concat(kept)
    }
    at = end
  }
}

const webpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ANIM', 'ANMF', 'ALPH', 'ICCP'])

function stripWebp(bytes: Buffer): Buffer {
  insist(bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP', 'No WebP.')
  const kept: Buffer[] = []
  const whole = Math.min(bytes.length, bytes.readUInt32LE(4) + 8)
  let shown = false
  for (let at = 12; at + 8 <= whole;) {
    const name = part(bytes, at, at + 4).toString('latin1')
    const size = bytes.readUInt32LE(at + 4)
    const chunk = Buffer.alloc(8 + size + (size % 2))
    part(bytes, at, at + 8 + size).copy(chunk)
    shown ||= ['VP8 ', 'VP8L', 'ANMF'].includes(name)
    if (name === 'VP8X') {
      insist(size >= 10, 'It does not tell its size.')
      modest(chunk.readUIntLE(12, 3) + 1, chunk.readUIntLE(15, 3) + 1)
      // It no longer has the two parts that are left out.
      chunk[8]! &= ~0x0c
    }
    if (webpChunks.has(name)) kept.push(chunk)
    at += chunk.length
  }
  insist(shown, 'There is no picture in it.')
  const body = Buffer.concat(kept)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}

function stripGif(bytes: Buffer): Buffer {
  insist(/^GIF8[79]a$/.test(bytes.subarray(0, 6).toString('latin1')), 'No GIF.')
  const tableOf = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  modest(bytes.readUInt16LE(6), bytes.readUInt16LE(8))
  const blocksEnd = (from: number) => {
    let at = from
    for (let size = bytes.readUInt8(at); size !== 0; size = bytes.readUInt8(at)) at += size + 1
    return at + 1
  }
  let at = 13 + tableOf(bytes.readUInt8(10))
  const kept = [part(bytes, 0, at)]
  for (let shown = false; ;) {
    const kind = bytes.readUInt8(at)
    if (kind === 0x3b) {
      insist(shown, 'There is no picture in it.')
      return Buffer.concat([...kept, part(bytes, at, at + 1)])
    }
    insist(kind === 0x21 || kind === 0x2c, 'A part is unknown.')
    const end = kind === 0x21 ? blocksEnd(at + 2) : blocksEnd(at + 11 + tableOf(bytes.readUInt8(at + 9)))
    const label = bytes.readUInt8(at + 1)
    const loops = label === 0xff && /^(NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(part(bytes, at + 3, at + 14).toString('latin1'))
    if (kind === 0x2c || label === 0xf9 || loops) kept.push(part(bytes, at, end))
    shown ||= kind === 0x2c
    at = end
  }
}

/** HEIC and TIFF point into themselves by places, so nothing may move: the position is blanked where it stands. */
function blankPositions(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  for (const sign of ['II*\0', 'MM\0*']) {
    for (let at = copy.indexOf(sign, 0, 'latin1'); at >= 0; at = copy.indexOf(sign, at + 4, 'latin1')) blankTiff(copy.subarray(at), sign === 'II*\0')
  }
  for (let at = copy.indexOf('<x:xmpmeta'); at >= 0; at = copy.indexOf('<x:xmpmeta', at + 1)) {
    const end = copy.indexOf('</x:xmpmeta>', at)
    copy.fill(0x20, at, end < 0 ? copy.length : end + 12)
  }
  return copy
}

const sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]

function blankTiff(tiff: Buffer, little: boolean): void {
  const fits = (at: number, size: number) => at >= 0 && at + size <= tiff.length
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const entries = (at: number) => (fits(at, 2) ? Array.from({ length: short(at) }, (_, index) => at + 2 + index * 12).filter((entry) => fits(entry, 12)) : [])
  for (const entry of entries(long(4))) {
    if (short(entry) !== 0x8825) continue
    for (const own of entries(long(entry + 8))) {
      const size = (sizes[short(own + 2)] ?? 0) * long(own + 4)
      const place = long(own + 8)
      if (size > 4 && fits(place, size)) tiff.fill(0, place, place + size)
      tiff.fill(0, own, own + 12)
    }
    tiff.fill(0, entry, entry + 12)
  }
}
