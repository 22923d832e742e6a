// Updates saved views, columns, import matches, reports and links after fields were renamed.
// Runs at every start: a page left open may save a former name after the migration.
import { jsonIn } from '../../../manifest/json/jsonText'
import sql, { type Sql } from 'sql-template-tag'
import { currentScreen } from '../../../manifest/access/screenByPath'
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import { asStoredView, changeView, columnsOf, viewPrefix } from '../../../protocol/screenCalls'
import type { Transaction } from '../../database/connection/transaction'
import { identifier } from '../../database/sql/identifier'

type NewName = (path: string) => string

const listPrefix = 'list:'
const matchesPrefix = 'columns of '

/** Changes each saved value that names a field which the manifests rename, once. */
export async function followSavedFields(
  tx: Transaction,
  app: App,
  tables: ReadonlyMap<string, unknown>,
): Promise<void> {
  const former = formerFields(app)
  if (former.length === 0) return
  const named = (text: Sql) =>
    sql`exists (select 1 from unnest(${former}::text[]) "former" where strpos(${text}, "former") > 0)`
  if (tables.has('_preference'))
    for (const { account, name, value } of await tx.query<SavedValue & { readonly account: string }>(
      sql`select "account", "name", "value" from "_preference" where ${named(sql`"value"::text`)}`,
    ))
      await changeSaved(app, { name, value }, (next) =>
        tx.query(sql`update "_preference" set "value" = ${next}::jsonb
          where "account" = ${account}::bigint and "name" = ${name}`),
      )
  if (tables.has('_sharedPreference'))
    for (const { tenant, unit, role, name, value } of await tx.query<SavedValue & Place>(
      sql`select "tenant", "unit", "role", "name", "value" from "_sharedPreference" where ${named(sql`"value"::text`)}`,
    ))
      await changeSaved(app, { name, value }, (next) =>
        tx.query(sql`update "_sharedPreference" set "value" = ${next}::jsonb
          where "tenant" = ${tenant}::bigint and "unit" = ${unit}::bigint and "role" = ${role}::bigint
          and "name" = ${name}`),
      )
  const reports = app.product.scheduledReports?.entity
  if (reports !== undefined && tables.has(reports)) await followReports(tx, app, reports, named(sql`"request"`))
  if (tables.has('_documentLink')) await followLinks(tx, app, named(sql`"paths"::text`))
}

interface SavedValue {
  readonly name: string
  readonly value: unknown
}
interface StoredLink {
  readonly id: string
  readonly entity: string
  readonly paths: readonly string[]
}
type Place = Readonly<Record<'tenant' | 'unit' | 'role', string>>

/** The last segments of former paths that no field has now. */
function formerFields({ entities }: App): string[] {
  return Object.values(entities).flatMap(({ migration }) =>
    Object.keys(migration.rename).map((path) => path.slice(path.lastIndexOf('.') + 1)),
  )
}

async function changeSaved(app: App, saved: SavedValue, store: (text: string) => Promise<unknown>): Promise<void> {
  const changed = changedPreference(app, saved)
  const text = JSON.stringify(changed)
  if (changed !== undefined && text !== JSON.stringify(saved.value)) await store(text)
}

/** undefined: it belongs to no list, or to one that no longer exists. */
function changedPreference(app: App, { name, value }: SavedValue): unknown {
  const view = name.startsWith(viewPrefix) ? asStoredView(value) : undefined
  if (view) {
    const newName = newNamesOn(app, view.screen)
    // A tab is a value.
    return newName && changeView(view, ({ kind, name: path }) => (kind === 'tab' ? path : newName(path)))
  }
  if (name.startsWith(listPrefix)) {
    const newName = newNamesOn(app, name.slice(listPrefix.length))
    const columns = columnsOf(value)
    return newName && columns
      ? { ...(value as object), columns: columns.map((choice) => ({ ...choice, field: newName(choice.field) })) }
      : undefined
  }
  if (!name.startsWith(matchesPrefix) || typeof value !== 'object' || value === null) return undefined
  const newName = newNamesOn(app, name.slice(matchesPrefix.length))
  return (
    newName &&
    Object.fromEntries(
      Object.entries(value).map(([heading, field]) => [heading, typeof field === 'string' ? newName(field) : field]),
    )
  )
}

async function followReports(tx: Transaction, app: App, entity: string, where: Sql): Promise<void> {
  const table = identifier(entity)
  for (const { id, request } of await tx.query<{ readonly id: string; readonly request: string }>(
    sql`select "id", "request" from ${table} where "request" is not null and ${where}`,
  )) {
    const changed = changedRequest(app, request)
    if (changed !== request) await tx.query(sql`update ${table} set "request" = ${changed} where "id" = ${id}::bigint`)
  }
}

/** A path that no field has any more would withhold nothing from the sender of a link. */
async function followLinks(tx: Transaction, app: App, where: Sql): Promise<void> {
  for (const { id, entity: name, paths } of await tx.query<StoredLink>(
    sql`select "id", "entity", "paths" from "_documentLink"
      where "endedAt" is null and "paths" is not null and ${where}`,
  )) {
    const entity = app.entities[name]
    const changed = entity && JSON.stringify(paths.map((path) => newPath(app, entity, path)))
    if (changed !== undefined && changed !== JSON.stringify(paths))
      await tx.query(sql`update "_documentLink" set "paths" = ${changed}::jsonb where "id" = ${id}::bigint`)
  }
}

/** The request of an export; an invalid text is kept and refused when it is due. */
function changedRequest(app: App, text: string): string {
  type Request = Partial<
    Record<'screen' | 'filters' | 'conditions' | 'sort' | 'thenBy' | 'groupBy' | 'columns', unknown>
  >
  const request = jsonIn(text) as Request | null | undefined
  const newName = typeof request?.screen === 'string' ? newNamesOn(app, request.screen) : undefined
  if (!request || !newName) return text
  const { filters, conditions, sort, thenBy, groupBy, columns } = request
  const changed = {
    ...request,
    ...(filters !== undefined && { filters: withNewNames(filters, newName) }),
    ...(conditions !== undefined && { conditions: withNewNames(conditions, newName) }),
    ...(sort !== undefined && { sort: withNewNames(sort, newName) }),
    ...(thenBy !== undefined && { thenBy: withNewNames(thenBy, newName) }),
    ...(groupBy !== undefined && { groupBy: withNewNames(groupBy, newName) }),
    ...(Array.isArray(columns) && { columns: columns.map((path) => newName(String(path))) }),
  }
  const written = JSON.stringify(changed)
  return written === JSON.stringify(request) ? text : written
}

/** Filters and conditions at any depth: every object with a `field`. */
function withNewNames(value: unknown, newName: NewName): unknown {
  if (Array.isArray(value)) return value.map((item) => withNewNames(item, newName))
  if (typeof value !== 'object' || value === null) return value
  const { field } = value as { readonly field?: unknown }
  if (typeof field === 'string') return { ...value, field: newName(field) }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withNewNames(item, newName)]))
}

/** undefined: there is no such screen, or it lists no records. */
function newNamesOn(app: App, address: string): NewName | undefined {
  const entity = app.entities[currentScreen(app, address)?.entity ?? '']
  return entity && ((path) => newPath(app, entity, path))
}

/** The path with the present name of each of its fields. */
function newPath({ entities }: App, start: Entity, path: string): string {
  let entity: Entity | undefined = start
  let lines: string | undefined
  const present: string[] = []
  for (const segment of path.split('.')) {
    const fields: Entity['fields'] | undefined = lines === undefined ? entity?.fields : entity?.fields[lines]?.fields
    const name: string = fields?.[segment] ? segment : renamed(entity, lines, segment)
    const field: Entity['fields'][string] | undefined = fields?.[name]
    present.push(name)
    if (field?.type === 'lines') lines = name
    else {
      entity = entities[field?.entity ?? '']
      lines = undefined
    }
  }
  return present.join('.')
}

function renamed(entity: Entity | undefined, lines: string | undefined, segment: string): string {
  const prefix = lines === undefined ? '' : `${lines}.`
  return entity?.migration.rename[prefix + segment]?.slice(prefix.length) ?? segment
}
