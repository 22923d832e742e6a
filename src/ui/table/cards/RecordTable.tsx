// Records in a table, or as cards in a narrow window, where a table would cut its texts.
import type { ComponentProps } from 'react'
import type { RecordData } from '../../../protocol/calls'
import { useNarrow } from '../../controls/hooks/useMedia'
import { DataTable } from '../DataTable'
import { RecordCards } from './RecordCards'

interface RecordTableProps extends Pick<
  ComponentProps<typeof DataTable<RecordData>>,
  'label' | 'columns' | 'rows' | 'busy' | 'open' | 'onOpen'
> {
  /** Keys of the columns for the label and the actions. */
  readonly head: string | undefined
  readonly actions?: string
  /** Whether the row has any action here. */
  readonly acting?: (row: RecordData) => boolean
}

const never = () => false

/** Draws a table beside or below other content; without search, groups and sums, which only lists have. */
export function RecordTable({ head, actions, acting = never, ...table }: RecordTableProps) {
  const { rows, columns, label, busy = false } = table
  const narrow = useNarrow(640)
  if (!narrow || !rows) return <DataTable<RecordData> {...table} />
  return (
    <RecordCards
      rows={rows}
      columns={columns}
      head={head}
      state={columns.find(({ key }) => key === 'state')?.key}
      actions={actions}
      acting={acting}
      busy={busy}
      label={label}
    />
  )
}
