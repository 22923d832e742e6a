// The overlays of a list: the dialog of an action, the record drawer and its files, each loaded
// when needed.
import { lazy, Suspense } from 'react'
import { useCurrentTab } from '../../../client/navigation/unsavedChanges'
import type { ListParts } from './rows/ListRows'
import { PendingActionHost } from '../../actions/opensForm'
import { RowMenu } from '../../actions/RowMenu'

const FilesDialog = lazy(() => import('../../values/files/FilesDialog'))
const PrintRecord = lazy(() => import('../print/PrintRecord'))
const RecordDrawer = lazy(() => import('../record/RecordDrawer'))

export function OpenDialogs({ answer, address, data, marked, dialogs, work }: ListParts) {
  const { active } = useCurrentTab()
  const { pendingAction, setPendingAction, menu, setMenu, files, printing, setPrinting } = dialogs
  const { record, openRecord } = address
  return (
    <>
      <RowMenu menu={menu} close={() => setMenu(null)} />
      {pendingAction && active && (
        <Suspense fallback={null}>
          <PendingActionHost
            pendingAction={pendingAction}
            answer={answer}
            among={answer.screen.queue && data.rows}
            onClose={(done) => {
              setPendingAction(null)
              if (done && pendingAction.records) marked.clear()
            }}
          />
        </Suspense>
      )}
      {record && (
        <Suspense fallback={null}>
          <RecordDrawer record={record} open={openRecord} sequence={work.sequence} />
        </Suspense>
      )}
      {printing && (
        <Suspense fallback={null}>
          <PrintRecord printed={printing} close={() => setPrinting(null)} />
        </Suspense>
      )}
      {files.shown && (
        <Suspense fallback={null}>
          <FilesDialog {...files} />
        </Suspense>
      )}
    </>
  )
}
