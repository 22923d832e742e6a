// One kept file: a thumbnail when it is an image, its name and size, a preview in a new tab or a download.
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useWords } from '../../runtime/runtime'
import type { FileValue } from '../../protocol/calls'
import { Icon } from '../shell/icons'
import { sizeText } from './fileLimits'
import styles from './files.module.css'
import { useSurroundings } from './widget'

/** Types that a browser shows by itself and that cannot run anything. */
const shown = /^(image\/(png|jpeg|gif|webp|bmp|avif)|application\/pdf)$/
const thumbnailAtMost = 12 * 1024 * 1024

export function FileTile({ file, onRemove }: { file: FileValue; onRemove?: () => void }) {
  const { t } = useWords()
  const { fileBlob } = useSurroundings()
  const [picture, setPicture] = useState<string | null>(null)
  const image = file.type.startsWith('image/') && shown.test(file.type)

  useEffect(() => {
    if (!image || file.size > thumbnailAtMost) return
    const control = new AbortController()
    let address: string | null = null
    fileBlob(file, control.signal).then(
      (blob) => {
        address = URL.createObjectURL(blob)
        setPicture(address)
      },
      // Without a thumbnail the tile shows the sign of its kind; opening it tells what is wrong.
      () => setPicture(null),
    )
    return () => {
      control.abort()
      if (address) URL.revokeObjectURL(address)
    }
  }, [file, image, fileBlob])

  const open = async (): Promise<void> => {
    const blob = await fileBlob(file)
    const address = URL.createObjectURL(blob)
    const link = document.createElement('a')
    link.href = address
    if (shown.test(file.type)) link.target = '_blank'
    else link.download = file.name
    link.rel = 'noopener'
    link.click()
    // The new tab has read the address by then; keeping it would keep the bytes.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  }

  return (
    <li className={styles.tile}>
      <button type="button" className={styles.thumb} onClick={() => void open()} aria-label={t('form.previewFile', { name: file.name })}>
        {picture ? <img src={picture} alt="" /> : <Icon name="file" />}
      </button>
      <span className={styles.name}>
        <span title={file.name}>{file.name}</span>
        <small>{sizeText(file.size)}</small>
      </span>
      {onRemove ? <Button type="text" size="small" icon={<Icon name="close" size={16} />} aria-label={t('form.removeFile', { name: file.name })} onClick={onRemove} /> : null}
    </li>
  )
}
