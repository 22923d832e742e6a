// One of several files shown large: arrow keys and buttons switch files, and +, - and 0 zoom.
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import type { FileValue } from '../../../protocol/calls'
import { useTranslator } from '../../../client/context/clientContext'
import type { Carrier } from '../../../client/data/fileTransfer'
import { IconButton } from '../../controls/IconButton'
import { useSingleKeys } from '../../controls/hooks/useShortcuts'
import { FilePicture } from './FilePicture'
import { keyChange, usePictureLook } from './pictureLook'

interface FilesViewerProps {
  readonly files: readonly FileValue[]
  readonly index: number
  readonly carrier?: Carrier
  /** What the file is. */
  readonly caption?: string
  readonly choose: (index: number) => void
  /** Whether the keys work before the viewer has the focus. */
  readonly autoFocus?: boolean
  /** The files to choose from. */
  readonly children?: ReactNode
}

/** Draws the file at `index`, counted from 0, and the children below it. */
export function FilesViewer({ files, index, carrier, caption, choose, autoFocus, children }: FilesViewerProps) {
  const file = files[index]!
  const look = usePictureLook(file.id)
  const [singleKeys] = useSingleKeys()
  const viewer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (autoFocus) viewer.current?.focus()
  }, [autoFocus])
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const change = singleKeys ? keyChange(event.key) : undefined
    const next = index + (event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0)
    if (change) look.change(change)
    else if (next !== index && files[next]) {
      // The clicked button may belong to the file being replaced.
      viewer.current?.focus()
      choose(next)
    } else return
    event.preventDefault()
  }
  return (
    <div ref={viewer} className="files-viewer" tabIndex={-1} onKeyDown={press}>
      <FilePicture key={file.id} file={file} carrier={carrier} look={look} />
      {caption ? <p className="files-caption">{caption}</p> : null}
      {files.length > 1 && <FileSteps index={index} count={files.length} choose={choose} />}
      {children}
    </div>
  )
}

type FileStepsProps = Pick<FilesViewerProps, 'index' | 'choose'> & { readonly count: number }

/** Also for fingers, and where a document has the focus and with it the arrow keys. */
function FileSteps({ index, count, choose }: FileStepsProps) {
  const { t } = useTranslator()
  return (
    <nav className="files-steps" aria-label={t('record.fileSteps')}>
      <IconButton
        icon="right"
        label={t('record.filePrevious')}
        disabled={index === 0}
        onClick={() => choose(index - 1)}
      />
      <span>{t('record.sequenceAt', { at: index + 1, count })}</span>
      <IconButton
        icon="right"
        label={t('record.fileNext')}
        disabled={index === count - 1}
        onClick={() => choose(index + 1)}
      />
    </nav>
  )
}
