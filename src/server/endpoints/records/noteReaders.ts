// Finds the accounts that may open a record: only those can be mentioned in a note.
// Each account is checked as a caller: permissions, then row scope.
import { mayOpenRecords } from '../../context/callerRules'
import sql from 'sql-template-tag'
import { closedStates, type Entity } from '../../../manifest/model/entity'
import type { NotePeopleAnswer, NotePeopleRequest } from '../../../protocol/records/noteCalls'
import { idOf } from '../../../manifest/expression/values/value'
import { entityOf, roleEntityOf, type App } from '../../../manifest/model/app'
import { callerOf } from '../../auth/callers'
import { findAccounts } from '../../auth/findIdentities'
import type { Caller, Context } from '../../context/context'
import { accountTable } from '../../database/sql/accounts'
import { identifier } from '../../database/sql/identifier'
import { labelSql, pathSql } from '../../query/expression/fieldSql'
import { planningFor } from '../../query/expression/planning'
import { RowSource } from '../../query/expression/rowSource'
import { bind } from '../../query/expression/preparedQuery'
import { readableField } from '../../query/policy/fieldAccess'
import { rowsInReach } from '../../query/policy/rowScope'
import { loadRecords } from '../../query/records/loadRecords'
import { likePattern } from '../../query/search/trigram'

/** People offered at a time, and accounts examined to find them. */
const maxOffered = 8
const maxTried = 40

/** A record within the caller's row scope: its tenant, and what this caller reads as its label. */
export interface ReachedRecord {
  readonly tenant: number
  readonly label: string
}

/** Undefined for a record that does not exist or is out of reach. */
export async function reachedRecord(context: Context, entity: Entity, id: number): Promise<ReachedRecord | undefined> {
  const source = RowSource.of(planningFor(context), entity)
  const scope = rowsInReach(source, context.caller)
  const [row] = await context.query<{ tenant: number; label: string | null }>(
    bind(
      sql`SELECT ${source.column(source.tenantColumn!)} AS "tenant", ${labelSql(source)} AS "label"
        FROM ${source.from()}
        WHERE ${source.column('id')} = ${id}::bigint AND ${scope ?? sql`TRUE`}`,
      { context },
    ),
  )
  return row && { tenant: row.tenant, label: row.label ?? String(id) }
}

/** An account that may open the record, and the record as that account sees it. */
export interface NoteReader {
  readonly caller: Caller
  readonly record: ReachedRecord
}

/** Those of the accounts that may sign in and open the record, in the given order. */
export async function* noteReaders(
  context: Context,
  entity: Entity,
  id: number,
  accounts: readonly number[],
): AsyncGenerator<NoteReader> {
  const { app, now } = context
  const identities =
    accounts.length === 0 ? [] : await findAccounts(context, context.caller.language, { ids: accounts })
  const callers = new Map(
    identities.flatMap((identity) => {
      const caller = callerOf(app, identity, now, { language: context.caller.language })
      return caller && mayOpenRecords({ app, caller, now }, entity) ? [[Number(caller.me.id), caller] as const] : []
    }),
  )
  for (const account of accounts) {
    const caller = callers.get(account)
    const record = caller && (await reachedRecord({ ...context, caller }, entity, id))
    if (record) yield { caller, record }
  }
}

/**
 * Accounts of the record's tenant and of the caller's, by a part of the name: first those that the record names.
 * Colleagues come with their role, and are found by its name too.
 */
export async function offeredReaders(
  context: Context,
  entity: Entity,
  { id, words: searchText }: Pick<NotePeopleRequest, 'id' | 'words'>,
  tenant: number,
): Promise<NotePeopleAnswer['options']> {
  const { caller } = context
  const pattern = likePattern(searchText.trim())
  const members = searchText.trim() === '' ? [] : await colleaguesByRole(context, pattern)
  const rows = await context.query<{ id: number; label: string }>(
    sql`SELECT "id", "label"
      FROM ${identifier(accountTable)}
      WHERE "tenant" = ANY(${[tenant, Number(caller.tenant.id ?? tenant)]}::bigint[])
      AND ("label" ILIKE ${pattern} OR "id" = ANY(${members}::bigint[])) AND "id" <> ${caller.me.id}
      ORDER BY "id" = ANY(${await accountsNamed(context, entity, id)}::bigint[]) DESC, "label", "id"
      LIMIT ${maxTried}::int`,
  )
  const labels = new Map(rows.map((row) => [row.id, row.label]))
  const readers: number[] = []
  for await (const { caller: reader } of noteReaders(context, entity, id, [...labels.keys()]))
    if (readers.push(Number(reader.me.id)) === maxOffered) break
  const roles = await rolesOfColleagues(context, readers)
  return readers.map((account) => {
    const role = roles.get(account)
    return { id: account, label: labels.get(account)!, ...(role && { hint: role }) }
  })
}

/** The accounts that a record refers to, as far as the caller reads so. */
async function accountsNamed(context: Context, entity: Entity, id: number): Promise<number[]> {
  const { accountEntity } = context.app.access.identity
  const fields = Object.values(entity.fields).filter(
    (field) =>
      field.stored &&
      field.entity === accountEntity &&
      readableField(context.app, entity, field.name, context.caller) !== undefined,
  )
  const paths = fields.map(({ name }) => name)
  const [record] = await loadRecords(context, { entity: entity.name, paths, where: { ids: [id] }, scoped: true })
  return paths.flatMap((name) => idOf(record?.[name]) ?? [])
}

/** The open accounts of the caller's own tenant whose role has a name like this, in any language. */
async function colleaguesByRole(context: Context, pattern: string): Promise<number[]> {
  const { app, caller } = context
  const entity = entityOf(app, app.access.identity.accountEntity)
  const source = RowSource.of(planningFor(context), entity)
  if (typeof caller.tenant.id !== 'number' || source.tenantColumn === undefined) return []
  const role = pathSql(source, roleNameOf(app).split('.')).value
  const rows = await context.query<{ id: number }>(
    bind(
      sql`SELECT ${source.column('id')} AS "id" FROM ${source.from()}
        WHERE ${source.column(source.tenantColumn)} = ${caller.tenant.id}::bigint AND ${role}::text ILIKE ${pattern}
        AND ${source.column('state')} <> ALL(${[...closedStates(entity)]}::text[])
        ORDER BY ${source.column('id')} LIMIT ${maxTried}::int`,
      { context },
    ),
  )
  return rows.map(({ id }) => id)
}

const roleNameOf = (app: App): string => `${app.access.identity.roleField}.${roleEntityOf(app).labelField}`

/** The names of the roles of accounts of the caller's own tenant. */
async function rolesOfColleagues(context: Context, ids: readonly number[]): Promise<Map<number, string>> {
  const { app, caller } = context
  const { accountEntity } = app.access.identity
  const label = roleNameOf(app)
  if (ids.length === 0 || typeof caller.tenant.id !== 'number') return new Map()
  const where = { ids, tenant: caller.tenant.id }
  const colleagues = await loadRecords(context, { entity: accountEntity, paths: [label], where, scoped: false })
  return new Map(colleagues.map((account) => [account.id, String(account[label] ?? '')]))
}
