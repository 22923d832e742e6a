// Lists where entity names are stored outside their records, and renames them there.
// Addresses of screens are not renamed: a moved address is resolved when it is read.
import sql, { type Sql } from 'sql-template-tag'
import type { App } from '../../../manifest/model/app'
import { recordParameter } from '../../../protocol/records/recordAddress'
import type { Transaction } from '../../database/connection/transaction'
import { identifier } from '../../database/sql/identifier'

interface Mention {
  readonly table: string
  readonly column: string
  /** `start`: followed by `mark`; `link`: in the address of a record; `json`: under the key "entity", at any depth. */
  readonly as: 'value' | 'start' | 'link' | 'json'
  readonly mark?: string
}

/** The caller skips tables that do not exist in a database or a product. */
export function entityMentions({ product }: Pick<App, 'product'>): readonly Mention[] {
  const { logEntity, audit, messages, webhooks } = product
  const named = [logEntity, audit?.entity, webhooks?.entity, webhooks?.deliveryEntity]
  return [
    ...['_note', '_documentLink', '_undo', ...named.filter((name) => name !== undefined)].map((table): Mention => ({
      table,
      column: 'entity',
      as: 'value',
    })),
    { table: '_timed', column: 'name', as: 'start', mark: '.' },
    { table: '_synced', column: 'name', as: 'start', mark: ' ' },
    { table: '_syncTry', column: 'name', as: 'start', mark: ' ' },
    { table: '_undo', column: 'images', as: 'json' },
    { table: '_importRow', column: 'events', as: 'json' },
    { table: '_importRow', column: 'messages', as: 'link' },
    { table: messages.entity, column: 'route', as: 'link' },
  ]
}

export async function renameMentions(
  tx: Transaction,
  app: App,
  [from, to]: readonly [from: string, to: string],
  tables: ReadonlySet<string>,
): Promise<void> {
  for (const mention of entityMentions(app))
    if (tables.has(mention.table)) for (const statement of renamed(mention, from, to)) await tx.query(statement)
}

function renamed({ table: name, column: of, as, mark = '' }: Mention, from: string, to: string): readonly Sql[] {
  const [table, column] = [identifier(name), identifier(of)]
  if (as === 'value') return [sql`update ${table} set ${column} = ${to} where ${column} = ${from}`]
  if (as === 'start')
    return [
      // Left by an entity that had this name before.
      sql`delete from ${table} where starts_with(${column}, ${to + mark})`,
      sql`update ${table} set ${column} = ${to}::text || substr(${column}, ${from.length + 1}::int)
        where starts_with(${column}, ${from + mark})`,
    ]
  const [old, now] =
    as === 'link'
      ? [`${recordParameter}=${from}:`, `${recordParameter}=${to}:`]
      : [`"entity": "${from}"`, `"entity": "${to}"`]
  const isJson = name.startsWith('_')
  const text = sql`${column}::text`
  const next = sql`replace(${text}, ${old}, ${now})`
  return [
    sql`update ${table} set ${column} = ${isJson ? sql`${next}::jsonb` : next} where position(${old} in ${text}) > 0`,
  ]
}
