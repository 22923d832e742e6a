// A drop-down menu that is made once the first records are there, or when its button is pressed.
import { Dropdown, type DropdownProps, type MenuProps } from 'antd'
import { cloneElement, useContext, useState, type ReactElement } from 'react'
import { FirstLoadContext } from './firstLoad'

interface LazyDropdownProps extends Omit<DropdownProps, 'menu' | 'children' | 'trigger' | 'open' | 'onOpenChange'> {
  /** Called when there is a menu to make. */
  readonly menu: () => MenuProps
  /** The button. */
  readonly children: ReactElement<{ onClick?: () => void }>
}

export function LazyDropdown({ menu, children, ...rest }: LazyDropdownProps) {
  const calm = useContext(FirstLoadContext)
  const [pressed, setPressed] = useState(false)
  const [open, setOpen] = useState(false)
  const press = () => {
    setPressed(true)
    setOpen(true)
  }
  if (!calm && !pressed) return cloneElement(children, { onClick: press })
  return (
    <Dropdown {...rest} trigger={['click']} menu={menu()} open={open} onOpenChange={setOpen}>
      {children}
    </Dropdown>
  )
}
