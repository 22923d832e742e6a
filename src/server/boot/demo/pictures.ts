// Creates the files of demo records: "photo 现场.jpg" in a table is a sketch of kind `photo`.
// Each sketch is drawn and stored once; each record gets a file record of its own, as after an upload.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import type { App } from '../../../manifest/model/app'
import type { FileValue } from '../../../protocol/calls'
import type { Transaction } from '../../database/connection/transaction'
import type { Dependencies } from '../../endpoints/contract/dependencies'
import { recordPendingUpload } from '../../files/orphans'
import { thumbnailOf } from '../../files/images'
import type { DemoTable } from './files'
import { DemoProblem } from '../../context/startError'
import { sketches, variantCount } from './sketches'

interface StoredPicture {
  readonly digest: string
  readonly thumbnail: string
  readonly size: number
}
/** By kind and type, a list of variants. */
export type Pictures = ReadonlyMap<string, readonly StoredPicture[]>

const types: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg' }

/** Parses the text of a file in a table. @throws DemoProblem */
function parseFileText(
  file: string,
  written: unknown,
): { readonly kind: string; readonly name: string; readonly type: string } {
  const [, kind = '', name = '', end = ''] = /^(\w+) (.+\.(\w+))$/.exec(String(written)) ?? []
  if (!Object.hasOwn(sketches, kind) || !Object.hasOwn(types, end))
    throw new DemoProblem(
      [
        `${file}: "${String(written)}" is no file;`,
        `write "photo name.jpg" with one of ${Object.keys(sketches).join(', ')}, and png or jpg.`,
      ].join(' '),
    )
  return { kind, name, type: types[end]! }
}

/** The kinds and types that the tables name. @throws DemoProblem */
function namedKinds(app: App, tables: readonly DemoTable[]): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const { file, entity, columns, rows } of tables) {
    const places = columns.flatMap((name, index) =>
      app.entities[entity]?.fields[name]?.type === 'files' ? [index] : [],
    )
    for (const position of places)
      for (const row of rows)
        for (const item of (row[position] ?? []) as unknown[]) keys.add(keyOf(parseFileText(file, item)))
  }
  return keys
}

/** Placeholders for checks that draw nothing. @throws DemoProblem */
export const emptyPictures = (app: App, tables: readonly DemoTable[]): Pictures =>
  new Map(
    [...namedKinds(app, tables)].map((key) => [
      key,
      Array.from({ length: variantCount }, () => ({ digest: '', thumbnail: '', size: 0 })),
    ]),
  )

/** Draws and stores every picture that the tables name. */
export async function savePictures(
  { database, files, clock }: Pick<Dependencies, 'database' | 'files' | 'clock'>,
  app: App,
  tables: readonly DemoTable[],
): Promise<Pictures> {
  // Loaded only for demo data: most starts draw nothing.
  const { default: sharp } = await import('sharp')
  const keys = namedKinds(app, tables)
  const keep = async (bytes: Buffer) => {
    const incoming = await files.receive(Readable.from([bytes]), bytes.length)
    await recordPendingUpload(database, [incoming.digest], clock())
    await files.put(incoming)
    return incoming
  }
  const drawn = [...keys].map(async (key): Promise<[string, readonly StoredPicture[]]> => {
    const [kind = '', type] = key.split(' ')
    return [
      key,
      await Promise.all(
        Array.from({ length: variantCount }, async (_, variant): Promise<StoredPicture> => {
          const { width, height, pixels } = sketches[kind]!(variant)
          const raw = sharp(pixels, { raw: { width, height, channels: 3 } })
          const picture = await (
            type === types.jpg ? raw.jpeg({ quality: 82 }) : raw.png({ palette: true, effort: 1 })
          ).toBuffer()
          const [original, small] = [await keep(picture), await keep(await thumbnailOf(picture))]
          return { digest: original.digest, thumbnail: small.digest, size: picture.length }
        }),
      ),
    ]
  })
  return new Map(await Promise.all(drawn))
}

const keyOf = ({ kind, type }: { readonly kind: string; readonly type: string }): string => `${kind} ${type}`

export interface DemoFile extends FileValue {
  readonly digest: string
  readonly thumbnail: string
}

/** The files that a table writes for one record; the position selects the variant. */
export function demoFiles(pictures: Pictures, file: string, written: readonly unknown[], position: number): DemoFile[] {
  return written.map((item, index) => {
    const described = parseFileText(file, item)
    const stored = pictures.get(keyOf(described))![(position + index) % variantCount]!
    return { id: randomBytes(16).toString('base64url'), name: described.name, type: described.type, ...stored }
  })
}

interface OwnedFile {
  readonly file: DemoFile
  readonly tenant: unknown
  readonly createdBy: unknown
  readonly createdAt: unknown
}

/** Marks the files of records as used, like any upload that a record carries. */
export async function insertFiles(tx: Transaction, owned: readonly OwnedFile[]): Promise<void> {
  const rows = owned.map(({ file, tenant, createdBy, createdAt }) => ({
    ...file,
    tenant: tenant ?? null,
    createdBy: createdBy ?? 0,
    createdAt,
  }))
  await tx.query(sql`insert into "_file" ("id", "tenant", "digest", "thumbnail", "name", "type", "size", "createdBy",
    "createdAt", "kept")
    select "id", "tenant", "digest", "thumbnail", "name", "type", "size", "createdBy", "createdAt", true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given ("id" text, "tenant" bigint, "digest" text,
      "thumbnail" text, "name" text, "type" text, "size" bigint, "createdBy" bigint, "createdAt" timestamptz)`)
}
