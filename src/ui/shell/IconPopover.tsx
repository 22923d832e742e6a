// What opens below a button of the frame? A panel that comes with the first press; the button is there from the beginning.
import { lazy, Suspense, useContext, type ReactNode } from 'react'
import { Calm } from '../calm'
import { IconButton } from './IconButton'
import type { IconName } from './icons'

const Popover = lazy(() => import('antd/es/popover'))

export function IconPopover({ icon, label, children }: { readonly icon: IconName; readonly label: string; readonly children: ReactNode }) {
  const calm = useContext(Calm)
  const button = <IconButton icon={icon} label={label} aria-haspopup="dialog" />
  if (!calm) return button
  return (
    <Suspense fallback={button}>
      <Popover trigger="click" placement="bottomRight" destroyOnHidden content={<Suspense fallback={null}>{children}</Suspense>}>{button}</Popover>
    </Suspense>
  )
}
