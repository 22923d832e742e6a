// What is known of an uploaded file? Its name, type, size and owner, under an id that cannot be guessed; the bytes lie in the store.
import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { FileValue } from '../../protocol/calls'
import type { Context, RawRecord } from '../context'

export interface FileRow extends FileValue { readonly digest: string; readonly createdBy: number }

/** Writes the row of a kept file and answers it as records carry it. */
export async function addFile({ caller, now, query }: Context, file: { readonly digest: string; readonly name: string; readonly type: string; readonly size: number }): Promise<FileValue> {
  const id = randomBytes(16).toString('base64url')
  const tenant = (caller.tenant as RawRecord).id ?? null
  await query(sql`insert into "_file" ("id", "tenant", "digest", "name", "type", "size", "createdBy", "createdAt")
    values (${id}, ${tenant}, ${file.digest}, ${file.name}, ${file.type}, ${file.size}, ${caller.me.id}, ${now})`)
  return { id, name: file.name, size: file.size, type: file.type }
}

export async function findFile({ query }: Pick<Context, 'query'>, id: string): Promise<FileRow | undefined> {
  const [row] = await query<FileRow>(sql`select "id", "name", "size", "type", "digest", "createdBy" from "_file" where "id" = ${id}`)
  return row
}
