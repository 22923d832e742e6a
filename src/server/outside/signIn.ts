// Is somebody signed in to an outside system? The server signs in for her with the kept password and remembers success and failure for a while,
// so that nobody is signed in again and again. Neither the password nor the session there ever leaves the server.
import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { App, Outside, Rule } from '../../manifest/app'
import { claimAttempt, forgetFailures, inTurn } from '../attempts'
import type { Context, RawRecord } from '../context'
import type { RequestContext } from '../operations/operation'
import { valueOfRule } from '../ruleValue'
import { askSystem, cookieHeader, isSuccess } from './door'
import { OutsideTrouble, signInFailed, troubleOf, type TroubleName } from './trouble'

/** The flag of the specification: 1 signed in, 0 failed. */
export interface Standing {
  readonly flag: 0 | 1
  readonly reason?: TroubleName
}
export type SignedIn = Outside & { readonly signIn: NonNullable<Outside['signIn']> }

/** A failure is not tried again by itself before these milliseconds are over; whoever asks for it may. */
const failureLasts = 60_000

/** The system that is signed in to before screens, if any. */
export function systemToSignIn(app: App): SignedIn | undefined {
  return Object.values(app.outside).find((one): one is SignedIn => one.signIn !== undefined)
}

/** The parameters of a call: rules over the caller and, where one is spoken of, over a record. Empty values are left out. */
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

/** Signs the caller in, unless that was done or failed a moment ago. `again`: whatever was before, tries now. */
export function standing(context: RequestContext, system: SignedIn, again = false): Promise<Standing> {
  const { server, caller } = context
  return inTurn(server.database, `${system.name} ${String(caller.me.id)}`, 'outside', async () => {
    const known = again ? undefined : await kept(context, system)
    return known ?? (await signIn(context, system)).standing
  })
}

/**
 * Signs the caller in anew, with another password where one is given: it is kept when the system takes it, and nothing has changed when it does not.
 * Answers why it failed, if it did.
 */
export async function enterAnew(
  context: RequestContext,
  system: SignedIn,
  password?: string,
): Promise<TroubleName | undefined> {
  const {
    standing: { reason },
  } = await inTurn(context.server.database, `${system.name} ${String(context.caller.me.id)}`, 'outside', () =>
    signIn(context, system, password),
  )
  return reason
}

/** Signs in anew and answers what opens the system once. @throws OutsideTrouble */
export async function launchQuery(context: RequestContext, system: SignedIn): Promise<URLSearchParams> {
  const {
    standing: { reason },
    answer,
  } = await inTurn(context.server.database, `${system.name} ${String(context.caller.me.id)}`, 'outside', () =>
    signIn(context, system),
  )
  if (reason) throw new OutsideTrouble(reason, system.name)
  const query = new URLSearchParams()
  for (const [name, from] of Object.entries(system.launch?.query ?? {})) {
    const value = answer?.[from]
    if (typeof value !== 'string' || value === '' || value.length > 2_000)
      throw new OutsideTrouble('wrong', system.name)
    query.set(name, value)
  }
  return query
}

/** The cookies of the session there; nothing when there is none. */
export async function sessionOf(
  { server, caller, query }: RequestContext,
  system: Outside,
): Promise<string | undefined> {
  const [row] = await query<{ jar: string | null }>(
    sql`select "jar" from "_outside" where "account" = ${caller.me.id} and "system" = ${system.name}`,
  )
  return row?.jar ? server.outside.vault.open(row.jar, `session ${system.name} ${String(caller.me.id)}`) : undefined
}

/** Keeps the password of the caller's account there, sealed; the next sign-in uses it. */
export async function keepOutsidePassword(
  { server, caller, query }: RequestContext,
  system: SignedIn,
  password: string,
): Promise<void> {
  const sealed = server.outside.vault.seal(password, passwordPurpose(system, caller.me.id))
  await query(
    sql`insert into "_vault" ("account", "system", "sealed") values (${caller.me.id}, ${system.name}, ${sealed}) on conflict ("account", "system") do update set "sealed" = excluded."sealed"`,
  )
  await query(sql`delete from "_outside" where "account" = ${caller.me.id} and "system" = ${system.name}`)
}

const passwordPurpose = (system: Outside, account: unknown) => `password ${system.name} ${String(account)}`

async function passwordOf(context: RequestContext, system: SignedIn): Promise<string | undefined> {
  const {
    query,
    caller,
    server: { outside },
  } = context
  const [row] = await query<{ sealed: string }>(
    sql`select "sealed" from "_vault" where "account" = ${caller.me.id} and "system" = ${system.name}`,
  )
  const kept = row && outside.vault.open(row.sealed, passwordPurpose(system, caller.me.id))
  if (kept !== undefined || !outside.standsIn(system.name)) return kept
  // A stand-in takes any password.
  const made = randomBytes(18).toString('base64url')
  await keepOutsidePassword(context, system, made)
  return made
}

async function kept({ query, caller, now }: RequestContext, system: SignedIn): Promise<Standing | undefined> {
  const [row] = await query<{ flag: number; reason: TroubleName | null; at: string }>(
    sql`select "flag", "reason", "at" from "_outside" where "account" = ${caller.me.id} and "system" = ${system.name}`,
  )
  if (!row) return undefined
  const lasts = row.flag === 1 ? system.signIn.minutes * 60_000 : failureLasts
  if (now.getTime() - new Date(row.at).getTime() > lasts) return undefined
  return row.flag === 1 ? { flag: 1 } : { flag: 0, reason: row.reason ?? 'down' }
}

/** Everything that is told of a failure: neither the question nor the answer. */
function tell({ server }: RequestContext, system: SignedIn, reason: TroubleName): void {
  server.log.warn(`${signInFailed}: ${system.name} ${reason}`)
}

type Outcome = { readonly standing: Standing; readonly answer?: Readonly<Record<string, unknown>> }

async function signIn(context: RequestContext, system: SignedIn, given?: string): Promise<Outcome> {
  const { server, caller, now } = context
  const { outside } = server
  const key = `outside ${system.name} ${String(caller.me.id)}`
  // Through us nobody shall guess a password there faster than one may guess ours.
  await claimAttempt(server.database, key, key, now)
  const password = given ?? (await passwordOf(context, system))
  const wasNoGuess = () => forgetFailures(server.database, key, key, now)
  if (password === undefined) {
    await wasNoGuess()
    tell(context, system, 'noPassword')
    return remember(context, system, { flag: 0, reason: 'noPassword' })
  }
  const query = queryOf(context, system.signIn.query)
  query.set(system.signIn.password, password)
  const answer = await askSystem(outside, system, {
    path: system.signIn.path,
    query,
    signal: context.call.signal,
  }).catch((error: unknown) => troubleOf(error, system.name))
  const refused =
    !(answer instanceof OutsideTrouble) &&
    answer.json !== undefined &&
    answer.status < 500 &&
    !isSuccess(answer, system.signIn.success)
  if (!refused) await wasNoGuess()
  const failed = (reason: TroubleName) => {
    tell(context, system, reason)
    return given === undefined
      ? remember(context, system, { flag: 0, reason })
      : { standing: { flag: 0, reason } as const }
  }
  if (answer instanceof OutsideTrouble) return failed(answer.reason)
  if (!isSuccess(answer, system.signIn.success))
    return failed(refused ? 'refused' : answer.status >= 500 ? 'down' : 'wrong')
  if (given !== undefined) await keepOutsidePassword(context, system, given)
  return { ...(await remember(context, system, { flag: 1 }, cookieHeader(answer.cookies))), answer: answer.json }
}

async function remember(
  { query, caller, now, server, call }: RequestContext,
  system: SignedIn,
  standing: Standing,
  jar?: string,
): Promise<Outcome> {
  // Whoever left before it was over has not failed.
  if (standing.flag === 0 && call.signal?.aborted) return { standing }
  const sealed = jar ? server.outside.vault.seal(jar, `session ${system.name} ${String(caller.me.id)}`) : null
  await query(sql`insert into "_outside" ("account", "system", "flag", "reason", "at", "jar") values (${caller.me.id}, ${system.name}, ${standing.flag}, ${standing.reason ?? null}, ${now}, ${sealed})
    on conflict ("account", "system") do update set "flag" = excluded."flag", "reason" = excluded."reason", "at" = excluded."at", "jar" = excluded."jar"`)
  return { standing }
}
