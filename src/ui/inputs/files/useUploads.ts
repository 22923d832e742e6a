// The uploads of a files input, each with its progress.
// A file becomes part of the value once the server has stored it.
import { useEffect, useRef, useState } from 'react'
import type { Field } from '../../../manifest/model/field'
import { useTranslator } from '../../../client/context/clientContext'
import type { FileValue } from '../../../protocol/calls'
import { useInputContext, type UploadProgress, type InputProps } from '../base/inputContext'
import { fileRejection } from '../base/fileLimits'

export interface Upload {
  readonly key: number
  readonly file: File
  readonly percent: number
  /** Interrupted at present, and retried automatically. */
  readonly interrupted?: boolean
  readonly error?: string
  /** Refused before sending, so a retry would be refused again. */
  readonly final?: boolean
  readonly control: AbortController
}

export interface Uploads {
  /** Files that are not stored yet, in the order chosen. */
  readonly uploads: readonly Upload[]
  readonly add: (files: Iterable<File>) => void
  readonly retry: (upload: Upload) => void
  readonly remove: (upload: Upload) => void
}

let lastKey = 0

type UploadOptions = Pick<InputProps<FileValue[]>, 'field' | 'value' | 'onChange' | 'onUploads'>

export function useUploads({ field, value, onChange, onUploads }: UploadOptions): Uploads {
  const { t } = useTranslator()
  const { upload, giveUp, uploading } = useInputContext()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const store = useStoredFiles(value ?? [], onChange)
  const rejectionOf = useRejection(field)
  useAbortOnLeave(uploads)
  const progress = progressOf(uploads)
  useEffect(() => onUploads?.(progress), [onUploads, progress])
  const change = (key: number, part: Partial<Upload> | null): void =>
    setUploads((all) =>
      part === null
        ? all.filter((item) => item.key !== key)
        : all.map((item) => (item.key === key ? { ...item, ...part } : item)),
    )
  const send = (item: Upload): void => {
    const sent = upload(
      item.file,
      (percent, interrupted = false) => change(item.key, { percent, interrupted }),
      item.control.signal,
    ).then(
      (file) => {
        store.add(file, item.key)
        change(item.key, null)
        uploading.delete(item.key)
      },
      (reason: unknown) => {
        if (item.control.signal.aborted) return
        uploading.set(item.key, 'failed')
        change(item.key, { error: reason instanceof Error && reason.message ? reason.message : t('form.fileFailed') })
      },
    )
    uploading.set(item.key, sent)
  }
  const add = (files: Iterable<File>): void => {
    const room = (field.max ?? Infinity) - store.count() - uploads.filter((item) => !item.final).length
    const added = [...files].map((file, index): Upload => {
      const error = rejectionOf(file, index < room)
      return { key: ++lastKey, file, percent: 0, control: new AbortController(), error, final: error !== undefined }
    })
    setUploads((all) => [...all.filter((item) => !item.final), ...added])
    for (const item of added) if (item.error === undefined) send(item)
  }
  const remove = (item: Upload): void => {
    item.control.abort()
    giveUp(item.file)
    uploading.delete(item.key)
    change(item.key, null)
  }
  const retry = (item: Upload): void => {
    const again = { ...item, control: new AbortController(), error: undefined, percent: 0, interrupted: false }
    change(item.key, again)
    send(again)
  }
  return { uploads, add, retry, remove }
}

function progressOf(uploads: readonly Upload[]): UploadProgress | undefined {
  const unsent = uploads.filter((item) => !item.final)
  if (unsent.some((item) => item.error !== undefined)) return 'failed'
  return unsent.length > 0 ? 'sending' : undefined
}

/** The stored files; several uploads may finish between two renders. */
function useStoredFiles(files: readonly FileValue[], onChange: (files: FileValue[]) => void) {
  const latest = useRef<readonly FileValue[]>(files)
  latest.current = files
  // Use the form as of the file's arrival: it may have been recreated since the file was chosen.
  const change = useRef(onChange)
  change.current = onChange
  const order = useRef(new Map<string, number>())
  return {
    count: () => latest.current.length,
    add(file: FileValue, key: number) {
      // Files keep the order chosen, whichever arrives first.
      order.current.set(file.id, key)
      latest.current = [...latest.current, file].sort(
        (a, b) => (order.current.get(a.id) ?? 0) - (order.current.get(b.id) ?? 0),
      )
      change.current([...latest.current])
    },
  }
}

/** Why a file is not sent; `fits`: the field has room for it. */
function useRejection(field: Field): (file: File, fits: boolean) => string | undefined {
  const { t } = useTranslator()
  const { fileBytes } = useInputContext()
  return (file, fits) =>
    fits ? fileRejection(file, field.accept, fileBytes, t) : t('form.fileMany', { count: field.max ?? 0 })
}

function useAbortOnLeave(uploads: readonly Upload[]): void {
  const { uploading } = useInputContext()
  const running = useRef(uploads)
  running.current = uploads
  useEffect(
    () => () => {
      for (const item of running.current) {
        item.control.abort()
        uploading.delete(item.key)
      }
    },
    [uploading],
  )
}
