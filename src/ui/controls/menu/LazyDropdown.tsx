// A drop-down menu whose entries are created late:
// after the first records have loaded, or on a click. The button stays the same element, so that it keeps the focus.
import { Dropdown, type DropdownProps, type MenuProps } from 'antd'
import { cloneElement, useContext, useState, type ButtonHTMLAttributes, type ReactElement } from 'react'
import { FirstLoadContext } from '../firstLoad'
import { keepPressOff } from './keepPressOff'
import { useEscapeToOpener } from './useTopmostEscape'

interface LazyDropdownProps extends Omit<DropdownProps, 'menu' | 'trigger' | 'open' | 'onOpenChange' | 'children'> {
  /** Called when the menu has to be created. */
  readonly menu: () => MenuProps
  readonly onOpenChange?: (open: boolean) => void
  /** The button. */
  readonly children: ReactElement<Pick<ButtonHTMLAttributes<HTMLElement>, 'onClick' | 'aria-expanded'>>
}

const unmade: MenuProps = { items: [] }

/** Draws its child as the button of a menu; `menu` is a function so that closed menus cost nothing. */
export function LazyDropdown({ menu, onOpenChange, children, ...rest }: LazyDropdownProps) {
  const firstLoaded = useContext(FirstLoadContext)
  const [open, setOpen] = useState(false)
  const change = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  // Some browsers do not focus clicked buttons.
  const button = useEscapeToOpener<HTMLElement>(open, () => change(false))
  const entries = firstLoaded || open ? menu() : unmade
  return (
    <Dropdown
      {...rest}
      trigger={['click']}
      menu={{
        ...entries,
        onClick: (entry) => {
          keepPressOff(entry.domEvent)
          entries.onClick?.(entry)
        },
      }}
      open={open}
      onOpenChange={(next, { source }) => {
        // A dialog that the entry opens returns the focus to where it is now, and the menu goes.
        if (source === 'menu' && document.activeElement?.closest('[role="menu"]'))
          button.current?.focus({ preventScroll: true })
        change(next)
      }}
    >
      {cloneElement(children, {
        'aria-expanded': open,
        onClick: (event) => {
          button.current = event.currentTarget
          children.props.onClick?.(event)
        },
      })}
    </Dropdown>
  )
}
