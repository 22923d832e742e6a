// Steps through open records: the selected ones, else those of the page.
// The order is fixed when the first is opened, so that records leaving the list do not shift it.
import { useMemo, useRef } from 'react'
import type { RecordData } from '../../../../protocol/calls'
import { usePreference } from '../../../../client/context/preferences'
import type { RecordSequence } from '../../record/sections/SequenceTools'
import type { ListAddress } from './useListAddress'

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
  rows: readonly RecordData[] | undefined,
  selected: readonly RecordData[],
): WorkThrough {
  const [follows = false, saveFollows] = usePreference<boolean>('openNext')
  const order = useRef<readonly number[]>([])
  const open = record?.entity === entity ? record.id : undefined
  if (open === undefined) {
    if (!record) order.current = []
  } else if (!order.current.includes(open)) {
    const ids = (records: readonly RecordData[]) => records.map(({ id }) => id)
    const marked = ids(selected)
    const known = marked.length > 1 && marked.includes(open) ? marked : ids(rows ?? [])
    order.current = known.includes(open) ? known : []
  }
  const ids = order.current
  return useMemo(() => {
    const goTo = (id: number) => openRecord({ entity, id }, { replace: true })
    const begin = (records: readonly RecordData[]) => {
      order.current = records.map(({ id }) => id)
      saveFollows(true)
      if (records[0]) openRecord({ entity, id: records[0].id })
    }
    const index = open === undefined ? -1 : ids.indexOf(open)
    if (index < 0 || ids.length < 2) return { begin }
    const [previous, next] = [ids[index - 1], ids[index + 1]]
    const sequence: RecordSequence = {
      position: index + 1,
      count: ids.length,
      ...(previous !== undefined && { previous: () => goTo(previous) }),
      ...(next !== undefined && { next: () => goTo(next) }),
      follows,
      setFollows: (on) => saveFollows(on || null),
    }
    return { begin, sequence }
  }, [entity, open, ids, openRecord, follows, saveFollows])
}
