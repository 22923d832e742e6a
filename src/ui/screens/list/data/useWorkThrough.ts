// Steps through open records: the selected ones, else those of the page.
// The order is fixed when the first is opened: a record that leaves the list ends none of its steps. Records that leave
// or join a page do so here too; selected ones are counted to the end.
import { useMemo, useRef } from 'react'
import type { RecordData } from '../../../../protocol/calls'
import { usePreference } from '../../../../client/context/preferences'
import type { RecordSequence } from '../../record/sections/SequenceTools'
import type { ListAddress } from './useListAddress'
import type { ListData } from './useListData'

export interface WorkThrough {
  /** Absent: no record of the list is open, or it is the only one. */
  readonly sequence?: RecordSequence
  /** Opens the first of these and, once it is done, the next. */
  readonly begin: (records: readonly RecordData[]) => void
}

/** `entity`: the list's. */
export function useWorkThrough(
  entity: string,
  { record, openRecord }: Pick<ListAddress, 'record' | 'openRecord'>,
  { rows, total }: Pick<ListData, 'rows' | 'total'>,
  selected: readonly RecordData[],
): WorkThrough {
  const [follows = false, saveFollows] = usePreference<boolean>('openNext')
  const order = useRef<Order>(noOrder)
  const open = record?.entity === entity ? record.id : undefined
  if (open === undefined) {
    if (!record) order.current = noOrder
  } else if (!order.current.ids.includes(open)) {
    const ids = (records: readonly RecordData[]) => records.map(({ id }) => id)
    const marked = ids(selected)
    const isSelection = marked.length > 1 && marked.includes(open)
    const listed = isSelection ? marked : ids(rows ?? [])
    order.current = listed.includes(open) ? { ids: listed, isSelection } : noOrder
  } else if (rows && !order.current.isSelection) order.current = followed(order.current, open, rows)
  const { ids, isSelection } = order.current
  const isOnePage =
    !isSelection && rows !== undefined && total !== undefined && (total.more || total.count > rows.length)
  const hasLeft = !isSelection && rows !== undefined && open !== undefined && rows.every(({ id }) => id !== open)
  return useMemo(() => {
    const goTo = (id: number) => openRecord({ entity, id }, { replace: true })
    const begin = (records: readonly RecordData[]) => {
      order.current = { ids: records.map(({ id }) => id), isSelection: true }
      saveFollows(true)
      if (records[0]) openRecord({ entity, id: records[0].id })
    }
    const index = open === undefined ? -1 : ids.indexOf(open)
    if (index < 0 || ids.length < 2) return { begin }
    const [previous, next] = [ids[index - 1], ids[index + 1]]
    const sequence: RecordSequence = {
      ...(!hasLeft && { position: index + 1 }),
      count: ids.length - (hasLeft ? 1 : 0),
      ...(previous !== undefined && { previous: () => goTo(previous) }),
      ...(next !== undefined && { next: () => goTo(next) }),
      isOnePage,
      follows,
      setFollows: (on) => saveFollows(on || null),
    }
    return { begin, sequence }
  }, [entity, open, ids, hasLeft, isOnePage, openRecord, follows, saveFollows])
}

/** The ids of records to step through; those of a selection may be on several pages. */
interface Order {
  readonly ids: readonly number[]
  readonly isSelection: boolean
}

const noOrder: Order = { ids: [], isSelection: true }

/** The order without the rows that have left the page, except the open one, and with those that have joined it. */
function followed(order: Order, open: number, rows: readonly RecordData[]): Order {
  const present = new Set(rows.map(({ id }) => id))
  const kept = order.ids.filter((id) => id === open || present.has(id))
  const joined = [...present].filter((id) => !order.ids.includes(id))
  const isSame = joined.length === 0 && kept.length === order.ids.length
  return isSame ? order : { ids: [...kept, ...joined], isSelection: false }
}
