// Collects demo records in one table per entity, in the format of src/server/boot/demo/files.ts.
// "$key" refers to another record; "@-12 10:20" is a time (days from the day of loading), "@-12" a day, "@-1m" a month.

export interface Table {
  readonly entity: string
  readonly columns: string[]
  readonly rows: unknown[][]
}

export interface Book {
  /** Adds a record; an entity keeps its columns in the order of their first use. */
  add(entity: string, key: string, values: Readonly<Record<string, unknown>>): string
  /** Changes values of a record that was added before. */
  change(entity: string, key: string, values: Readonly<Record<string, unknown>>): void
  readonly tables: () => Table[]
}

export type Row = Readonly<Record<string, unknown>>
/** The matching records of an entity in their present state. */
export type Find = (entity: string, fit: (row: Row) => boolean) => Row[]

export function recordsOf({ columns, rows }: Table): Row[] {
  return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])))
}

export function finder(book: Book): Find {
  return (entity, fit) => recordsOf(book.tables().find((table) => table.entity === entity)!).filter(fit)
}

export const refTo = (row: Row) => `$${String(row.key)}`
/** The day of a time, as the number of days from the day of loading. */
export const dayOf = (time: unknown) => Number(/^@(-?\d+)/.exec(String(time))![1])

export function createBook(): Book {
  const tables = new Map<string, Table>()
  return {
    add(entity, key, values) {
      let table = tables.get(entity)
      if (!table) tables.set(entity, (table = { entity, columns: ['key'], rows: [] }))
      for (const name of Object.keys(values)) if (!table.columns.includes(name)) table.columns.push(name)
      table.rows.push([key, ...table.columns.slice(1).map((column) => values[column] ?? null)])
      return `$${key}`
    },
    change(entity, key, values) {
      const table = tables.get(entity)
      const row = table?.rows.find(([name]) => name === key)
      if (!table || !row) throw new Error(`There is no ${entity} ${key}.`)
      for (const [name, value] of Object.entries(values)) {
        if (!table.columns.includes(name)) table.columns.push(name)
        row[table.columns.indexOf(name)] = value
      }
    },
    tables: () =>
      [...tables.values()].map(({ entity, columns, rows }) => ({
        entity,
        columns,
        rows: rows.map((row) => [...row, ...Array(columns.length - row.length).fill(null)]),
      })),
  }
}

const clock = (hour: number, minute = 0) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`

/** A time of day, `days` from the day of loading. */
export const at = (days: number, hour: number, minute = 0) => `@${days} ${clock(hour, minute)}`
/** A day `days` from the day of loading. */
export const on = (days: number) => `@${days}`
/** A time of the first day of a month, `months` from the month of loading. */
export const atMonth = (months: number, hour: number) => `@${months}m ${clock(hour)}`
/** A month, `months` from the month of loading. */
export const onMonth = (months: number) => `@${months}m`

/** The dealer to whom most records belong. */
export const dealer = '$J10001'
/** What its orders were placed under. */
export const dealerFlags = {
  dealerFlagsIsPiper: true,
  dealerFlagsIsScale: false,
  dealerFlagsIsPicture: false,
  dealerFlagsIsInvite: true,
  dealerFlagsIsProgramme: false,
  dealerFlagsIsInstallation: false,
  dealerFlagsIsReceiptConfirmat: false,
}
