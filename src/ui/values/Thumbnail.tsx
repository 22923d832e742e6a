// The thumbnail of a file: an image made by the server, loaded when visible, or an icon.
import { useEffect, useRef, useState } from 'react'
import { isPicture } from '../../manifest/fieldTypes/mediaTypes'
import type { FileValue } from '../../protocol/calls'
import type { Carrier } from '../../client/data/fileTransfer'
import { Icon } from '../controls/icons'
import { useFileAddress } from './useFileAddress'

/** Draws a square of `size` pixels; an icon for files that are not images, and until the image has loaded. */
export function Thumbnail({ file, carrier, size }: { file: FileValue; carrier?: Carrier; size: number }) {
  const container = useRef<HTMLSpanElement>(null)
  const [isVisible, setIsVisible] = useState(false)
  const drawn = isPicture(file.type)
  useEffect(() => {
    if (isVisible || !container.current) return
    const view = new IntersectionObserver((intersections) => {
      if (intersections.some(({ isIntersecting }) => isIntersecting)) setIsVisible(true)
    })
    view.observe(container.current)
    return () => view.disconnect()
  }, [isVisible])
  // Without a thumbnail the icon stays; opening the file shows the error.
  const { address } = useFileAddress(file, { carrier, part: 'thumbnail', enabled: isVisible && drawn })
  return (
    <span ref={container} className="thumbnail" style={{ width: size, height: size }}>
      {address ? <img src={address} alt="" /> : <Icon name="file" size={Math.min(18, Math.round(size * 0.6))} />}
    </span>
  )
}
