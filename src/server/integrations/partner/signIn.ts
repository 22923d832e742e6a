// Signs callers in to an integration with the stored password; remembers the result for a while.
// Password and session never leave the server.
import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { App, Integration } from '../../../manifest/model/app'
import type { Rule } from '../../../manifest/model/rule'
import { claimAttempt, forgetFailures, serializeAttempts } from '../../auth/signInThrottle'
import type { Context, RawRecord } from '../../context/context'
import { valueOfRule } from '../../context/callerRules'
import { requestIntegration, cookieHeader, isSuccess } from './client'
import type { IntegrationContext } from '../contract/integrationContext'
import { IntegrationError, signInFailed, toIntegrationError, type IntegrationErrorKey } from './errors'

/** The flag of the specification: 1 signed in, 0 failed. */
interface IntegrationSignInStatus {
  readonly flag: 0 | 1
  readonly reason?: IntegrationErrorKey
}
export type SignedIn = Integration & { readonly signIn: NonNullable<Integration['signIn']> }

/** Milliseconds before a failed sign-in is repeated automatically; an explicit request repeats it at once. */
const failureLifetimeMs = 60_000

/** The integration that the server signs in to: by name, or the only one. */
export function systemToSignIn(app: App, name?: string): SignedIn | undefined {
  return Object.values(app.integrations).find(
    (integration): integration is SignedIn =>
      integration.signIn !== undefined && (name === undefined || integration.name === name),
  )
}

/** The parameters of a call: rules over the caller and, where present, over a record. Leaves out empty values. */
export function queryOf(
  context: Pick<Context, 'app' | 'caller' | 'now'>,
  rules: Readonly<Record<string, Rule>>,
  record?: RawRecord,
): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, rule] of Object.entries(rules)) {
    const value = valueOfRule(context, rule, record)
    if (value !== null && value !== undefined)
      query.set(name, value instanceof Date ? value.toISOString() : String(value))
  }
  return query
}

/** Serializes the sign-ins of an account at a system. */
const inTurn = <T>({ server, caller }: IntegrationContext, system: SignedIn, attempt: () => Promise<T>): Promise<T> =>
  serializeAttempts(server.database, `${system.name} ${String(caller.me.id)}`, 'integration', attempt)

/** Signs the caller in, unless that succeeded or failed a moment ago. `again`: tries regardless. */
export function ensureSignedIn(
  context: IntegrationContext,
  system: SignedIn,
  again = false,
): Promise<IntegrationSignInStatus> {
  return inTurn(context, system, async () => {
    const integrationSignInStatus = again ? undefined : await storedStatus(context, system)
    return integrationSignInStatus ?? (await signIn(context, system)).status
  })
}

/**
 * Signs the caller in again, with another password where given: stored if the integration accepts it, else nothing
 * changes.
 * Returns the reason of a failure.
 */
export async function signInAgain(
  context: IntegrationContext,
  system: SignedIn,
  password?: string,
): Promise<IntegrationErrorKey | undefined> {
  const {
    status: { reason },
  } = await inTurn(context, system, () => signIn(context, system, password))
  return reason
}

/** Signs in again and returns the parameters that open the integration once. @throws IntegrationError */
export async function launchQuery(context: IntegrationContext, system: SignedIn): Promise<URLSearchParams> {
  const {
    status: { reason },
    answer,
  } = await inTurn(context, system, () => signIn(context, system))
  if (reason) throw new IntegrationError(reason, system.name)
  const query = new URLSearchParams()
  for (const [name, from] of Object.entries(system.launch?.query ?? {})) {
    const value = answer?.[from]
    if (typeof value !== 'string' || value === '' || value.length > 2_000)
      throw new IntegrationError('wrong', system.name)
    query.set(name, value)
  }
  return query
}

/** The cookies of the session there; undefined without one. */
export async function sessionOf(
  { server, caller, query }: IntegrationContext,
  system: Integration,
): Promise<string | undefined> {
  const [row] = await query<{ jar: string | null }>(
    sql`select "jar" from "_outside" where "account" = ${caller.me.id} and "system" = ${system.name}`,
  )
  return row?.jar
    ? server.integrations.secretStore.open(row.jar, `session ${system.name} ${String(caller.me.id)}`)
    : undefined
}

/** Stores the sealed password of the caller's account there; the next sign-in uses it. */
export async function saveIntegrationPassword(
  { server, caller, query }: IntegrationContext,
  system: SignedIn,
  password: string,
): Promise<void> {
  const sealed = server.integrations.secretStore.seal(password, passwordPurpose(system, caller.me.id))
  await query(
    sql`insert into "_vault" ("account", "system", "sealed")
      values (${caller.me.id}, ${system.name}, ${sealed})
      on conflict ("account", "system") do update set "sealed" = excluded."sealed"`,
  )
  await query(sql`delete from "_outside" where "account" = ${caller.me.id} and "system" = ${system.name}`)
}

const passwordPurpose = (system: Integration, account: unknown) => `password ${system.name} ${String(account)}`

async function passwordOf(context: IntegrationContext, system: SignedIn): Promise<string | undefined> {
  const {
    query,
    caller,
    server: { integrations },
  } = context
  const [row] = await query<{ sealed: string }>(
    sql`select "sealed" from "_vault" where "account" = ${caller.me.id} and "system" = ${system.name}`,
  )
  const stored = row && integrations.secretStore.open(row.sealed, passwordPurpose(system, caller.me.id))
  if (stored !== undefined || !integrations.standsIn(system.name)) return stored
  // A stand-in accepts any password.
  const created = randomBytes(18).toString('base64url')
  await saveIntegrationPassword(context, system, created)
  return created
}

async function storedStatus(
  { query, caller, now }: IntegrationContext,
  system: SignedIn,
): Promise<IntegrationSignInStatus | undefined> {
  const [row] = await query<{ flag: number; reason: IntegrationErrorKey | null; at: string }>(
    sql`select "flag", "reason", "at" from "_outside" where "account" = ${caller.me.id} and "system" = ${system.name}`,
  )
  if (!row) return undefined
  const lasts = row.flag === 1 ? system.signIn.reuseMinutes * 60_000 : failureLifetimeMs
  if (now.getTime() - new Date(row.at).getTime() > lasts) return undefined
  return row.flag === 1 ? { flag: 1 } : { flag: 0, reason: row.reason ?? 'down' }
}

/** Logs a failure without request and response. */
function logFailure({ server }: IntegrationContext, system: SignedIn, reason: IntegrationErrorKey): void {
  server.log.warn(`${signInFailed}: ${system.name} ${reason}`)
}

type SignInResult = { readonly status: IntegrationSignInStatus; readonly answer?: Readonly<Record<string, unknown>> }

async function signIn(context: IntegrationContext, system: SignedIn, input?: string): Promise<SignInResult> {
  const { server, caller, now } = context
  const { integrations } = server
  const key = `integration ${system.name} ${String(caller.me.id)}`
  // Passwords there must not be guessed through this server faster than its own.
  await claimAttempt(server.database, key, key, now)
  const password = input ?? (await passwordOf(context, system))
  const wasNoGuess = () => forgetFailures(server.database, key, key, now)
  if (password === undefined) {
    await wasNoGuess()
    logFailure(context, system, 'noPassword')
    return remember(context, system, { flag: 0, reason: 'noPassword' })
  }
  const query = queryOf(context, system.signIn.query)
  query.set(system.signIn.passwordParam, password)
  const answer = await requestIntegration(integrations, system, {
    path: system.signIn.path,
    query,
    signal: context.call.signal,
  }).catch((error: unknown) => toIntegrationError(error, system.name))
  const refused =
    !(answer instanceof IntegrationError) &&
    answer.json !== undefined &&
    answer.status < 500 &&
    !isSuccess(answer, system.signIn.success)
  if (!refused) await wasNoGuess()
  const failed = (reason: IntegrationErrorKey) => {
    logFailure(context, system, reason)
    return input === undefined
      ? remember(context, system, { flag: 0, reason })
      : { status: { flag: 0, reason } as const }
  }
  if (answer instanceof IntegrationError) return failed(answer.reason)
  if (!isSuccess(answer, system.signIn.success))
    return failed(refused ? 'refused' : answer.status >= 500 ? 'down' : 'wrong')
  if (input !== undefined) await saveIntegrationPassword(context, system, input)
  return { ...(await remember(context, system, { flag: 1 }, cookieHeader(answer.cookies))), answer: answer.json }
}

async function remember(
  { query, caller, now, server, call }: IntegrationContext,
  system: SignedIn,
  status: IntegrationSignInStatus,
  cookies?: string,
): Promise<SignInResult> {
  // A sign-in aborted by the caller has not failed.
  if (status.flag === 0 && call.signal?.aborted) return { status }
  const sealed = cookies
    ? server.integrations.secretStore.seal(cookies, `session ${system.name} ${String(caller.me.id)}`)
    : null
  await query(sql`insert into "_outside" ("account", "system", "flag", "reason", "at", "jar")
    values (${caller.me.id}, ${system.name}, ${status.flag}, ${status.reason ?? null}, ${now}, ${sealed})
    on conflict ("account", "system") do update set "flag" = excluded."flag", "reason" = excluded."reason",
    "at" = excluded."at", "jar" = excluded."jar"`)
  return { status }
}
