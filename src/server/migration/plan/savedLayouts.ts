// Saved columns, views and other preferences that name a screen or a column which is gone.
import sql from 'sql-template-tag'
import type { ChangedParts } from '../../../manifest/access/changedParts'
import type { Transaction } from '../../database/connection/transaction'
import { likePattern } from '../../query/search/trigram'

export interface SavedLayouts {
  /** The address of the screen. */
  readonly screen: string
  /** Absent: the whole screen is gone. */
  readonly column?: string
  readonly personal: number
  readonly shared: number
}

/** A preference of a list has the address of its screen in its name. */
export async function savedLayouts(tx: Transaction, { gone }: ChangedParts): Promise<SavedLayouts[]> {
  const wanted = gone.flatMap(({ kind, name, within }): { screen: string; column?: string }[] => {
    if (kind === 'screen') return [{ screen: name }]
    return kind === 'column' ? [{ screen: within!.replace(/^screen /, ''), column: name }] : []
  })
  const layouts: SavedLayouts[] = []
  for (const { screen, column } of wanted) {
    const names = sql`(' ' || "name" || ' ') like ${likePattern(` ${screen} `)}
      and (${column ?? null}::text is null or position(${JSON.stringify(column ?? '')} in "value"::text) > 0)`
    const [row] = await tx.query<{ personal: string; shared: string }>(sql`
      select (select count(*) from "_preference" where ${names})::text as "personal",
        (select count(*) from "_sharedPreference" where ${names})::text as "shared"`)
    const [personal, shared] = [Number(row!.personal), Number(row!.shared)]
    if (personal + shared > 0) layouts.push({ screen, ...(column !== undefined && { column }), personal, shared })
  }
  return layouts
}
