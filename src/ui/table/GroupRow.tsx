// The head of a group of rows: folds it, and shows its count and its sums in their columns.
import type { ReactNode } from 'react'
import { Icon } from '../controls/icons'
import './groups.css'
import type { TableColumn } from './tableColumn'

export interface TableGroup {
  readonly key: string
  /** The row that it precedes; the number of rows for the end. */
  readonly before: number
  readonly title: ReactNode
  /** Absent: not counted, so that it cannot be folded. */
  readonly count?: string
  readonly isFolded: boolean
  /** By column key. */
  readonly sums: Readonly<Record<string, ReactNode>>
}

interface GroupRowProps {
  readonly group: TableGroup
  readonly columns: readonly Pick<TableColumn<never>, 'key' | 'align'>[]
  readonly isSelectable: boolean
  readonly onFold: (key: string) => void
}

export function GroupRow({ group, columns, isSelectable, onFold }: GroupRowProps) {
  // The title reaches up to the first sum.
  const firstSum = columns.findIndex(({ key }) => group.sums[key] !== undefined)
  const width = firstSum < 0 ? columns.length : Math.max(1, firstSum)
  return (
    <tr className="table-group">
      <td colSpan={width + (isSelectable ? 1 : 0)}>
        <GroupButton group={group} onFold={onFold} />
      </td>
      {columns.slice(width).map(({ key, align }) => (
        <td key={key} className={align === 'right' ? 'table-right' : undefined}>
          {group.sums[key]}
        </td>
      ))}
    </tr>
  )
}

/** Draws the title with the count, as a button; only the title if the count is unknown. */
export function GroupButton({ group, onFold }: Pick<GroupRowProps, 'group' | 'onFold'>) {
  if (group.count === undefined)
    return (
      <span className="table-fold">
        <strong>{group.title}</strong>
      </span>
    )
  return (
    <button
      type="button"
      className="table-fold"
      aria-expanded={!group.isFolded}
      data-group={group.key}
      onClick={() => onFold(group.key)}
    >
      <Icon name={group.isFolded ? 'right' : 'down'} size={14} />
      <strong>{group.title}</strong>
      <span>{group.count}</span>
    </button>
  )
}
