// The object URL of a file or its thumbnail, for an element of the page.
import { useEffect, useState } from 'react'
import type { FileValue } from '../../protocol/calls'
import { CallError } from '../../client/feedback/callError'
import { objectUrl, useFiles, type Carrier } from '../../client/data/fileTransfer'

interface FileAddress {
  /** Revoked when the component unmounts. */
  readonly address: string | null
  /** Why it could not be loaded. */
  readonly failure: string | null
}

interface Wanted {
  readonly carrier: Carrier | undefined
  readonly part: 'bytes' | 'thumbnail'
  readonly enabled: boolean
}

const empty: FileAddress = { address: null, failure: null }

/** Reads the file, or its thumbnail, once it is `enabled`. */
export function useFileAddress({ id, name, size, type }: FileValue, { carrier, part, enabled }: Wanted): FileAddress {
  const files = useFiles()
  const [latest, setLatest] = useState({ id, ...empty })
  const [entity, record] = [carrier?.entity, carrier?.record]
  useEffect(() => {
    if (!enabled) return
    const control = new AbortController()
    const from = entity === undefined || record === undefined ? undefined : { entity, record }
    files[part]({ id, name, size, type }, from, control.signal).then(
      // Use the type from the record, so that the bytes cannot be displayed as anything else.
      (blob) => {
        const typed = new Blob([blob], { type: part === 'thumbnail' ? 'image/webp' : type })
        setLatest({ ...empty, id, address: objectUrl(typed, control.signal) })
      },
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error
        if (error.kind !== 'aborted') setLatest({ ...empty, id, failure: error.message })
      },
    )
    return () => control.abort()
  }, [files, id, name, size, type, entity, record, part, enabled])
  // A file id always identifies the same bytes; do not show another file's bytes for this one.
  return latest.id === id ? latest : empty
}
