// Opens, finds, extends and ends sessions.
// A row holds only the digest of its token, so a stolen table opens nothing.
import { createHash, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Database } from '../database/connection/openDatabase'

/** The digest under which a token is stored. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}

const msPerHour = 3_600_000
const handleLifetimeMs = 5 * 60_000

interface Opening {
  readonly account: number
  readonly now: Date
  readonly hours: number
  readonly address?: string
  readonly agent?: string
  /** Whether a second factor was proven. */
  readonly factor?: boolean
}

/** Opens a session and returns its token, which is stored nowhere. Sweeps ended sessions. */
export async function openSession(
  database: Database,
  { account, now, hours, address, agent, factor = false }: Opening,
): Promise<string> {
  const token = newToken()
  await database.query(sql`
    with swept as (delete from "_session" where "expiresAt" < ${now})
    insert into "_session" ("digest", "account", "createdAt", "expiresAt", "usedAt", "address", "agent",
      "factorAt")
    values (${digestOf(token)}, ${account}, ${now}, ${new Date(now.getTime() + hours * msPerHour)}, ${now},
      ${address ?? null}, ${agent?.slice(0, 200) ?? null}, ${factor ? now : null})`)
  return token
}

/** Postpones the end of a session in use. Called at most every few minutes per session. */
export async function extendSession(database: Database, digest: string, now: Date, hours: number): Promise<void> {
  await database.query(
    sql`update "_session"
      set "usedAt" = ${now}, "expiresAt" = ${new Date(now.getTime() + hours * msPerHour)}
      where "digest" = ${digest}`,
  )
}

/** Records that the second factor was proven in a session that was open before. */
export async function recordSecondFactor(database: Pick<Database, 'query'>, digest: string, now: Date): Promise<void> {
  await database.query(sql`update "_session" set "factorAt" = ${now} where "digest" = ${digest}`)
}

/** Ends the session of a token's digest; none is fine. Servers that cache its caller notice within a second. */
export async function endSession(database: Pick<Database, 'query'>, digest: string): Promise<void> {
  await database.query(sql`delete from "_session" where "digest" = ${digest}`)
}

/** Ends every session of an account but one; returns their digests. */
export async function endOtherSessions(
  database: Database,
  account: number,
  stored: string | undefined,
): Promise<string[]> {
  const ended = await database.query<{ digest: string }>(
    sql`delete from "_session"
      where "account" = ${account} and "digest" is distinct from ${stored ?? null}
      returning "digest"`,
  )
  return ended.map((row) => row.digest)
}

/** Ends sign-ins that began with a former password: the choice among accounts and the second step. */
export async function endBegunSignIns(database: Pick<Database, 'query'>, account: number): Promise<void> {
  await database.query(sql`delete from "_handle" where "account" = ${account}`)
  await database.query(
    sql`delete from "_ticket" where "account" = ${account} and "purpose" in ('secondStep', 'enrolment')`,
  )
}

/** One opaque handle per account in place of a proven password, valid once within five minutes. */
export async function giveHandles(
  database: Database,
  accounts: readonly number[],
  now: Date,
): Promise<Map<number, string>> {
  const handles = new Map(accounts.map((account) => [account, newToken()]))
  await database.query(sql`
    with swept as (delete from "_handle" where "expiresAt" < ${now})
    insert into "_handle" ("digest", "account", "expiresAt")
    select "digest", "account", ${new Date(now.getTime() + handleLifetimeMs)}
    from unnest(${[...handles.values()].map(digestOf)}::text[], ${[...handles.keys()]}::bigint[]) as given("digest",
      "account")`)
  return handles
}

/** The account of a handle; consumes the handle. */
export async function takeHandle(database: Database, handle: string, now: Date): Promise<number | undefined> {
  const rows = await database.query<{ account: number; expiresAt: string }>(
    sql`delete from "_handle" where "digest" = ${digestOf(handle)} returning "account", "expiresAt"`,
  )
  const row = rows[0]
  return row && new Date(row.expiresAt) > now ? row.account : undefined
}
