// A layout button whose panel is loaded on the first press.
// A press before the panel has loaded is not lost.
import { lazy, Suspense, useContext, useState, type ReactNode } from 'react'
import { FirstLoadContext } from './firstLoad'
import { IconButton } from './IconButton'
import type { IconName } from '../../manifest/context/drawnNames'

const Popover = lazy(() => import('antd/es/popover'))

export function IconPopover({
  icon,
  label,
  children,
}: {
  readonly icon: IconName
  readonly label: string
  /** The panel, or how to draw it with a function that closes it. */
  readonly children: ReactNode | ((close: () => void) => ReactNode)
}) {
  const calm = useContext(FirstLoadContext)
  const [pressed, setPressed] = useState(false)
  const [open, setOpen] = useState(false)
  const press = () => {
    setPressed(true)
    setOpen(true)
  }
  if (!calm && !pressed) return <IconButton icon={icon} label={label} aria-haspopup="dialog" onClick={press} />
  const button = <IconButton icon={icon} label={label} aria-haspopup="dialog" />
  const content = typeof children === 'function' ? children(() => setOpen(false)) : children
  return (
    <Suspense fallback={<IconButton icon={icon} label={label} aria-haspopup="dialog" onClick={press} />}>
      <Popover
        trigger="click"
        placement="bottomRight"
        destroyOnHidden
        open={open}
        onOpenChange={setOpen}
        content={<Suspense fallback={null}>{content}</Suspense>}
      >
        {button}
      </Popover>
    </Suspense>
  )
}
