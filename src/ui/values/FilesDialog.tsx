// What is in these files? Pictures are shown, everything can be taken; the bytes come with the right to read the record that carries them.
import { Button, Modal, Spin } from 'antd'
import { useEffect, useState } from 'react'
import type { FileValue } from '../../protocol/calls'
import { CallError } from '../../runtime/faults'
import { saveAs, useFiles, type Carrier } from '../../runtime/files'
import { useFormat, useRuntime, useWords } from '../../runtime/runtime'
import type { OpenFiles } from './openFiles'
import { Thumbnail } from './Thumbnail'

/** Types that a browser draws and that cannot run anything. */
const pictures = /^image\/(png|jpeg|gif|webp)$/
/** Pictures that a browser does not draw are shown as the small ones that it does. */
const drawnSmall = 'image/tiff'

export default function FilesDialog({ shown, close }: Pick<OpenFiles, 'shown' | 'close'>) {
  const { t } = useWords()
  const format = useFormat()
  const [at, setAt] = useState(0)
  useEffect(() => setAt(0), [shown])
  if (!shown) return null
  const file = shown.files[Math.min(at, shown.files.length - 1)]!
  return (
    <Modal open onCancel={close} footer={null} width={820} title={file.name} centered>
      <FilePicture key={file.id} file={file} carrier={shown.carrier} />
      <ul className="files-list">
        {shown.files.map((one, place) => (
          <li key={one.id}>
            <button
              type="button"
              className="value-files"
              aria-current={one.id === file.id}
              onClick={() => setAt(place)}
            >
              <Thumbnail file={one} carrier={shown.carrier} size={32} />
              <span>{one.name}</span>
            </button>
            <small>{format.size(one.size)}</small>
            <TakeButton file={one} carrier={shown.carrier} label={t('record.download')} />
          </li>
        ))}
      </ul>
    </Modal>
  )
}

function FilePicture({ file, carrier }: { file: FileValue; carrier?: Carrier }) {
  const { t } = useWords()
  const files = useFiles()
  const [address, setAddress] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const isSmall = file.type === drawnSmall
  const isPicture = isSmall || pictures.test(file.type)
  const isShown = isPicture || file.type === 'application/pdf'
  useEffect(() => {
    if (!isShown) return
    const control = new AbortController()
    let made = ''
    files[isSmall ? 'thumbnail' : 'bytes'](file, carrier, control.signal).then(
      // The type is that of the record: whatever the bytes claim to be, they are drawn as nothing else.
      (blob) =>
        setAddress((made = URL.createObjectURL(new Blob([blob], { type: isSmall ? 'image/webp' : file.type })))),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error
        if (error.kind !== 'aborted') setFailed(error.message)
      },
    )
    return () => {
      control.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [file, carrier, files, isShown, isSmall])
  if (!isShown || failed) return <p className="files-none">{failed ?? t('record.noPreview')}</p>
  if (!isPicture && address)
    return <iframe className="files-page" src={address} title={file.name} referrerPolicy="no-referrer" />
  return <div className="files-picture">{address ? <img src={address} alt={file.name} /> : <Spin />}</div>
}

function TakeButton({ file, carrier, label }: { file: FileValue; carrier?: Carrier; label: string }) {
  const files = useFiles()
  const { notices } = useRuntime()
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    try {
      saveAs(await files.bytes(file, carrier), file.name)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      notices.say('warning', error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button type="link" size="small" loading={busy} onClick={() => void take()} aria-label={`${label} ${file.name}`}>
      {label}
    </Button>
  )
}
