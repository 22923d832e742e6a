// Checks whether any account exists that could sign in.
import sql from 'sql-template-tag'
import type { App } from '../../manifest/model/app'
import type { Transaction } from '../database/connection/transaction'
import { identifier } from '../database/sql/identifier'

/**
 * Also counts deactivated accounts: such a database is not empty, so neither demo data nor a first account may be
 * added.
 */
export async function hasAccount({ query }: Pick<Transaction, 'query'>, app: App): Promise<boolean> {
  return (await query(sql`select 1 from ${identifier(app.access.identity.accountEntity)} limit 1`)).length > 0
}
