// Sends between threads what a compilation has changed; the receiver has the rest.
// Unchanged parts stay the same objects, so that caches by such a part may read nothing else of the App.
import type { App } from '../../manifest/model/app'

/** Tables of an App, whose entries are sent one by one. */
const tableNames = ['modules', 'entities', 'screens', 'dictionaries', 'endpoints', 'integrations'] as const
type TableName = (typeof tableNames)[number]
type Table = Readonly<Record<string, unknown>>

/** How an App differs from an earlier one. */
export interface AppChange {
  /** Changed parts that are no tables. */
  readonly parts: Partial<App>
  /** Of changed tables all names in order, and the changed entries. */
  readonly tables: Partial<Record<TableName, { readonly names: readonly string[]; readonly changed: Table }>>
}

const isTable = (name: string): name is TableName => (tableNames as readonly string[]).includes(name)

/** How `app` differs from `live`. */
export function appChange(live: App, app: App): AppChange {
  const differing = Object.entries(app).filter(([name, part]) => !isSameData(live[name as keyof App], part))
  const tables = differing.flatMap(([name, part]) =>
    isTable(name) ? [[name, changeOf(live[name], part as Table)]] : [],
  )
  return {
    parts: Object.fromEntries(differing.filter(([name]) => !isTable(name))),
    tables: Object.fromEntries(tables) as AppChange['tables'],
  }
}

const changeOf = (live: Table, table: Table) => ({
  names: Object.keys(table),
  changed: Object.fromEntries(Object.entries(table).filter(([name, entry]) => !isSameData(live[name], entry))),
})

/** The changed App, frozen as every App is; it shares what has not changed with the live one, which must be given. */
export function changedApp(live: App | undefined, { parts, tables }: AppChange): App {
  if (live === undefined) throw new Error('A changed App needs the one that it was compared with.')
  const app: Record<string, unknown> = { ...live, ...parts }
  for (const [name, { names, changed }] of Object.entries(tables)) {
    const former: Table = live[name as TableName]
    const table = Object.create(null) as Record<string, unknown>
    for (const entry of names) table[entry] = Object.hasOwn(changed, entry) ? changed[entry] : former[entry]
    app[name] = Object.freeze(table)
  }
  return Object.freeze(app) as unknown as App
}

/** Whether two values of an App are equal, their keys in the same order. */
function isSameData(value: unknown, other: unknown): boolean {
  if (typeof value !== 'object' || typeof other !== 'object' || value === null || other === null) return value === other
  if (Array.isArray(value) !== Array.isArray(other)) return false
  const [names, others] = [Object.keys(value), Object.keys(other)]
  return (
    names.length === others.length &&
    names.every((name, index) => name === others[index] && isSameData(value[name as never], other[name as never]))
  )
}
