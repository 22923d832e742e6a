// One file drawn large: an image that can be enlarged, turned and moved, or the page of a PDF.
import { Spin } from 'antd'
import { useEffect, useState } from 'react'
import type { FileValue } from '../../../protocol/calls'
import { CallError } from '../../../client/feedback/callError'
import { objectUrl, useFiles, type Carrier } from '../../../client/data/fileTransfer'
import { useTranslator } from '../../../client/context/clientContext'
import { IconButton } from '../../controls/IconButton'
import { largest, usePointers, zoomStep, type PictureLook } from './pictureLook'

/** Types that a browser draws and that cannot run anything. */
const pictures = /^image\/(png|jpeg|gif|webp)$/
/** For images that a browser cannot draw, the thumbnail is shown. */
const drawnSmall = 'image/tiff'

interface FilePictureProps {
  readonly file: FileValue
  readonly carrier?: Carrier
  readonly look: PictureLook
}

export function FilePicture({ file, carrier, look }: FilePictureProps) {
  const { t } = useTranslator()
  const isPicture = file.type === drawnSmall || pictures.test(file.type)
  const isShown = isPicture || file.type === 'application/pdf'
  const { address, failed } = useAddress(file, carrier, isShown)
  if (!isShown || failed) return <p className="files-none">{failed ?? t('record.noPreview')}</p>
  if (!isPicture && address)
    return <iframe className="files-page" src={address} title={file.name} referrerPolicy="no-referrer" />
  return address ? (
    <TurnedPicture address={address} name={file.name} look={look} />
  ) : (
    <div className="files-picture">
      <Spin />
    </div>
  )
}

function useAddress(file: FileValue, carrier: Carrier | undefined, isShown: boolean) {
  const files = useFiles()
  const [address, setAddress] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const isSmall = file.type === drawnSmall
  const [entity, record] = [carrier?.entity, carrier?.record]
  useEffect(() => {
    if (!isShown) return
    const control = new AbortController()
    const from = entity === undefined || record === undefined ? undefined : { entity, record }
    files[isSmall ? 'thumbnail' : 'bytes'](file, from, control.signal).then(
      // Use the type in the record: whatever the bytes claim to be, they are drawn as nothing else.
      (blob) => setAddress(objectUrl(new Blob([blob], { type: isSmall ? 'image/webp' : file.type }), control.signal)),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error
        if (error.kind !== 'aborted') setFailed(error.message)
      },
    )
    return () => control.abort()
    // A file id identifies the same bytes forever.
  }, [file.id, entity, record, files, isShown, isSmall])
  return { address, failed }
}

function TurnedPicture({ address, name, look }: { address: string; name: string; look: PictureLook }) {
  const { t } = useTranslator()
  const { zoom, turns, x, y, change } = look
  return (
    <div className="files-picture" {...usePointers(change)}>
      <img
        src={address}
        alt={name}
        draggable={false}
        data-aside={turns % 2 === 0 ? undefined : ''}
        style={{ transform: `translate(${x}px, ${y}px) rotate(${turns * 90}deg) scale(${zoom})` }}
      />
      <div className="files-tools">
        <IconButton
          icon="minus"
          label={t('record.zoomOut')}
          disabled={zoom === 1}
          onClick={() => change({ kind: 'enlarge', by: 1 / zoomStep })}
        />
        <IconButton
          icon="plus"
          label={t('record.zoomIn')}
          disabled={zoom === largest}
          onClick={() => change({ kind: 'enlarge', by: zoomStep })}
        />
        <IconButton icon="turn" label={t('record.rotate')} onClick={() => change({ kind: 'turn', by: 1 })} />
      </div>
    </div>
  )
}
