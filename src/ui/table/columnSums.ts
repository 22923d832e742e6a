// The sums below the columns, over all records of the search, not only the page.
import type { ReactNode } from 'react'
import type { Column } from '../../manifest/model/column'
import type { RenderContext } from '../values/renderContext'
import { renderValue } from '../values/renderValue'

/**
 * undefined: there is no sum. Sums that are loading (`sums` undefined) stay empty, so that nothing moves when
 * they arrive.
 */
export function sumsOf(
  columns: readonly Column[],
  sums: Readonly<Record<string, string>> | undefined,
  context: RenderContext,
  entity: string,
): Readonly<Record<string, ReactNode>> | undefined {
  const added = columns.filter((column) => column.sum)
  if (added.every(({ field }) => sums && sums[field] === undefined)) return undefined
  return Object.fromEntries(
    added.map((column) => [
      column.field,
      sums?.[column.field] === undefined ? ' ' : renderValue(column, sums[column.field], context, { entity }),
    ]),
  )
}
