// Whose token is this? Session, account, tenant, role and what is switched off, in one statement, kept for at most a second in this process.
// An account that is no longer active or a session that has ended is nobody; what a caller may do is not judged here.
import sql from 'sql-template-tag'
import { effectiveCodes } from '../manifest/access'
import type { App } from '../manifest/app'
import type { Caller, LanguageIndex } from './context'
import type { Database } from './database/open'
import { findIdentities, type Identity } from './identity'
import { holdsFor } from './ruleValue'
import { digestOf, endSession, extendSession } from './sessions'

const kept = 1_000
const extendAfter = 5 * 60_000
const most = 10_000

export interface Callers {
  /** The caller of a token; nobody without one, and for a token that opens nothing (any more). */
  identify(app: App, token: string | undefined, language: LanguageIndex, now: Date): Promise<Caller | undefined>
  /** Which of these sessions (digests) are still good. */
  stillGood(app: App, sessions: readonly string[], now: Date): Promise<ReadonlySet<string>>
  /** The next calls read anew: something about sessions, accounts, roles or tenants has changed. */
  forget(): void
}

interface Kept {
  readonly app: App
  readonly at: number
  readonly caller: Promise<Caller | undefined>
}

const bySession = sql`join "_session" as s on s."account" = a."id"`

/** Callers by their tokens, for one process. */
export function createCallers(database: Database, sessionHours: number): Callers {
  const known = new Map<string, Kept>()
  const query = database.read.bind(database)

  async function load(app: App, digest: string, language: LanguageIndex, now: Date): Promise<Caller | undefined> {
    const [identity] = await findIdentities(
      { app, now, query },
      language,
      sql`s."digest" = ${digest} and s."expiresAt" > ${now}`,
      { select: sql`s."usedAt" as "usedAt", `, join: bySession },
    )
    const caller = identity && callerOf(app, identity, now, language, digest)
    // It does not come back when the account may sign in again.
    if (identity && !caller) await endSession(database, digest)
    if (caller && now.getTime() - new Date(String(identity.row.usedAt)).getTime() > extendAfter)
      await extendSession(database, digest, now, sessionHours)
    return caller
  }

  return {
    async identify(app, token, language, now) {
      if (!token) return undefined
      const digest = digestOf(token)
      const key = `${digest}${language}`
      let entry = known.get(key)
      if (!entry || entry.app !== app || Math.abs(now.getTime() - entry.at) > kept) {
        if (known.size >= most) known.clear()
        entry = { app, at: now.getTime(), caller: load(app, digest, language, now) }
        known.set(key, entry)
        // A failure must not be answered to the next second's calls as well.
        entry.caller.catch(() => known.delete(key))
      }
      return entry.caller
    },
    async stillGood(app, sessions, now) {
      if (sessions.length === 0) return new Set()
      const found = await findIdentities(
        { app, now, query },
        0,
        sql`s."digest" = any(${[...sessions]}::text[]) and s."expiresAt" > ${now}`,
        { select: sql`s."digest" as "digest", `, join: bySession },
      )
      return new Set(
        found.filter((identity) => callerOf(app, identity, now, 0)).map((identity) => String(identity.row.digest)),
      )
    },
    forget: () => known.clear(),
  }
}

/** What an identity may do today; nothing when the account may not sign in (any more). */
export function callerOf(
  app: App,
  { me, tenant, roleCodes, disabled }: Identity,
  now: Date,
  language: LanguageIndex,
  session?: string,
): Caller | undefined {
  const { active, scope, scopes } = app.access.identity
  if (!holdsFor(app, { me, tenant }, active, now)) return undefined
  const { codes, reasons } = effectiveCodes(app, { codes: roleCodes, me, tenant, now })
  return {
    me,
    tenant,
    codes,
    granted: new Set(roleCodes),
    reasons,
    language,
    session,
    scope: scopes[String(me[scope])] ?? 'self',
    administrator: codes.has(app.access.administrator),
    disabled: new Set(disabled),
    system: false,
  }
}

export const isSomebody = (caller: Caller): boolean => typeof caller.me.id === 'number'

/** A caller who is not signed in: no codes, and no record is hers. */
export function nobody(language: LanguageIndex): Caller {
  return {
    me: {},
    tenant: {},
    scope: 'self',
    codes: new Set(),
    administrator: false,
    disabled: new Set(),
    reasons: new Map(),
    language,
    system: false,
  }
}
