// Issues and finds the keys with which programs call the product, and counts their requests.
// A row of _key holds only the digest of a key; the product's own record holds its limits.
import { randomBytes } from 'node:crypto'
import sql, { empty } from 'sql-template-tag'
import { roleEntityOf, entityOf, type App } from '../../manifest/model/app'
import type { ApiKeys } from '../../manifest/model/access'
import { RequestError } from '../../protocol/requestError'
import { anonymousCaller, serverCaller, type Caller, type Context, type RawRecord } from '../context/context'
import { identifier } from '../database/sql/identifier'
import { loadRecords, withinTenantOf } from '../query/records/loadRecords'
import { digestOf } from './sessions'
import { createPeriodCounts } from './periodCounts'

const form = /^key_[\w-]{43}$/
const msPerMinute = 60_000

/** Whether a token is an API key by its form; sessions have shorter ones. */
export function isApiKey(token: string): boolean {
  return form.test(token)
}

/** Creates the key of a new record: it acts as its service account or, without one, as its creator. */
export async function issueNewKey(context: Omit<Context, 'caller'>, record: number, creator: number): Promise<string> {
  const { entity = '', serviceAccounts } = context.app.access.apiKeys ?? {}
  const paths = serviceAccounts ? [serviceAccounts.accountField] : []
  const wide = { ...context, caller: serverCaller(context.app.product.languages[0]) }
  const [key] = await loadRecords(wide, { entity, paths, where: { ids: [record] }, scoped: false })
  const account = key?.[paths[0] ?? '']
  return issueKey(context.query, record, typeof account === 'number' ? account : creator)
}

/** Creates the key of a record for the account that it acts as; the key itself is stored nowhere. */
export async function issueKey(query: Context['query'], record: number, account: number): Promise<string> {
  const token = `key_${randomBytes(32).toString('base64url')}`
  await query(
    sql`insert into "_key" ("digest", "record", "account") values (${digestOf(token)}, ${record}, ${account})`,
  )
  return token
}

export interface FoundKey {
  readonly record: number
  readonly account: number
  /** Whether the account is a service account. */
  readonly service: boolean
  /** The codes of the key's role; undefined: it has none and is bounded by its service account alone. */
  readonly codes: ReadonlySet<string> | undefined
  /** The network addresses that it is bound to; empty: any. */
  readonly addresses: string
  /** The row scope that it is bounded by, as a code of the accounts' row scopes. */
  readonly scope?: string
}

type KeyContext = Pick<Context, 'app' | 'now' | 'query' | 'distributed'>

/** The key of a token while its record makes it active. */
export async function findKey(context: KeyContext, token: string, language: string): Promise<FoundKey | undefined> {
  const keys = context.app.access.apiKeys
  const stored = keys && (await storedKey(context, keys, token, language))
  if (!stored) return undefined
  const { id, account, within } = stored
  const accountField = keys.serviceAccounts?.accountField
  const [record] = await loadRecords(within, {
    entity: keys.entity,
    paths: [keys.roleField, keys.addressesField ?? [], keys.rowScopeField ?? [], accountField ?? []].flat(),
    where: { ids: [id], rule: keys.activeWhen },
    scoped: false,
  })
  if (!record) return undefined
  const role = record[keys.roleField]
  const service = typeof record[accountField ?? ''] === 'number'
  if (typeof role !== 'number' && !service) return undefined
  const codes = typeof role === 'number' ? await codesOfRole(within, role) : undefined
  const addresses = String(record[keys.addressesField ?? ''] ?? '')
  const scope = record[keys.rowScopeField ?? '']
  return { record: id, account, service, codes, addresses, ...(typeof scope === 'string' && { scope }) }
}

/** The caller under whom the audit notes calls with an issued key that is no longer valid; it has no rights. */
export async function endedKeyCaller(
  context: KeyContext,
  token: string,
  language: string,
): Promise<Caller | undefined> {
  const { app } = context
  const keys = app.access.apiKeys
  const stored = keys && (await storedKey(context, keys, token, language))
  if (!stored) return undefined
  const { id, account, within } = stored
  const [record] = await loadRecords(within, { entity: keys.entity, paths: [], where: { ids: [id] }, scoped: false })
  const tenant = record?.[app.access.identity.tenantEntity]
  return {
    ...anonymousCaller(language),
    me: { id: account },
    tenant: tenant === undefined ? {} : { id: tenant },
    apiKey: id,
  }
}

/** The issued key of a token, active or not, with the context that reads its record. */
async function storedKey(context: KeyContext, keys: ApiKeys, token: string, language: string) {
  const [key] = await context.query<{ record: number; account: number }>(
    sql`select "record", "account" from "_key" where "digest" = ${digestOf(token)}`,
  )
  if (!key) return undefined
  const id = Number(key.record)
  const wide: Context = { ...context, caller: serverCaller(language) }
  const within = await withinTenantOf(wide, entityOf(context.app, keys.entity), id)
  return { id, account: Number(key.account), within }
}

async function codesOfRole(context: Context, id: number): Promise<ReadonlySet<string>> {
  const [lines, code] = context.app.access.identity.permissionsPath
  const entity = roleEntityOf(context.app).name
  const [role] = await loadRecords(context, { entity, paths: [lines], where: { ids: [id] }, scoped: false })
  const held = Array.isArray(role?.[lines]) ? (role[lines] as RawRecord[]) : []
  return new Set(held.map((line) => String(line[code])))
}

/** Notes when a program was last admitted. Keeps the version: the form that revokes the key must not become stale. */
export async function recordKeyUse({ app, now, query, caller }: Context): Promise<void> {
  const keys = app.access.apiKeys
  if (!keys || caller.apiKey === undefined) return
  const owner = app.access.identity.tenantEntity
  const tenant = entityOf(app, keys.entity).perTenant
    ? sql` and ${identifier(owner)} = ${caller.tenant.id}::bigint`
    : empty
  await query(
    sql`update ${identifier(keys.entity)}
      set ${identifier(keys.usedAtField)} = ${now}
      where "id" = ${caller.apiKey}::bigint${tenant}`,
  )
}

/** Counts the requests of each key in the current minute, for one process. */
export function createKeyLimit(): (app: App, caller: Caller, now: Date) => void {
  const countWithin = createPeriodCounts<number>(msPerMinute)
  return (app, { apiKey }, now) => {
    if (apiKey === undefined || !app.access.apiKeys) return
    const wait = countWithin(apiKey, 1, app.access.apiKeys.requestsPerMinute, now)
    if (wait === 0) return
    throw new RequestError('api_key_limit_reached', { count: wait }, { retryAfter: wait })
  }
}
