// What stands under the columns? The sums over everything that was found, not only over the page.
import type { ReactNode } from 'react'
import type { Column } from '../../../manifest/app'
import type { Scene } from '../../values/scene'
import { shownValue } from '../../values/value'

/** undefined: this list adds up nothing. Sums that are on their way stay empty, so that nothing jumps when they come. */
export function sumsOf(
  columns: readonly Column[],
  sums: Readonly<Record<string, string>> | undefined,
  scene: Scene,
  entity: string,
): Readonly<Record<string, ReactNode>> | undefined {
  const added = columns.filter((column) => column.sum)
  if (added.length === 0) return undefined
  return Object.fromEntries(
    added.map((column) => [
      column.field,
      sums?.[column.field] === undefined ? ' ' : shownValue(column, sums[column.field], scene, entity),
    ]),
  )
}
