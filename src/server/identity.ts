// Who is an account? One statement reads its record, its tenant's, the codes of its role and what is switched off for it,
// and every value beyond a reference that any rule of the app asks of `me` or `tenant`. Judges nothing.
import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { App, Field } from '../manifest/app'
import { answerRules } from './answerFields'
import type { Context, LanguageIndex, RawRecord } from './context'
import { identifier } from './database/identifier'
import { linesTableName } from './database/tables'
import { fieldNamed, linesCondition, pathSql, step } from './plan/field-sql'
import { entityNamed, Frame, planningOf } from './plan/frame'
import { bindOnce } from './plan/slot'

export interface Identity {
  readonly me: RawRecord
  readonly tenant: RawRecord
  /** The codes of the role, before any change of access.json. */
  readonly roleCodes: readonly string[]
  readonly disabled: readonly string[]
  /** The columns of `extra.select`. */
  readonly row: RawRecord
}

/** What the statement reads besides: columns, each with a comma behind it, and a table joined to the account (alias `a`). */
export interface Extra {
  readonly select: Sql
  readonly join: Sql
}

type Root = 'me' | 'tenant'
interface Reading {
  readonly names: readonly { readonly root: Root; readonly path: string }[]
  readonly columns: Sql
  readonly joins: Sql
  readonly account: Sql
}

const readings = new WeakMap<App, Reading[]>()
const nothing: Extra = { select: empty, join: empty }

/** The identities for which `where` holds; it speaks of the account as `a`. */
export async function findIdentities(
  context: Pick<Context, 'app' | 'now' | 'query'>,
  language: LanguageIndex,
  where: Sql,
  extra: Extra = nothing,
): Promise<Identity[]> {
  const { app, query } = context
  const known = readings.get(app) ?? []
  readings.set(app, known)
  const { names, columns, joins, account } = (known[language] ??= readingOf(app, language))
  const statement = sql`select ${extra.select}${columns} from ${account} ${extra.join}${joins} where ${where}`
  const rows = await query<Record<string, unknown>>(
    bindOnce(statement, { context: { ...context, caller: asking(language) } }),
  )
  return rows.map((row) => {
    const roots: Record<Root, Record<string, unknown>> = { me: {}, tenant: {} }
    names.forEach(({ root, path }, at) => {
      roots[root][path] = row[`v${at}`]
    })
    return { ...roots, roleCodes: row.roleCodes as string[], disabled: row.disabled as string[], row }
  })
}

function readingOf(app: App, language: LanguageIndex): Reading {
  const { account, tenant, role, codes, disabled } = app.access.identity
  const me = Frame.of(planningOf(app, language, true), entityNamed(app, account), undefined, 'a')
  const paths = [...ownPaths(app, 'me', account), ...ownPaths(app, 'tenant', tenant), ...pathsBeyond(app)]
  const columns = paths.map(
    ({ root, path }, at) =>
      sql`${pathSql(me, root === 'me' ? path : [tenant, ...path]).value} as ${identifier(`v${at}`)}`,
  )
  columns.push(
    sql`${collected(step(me, fieldNamed(me, role)), codes)} as "roleCodes"`,
    sql`${disabled ? collected(me, disabled) : sql`'{}'::text[]`} as "disabled"`,
  )
  return {
    names: paths.map(({ root, path }) => ({ root, path: path.join('.') })),
    columns: join(columns, ', '),
    account: sql`${identifier(account)} as "a"`,
    joins: me.joins(),
  }
}

/** One field of the lines of a record, as an array. */
function collected(owner: Frame, [name, of]: readonly [string, string]): Sql {
  const lines = Frame.ofLines(owner.planning, fieldNamed(owner, name), owner)
  return sql`coalesce((select array_agg(${lines.column(of)} order by ${lines.column('position')}) from ${identifier(linesTableName(owner.entity!.name, name))} as ${identifier(lines.alias)} where ${linesCondition(owner, lines)}), '{}')`
}

interface Path {
  readonly root: Root
  readonly path: readonly string[]
}

function ownPaths(app: App, root: Root, entity: string): Path[] {
  return Object.values(entityNamed(app, entity).fields)
    .filter((field: Field) => field.stored && field.type !== 'lines')
    .map(({ name }) => ({ root, path: [name] }))
}

/** Further paths that rules ask of the caller, wherever they stand in the app: through references, and computed values. */
function pathsBeyond(app: App): Path[] {
  const found = new Map<string, Path>()
  const { account, tenant } = app.access.identity
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { kind, scope, path } = value as { kind?: unknown; scope?: unknown; path?: unknown }
    if (kind !== 'name' || !Array.isArray(path)) {
      for (const part of Object.values(value)) look(part)
      return
    }
    if (scope !== 'me' && scope !== 'tenant') return
    const [first] = path as string[]
    const field = first === undefined ? undefined : entityNamed(app, scope === 'me' ? account : tenant).fields[first]
    if (path.length > 1 || (field && !field.stored))
      found.set(`${scope}.${path.join('.')}`, { root: scope, path: path as string[] })
  }
  look(app)
  look(answerRules(app))
  return [...found.values()]
}

// Whoever is being identified is not known yet: what is read here must not depend on a caller.
function asking(language: LanguageIndex): Context['caller'] {
  return {
    me: {},
    tenant: {},
    scope: 'all',
    codes: new Set(),
    administrator: false,
    disabled: new Set(),
    reasons: new Map(),
    language,
    system: true,
  }
}
