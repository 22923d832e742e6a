// What opens below a button of the frame? A panel that comes with the first press; the button is there from the beginning, and a press that comes before the
// panel can open is not lost.
import { lazy, Suspense, useContext, useState, type ReactNode } from 'react'
import { Calm } from '../calm'
import { IconButton } from './IconButton'
import type { IconName } from './icons'

const Popover = lazy(() => import('antd/es/popover'))

export function IconPopover({
  icon,
  label,
  children,
}: {
  readonly icon: IconName
  readonly label: string
  readonly children: ReactNode
}) {
  const calm = useContext(Calm)
  const [pressed, setPressed] = useState(false)
  const early = <IconButton icon={icon} label={label} aria-haspopup="dialog" onClick={() => setPressed(true)} />
  if (!calm && !pressed) return early
  return (
    <Suspense fallback={early}>
      <Popover
        trigger="click"
        placement="bottomRight"
        destroyOnHidden
        defaultOpen={pressed}
        content={<Suspense fallback={null}>{children}</Suspense>}
      >
        <IconButton icon={icon} label={label} aria-haspopup="dialog" />
      </Popover>
    </Suspense>
  )
}
