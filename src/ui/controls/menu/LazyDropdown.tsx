// A drop-down menu whose entries are made late: once the first records are there, or on a press.
// The button is the same element all the time, so that it keeps the focus.
import { Dropdown, type DropdownProps, type MenuProps } from 'antd'
import { useContext, useState } from 'react'
import { FirstLoadContext } from '../firstLoad'
import { useTopmostEscape } from './useTopmostEscape'

interface LazyDropdownProps extends Omit<DropdownProps, 'menu' | 'trigger' | 'open' | 'onOpenChange'> {
  /** Called when there is a menu to make. */
  readonly menu: () => MenuProps
  readonly onOpenChange?: (open: boolean) => void
}

const unmade: MenuProps = { items: [] }

export function LazyDropdown({ menu, onOpenChange, ...rest }: LazyDropdownProps) {
  const calm = useContext(FirstLoadContext)
  const [open, setOpen] = useState(false)
  const change = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  useTopmostEscape(open, () => change(false))
  return (
    <Dropdown {...rest} trigger={['click']} menu={calm || open ? menu() : unmade} open={open} onOpenChange={change} />
  )
}
