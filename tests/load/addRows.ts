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
  readonly dealer: number
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
 * Fewer accounts than connections would show the share of an account, not what the server does; people of one dealer
 * alone would show the share of a tenant.
 */
export const addColleagues = (
  where: LoadedDatabase,
  roles: readonly string[],
  { count, dealers }: { readonly count: number; readonly dealers: number },
): Promise<readonly Colleague[]> =>
  withClient(where, async (client) => {
    await addDealers(client, dealers - 1)
    // As many people of each dealer have a role as of any other.
    const place = sql`(number / ${roles.length}::int) % ${dealers}::int + 1`
    const dealerOf = sql`(array(select "id" from (${allDealers}) as d))[${place}]`
    for (const [index, role] of roles.entries()) {
      const from = sql`(select * from "employee" where "id" = (${personWith(accounts[role])}) limit 1) as one,
        generate_series(${index}::int, ${count - 1}::int, ${roles.length}::int) as number`
      await copyRows(client, 'employee', { mobile: sql`(18000000000 + number)::text`, dealer: dealerOf }, from)
    }
    const colleague = sql`"employee" e where e."mobile" between '18000000000' and ${String(18_000_000_000 + count - 1)}`
    await client.query(sql`insert into "_secret" ("account", "hash") select e."id", (select s."hash" from "_secret" s
      where s."account" = (${personWith(accounts.owner)})) from ${colleague}`)
    for (const name of ['guide', 'designer']) {
      const from = sql`(select c.* from "customer" c where c."guide" = (${personWith(accounts.guide)}) limit 1) as one,
        (select e."id" as "person", e."dealer" as "of", e."mobile"::bigint as "login" from ${colleague} and e."role" =
          (select "role" from "employee" where "id" = (${personWith(accounts[name])}))) as e,
        generate_series(1, ${customersOfEach}) as number`
      await copyRows(
        client,
        'customer',
        {
          no: sql`'KL' || e."login" || '-' || number`,
          mobile: sql`(e."login" * 1000 + number)::text`,
          dealer: sql`e."of"`,
          [name]: sql`e."person"`,
        },
        from,
      )
    }
    await client.query('analyze')
    const { rows } = await client.query<{ mobile: string; dealer: number; customer: number }>(
      sql`select e."mobile", e."dealer"::int as "dealer", coalesce((select min(c."id") from "customer" c
        where c."dealer" = e."dealer" and (c."guide" = e."id" or c."designer" = e."id")),
        (select min(c."id") from "customer" c where c."dealer" = e."dealer"))::int as "customer"
        from ${colleague} order by 1`,
    )
    if (rows.length !== count) throw new Error(`${rows.length} people were added instead of ${count}.`)
    return rows.map((row, index) => ({ ...row, role: roles[index % roles.length]! }))
  })

const dealerOfOwner = sql`select "dealer" from "employee" where "mobile" = ${accounts.owner}`
const allDealers = sql`select "id" from "dealer" where "id" = (${dealerOfOwner}) or "joinno" like 'LOAD%'
  order by 1`

/** Copies the owner's dealer with its stores, roles and orders, which keep their ids: a key names the tenant too. */
async function addDealers(client: pg.Client, count: number): Promise<void> {
  const dealer = sql`(select * from "dealer" where "id" = (${dealerOfOwner})) as one,
    generate_series(1, ${count}) as number`
  await copyRows(client, 'dealer', { joinno: sql`'LOAD' || number` }, dealer)
  const copied = sql`(select "id" as "of" from "dealer" where "joinno" like 'LOAD%') as d`
  const storeNo = sql`one."storeNo" || '-' || d."of"`
  const tables: Readonly<Record<string, Readonly<Record<string, Sql>>>> = {
    store: { storeNo },
    role: {},
    'role.codes': {},
    order: {},
  }
  for (const [table, set] of Object.entries(tables)) {
    const from = sql`(select * from ${raw(`"${table}"`)} where "dealer" = (${dealerOfOwner})) as one, ${copied}`
    await copyRows(client, table, { ...set, dealer: sql`d."of"`, id: sql`one."id"` }, from)
  }
}

/**
 * Copies the row `one` of `from` once for each row of `from`, but for the columns of `set`; returns how often. A copy
 * without an id in `set` gets the next one.
 */
async function copyRows(
  client: pg.Client,
  table: string,
  set: Readonly<Record<string, Sql>>,
  from: Sql,
): Promise<number | null> {
  const { rows } = await client.query<{ name: string; column: string }>(
    sql`select column_name as "name", quote_ident(column_name) as "column" from information_schema.columns
      where table_name = ${table} and table_schema = current_schema() and is_generated = 'NEVER'
        and (column_name <> 'id' or ${'id' in set})`,
  )
  const columns = rows.map(({ column }) => raw(column))
  const values = rows.map(({ name, column }) => set[name] ?? raw(`one.${column}`))
  const { rowCount } = await client.query(
    sql`insert into ${raw(`"${table}"`)} (${join(columns)}) select ${join(values)} from ${from}`,
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
