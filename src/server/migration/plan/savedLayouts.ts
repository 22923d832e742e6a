// Finds saved columns, views and other preferences that name a removed screen, column or field.
import sql from 'sql-template-tag'
import type { ChangedParts } from '../../../manifest/access/parts/changedParts'
import { everyScreen } from '../../../manifest/access/screenByPath'
import type { App } from '../../../manifest/model/app'
import { asStoredView, columnsOf, partsOfView, viewPrefix } from '../../../protocol/screenCalls'
import type { Transaction } from '../../database/connection/transaction'

export interface SavedLayouts {
  /** The address of the screen. */
  readonly screen: string
  /** Absent: the whole screen was removed. */
  readonly column?: string
  readonly personal: number
  readonly shared: number
}

interface StoredLayout {
  readonly name: string
  readonly value: unknown
  readonly shared: boolean
}

/** `before`: the manifests with which they were saved. */
export async function savedLayouts(tx: Transaction, before: App, parts: ChangedParts): Promise<SavedLayouts[]> {
  const layouts: SavedLayouts[] = []
  for (const [screen, columns] of goneByScreen(before, parts)) {
    const stored = await storedFor(tx, screen)
    for (const column of columns ?? [undefined]) {
      const concerned = stored.filter(({ value }) => column === undefined || names(value, column))
      const shared = concerned.filter((layout) => layout.shared).length
      const personal = concerned.length - shared
      if (concerned.length > 0) layouts.push({ screen, ...(column !== undefined && { column }), personal, shared })
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
  for (const { kind, name, within } of gone)
    if (kind === 'screen') wanted.set(name, null)
    else if (kind === 'column') add(within!.replace(/^screen /, ''), name)
    else if (kind === 'field')
      for (const { path } of lists.filter(({ entity }) => within === `entity ${entity}`)) add(path, name)
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

/** Whether a saved view or choice of columns uses a field, directly or on a path. */
function names(value: unknown, field: string): boolean {
  const view = asStoredView(value)
  const used = view
    ? partsOfView(view).flatMap(({ kind, name }) => (kind === 'tab' ? [] : [name]))
    : (columnsOf(value) ?? []).map((column) => column.field)
  return used.some((name) => name === field || name.startsWith(`${field}.`))
}
