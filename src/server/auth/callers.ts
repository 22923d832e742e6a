// Identifies callers by token: session, account, tenant, role and rights in one statement.
// Caches the result for at most a second; an inactive account or ended session gives no caller.
// Permissions are checked elsewhere.
import sql, { type Sql } from 'sql-template-tag'
import { effectiveCodes } from '../../manifest/access/permissions'
import type { ScopeName } from '../../manifest/model/access'
import type { App } from '../../manifest/model/app'
import type { Rule } from '../../manifest/model/rule'
import type { Text } from '../../manifest/model/text'
import { boundTenant, type Caller } from '../context/context'
import type { BoundQueryOwner, Database } from '../database/connection/openDatabase'
import { accountTable } from '../database/sql/accounts'
import { identifier } from '../database/sql/identifier'
import { findAccounts, findIdentities, findPlaced, type Identity } from './findIdentities'
import { closedScreens, cacheNamedLists } from './namedLists'
import { holdsFor } from '../context/callerRules'
import { requiresFactor } from './factors/factors'
import { createKeyLimit, findKey, isApiKey, type FoundKey } from './apiKeys'
import { digestOf, endSession, extendSession } from './sessions'

/** Milliseconds for which a caller and the named lists are served from the cache. */
const callerCacheMs = 1_000
const extendAfterMs = 5 * 60_000
const maxCallers = 10_000
const scopesByWidth: readonly ScopeName[] = ['self', 'unit', 'tenant', 'all']

export interface Callers {
  /** The caller of a session's token or an API key; undefined if it is missing or invalid. */
  identify(app: App, token: string | undefined, language: string, now: Date): Promise<Caller | undefined>
  /** An account with its present rights, without a session; undefined when it may not sign in. */
  ofAccount(app: App, account: number, language: string, now: Date): Promise<Caller | undefined>
  /** Which of these sessions (digests) are still valid. */
  validSessions(app: App, sessions: readonly string[], now: Date): Promise<ReadonlySet<string>>
  /**
   * Counts a request of a program.
   * @throws RequestError api_key_limit_reached when its key has no more in this minute
   */
  countRequest(app: App, caller: Caller, now: Date): void
  /** Drops the cache: sessions, accounts, roles or tenants have changed. */
  forget(): void
}

interface CachedCaller {
  readonly app: App
  readonly at: number
  readonly caller: Promise<Caller | undefined>
}

const bySession = sql`join "_session" as s on s."account" = a."id"`

/** Callers by their tokens, for one process. */
export function createCallers(database: Database, sessionHours: number): Callers {
  const cache = new Map<string, CachedCaller>()
  const query = database.query.bind(database)
  const lists = cacheNamedLists(database, callerCacheMs)

  return {
    async identify(app, token, language, now) {
      if (!token) return undefined
      const digest = digestOf(token)
      const key = `${digest}${language}`
      let entry = cache.get(key)
      if (!entry || entry.app !== app || Math.abs(now.getTime() - entry.at) > callerCacheMs) {
        if (cache.size >= maxCallers) cache.clear()
        const loading = isApiKey(token)
          ? loadKey(database, token, { app, language, now })
          : loadSession(database, digest, { app, language, now, hours: sessionHours })
        const loaded: CachedCaller = {
          app,
          at: now.getTime(),
          caller: loading.then((caller) => caller && withoutListed(lists, app, caller, now)),
        }
        cache.set(key, (entry = loaded))
        // Do not serve a failure to the next calls from the cache.
        loaded.caller.catch(() => cache.get(key) === loaded && cache.delete(key))
      }
      return entry.caller
    },
    async ofAccount(app, account, language, now) {
      const context = { app, now, query, distributed: database.distributed }
      const [identity] = await findAccounts(context, language, { ids: [account] })
      const caller = identity && callerOf(app, identity, now, { language })
      return caller && withoutListed(lists, app, caller, now)
    },
    async validSessions(app, sessions, now) {
      if (sessions.length === 0) return new Set()
      const isValid = sql`s."digest" = any(${[...sessions]}::text[]) and s."expiresAt" > ${now}`
      const language = app.product.languages[0]
      const identities = database.distributed
        ? await ofSession(database, isValid, { app, language, now })
        : await findIdentities({ app, now, query }, language, isValid, {
            select: sql`s."digest" as "digest", s."factorAt" as "factorAt", `,
            join: bySession,
          })
      return new Set(
        identities
          .filter((identity) => sessionCaller(app, identity, now, { language }))
          .map((identity) => String(identity.row.digest)),
      )
    },
    countRequest: createKeyLimit(),
    forget() {
      cache.clear()
      lists.forget()
    },
  }
}

interface Identifying {
  readonly app: App
  readonly language: string
  readonly now: Date
}

async function loadSession(
  database: Database,
  digest: string,
  { app, language, now, hours }: Identifying & { readonly hours: number },
): Promise<Caller | undefined> {
  const condition = sql`s."digest" = ${digest} and s."expiresAt" > ${now}`
  const [identity] = database.distributed
    ? await ofSession(database, condition, { app, language, now })
    : await findIdentities({ app, now, query: database.query.bind(database) }, language, condition, {
        select: sql`s."usedAt" as "usedAt", s."factorAt" as "factorAt", `,
        join: bySession,
      })
  const caller = identity && sessionCaller(app, identity, now, { language, session: digest })
  // End the session: it must not revive when the account may sign in again.
  if (identity && !caller) await endSession(database, digest)
  if (caller && now.getTime() - new Date(String(identity.row.usedAt)).getTime() > extendAfterMs)
    await extendSession(database, digest, now, hours)
  return caller
}

async function loadKey(
  database: Database,
  token: string,
  { app, language, now }: Identifying,
): Promise<Caller | undefined> {
  const context = { app, now, query: database.query.bind(database), distributed: database.distributed }
  const apiKey = await findKey(context, token, language)
  const [identity] = apiKey ? await findAccounts(context, language, { ids: [apiKey.account] }) : []
  return apiKey && identity && callerOfKey(app, identity, apiKey, { now, language })
}

/** Removes what no list of the product opens for the caller. */
async function withoutListed(
  lists: ReturnType<typeof cacheNamedLists>,
  app: App,
  caller: Caller,
  now: Date,
): Promise<Caller> {
  return Object.keys(app.product.allowlists).length > 0
    ? withoutClosed(caller, closedScreens(app, await lists.at(app, caller, now), caller, now))
    : caller
}

// Sessions live on the coordinator, which also knows the tenant of each account; accounts live with their tenants.
async function ofSession(database: Database, condition: Sql, { app, language, now }: Identifying): Promise<Identity[]> {
  const query = database.query.bind(database)
  const sessions = await query<{
    id: number
    tenant: number | null
    usedAt: string
    digest: string
    factorAt: string | null
  }>(
    sql`select p."id", p."tenant", s."usedAt", s."digest", s."factorAt" from "_session" as s
      join ${identifier(accountTable)} as p on p."id" = s."account" where ${condition}`,
  )
  const context = { app, now, query, distributed: true }
  const each = await Promise.all(
    sessions.map(async ({ id, tenant, ...row }) =>
      (await findPlaced(context, language, { id, tenant })).map((identity) => ({
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

/** The caller of a session; undefined as well when the account needs a second factor that was not proven in it. */
function sessionCaller(
  app: App,
  identity: Identity,
  now: Date,
  by: Pick<Caller, 'language' | 'session'>,
): Caller | undefined {
  const caller = callerOf(app, identity, now, by)
  return caller && (identity.row.factorAt !== null || !requiresFactor(app, caller, now)) ? caller : undefined
}

interface CallerDetails extends Pick<Caller, 'language' | 'session'> {
  /** What has to hold of the account; that it may sign in if absent. */
  readonly active?: Rule
}

/** What an identity may do today; undefined when the account may not sign in. */
export function callerOf(
  app: App,
  identity: Identity,
  now: Date,
  { language, session, active = app.access.identity.activeWhen }: CallerDetails,
): Caller | undefined {
  const { me, tenant, roleCodes, disabled } = identity
  const { rowScopeField, rowScopes } = app.access.identity
  if (!holdsFor(app, { me, tenant }, active, now)) return undefined
  const { codes, reasons } = effectiveCodes(app, roleCodes, identity, now)
  return {
    me,
    tenant,
    codes,
    granted: new Set(roleCodes),
    reasons,
    language,
    session,
    scope: rowScopes[String(me[rowScopeField])] ?? 'self',
    administrator: codes.has(app.access.administratorPermission),
    disabled: new Set(disabled),
    system: false,
  }
}

/** What a program may do: what its account may do, minus the codes that the key's role lacks, in the narrower scope. */
function callerOfKey(
  app: App,
  accountIdentity: Identity,
  apiKey: FoundKey,
  { now, language }: Pick<Identifying, 'now' | 'language'>,
): Caller | undefined {
  const identity = narrowedToKey(app, accountIdentity, apiKey.scope)
  const { serviceAccounts } = app.access.apiKeys ?? {}
  const active = apiKey.service ? serviceAccounts?.activeWhen : undefined
  const callerAs = (as: Identity) => callerOf(app, as, now, { language, ...(active && { active }) })
  const account = callerAs(identity)
  const bounded = callerAs({
    ...identity,
    roleCodes: identity.roleCodes.filter((code) => apiKey.codes?.has(code) ?? true),
  })
  if (!account || !bounded) return undefined
  // A rule of access.json could grant more to fewer codes.
  const codes = new Set([...bounded.codes].filter((code) => account.codes.has(code)))
  return {
    ...bounded,
    codes,
    administrator: bounded.administrator && account.administrator,
    apiKey: apiKey.record,
    apiKeyAddresses: [apiKey.addresses, ...(apiKey.service ? [addressesOf(app, identity)] : [])].filter(
      (text) => text !== '',
    ),
  }
}

const addressesOf = ({ access }: App, { me }: Identity): string =>
  String(me[access.apiKeys?.serviceAccounts?.addressesField ?? ''] ?? '')

/**
 * Narrows the account itself to the row scope of its API key, so that rules over `me` read the same scope as the rows
 * are read with.
 */
function narrowedToKey({ access }: App, identity: Identity, code: string | undefined): Identity {
  const { rowScopeField, rowScopes } = access.identity
  const width = (value: unknown) => scopesByWidth.indexOf(rowScopes[String(value)] ?? 'self')
  return code !== undefined && width(code) < width(identity.me[rowScopeField])
    ? { ...identity, me: { ...identity.me, [rowScopeField]: code } }
    : identity
}

/** False for a caller without an account: a visitor of public screens, or the system acting on its own. */
export const isSignedIn = (caller: Caller): boolean => typeof caller.me.id === 'number'

/** The token that headers carry: a session's, or as `Authorization: Bearer` an API key. */
export function tokenIn(headers: Readonly<Record<string, unknown>>): string | undefined {
  const [, bearer = ''] = /^Bearer +(\S+)$/i.exec(String(headers.authorization ?? '')) ?? []
  return String(headers['x-token'] ?? '') || (isApiKey(bearer) ? bearer : undefined)
}

/** Whether a program sends something meant as an API key, even a part of one. */
export function givesKey(headers: Readonly<Record<string, unknown>>): boolean {
  return /^(Bearer +)?key_/i.test(String(headers['x-token'] || headers.authorization || ''))
}

/** The shares of the database that an account and its tenant have. */
export const accountQueryOwner = (caller: Caller): BoundQueryOwner => ({
  account: `account ${String(caller.me.id)}`,
  tenant: `tenant ${String(caller.tenant.id)}`,
  reach: boundTenant({ caller }) ?? 'all',
})
