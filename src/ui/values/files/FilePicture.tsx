// One file shown large: an image that can be zoomed, rotated and moved, or a PDF.
import { Spin } from 'antd'
import type { FileValue } from '../../../protocol/calls'
import type { Carrier } from '../../../client/data/fileTransfer'
import { useTranslator } from '../../../client/context/clientContext'
import { IconButton } from '../../controls/IconButton'
import { maxZoom, usePointers, zoomFactor, type PictureLook } from './pictureLook'
import { useFileAddress } from '../useFileAddress'

/** Types that a browser displays and that cannot run code. */
const pictures = /^image\/(png|jpeg|gif|webp)$/
/** Images that a browser cannot display are shown by their thumbnail. */
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
  const part = file.type === drawnSmall ? 'thumbnail' : 'bytes'
  const { address, failure } = useFileAddress(file, { carrier, part, enabled: isShown })
  if (!isShown || failure) return <p className="files-none">{failure ?? t('record.noPreview')}</p>
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
          onClick={() => change({ kind: 'enlarge', by: 1 / zoomFactor })}
        />
        <IconButton
          icon="plus"
          label={t('record.zoomIn')}
          disabled={zoom === maxZoom}
          onClick={() => change({ kind: 'enlarge', by: zoomFactor })}
        />
        <IconButton icon="turn" label={t('record.rotate')} onClick={() => change({ kind: 'turn', by: 1 })} />
      </div>
    </div>
  )
}
