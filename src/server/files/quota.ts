// Limits the bytes of an account that no record uses.
// Stored files and unfinished uploads count together.
import sql, { type Sql } from 'sql-template-tag'
import { msPerDay } from '../../manifest/expression/values/days'
import { lockNamed } from '../database/sql/lockNamed'
import type { Transaction } from '../database/connection/transaction'
import { droppedFiles } from './orphans'

/** Milliseconds for which an unused file is protected from removal. */
const minKeptMs = msPerDay

/** Serializes the uploads of an account until the transaction ends: together they must not exceed the quota. */
export const lockUploads = ({ query }: Pick<Transaction, 'query'>, account: number): Promise<void> =>
  lockNamed(query, `uploads ${account}`)

/** The bytes that the account holds. `except`: an upload that is about to become a file. */
export function heldBytes(account: number, except = ''): Sql {
  return sql`((select coalesce(sum("size"), 0) from "_file" where "createdBy" = ${account} and not "kept")
    + (select coalesce(sum("size"), 0) from "_upload" where "account" = ${account} and "id" <> ${except}))`
}

/** Removes the oldest unused file of the account that is older than a day; false if there is none. */
export async function dropOldestUnused(query: Transaction['query'], account: number, now: Date): Promise<boolean> {
  const until = new Date(now.getTime() - minKeptMs)
  const oldest = sql`(select "id" from "_file" where "createdBy" = ${account}::bigint and not "kept"
    and "createdAt" < ${until}::timestamptz order by "createdAt", "id" limit 1)`
  return (await query(droppedFiles(sql`"id" = ${oldest}`, now))).length > 0
}
