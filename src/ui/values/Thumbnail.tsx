// What does a file look like in little? A picture as the small one that the server made of it, asked for when it comes into view; everything else as a sign.
import { useEffect, useRef, useState } from 'react'
import type { FileValue } from '../../protocol/calls'
import { CallError } from '../../runtime/faults'
import { useFiles, type Carrier } from '../../runtime/files'
import { Icon } from '../shell/icons'

export function Thumbnail({ file, carrier, size }: { file: FileValue; carrier?: Carrier; size: number }) {
  const files = useFiles()
  const place = useRef<HTMLSpanElement>(null)
  const [address, setAddress] = useState<string | null>(null)
  const drawn = /^image\/(?!vnd\.)/.test(file.type)
  const [entity, record] = [carrier?.entity, carrier?.record]
  useEffect(() => {
    if (!drawn || !place.current) return
    const control = new AbortController()
    let made = ''
    const ask = () =>
      files
        .thumbnail(file, entity === undefined || record === undefined ? undefined : { entity, record }, control.signal)
        .then(
          (blob) => setAddress((made = URL.createObjectURL(blob))),
          // Without one the sign stays; opening the file tells what is wrong.
          (error: unknown) => {
            if (!(error instanceof CallError)) throw error
          },
        )
    const view = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return
      view.disconnect()
      void ask()
    })
    view.observe(place.current)
    return () => {
      view.disconnect()
      control.abort()
      if (made) URL.revokeObjectURL(made)
    }
    // The id is the file: it names the same bytes for ever.
  }, [files, file.id, entity, record, drawn])
  return (
    <span ref={place} className="thumbnail" style={{ width: size, height: size }}>
      {address ? <img src={address} alt="" /> : <Icon name="file" size={Math.min(18, Math.round(size * 0.6))} />}
    </span>
  )
}
