// The overlays of a record: the form of an action, the preview of a document, its files.
import { lazy, Suspense } from 'react'
import type { PrintedDocument } from '../../../manifest/model/document'
import type { RecordAnswer } from '../../../protocol/calls'
import type { EntityAnswer } from '../../../protocol/screenCalls'
import { PendingActionHost } from '../../actions/opensForm'
import type { PendingAction } from '../../actions/PendingAction'
import type { OpenFiles } from '../../values/files/useOpenFiles'
import type { RenderContext } from '../../values/renderContext'

const FilesDialog = lazy(() => import('../../values/files/FilesDialog'))
const PrintDialog = lazy(() => import('../print/PrintDialog'))
const PrintRecord = lazy(() => import('../print/PrintRecord'))

interface RecordDialogsProps {
  readonly pendingAction: PendingAction | null
  readonly printed: PrintedDocument | undefined
  readonly files: OpenFiles
  readonly entity: string
  readonly answer: RecordAnswer
  readonly context: RenderContext
  readonly manifests: EntityAnswer
  /** @param done the action that ran; undefined: canceled */
  readonly onDone: (done: PendingAction | undefined) => void
  readonly onPrinted: () => void
}

export function RecordDialogs(props: RecordDialogsProps) {
  const { pendingAction, printed, files, entity, answer, context, manifests, onDone, onPrinted } = props
  return (
    <>
      {pendingAction && (
        <Suspense fallback={null}>
          <PendingActionHost
            pendingAction={pendingAction}
            answer={manifests}
            onClose={(done) => onDone(done ? pendingAction : undefined)}
          />
        </Suspense>
      )}
      {printed && (
        <Suspense fallback={null}>
          {(printed.language ?? context.translator.language) === context.translator.language ? (
            <PrintDialog document={printed} entity={entity} answer={answer} renderContext={context} close={onPrinted} />
          ) : (
            <PrintRecord
              printed={{ entity, id: answer.record.id, document: printed.name, language: printed.language }}
              close={onPrinted}
            />
          )}
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
