// Identifies callers by token: session, account, tenant, role and rights in one statement.
// Caches the result for at most a second; an inactive account or ended session gives no caller.
// Permissions are checked elsewhere.
import sql, { type Sql } from 'sql-template-tag'
import { effectiveCodes } from '../../manifest/access/permissions'
import type { App } from '../../manifest/model/app'
import type { Text } from '../../manifest/model/text'
import type { Caller } from '../context/context'
import type { Database } from '../database/connection/openDatabase'
import { findAccounts, findIdentities, type Identity } from './findIdentities'
import { closedScreens, keepNamedLists } from './namedLists'
import { holdsFor } from '../context/callerRules'
import { digestOf, endSession, extendSession } from './sessions'

const count = 1_000
const extendAfter = 5 * 60_000
const limit = 10_000

export interface Callers {
  /** The caller of a token; undefined without a token, and for a token without a valid session. */
  identify(app: App, token: string | undefined, language: string, now: Date): Promise<Caller | undefined>
  /** Which of these sessions (digests) are still valid. */
  stillGood(app: App, sessions: readonly string[], now: Date): Promise<ReadonlySet<string>>
  /** Drops the cache: sessions, accounts, roles or tenants have changed. */
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
  const cache = new Map<string, Kept>()
  const query = database.read.bind(database)
  const lists = keepNamedLists(database, count)

  async function load(app: App, digest: string, language: string, now: Date): Promise<Caller | undefined> {
    const match = sql`s."digest" = ${digest} and s."expiresAt" > ${now}`
    const [identity] = database.distributed
      ? await ofSession(database, match, { app, language, now })
      : await findIdentities({ app, now, query }, language, match, {
          select: sql`s."usedAt" as "usedAt", `,
          join: bySession,
        })
    const caller = identity && callerOf(app, identity, now, { language, session: digest })
    // End the session: it must not revive when the account may sign in again.
    if (identity && !caller) await endSession(database, digest)
    if (caller && now.getTime() - new Date(String(identity.row.usedAt)).getTime() > extendAfter)
      await extendSession(database, digest, now, sessionHours)
    return caller && Object.keys(app.product.allowlists).length > 0
      ? withoutClosed(caller, closedScreens(app, await lists.at(app, now), caller, now))
      : caller
  }

  return {
    async identify(app, token, language, now) {
      if (!token) return undefined
      const digest = digestOf(token)
      const key = `${digest}${language}`
      let entry = cache.get(key)
      if (!entry || entry.app !== app || Math.abs(now.getTime() - entry.at) > count) {
        if (cache.size >= limit) cache.clear()
        entry = { app, at: now.getTime(), caller: load(app, digest, language, now) }
        cache.set(key, entry)
        // Do not serve a failure to the next calls from the cache.
        entry.caller.catch(() => cache.delete(key))
      }
      return entry.caller
    },
    async stillGood(app, sessions, now) {
      if (sessions.length === 0) return new Set()
      const good = sql`s."digest" = any(${[...sessions]}::text[]) and s."expiresAt" > ${now}`
      const language = app.product.languages[0]!
      const identities = database.distributed
        ? await ofSession(database, good, { app, language, now })
        : await findIdentities({ app, now, query }, language, good, {
            select: sql`s."digest" as "digest", `,
            join: bySession,
          })
      return new Set(
        identities
          .filter((identity) => callerOf(app, identity, now, { language }))
          .map((identity) => String(identity.row.digest)),
      )
    },
    forget() {
      cache.clear()
      lists.forget()
    },
  }
}

// Sessions live on the coordinator, accounts with their tenants.
async function ofSession(
  database: Database,
  match: Sql,
  { app, language, now }: { readonly app: App; readonly language: string; readonly now: Date },
): Promise<Identity[]> {
  const query = database.read.bind(database)
  const sessions = await query<{ account: number; usedAt: string; digest: string }>(
    sql`select "account", "usedAt", "digest" from "_session" as s where ${match}`,
  )
  const context = { app, now, query, distributed: true }
  const each = await Promise.all(
    sessions.map(async ({ account, ...row }) =>
      (await findAccounts(context, language, { ids: [account] })).map((identity) => ({
        ...identity,
        row: { ...identity.row, ...row },
      })),
    ),
  )
  return each.flat()
}

function withoutClosed(caller: Caller, closed: ReadonlyMap<string, Text>): Caller {
  if (closed.size === 0) return caller
  return {
    ...caller,
    disabled: new Set([...caller.disabled, ...closed.keys()]),
    reasons: new Map([...caller.reasons, ...closed]),
  }
}

/** What an identity may do today; undefined when the account may not sign in. */
export function callerOf(
  app: App,
  { me, tenant, roleCodes, disabled }: Identity,
  now: Date,
  { language, session }: Pick<Caller, 'language' | 'session'>,
): Caller | undefined {
  const { activeWhen: active, rowScopeField: scope, rowScopes: scopes } = app.access.identity
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
    administrator: codes.has(app.access.administratorPermission),
    disabled: new Set(disabled),
    system: false,
  }
}

export const isSignedIn = (caller: Caller): boolean => typeof caller.me.id === 'number'

/** A caller who is not signed in: no codes and no records. */
export function anonymousCaller(language: string): Caller {
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
