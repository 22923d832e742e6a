// One stored file: thumbnail of an image, name, size, and a preview in the page.
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslator } from '../../../client/context/clientContext'
import type { FileValue } from '../../../protocol/calls'
import { Icon } from '../../controls/icons'
import { Thumbnail } from '../../values/Thumbnail'
import { sizeText } from '../../../client/text/format'
import styles from './files.module.css'
import { useInputContext } from '../base/inputContext'

const FilesDialog = lazy(() => import('../../values/files/FilesDialog'))

export function FileTile({ file, onRemove }: { file: FileValue; onRemove?: () => void }) {
  const { t } = useTranslator()
  const carrier = useInputContext().carrierOf(file)
  const [open, setOpen] = useState(false)
  return (
    <li className={styles.tile}>
      <button
        type="button"
        className={styles.thumb}
        onClick={() => setOpen(true)}
        aria-label={t('form.previewFile', { name: file.name })}
      >
        <Thumbnail file={file} carrier={carrier} size={36} />
      </button>
      <span className={styles.name}>
        <span title={file.name}>{file.name}</span>
        <small>{sizeText(file.size)}</small>
      </span>
      {onRemove ? (
        <Button
          type="text"
          size="small"
          icon={<Icon name="close" size={16} />}
          aria-label={t('form.removeFile', { name: file.name })}
          onClick={onRemove}
        />
      ) : null}
      {open ? (
        <Suspense fallback={null}>
          <FilesDialog shown={{ files: [file], carrier }} close={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </li>
  )
}
