// The menu with the other actions of a row or selection, opened at the pressed button.
// One menu serves the whole table: a menu per row would cost more than the row.
import { Dropdown } from 'antd'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { WhyNot } from '../../protocol/records/stepCalls'
import { keepPressOff } from '../controls/menu/keepPressOff'
import { useTopmostEscape } from '../controls/menu/useTopmostEscape'
import { ReasonsDialog, RefusedAction, useRefusedActions, withRefused, type MenuRecord } from './refusedActions'

export interface OpenMenu {
  readonly items: readonly {
    readonly key: string
    readonly label: string
    readonly danger: boolean
    /** Why it cannot be chosen; absent: it can. */
    readonly refusal?: string | undefined
    readonly run: () => void
  }[]
  readonly button: HTMLElement
  /** Whose refused actions follow; absent: of several records. */
  readonly record?: MenuRecord
}

/**
 * Draws the menu of `menu` at its button; null closes it. Draws nothing until the first one, so a table pays for it
 * only when it is used.
 */
export function RowMenu({ menu, close }: { menu: OpenMenu | null; close: () => void }) {
  const [openMenu, setOpenMenu] = useState<OpenMenu | null>(menu)
  useEffect(() => {
    if (menu) setOpenMenu(menu)
  }, [menu])
  const { pathname } = useLocation()
  const [refused, setRefused] = useState<readonly WhyNot[]>([])
  const { entries, refusedOf } = useRefusedActions(menu?.record ? { ...menu.record, screen: pathname } : undefined)
  const leave = () => {
    close()
    openMenu?.button.focus({ preventScroll: true })
  }
  useTopmostEscape(menu !== null, leave)
  if (!openMenu) return null
  const leaveReasons = () => {
    setRefused([])
    leave()
  }
  if (refused.length > 0) return <ReasonsDialog refused={refused} close={leaveReasons} />
  const box = openMenu.button.getBoundingClientRect()
  return (
    <Dropdown
      open={menu !== null}
      autoFocus
      destroyOnHidden
      placement="bottomRight"
      trigger={['click']}
      onOpenChange={(open) => !open && leave()}
      menu={{
        items: withRefused(
          openMenu.items.map(({ key, label, danger, refusal }) => ({
            key,
            danger,
            disabled: refusal !== undefined,
            label: refusal === undefined ? label : <RefusedAction title={label} note={refusal} />,
          })),
          entries,
        ),
        onClick: ({ key, domEvent }) => {
          keepPressOff(domEvent)
          close()
          setRefused(refusedOf(key))
          openMenu.items.find((item) => item.key === key)?.run()
        },
      }}
    >
      <span
        key={`${box.left} ${box.top}`}
        style={{
          position: 'fixed',
          left: box.left,
          top: box.top,
          width: box.width,
          height: box.height,
          pointerEvents: 'none',
        }}
      />
    </Dropdown>
  )
}
