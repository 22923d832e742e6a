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
  readonly children: ReactNode
}) {
  const calm = useContext(FirstLoadContext)
  const [pressed, setPressed] = useState(false)
  const button = <IconButton icon={icon} label={label} aria-haspopup="dialog" onClick={() => setPressed(true)} />
  if (!calm && !pressed) return button
  return (
    <Suspense fallback={button}>
      <Popover
        trigger="click"
        placement="bottomRight"
        destroyOnHidden
        defaultOpen={pressed}
        content={<Suspense fallback={null}>{children}</Suspense>}
      >
        {button}
      </Popover>
    </Suspense>
  )
}
