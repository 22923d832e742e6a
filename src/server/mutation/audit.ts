// Audits sign-ins, exports, views and changes of rights in the entity that app.json names.
// Separate from the business history, and deleted after the configured days.
import { idOf } from '../../manifest/expression/values/value'
import sql, { empty } from 'sql-template-tag'
import { firstItem } from '../../manifest/expression/values/present'
import type { App } from '../../manifest/model/app'
import type { Entity } from '../../manifest/model/entity'
import { textStart } from '../../manifest/model/text'
import { isLastingRefusal } from '../../protocol/requestError'
import type { Context, RawRecord } from '../context/context'
import { column, identifier } from '../database/sql/identifier'
import type { Database } from '../database/connection/openDatabase'
import { findIdentities } from '../auth/findIdentities'
import { requestScope } from '../context/requestScope'
import { createWriteContext, tenantField, type LogRow, type WriteContext } from './state/writeContext'
import { causingKey, noTenantId } from './write/auditLog'
import { insertRecords } from './write/write'

/** The parts of a request that an audit row needs. */
interface AuditContext extends Context {
  readonly server: { readonly database: Pick<Database, 'query' | 'transaction'> }
  readonly call: { readonly address?: string }
}

export interface AuditRow {
  readonly action:
    | 'signIn'
    | 'signInFailed'
    | 'passwordChanged'
    | 'passwordReset'
    | 'factorAdded'
    | 'factorRemoved'
    | 'recoveryCodesRenewed'
    | 'linked'
    | 'unlinked'
    | 'export'
    | 'import'
    | 'takeImportBack'
    | 'importEnded'
    | 'download'
    | 'open'
    | 'call'
    | 'callRefused'
    | 'linkCreated'
    | 'linkOpened'
    | 'linkEnded'
    | 'rights'
    | 'jobRun'
  readonly by?: number | null
  readonly tenant?: number | null
  readonly login?: string
  readonly screen?: string
  readonly entity?: string
  readonly recordId?: number
  readonly rows?: number
  readonly calls?: number
  readonly detail?: string
}

const maxDetailLength = 2_000
const maxLoginLength = 200

/** Audits an action before the response, so that nothing unaudited is delivered. Returns the ids of the rows. */
export async function recordAudit(context: AuditContext, ...rows: readonly AuditRow[]): Promise<readonly number[]> {
  if (!auditOf(context.app) || rows.length === 0) return []
  // One row is one statement, which needs no transaction around it.
  if (rows.length === 1)
    return recordAuditWithin((statement) => context.server.database.query(statement), context, ...rows)
  return context.server.database.transaction(({ query }) => recordAuditWithin(query, context, ...rows))
}

/** The same in the transaction of the audited change: both are stored, or neither. */
export async function recordAuditWithin(
  query: Context['query'],
  { app, caller, now, distributed, call }: Pick<AuditContext, 'app' | 'caller' | 'now' | 'distributed' | 'call'>,
  ...rows: readonly AuditRow[]
): Promise<readonly number[]> {
  const entity = auditOf(app)
  if (!entity) return []
  const caused = { by: idOf(caller.me), tenant: idOf(caller.tenant) }
  const writeContext = createWriteContext({ app, caller, now, query, distributed }, noFurther)
  const records = rows.map((row) => valuesOf(writeContext, entity, { ...caused, ...row }, call.address))
  return (await insertRecords(writeContext, entity, records)).map(({ id }) => id)
}

/** Updates a number that becomes final only later: the rows of an export, the calls of a program. */
export async function setAuditedNumber(
  { app, caller, server }: AuditContext,
  ids: readonly number[],
  number: Pick<AuditRow, 'rows'> | Pick<AuditRow, 'calls'>,
): Promise<void> {
  const entity = auditOf(app)
  if (!entity || ids.length === 0) return
  const [name = '', value] = firstItem(Object.entries(number))
  const owner = tenantField(app, entity)
  const ofTenant = owner ? sql` and ${identifier(owner)} = ${idOf(caller.tenant) ?? noTenantId}::bigint` : empty
  await server.database.query(
    sql`update ${identifier(entity.name)} set ${identifier(name)} = ${value}::bigint
      where "id" = any(${[...ids]}::bigint[])${ofTenant}`,
  )
}

/**
 * Runs the proof of a sign-in; audits a failed one for each tenant that has an account with that login. A temporary
 * refusal compared nothing and is not audited, or anyone could fill the table.
 */
export async function auditingFailures<T>(context: AuditContext, login: string, prove: () => Promise<T>): Promise<T> {
  try {
    return await prove()
  } catch (error) {
    if (isLastingRefusal(error) && login !== '' && auditOf(context.app)) await auditFailedSignIn(context, login)
    throw error
  }
}

async function auditFailedSignIn(context: AuditContext, login: string): Promise<void> {
  const { app, caller } = context
  const identities = await findIdentities(
    context,
    caller.language,
    sql`${column('a', app.access.identity.loginField)} = ${login}`,
  )
  const tried = { action: 'signInFailed', login: textStart(login, maxLoginLength) } as const
  const rows = identities.map(({ me, tenant }) => ({ ...tried, by: Number(me.id), tenant: idOf(tenant) }))
  await recordAudit(context, ...(rows.length > 0 ? rows : [tried]))
}

/** Audits, in the same transaction, the transitions that change rights, keys of programs or webhooks. */
export async function auditRightsChanges(context: WriteContext): Promise<void> {
  const entity = auditOf(context.app)
  if (!entity) return
  const rows = context.log.flatMap((row) => {
    const changed = rightsIn(context.app, row)
    return changed.length > 0
      ? [{ action: 'rights', ...pick(row), detail: `${row.action}: ${changed.join(', ')}` } as const]
      : []
  })
  if (rows.length > 0)
    await insertRecords(
      context,
      entity,
      rows.map((row) => valuesOf(context, entity, row)),
    )
}

const pick = ({ entity, recordId, by, tenant }: LogRow) => ({ entity, recordId, by, tenant })

/** What a transition changed in an account's rights, or in the access of a program or another system. */
function rightsIn(app: App, { entity, fromState, toState, changes }: LogRow): string[] {
  const moved = fromState === toState ? [] : ['state']
  if ([app.access.apiKeys?.entity, app.product.webhooks?.entity].includes(entity))
    return [...Object.keys(changes), ...moved]
  const {
    accountEntity: account,
    roleField: role,
    permissionsPath: codes,
    rowScopeField: scope,
    disabledScreensPath: disabled,
    unitField: unit,
    loginField: login,
  } = app.access.identity
  const fields: Readonly<Record<string, readonly string[]>> = {
    [account]: [role, scope, unit, login, ...(disabled ?? []).slice(0, 1)],
    [app.entities[account]?.fields[role]?.entity ?? '']: codes.slice(0, 1),
  }
  const deciding = Object.hasOwn(fields, entity) ? fields[entity] : undefined
  if (!deciding) return []
  const named = new Set(deciding)
  return [...Object.keys(changes).filter((name) => named.has(name)), ...moved]
}

function auditOf(app: App): Entity | undefined {
  const { audit } = app.product
  return audit && app.entities[audit.entity]
}

function valuesOf(
  { app, now, starter }: WriteContext,
  entity: Entity,
  { tenant, ...row }: AuditRow,
  address?: string,
): RawRecord {
  const timestamp = now.toISOString()
  const scope = requestScope()
  const owner = tenantField(app, entity)
  const [state] = Object.keys(entity.states)
  return {
    ...row,
    ...(row.detail !== undefined && { detail: textStart(row.detail, maxDetailLength) }),
    at: timestamp,
    address: address ?? scope?.address ?? null,
    request: scope?.request ?? null,
    createdBy: row.by ?? null,
    createdAt: timestamp,
    stateAt: timestamp,
    ...(state !== undefined && { state }),
    ...causingKey(app, entity, starter),
    ...(owner && { [owner]: tenant ?? noTenantId }),
  }
}

function noFurther(): never {
  throw new Error('A note of the audit runs no transition.')
}
