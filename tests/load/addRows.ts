// Adds what a load needs beyond the demo data, by copies of its rows: many customers of one person, and many people.
import pg from 'pg'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { connectBeside } from '../server/program'
import { accounts } from '../story/teller'

/** Where the server of the load keeps its rows: at an address, or in a folder. */
export interface LoadedDatabase {
  readonly url?: string
  readonly dataDir: string
}

/** A person beside those of the demo data, with the same password. */
export interface Colleague {
  readonly role: string
  readonly mobile: string
  /** The first customer whom the person reaches. */
  readonly customer: number
}

const customersOfEach = 50
/** The person of the demo data with this mobile at the dealer of the owner. */
const personWith = (mobile: string | undefined) => sql`select e."id" from "employee" e
  join "employee" o on o."dealer" = e."dealer" and o."mobile" = ${accounts.owner}
  where e."mobile" = ${mobile}`

/** Copies one customer of the guide often, and lets PostgreSQL count: plans change with statistics. */
export const addCustomers = (where: LoadedDatabase, count: number): Promise<void> =>
  withClient(where, async (client) => {
    const from = sql`(select c.* from "customer" c where c."guide" = (${personWith(accounts.guide)}) limit 1) as one,
      generate_series(1, ${count}) as number`
    const set = { no: sql`'KH' || number`, mobile: sql`(17000000000 + number)::text` }
    const added = await copyRows(client, 'customer', set, from)
    if (added !== count) throw new Error(`${added} customers were added instead of ${count}.`)
    await client.query('analyze')
  })

/**
 * Adds colleagues of those roles, in turn, until there are `count`; those who see only their own customers get some.
 * Fewer accounts than connections would show the share of an account, not what the server does.
 */
export const addColleagues = (
  where: LoadedDatabase,
  roles: readonly string[],
  count: number,
): Promise<readonly Colleague[]> =>
  withClient(where, async (client) => {
    for (const [index, role] of roles.entries()) {
      const from = sql`(select * from "employee" where "id" = (${personWith(accounts[role])})) as one,
        generate_series(${index}::int, ${count - 1}::int, ${roles.length}::int) as number`
      await copyRows(client, 'employee', { mobile: sql`(18000000000 + number)::text` }, from)
    }
    const colleague = sql`"employee" e where e."mobile" between '18000000000' and ${String(18_000_000_000 + count - 1)}`
    await client.query(sql`insert into "_secret" ("account", "hash") select e."id", (select s."hash" from "_secret" s
      where s."account" = (${personWith(accounts.owner)})) from ${colleague}`)
    for (const name of ['guide', 'designer']) {
      const from = sql`(select c.* from "customer" c where c."guide" = (${personWith(accounts.guide)}) limit 1) as one,
        (select e."id" as "person", e."mobile"::bigint as "login" from ${colleague} and e."role" =
          (select "role" from "employee" where "id" = (${personWith(accounts[name])}))) as e,
        generate_series(1, ${customersOfEach}) as number`
      await copyRows(
        client,
        'customer',
        {
          no: sql`'KL' || e."login" || '-' || number`,
          mobile: sql`(e."login" * 1000 + number)::text`,
          [name]: sql`e."person"`,
        },
        from,
      )
    }
    await client.query('analyze')
    const { rows } = await client.query<{ mobile: string; customer: number }>(
      sql`select e."mobile", coalesce((select min(c."id") from "customer" c where c."guide" = e."id"
        or c."designer" = e."id"), 1)::int as "customer" from ${colleague} order by 1`,
    )
    if (rows.length !== count) throw new Error(`${rows.length} people were added instead of ${count}.`)
    return rows.map((row, index) => ({ ...row, role: roles[index % roles.length]! }))
  })

/** Copies the row `one` of `from` once for each row of `from`, but for the columns of `set`; returns how often. */
async function copyRows(
  client: pg.Client,
  table: string,
  set: Readonly<Record<string, Sql>>,
  from: Sql,
): Promise<number | null> {
  const { rows } = await client.query<{ name: string; column: string }>(
    sql`select column_name as "name", quote_ident(column_name) as "column" from information_schema.columns
      where table_name = ${table} and table_schema = current_schema() and is_generated = 'NEVER'
        and column_name <> 'id'`,
  )
  const columns = rows.map(({ column }) => raw(column))
  const values = rows.map(({ name, column }) => set[name] ?? raw(`one.${column}`))
  const { rowCount } = await client.query(
    sql`insert into ${raw(table)} (${join(columns)}) select ${join(values)} from ${from}`,
  )
  return rowCount
}

async function withClient<T>({ url, dataDir }: LoadedDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = url ? new pg.Client({ connectionString: url }) : connectBeside(dataDir)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
