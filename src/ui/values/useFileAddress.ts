// The object URL of a file or its thumbnail, for an element of the page.
import { useEffect, useState } from 'react'
import type { FileValue } from '../../protocol/calls'
import { CallError } from '../../client/feedback/callError'
import { objectUrl, useFiles, type Carrier } from '../../client/data/fileTransfer'

interface FileAddress {
  readonly address: string | null
  /** Why it could not be loaded. */
  readonly failed: string | null
}

interface Wanted {
  readonly carrier: Carrier | undefined
  readonly part: 'bytes' | 'thumbnail'
  /** false: do not load. */
  readonly enabled: boolean
}

const none: FileAddress = { address: null, failed: null }

/**
 * Reads nothing until `enabled`. The address is revoked when the component unmounts; `failed` is the message of the
 * refusal.
 */
export function useFileAddress({ id, name, size, type }: FileValue, { carrier, part, enabled }: Wanted): FileAddress {
  const files = useFiles()
  const [latest, setLatest] = useState({ id, ...none })
  const [entity, record] = [carrier?.entity, carrier?.record]
  useEffect(() => {
    if (!enabled) return
    const control = new AbortController()
    const from = entity === undefined || record === undefined ? undefined : { entity, record }
    files[part]({ id, name, size, type }, from, control.signal).then(
      // Use the type from the record, so that the bytes cannot be displayed as anything else.
      (blob) => {
        const drawn = new Blob([blob], { type: part === 'thumbnail' ? 'image/webp' : type })
        setLatest({ ...none, id, address: objectUrl(drawn, control.signal) })
      },
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error
        if (error.kind !== 'aborted') setLatest({ ...none, id, failed: error.message })
      },
    )
    return () => control.abort()
  }, [files, id, name, size, type, entity, record, part, enabled])
  // A file id always identifies the same bytes; do not show another file's bytes for this one.
  return latest.id === id ? latest : none
}
