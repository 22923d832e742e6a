// The overlays of a record: the form of an action, the preview of a document, its files.
import { lazy, Suspense } from 'react'
import type { PrintedDocument } from '../../../manifest/model/document'
import type { RecordData } from '../../../protocol/calls'
import type { EntityAnswer } from '../../../protocol/screenCalls'
import { PendingActionHost } from '../../actions/opensForm'
import type { PendingAction } from '../../actions/PendingAction'
import type { OpenFiles } from '../../values/files/useOpenFiles'
import type { RenderContext } from '../../values/renderContext'

const FilesDialog = lazy(() => import('../../values/files/FilesDialog'))
const PrintDialog = lazy(() => import('../print/PrintDialog'))

interface RecordDialogsProps {
  readonly doing: PendingAction | null
  readonly printed: PrintedDocument | undefined
  readonly files: OpenFiles
  readonly entity: string
  readonly record: RecordData
  readonly scene: RenderContext
  readonly manifests: EntityAnswer
  /** @param done the action that ran; undefined: canceled */
  readonly onDone: (done: PendingAction | undefined) => void
  readonly onPrinted: () => void
}

export function RecordDialogs(props: RecordDialogsProps) {
  const { doing, printed, files, entity, record, scene, manifests, onDone, onPrinted } = props
  return (
    <>
      {doing && (
        <Suspense fallback={null}>
          <PendingActionHost doing={doing} answer={manifests} onClose={(done) => onDone(done ? doing : undefined)} />
        </Suspense>
      )}
      {printed && (
        <Suspense fallback={null}>
          <PrintDialog document={printed} entity={entity} record={record} scene={scene} close={onPrinted} />
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
