// Files: chosen, dropped or pasted, uploaded at once with progress, shown with thumbnails.
// A refused or failed file stays visible with its reason until it is retried or removed. The value holds only what the
// server has stored.
import { Button, Progress, Tooltip } from 'antd'
import type { ClipboardEvent } from 'react'
import { useTranslator } from '../../../client/context/clientContext'
import type { FileValue } from '../../../protocol/calls'
import { Icon } from '../../controls/icons'
import { FileTile } from './FileTile'
import { DropArea } from './DropArea'
import styles from './files.module.css'
import { useUploads, type Upload, type Uploads } from './useUploads'
import type { InputProps } from '../base/inputContext'

type FilesInputProps = InputProps<FileValue[]>

/** Draws the area for files, until `max` are there, and a tile for each file. */
export function FilesInput(props: FilesInputProps) {
  const { field, value, onChange, onBlur, disabled } = props
  const { pick } = useTranslator()
  const { uploads, add, retry, remove } = useUploads(props)
  const files = value ?? []
  const onPaste = (event: ClipboardEvent): void => {
    if (!disabled && event.clipboardData.files.length > 0) {
      event.preventDefault()
      add(event.clipboardData.files)
    }
  }
  return (
    <div className={styles.files} onPaste={onPaste} onBlur={onBlur}>
      {!disabled && (field.max === undefined || files.length < field.max) ? <DropArea {...props} add={add} /> : null}
      {files.length + uploads.length > 0 ? (
        <ul className={styles.list} aria-label={pick(field.title)}>
          {files.map((file) => (
            <FileTile
              key={file.id}
              file={file}
              onRemove={disabled ? undefined : () => onChange(files.filter((item) => item.id !== file.id))}
            />
          ))}
          {uploads.map((upload) => (
            <UploadTile key={upload.key} upload={upload} retry={retry} remove={remove} />
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** A file being uploaded, or refused with its reason. */
function UploadTile({ upload, retry, remove }: { upload: Upload } & Pick<Uploads, 'retry' | 'remove'>) {
  const { t } = useTranslator()
  const { file, error, final, percent, interrupted } = upload
  const label = t(final ? 'form.removeFile' : 'form.cancelUpload', { name: file.name })
  return (
    <li className={error ? styles.failed : styles.tile}>
      <span className={styles.thumb}>
        <Icon name="file" />
      </span>
      <span className={styles.name}>
        <span title={file.name}>{file.name}</span>
        {error ? (
          <small role="alert">{error}</small>
        ) : (
          <Progress percent={percent} size="small" showInfo={false} aria-label={t('form.uploading', { percent })} />
        )}
        {interrupted && !error ? <small role="status">{t('form.uploadInterrupted')}</small> : null}
      </span>
      {error && !final ? (
        <Tooltip title={t('form.retry')}>
          <Button
            type="text"
            size="small"
            icon={<Icon name="refresh" size={16} />}
            aria-label={t('form.retryFile', { name: file.name })}
            onClick={() => retry(upload)}
          />
        </Tooltip>
      ) : null}
      <Button
        type="text"
        size="small"
        icon={<Icon name="close" size={16} />}
        aria-label={label}
        title={label}
        onClick={() => remove(upload)}
      />
    </li>
  )
}
