// Reads identities in one statement: account, tenant, codes of the role, disabled features.
// Also reads every referenced value that a rule of the app needs from `me` or `tenant`. Checks nothing.
import sql, { empty, join, type Sql } from 'sql-template-tag'
import { entityOf, type App } from '../../manifest/model/app'
import type { Field } from '../../manifest/model/field'
import { answerRules } from '../context/responseFields'
import { serverCaller, type Context, type RawRecord } from '../context/context'
import { accountTable } from '../database/sql/accounts'
import { column, identifier } from '../database/sql/identifier'
import { linesTableName } from '../database/sql/tables'
import { fieldOf, linesCondition, pathSql, joinReference } from '../query/expression/fieldSql'
import { planningOf } from '../query/expression/planning'
import { RowSource, and, tenantsOf, type Planning } from '../query/expression/rowSource'
import { bind } from '../query/expression/preparedQuery'

export interface Identity {
  readonly me: RawRecord
  readonly tenant: RawRecord
  /** The codes of the role, before the permission changes of access.json. */
  readonly roleCodes: readonly string[]
  readonly disabled: readonly string[]
  /** The columns of `extra.select`. */
  readonly row: RawRecord
}

/** Further parts of the statement: columns, each followed by a comma, and a table joined to the account (alias `a`). */
interface IdentityExtension {
  readonly select: Sql
  readonly join: Sql
}

type Root = 'me' | 'tenant'
interface Reading {
  readonly names: readonly { readonly root: Root; readonly path: string }[]
  readonly columns: Sql
  readonly joins: Sql
  readonly account: Sql
  readonly sameTenant: Sql | undefined
}

const readings = new WeakMap<App, Map<string, Reading>>()
const nothing: IdentityExtension = { select: empty, join: empty }

/** The identities for which `where` holds; the account has the alias `a`. */
export async function findIdentities(
  context: Pick<Context, 'app' | 'now' | 'query' | 'tenant' | 'distributed'>,
  language: string,
  where: Sql,
  extra: IdentityExtension = nothing,
): Promise<Identity[]> {
  const { app, query } = context
  const cache = readings.get(app) ?? new Map<string, Reading>()
  readings.set(app, cache)
  const serverContext = { ...context, caller: serverCaller(language) }
  const tenants = tenantsOf(serverContext)
  const key = `${language} ${tenants ?? ''}`
  const reading = cache.get(key) ?? readingOf(app, language, tenants)
  cache.set(key, reading)
  const { names, columns, joins, account, sameTenant } = reading
  const statement = sql`select ${extra.select}${columns}
    from ${account} ${extra.join}${joins}
    where ${where}${and(sameTenant)}`
  const rows = await query<Record<string, unknown>>(bind(statement, { context: serverContext }))
  return rows.map((row) => {
    const roots: Record<Root, Record<string, unknown>> = { me: {}, tenant: {} }
    names.forEach(({ root, path }, index) => {
      roots[root][path] = row[`v${index}`]
    })
    return { ...roots, roleCodes: row.roleCodes as string[], disabled: row.disabled as string[], row }
  })
}

/**
 * The identities of accounts by id, or of all with a login. With several machines, each account is read from its
 * tenant's machine.
 */
export async function findAccounts(
  context: Pick<Context, 'app' | 'now' | 'query' | 'distributed'>,
  language: string,
  by: { readonly ids: readonly number[] } | { readonly login: string },
): Promise<Identity[]> {
  const { loginField: login } = context.app.access.identity
  const plain = 'ids' in by ? sql`a."id" = any(${by.ids}::bigint[])` : sql`${column('a', login)} = ${by.login}`
  if (!context.distributed) return findIdentities(context, language, plain)
  const accounts = await context.query<{ id: number; tenant: number | null }>(
    sql`select "id", "tenant"
      from ${identifier(accountTable)}
      where ${'ids' in by ? sql`"id" = any(${by.ids}::bigint[])` : sql`"login" = ${by.login}`}
      order by "id"`,
  )
  const each: Identity[] = []
  for (const account of accounts) each.push(...(await findPlaced(context, language, account)))
  return each
}

/** The identity of an account on the machine of its tenant, as the table of all accounts names it. */
export function findPlaced(
  context: Pick<Context, 'app' | 'now' | 'query' | 'distributed'>,
  language: string,
  { id, tenant }: { readonly id: number; readonly tenant: number | null },
): Promise<Identity[]> {
  return findIdentities({ ...context, ...(tenant !== null && { tenant }) }, language, sql`a."id" = ${id}`)
}

function readingOf(app: App, language: string, tenants: Planning['tenants']): Reading {
  const {
    accountEntity: account,
    tenantEntity: tenant,
    roleField: role,
    permissionsPath: codes,
    disabledScreensPath: disabled,
  } = app.access.identity
  const me = RowSource.of(planningOf(app, language, true, tenants), entityOf(app, account), undefined, 'a')
  const paths = [...ownPaths(app, 'me', account), ...ownPaths(app, 'tenant', tenant), ...pathsBeyond(app)]
  const columns = paths.map(
    ({ root, path }, index) =>
      sql`${pathSql(me, root === 'me' ? path : [tenant, ...path]).value} as ${identifier(`v${index}`)}`,
  )
  columns.push(
    sql`${collected(joinReference(me, fieldOf(me, role)), codes)} as "roleCodes"`,
    sql`${disabled ? collected(me, disabled) : sql`'{}'::text[]`} as "disabled"`,
  )
  return {
    names: paths.map(({ root, path }) => ({ root, path: path.join('.') })),
    columns: join(columns, ', '),
    account: sql`${identifier(account)} as "a"`,
    joins: me.joins(),
    sameTenant: me.sameTenant(),
  }
}

/** One field of the lines of a record, as an array. */
function collected(owner: RowSource, [name, of]: readonly [string, string]): Sql {
  const lines = RowSource.ofLines(owner.planning, fieldOf(owner, name), owner)
  return sql`coalesce((select array_agg(${lines.column(of)} order by ${lines.column('position')})
    from ${identifier(linesTableName(owner.entity!.name, name))} as ${identifier(lines.alias)}
    where ${linesCondition(owner, lines)}), '{}')`
}

interface Path {
  readonly root: Root
  readonly path: readonly string[]
}

function ownPaths(app: App, root: Root, entity: string): Path[] {
  return Object.values(entityOf(app, entity).fields)
    .filter((field: Field) => field.stored && field.type !== 'lines')
    .map(({ name }) => ({ root, path: [name] }))
}

/** Paths beyond the account's own fields that rules of the app read of the caller: references and computed values. */
function pathsBeyond(app: App): Path[] {
  const results = new Map<string, Path>()
  const { accountEntity: account, tenantEntity: tenant } = app.access.identity
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { kind, scope, path } = value as { kind?: unknown; scope?: unknown; path?: unknown }
    if (kind !== 'name' || !Array.isArray(path)) {
      for (const part of Object.values(value)) look(part)
      return
    }
    if (scope !== 'me' && scope !== 'tenant') return
    const [first] = path as string[]
    const field = first === undefined ? undefined : entityOf(app, scope === 'me' ? account : tenant).fields[first]
    if (path.length > 1 || (field && !field.stored))
      results.set(`${scope}.${path.join('.')}`, { root: scope, path: path as string[] })
  }
  look(app)
  look(answerRules(app))
  return [...results.values()]
}
