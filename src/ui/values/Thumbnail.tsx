// The thumbnail of a file: an image made by the server, loaded when visible, or an icon.
import { useEffect, useRef, useState } from 'react'
import type { FileValue } from '../../protocol/calls'
import { CallError } from '../../client/feedback/callError'
import { objectUrl, useFiles, type Carrier } from '../../client/data/fileTransfer'
import { Icon } from '../controls/icons'

export function Thumbnail({ file, carrier, size }: { file: FileValue; carrier?: Carrier; size: number }) {
  const files = useFiles()
  const container = useRef<HTMLSpanElement>(null)
  const [address, setAddress] = useState<string | null>(null)
  const drawn = /^image\/(?!vnd\.)/.test(file.type)
  const [entity, record] = [carrier?.entity, carrier?.record]
  useEffect(() => {
    if (!drawn || !container.current) return
    const control = new AbortController()
    const ask = () =>
      files
        .thumbnail(file, entity === undefined || record === undefined ? undefined : { entity, record }, control.signal)
        .then(
          (blob) => setAddress(objectUrl(blob, control.signal)),
          // Without a thumbnail the icon stays; opening the file shows the error.
          (error: unknown) => {
            if (!(error instanceof CallError)) throw error
          },
        )
    const view = new IntersectionObserver((visited) => {
      if (!visited.some(({ isIntersecting }) => isIntersecting)) return
      view.disconnect()
      void ask()
    })
    view.observe(container.current)
    return () => {
      view.disconnect()
      control.abort()
    }
    // A file id identifies the same bytes forever.
  }, [files, file.id, entity, record, drawn])
  return (
    <span ref={container} className="thumbnail" style={{ width: size, height: size }}>
      {address ? <img src={address} alt="" /> : <Icon name="file" size={Math.min(18, Math.round(size * 0.6))} />}
    </span>
  )
}
