// Proves that a stored picture is redrawn upright, with its motion and without its metadata, and
// that its thumbnail has the rights of the file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp, { type Sharp } from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftLifetimeMs } from '../../../src/protocol/fileCalls'
import { recordPendingUpload, namedWithinMs, removeOrphans } from '../../../src/server/files/orphans'
import { PictureProblem, redraw } from '../../../src/server/files/images'
import { removeUnused } from '../../../src/server/files/fileRecords'
import { openLibrary, type Library } from '../library'
import { threadMs } from '../longestPiece'
import { pictures, telltales } from './hostileFiles'

const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
let library: Library
let token: string
beforeAll(async () => {
  library = await openLibrary()
  token = await library.token('anna')
})
afterAll(async () => {
  await library?.close()
  rmSync(folder, { recursive: true, force: true })
})

const drawn = (type: string, bytes: Buffer) => {
  const path = join(folder, 'picture')
  writeFileSync(path, bytes)
  return redraw(`image/${type}`, path, of('anna'))
}
const of = (account: string) => ({ account, tenant: 'one' })
const red = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#c00' } })
/** As many frames of 20 by 10, each of another shade. */
const moving = (frames: number): Sharp =>
  sharp(
    Buffer.alloc(20 * 10 * 3 * frames, 0).map((_, at) => (Math.floor(at / 600) * 7) % 256),
    { raw: { width: 20, height: 10 * frames, channels: 3, pageHeight: 10 } },
  )
const upload = (name: string, bytes: Buffer) => {
  const part = { kind: 'file' as const, name: 'file', filename: name, bytes: Readable.from([bytes]) }
  return library.call<{ id: string; name: string; type: string; size: number }>('/fixture/upload', {
    token,
    method: 'POST',
    body: {
      parts: (async function* () {
        yield part
      })(),
    },
  })
}
async function bytesOf(stream: unknown): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}

describe('a picture', () => {
  it.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    '%s keeps what it shows and nothing of where it was taken',
    async (kind) => {
      expect(pictures[kind].toString('latin1')).toContain(telltales[0])
      const { picture, thumbnail } = await drawn(kind, pictures[kind])
      for (const one of [picture, thumbnail]) expect(one.toString('latin1')).not.toContain(telltales[0])
      const { format, exif, xmp, iptc, icc } = await sharp(picture).metadata()
      expect({ format, exif, xmp, iptc, icc }).toEqual({ format: kind })
    },
  )

  it('stands upright without being told which way up it is', async () => {
    const turned = await red(60, 40)
      .jpeg()
      .withMetadata({ orientation: 6, exif: { IFD3: { GPSLatitude: '30/1 16/1 27/1', GPSLatitudeRef: 'N' } } })
      .toBuffer()
    expect(await sharp(turned).metadata()).toMatchObject({ orientation: 6, width: 60, exif: expect.any(Buffer) })
    const { picture, thumbnail } = await drawn('jpeg', turned)
    const { width, height, orientation, exif } = await sharp(picture).metadata()
    expect({ width, height, orientation, exif }).toEqual({
      width: 40,
      height: 60,
      orientation: undefined,
      exif: undefined,
    })
    expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 40, height: 60 })
  })

  it('goes on moving, and has a thumbnail that stands still and is small', async () => {
    for (const bytes of [
      await moving(2)
        .gif({ delay: [200, 200], loop: 3 })
        .toBuffer(),
      await moving(2)
        .webp({ delay: [200, 200], loop: 3 })
        .toBuffer(),
    ]) {
      const { format } = await sharp(bytes).metadata()
      const { picture, thumbnail } = await drawn(format!, bytes)
      expect(await sharp(picture, { pages: -1 }).metadata()).toMatchObject({
        format,
        pages: 2,
        loop: 3,
        delay: [200, 200],
      })
      expect((await sharp(thumbnail, { pages: -1 }).metadata()).pages ?? 1).toBe(1)
    }
    const { thumbnail } = await drawn('png', await red(3_000, 1_500).png().toBuffer())
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 320, height: 160 })
    expect((await drawn('tiff', await red(30, 20).tiff().toBuffer())).picture.subarray(0, 2).toString()).toBe('II')
  })

  it('is refused when it is a bomb, is damaged, or is one picture under the name of another', async () => {
    const reason = (type: string, bytes: Buffer) =>
      drawn(type, bytes).then(
        () => 'drawn',
        (error: unknown) => (error as PictureProblem).reason,
      )
    const bomb = await sharp({ create: { width: 15_000, height: 15_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect(bomb.length).toBeLessThan(4_000_000)
    expect(await reason('png', bomb)).toBe('excessive')
    const frames = await moving(301).gif().toBuffer()
    expect(await reason('gif', frames)).toBe('excessive')
    const whole = await red(400, 400).jpeg().toBuffer()
    expect(await reason('jpeg', whole.subarray(0, whole.length / 2))).toBe('unreadable')
    expect(await reason('png', whole)).toBe('unreadable')
    expect(await reason('svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('unreadable')
    expect(await reason('heic', Buffer.from('heic'))).toBe('unreadable')
  })

  it.runIf(process.platform === 'linux')('does not hold up anything else while many are drawn', async () => {
    const large = await sharp({
      create: {
        width: 3_000,
        height: 2_000,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer()
    const path = join(folder, 'large')
    writeFileSync(path, large)
    const [spent, all] = [threadMs(), process.cpuUsage()]
    const finished: string[] = []
    await Promise.all(
      ['anna', 'anna', 'anna', 'anna', 'berta'].map(async (account) => {
        await redraw('image/jpeg', path, of(account))
        finished.push(account)
      }),
    )
    // Who sent several has them drawn one after the other; another person does not wait behind them.
    expect(finished.slice(3)).toEqual(['anna', 'anna'])
    // Other threads did most of the work.
    const { user, system } = process.cpuUsage(all)
    expect(threadMs() - spent).toBeLessThan((user + system) / 1_000 / 2)
  })
})

describe('an upload', () => {
  it('of a kind that nobody here can draw is refused with a way out', async () => {
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0heicmif1'), Buffer.alloc(40)])
    const bmp = Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])
    for (const [name, bytes] of [
      ['IMG_1.HEIC', heic],
      ['scan.bmp', bmp],
    ] as const) {
      expect((await upload(name, bytes)).envelope).toMatchObject({
        code: 2001,
        msg: `The picture "${name}" cannot be read. Save it as JPG or PNG and upload that`,
      })
    }
  })

  it('of a picture has a thumbnail for those who may read the file, kept by the browser of that session only', async () => {
    const { data } = (await upload('red.png', await red(400, 300).png({ palette: true }).toBuffer())).envelope
    const { reply } = await library.call(`/api/thumbnail?id=${data.id}`, { token })
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable, no-transform',
      vary: 'x-token',
      'x-content-type-options': 'nosniff',
    })
    expect(await sharp(await bytesOf(reply.body)).metadata()).toMatchObject({ width: 320 })
    expect(
      (await library.call(`/api/thumbnail?id=${data.id}`, { token: await library.token('boss') })).envelope,
    ).toMatchObject({ code: 2001, msg: 'This file does not exist' })
    expect((await library.call(`/api/thumbnail?id=${data.id}`)).envelope.code).toBe(2999)
    expect((await library.call(`/api/thumbnail?id=${data.id}&record=x`, { token })).envelope).toMatchObject({
      code: 2001,
      data: { fields: { record: expect.any(String) } },
    })
    const text = (await upload('a.txt', Buffer.from('text'))).envelope.data
    expect((await library.call(`/api/thumbnail?id=${text.id}`, { token })).envelope).toMatchObject({
      code: 2001,
      msg: 'This file has no thumbnail',
    })
  })
})

describe('bytes that no file is made of', () => {
  const kept = async (text: string) => {
    const incoming = await library.server.files.receive(Readable.from([Buffer.from(text)]), 1_000)
    await recordPendingUpload(library.server.database, [incoming.digest], library.now)
    await library.server.files.put(incoming)
    return incoming.digest
  }
  const isThere = (digest: string) =>
    library.server.files.read(digest).then(
      (stream) => {
        stream.destroy()
        return true
      },
      () => false,
    )

  it('go when their time to be named is over, and those that are named stay', async () => {
    const orphan = await kept('killed before it was named')
    const { data } = (await upload('named.txt', Buffer.from('named'))).envelope
    const [row] = await library.server.database.query<{ digest: string }>(
      sql`select "digest" from "_file" where "id" = ${data.id}`,
    )
    const { database, files } = library.server
    expect(await removeOrphans(database, files, new Date(library.now.getTime() - 1))).toBe(0)
    expect(await isThere(orphan)).toBe(true)
    expect(await removeOrphans(database, files, library.now)).toBe(1)
    expect([await isThere(orphan), await isThere(row!.digest)]).toEqual([false, true])
    expect(await database.query(sql`select 1 from "_loose"`)).toEqual([])
  })

  it('stay written down until the store has removed them', async () => {
    const { data } = (await upload('red.png', await red(200, 150).png({ palette: true }).toBuffer())).envelope
    const { database, files } = library.server
    const [row] = await database.query<{ digest: string; thumbnail: string }>(
      sql`select "digest", "thumbnail" from "_file" where "id" = ${data.id}`,
    )
    const later = new Date(library.now.getTime() + draftLifetimeMs + 3_600_000)
    await expect(
      removeUnused(database, { remove: () => Promise.reject(new Error('the store is down')) }, later),
    ).rejects.toThrow('the store is down')
    expect([await isThere(row!.digest), await isThere(row!.thumbnail)]).toEqual([true, true])
    await removeUnused(database, files, new Date(later.getTime() + namedWithinMs))
    expect([await isThere(row!.digest), await isThere(row!.thumbnail)]).toEqual([false, false])
  })
})
