// One file drawn large: an image that can be enlarged, turned and moved, or the page of a PDF.
import { Spin } from 'antd'
import { useEffect, useState, type PointerEvent } from 'react'
import type { FileValue } from '../../protocol/calls'
import { CallError } from '../../client/feedback/callError'
import { objectUrl, useFiles, type Carrier } from '../../client/data/fileTransfer'
import { useTranslator } from '../../client/context/clientContext'
import { IconButton } from '../controls/IconButton'

/** Types that a browser draws and that cannot run anything. */
const pictures = /^image\/(png|jpeg|gif|webp)$/
/** For images that a browser cannot draw, the thumbnail is shown. */
const drawnSmall = 'image/tiff'

export function FilePicture({ file, carrier }: { file: FileValue; carrier?: Carrier }) {
  const { t } = useTranslator()
  const isPicture = file.type === drawnSmall || pictures.test(file.type)
  const isShown = isPicture || file.type === 'application/pdf'
  const { address, failed } = useAddress(file, carrier, isShown)
  if (!isShown || failed) return <p className="files-none">{failed ?? t('record.noPreview')}</p>
  if (!isPicture && address)
    return <iframe className="files-page" src={address} title={file.name} referrerPolicy="no-referrer" />
  return address ? (
    <TurnedPicture address={address} name={file.name} />
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

const largest = 8

function TurnedPicture({ address, name }: { address: string; name: string }) {
  const { t } = useTranslator()
  const [{ zoom, turns, x, y }, setLook] = useState({ zoom: 1, turns: 0, x: 0, y: 0 })
  const enlarge = (by: number) =>
    setLook((look) => {
      const next = Math.min(largest, Math.max(1, look.zoom * by))
      return next === 1 ? { ...look, zoom: 1, x: 0, y: 0 } : { ...look, zoom: next }
    })
  const turn = (by: number) => setLook((look) => ({ ...look, turns: look.turns + by, x: 0, y: 0 }))
  const drag = (event: PointerEvent) => {
    if (event.buttons === 1 && zoom > 1)
      setLook((look) => ({ ...look, x: look.x + event.movementX, y: look.y + event.movementY }))
  }
  return (
    <div className="files-picture" onPointerMove={drag}>
      <img
        src={address}
        alt={name}
        draggable={false}
        data-aside={turns % 2 === 0 ? undefined : ''}
        style={{ transform: `translate(${x}px, ${y}px) rotate(${turns * 90}deg) scale(${zoom})` }}
      />
      <div className="files-tools">
        <IconButton icon="minus" label={t('record.zoomOut')} disabled={zoom === 1} onClick={() => enlarge(1 / 1.5)} />
        <IconButton icon="plus" label={t('record.zoomIn')} disabled={zoom === largest} onClick={() => enlarge(1.5)} />
        <IconButton icon="turn" label={t('record.rotate')} onClick={() => turn(1)} />
      </div>
    </div>
  )
}
