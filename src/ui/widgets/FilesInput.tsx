// Files: chosen, dropped or pasted, sent at once with their progress, shown with thumbnails. A file that is refused or fails stays in view
// with its reason until it is sent again or removed. The value holds only what the server has kept.
import { Button, Progress, Tooltip } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { ClipboardEvent, DragEvent } from 'react'
import { useWords } from '../../runtime/runtime'
import type { FileValue } from '../../protocol/calls'
import { Icon } from '../shell/icons'
import { FileTile } from './FileTile'
import { acceptedTypes, refusal, sizeText } from './fileLimits'
import styles from './files.module.css'
import { useSurroundings } from './widget'
import type { WidgetProps } from './widget'

interface Sending {
  readonly key: number
  readonly file: File
  readonly percent: number
  readonly fault?: string
  readonly final?: boolean
  readonly control: AbortController
}

let lastKey = 0

export function FilesInput({
  id,
  field,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
  label,
}: WidgetProps<FileValue[]>) {
  const { t, pick } = useWords()
  const { upload, fileBytes, uploading } = useSurroundings()
  const [sending, setSending] = useState<readonly Sending[]>([])
  const [over, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const files = value ?? []
  // Several files finish after each other while this component is not drawn anew in between.
  const latest = useRef<readonly FileValue[]>(files)
  latest.current = files

  const chosen = useRef(new Map<string, number>())

  useEffect(
    () => () => {
      for (const one of running.current) {
        one.control.abort()
        uploading.delete(one.key)
      }
    },
    [uploading],
  )
  const running = useRef<readonly Sending[]>([])
  running.current = sending

  const change = (key: number, part: Partial<Sending> | null): void =>
    setSending((all) =>
      part === null
        ? all.filter((one) => one.key !== key)
        : all.map((one) => (one.key === key ? { ...one, ...part } : one)),
    )

  const send = (one: Sending): void => {
    uploading.set(one.key, 'sending')
    upload(one.file, (percent) => change(one.key, { percent }), one.control.signal).then(
      (kept) => {
        // They stand as they were chosen, whichever arrives first.
        chosen.current.set(kept.id, one.key)
        latest.current = [...latest.current, kept].sort(
          (a, b) => (chosen.current.get(a.id) ?? 0) - (chosen.current.get(b.id) ?? 0),
        )
        onChange([...latest.current])
        change(one.key, null)
        uploading.delete(one.key)
      },
      (reason: unknown) => {
        if (one.control.signal.aborted) return
        uploading.set(one.key, 'failed')
        change(one.key, { fault: reason instanceof Error && reason.message ? reason.message : t('form.fileFailed') })
      },
    )
  }

  const add = (list: Iterable<File>): void => {
    const room = (field.max ?? Infinity) - latest.current.length - sending.filter((one) => !one.final).length
    const added = [...list].map((file, at): Sending => {
      const fault =
        at >= room ? t('form.fileMany', { count: field.max ?? 0 }) : refusal(file, field.accept, fileBytes, t)
      return { key: ++lastKey, file, percent: 0, control: new AbortController(), fault, final: fault !== undefined }
    })
    setSending((all) => [...all.filter((one) => !one.final), ...added])
    for (const one of added) if (one.fault === undefined) send(one)
  }

  const remove = (one: Sending): void => {
    one.control.abort()
    uploading.delete(one.key)
    change(one.key, null)
  }
  const retry = (one: Sending): void => {
    const again = { ...one, control: new AbortController(), fault: undefined, percent: 0 }
    change(one.key, again)
    send(again)
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    if (!disabled) add(event.dataTransfer.files)
  }
  const onPaste = (event: ClipboardEvent): void => {
    if (!disabled && event.clipboardData.files.length > 0) {
      event.preventDefault()
      add(event.clipboardData.files)
    }
  }
  const types = acceptedTypes(field.accept, t)
  const limits = types
    ? t('form.fileLimits', { types, size: sizeText(fileBytes) })
    : t('form.fileLimit', { size: sizeText(fileBytes) })

  return (
    <div className={styles.files} onPaste={onPaste} onBlur={onBlur}>
      {!disabled && (field.max === undefined || files.length < field.max) ? (
        <div
          className={[styles.drop, over ? styles.over : '', invalid ? styles.invalid : ''].join(' ')}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
        >
          <Button
            id={id}
            icon={<Icon name="plus" size={16} />}
            onClick={() => chooser.current?.click()}
            aria-describedby={describedBy}
            aria-label={label ? `${label}: ${t('form.addFiles')}` : undefined}
          >
            {t('form.addFiles')}
          </Button>
          <span className={styles.limits}>
            {t('form.dropFiles')} · {limits}
            {field.max !== undefined ? ` · ${t('form.fileCount', { count: field.max })}` : ''}
          </span>
          <input
            ref={chooser}
            type="file"
            hidden
            tabIndex={-1}
            multiple={field.max !== 1}
            accept={field.accept?.join(',')}
            onChange={(event) => {
              add([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
        </div>
      ) : null}
      {files.length + sending.length > 0 ? (
        <ul className={styles.list} aria-label={pick(field.title)}>
          {files.map((file) => (
            <FileTile
              key={file.id}
              file={file}
              onRemove={disabled ? undefined : () => onChange(files.filter((one) => one.id !== file.id))}
            />
          ))}
          {sending.map((one) => (
            <li key={one.key} className={one.fault ? styles.faulty : styles.tile}>
              <span className={styles.thumb}>
                <Icon name="file" />
              </span>
              <span className={styles.name}>
                <span title={one.file.name}>{one.file.name}</span>
                {one.fault ? (
                  <small role="alert">{one.fault}</small>
                ) : (
                  <Progress
                    percent={one.percent}
                    size="small"
                    showInfo={false}
                    aria-label={t('form.uploading', { percent: one.percent })}
                  />
                )}
              </span>
              {one.fault && !one.final ? (
                <Tooltip title={t('form.retry')}>
                  <Button
                    type="text"
                    size="small"
                    icon={<Icon name="refresh" size={16} />}
                    aria-label={t('form.retryFile', { name: one.file.name })}
                    onClick={() => retry(one)}
                  />
                </Tooltip>
              ) : null}
              <Button
                type="text"
                size="small"
                icon={<Icon name="close" size={16} />}
                aria-label={t('form.removeFile', { name: one.file.name })}
                onClick={() => remove(one)}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
