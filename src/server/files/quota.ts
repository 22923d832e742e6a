// Bounds what an account may hold that no record uses.
// Stored files and unfinished uploads count together.
import sql, { type Sql } from 'sql-template-tag'
import { lockNamed } from '../database/sql/lockNamed'
import type { Transaction } from '../database/connection/transaction'

/** Serializes the uploads of an account until the transaction ends: together they must not exceed the quota. */
export const lockUploads = ({ query }: Pick<Transaction, 'query'>, account: number): Promise<void> =>
  lockNamed(query, `uploads ${account}`)

/** The bytes that the account holds. `except`: an upload that is about to become a file. */
export function heldBytes(account: number, except = ''): Sql {
  return sql`((select coalesce(sum("size"), 0) from "_file" where "createdBy" = ${account} and not "kept")
    + (select coalesce(sum("size"), 0) from "_upload" where "account" = ${account} and "id" <> ${except}))`
}
