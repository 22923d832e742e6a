// Finds saved columns, views, other preferences and scheduled reports
// that name a removed screen, column or field.
import sql from 'sql-template-tag'
import type { ChangedParts } from '../../../manifest/access/parts/changedParts'
import { everyScreen } from '../../../manifest/access/screenByPath'
import type { App } from '../../../manifest/model/app'
import { asStoredView, columnsOf, partsOfView, viewPrefix } from '../../../protocol/screenCalls'
import { jsonObjectIn } from '../../../manifest/json/jsonText'
import { identifier } from '../../database/sql/identifier'
import type { Transaction } from '../../database/connection/transaction'

export interface SavedLayouts {
  /** The address of the screen. */
  readonly screen: string
  /** Absent: the whole screen was removed. */
  readonly column?: string
  readonly personal: number
  readonly shared: number
  /** Reports that accounts have sent to them regularly. */
  readonly scheduled: number
}

interface StoredLayout {
  readonly name: string
  readonly value: unknown
  readonly shared: boolean
}

/** `before`: the manifests with which they were saved; the tables are those of `after`. */
export async function savedLayouts(
  tx: Transaction,
  { before, after }: { readonly before: App; readonly after: App },
  parts: ChangedParts,
): Promise<SavedLayouts[]> {
  const layouts: SavedLayouts[] = []
  for (const [screen, columns] of goneByScreen(before, parts)) {
    const stored = await storedFor(tx, screen)
    const requests = await scheduledFor(tx, after, screen)
    for (const column of columns ?? [undefined]) {
      const concerned = stored.filter(({ value }) => column === undefined || names(value, column))
      const shared = concerned.filter((layout) => layout.shared).length
      const personal = concerned.length - shared
      const scheduled = requests.filter((request) => column === undefined || isNamedIn(request, column)).length
      if (concerned.length + scheduled > 0)
        layouts.push({ screen, ...(column !== undefined && { column }), personal, shared, scheduled })
    }
  }
  return layouts
}

/** What each list can no longer show: columns, and fields to search or sort by. null: the screen was removed. */
function goneByScreen(before: App, { gone, renamed }: ChangedParts): Map<string, Set<string> | null> {
  const wanted = new Map<string, Set<string> | null>()
  const lists = everyScreen(before.screens)
  const add = (screen: string, column: string) =>
    wanted.get(screen) === null || wanted.set(screen, (wanted.get(screen) ?? new Set()).add(column))
  // Saved preferences do not follow a screen to another address.
  for (const { kind, former } of renamed) if (kind === 'screen') wanted.set(former, null)
  for (const { kind, name, parentKey } of gone)
    if (kind === 'screen') wanted.set(name, null)
    else if (kind === 'column') add(parentKey!.replace(/^screen /, ''), name)
    else if (kind === 'field')
      for (const { path } of lists.filter(({ entity }) => parentKey === `entity ${entity}`)) add(path, name)
  return wanted
}

/** A preference contains its screen's address in its name, a view in its value. */
async function storedFor(tx: Transaction, screen: string): Promise<StoredLayout[]> {
  const concerned = sql`("name" in (${`list:${screen}`}, ${`arrangement ${screen}`})
    or starts_with("name", ${viewPrefix}) and "value" ->> 'screen' = ${screen})`
  return tx.query<StoredLayout>(sql`
    select "name", "value", false as "shared" from "_preference" where ${concerned}
    union all
    select "name", "value", true as "shared" from "_sharedPreference" where ${concerned}`)
}

/** What the active scheduled reports of a screen ask for. */
async function scheduledFor(tx: Transaction, { product }: App, screen: string): Promise<unknown[]> {
  const { entity, activeState } = product.scheduledReports ?? {}
  if (entity === undefined || activeState === undefined) return []
  const rows = await tx.query<{ request: string }>(
    sql`select "request" from ${identifier(entity)} where "state" = ${activeState}`,
  )
  return rows.map(({ request }) => jsonObjectIn(request)).filter((request) => request?.screen === screen)
}

/** Whether a text at any depth of a request is a field or a path from it; a sort order may begin with a minus. */
function isNamedIn(value: unknown, field: string): boolean {
  if (typeof value === 'string') return new RegExp(`^-?${field}(?:\\.|$)`).test(value)
  return typeof value === 'object' && value !== null && Object.values(value).some((part) => isNamedIn(part, field))
}

/** Whether a saved view or choice of columns uses a field, directly or on a path. */
function names(value: unknown, field: string): boolean {
  const view = asStoredView(value)
  const used = view
    ? partsOfView(view).flatMap(({ kind, name }) => (kind === 'tab' ? [] : [name]))
    : (columnsOf(value) ?? []).map((column) => column.field)
  return used.some((name) => name === field || name.startsWith(`${field}.`))
}
