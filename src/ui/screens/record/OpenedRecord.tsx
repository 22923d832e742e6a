// The record that the address opens beside a block, in the usual drawer.
import { lazy, Suspense } from 'react'
import { useOpenRecord } from '../../../client/navigation/urlState'

const RecordDrawer = lazy(() => import('./RecordDrawer'))

/** Draws the drawer; nothing if the address names no record. */
export function OpenedRecord() {
  const [record, open] = useOpenRecord()
  return record ? (
    <Suspense fallback={null}>
      <RecordDrawer record={record} open={open} />
    </Suspense>
  ) : null
}
