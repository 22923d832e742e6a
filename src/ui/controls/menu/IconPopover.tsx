// A layout button whose panel is loaded on the first press.
// A press before the panel has loaded is not lost.
import { lazy, Suspense, useContext, useState, type ReactNode } from 'react'
import { FirstLoadContext } from '../firstLoad'
import { IconButton } from '../IconButton'
import { useEscapeToOpener } from './useTopmostEscape'
import type { IconName } from '../../../manifest/context/drawnNames'

const Popover = lazy(() => import('antd/es/popover'))

interface IconPopoverProps {
  readonly icon: IconName
  readonly label: string
  /** Beside the icon. */
  readonly text?: string
  readonly className?: string
  readonly placement?: 'bottom' | 'bottomRight'
  /** The panel, or a function that draws it and receives a function that closes it. */
  readonly children: ReactNode | ((close: () => void) => ReactNode)
}

/** Draws the button, and on a press the children in a panel; as a function they receive what closes it. */
export function IconPopover({ icon, label, text, className, placement = 'bottomRight', children }: IconPopoverProps) {
  const firstLoaded = useContext(FirstLoadContext)
  const [pressed, setPressed] = useState(false)
  const [open, setOpen] = useState(false)
  const button = useEscapeToOpener<HTMLButtonElement>(open, () => setOpen(false))
  const press = () => {
    setPressed(true)
    setOpen(true)
  }
  const looks = { icon, label, className, children: text, 'aria-haspopup': 'dialog' } as const
  if (!firstLoaded && !pressed) return <IconButton {...looks} onClick={press} />
  const content = typeof children === 'function' ? children(() => setOpen(false)) : children
  return (
    <Suspense fallback={<IconButton {...looks} onClick={press} />}>
      <Popover
        trigger="click"
        placement={placement}
        destroyOnHidden
        open={open}
        onOpenChange={setOpen}
        content={<Suspense fallback={null}>{content}</Suspense>}
      >
        <IconButton ref={button} {...looks} />
      </Popover>
    </Suspense>
  )
}
