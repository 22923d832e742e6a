// What else may be done with a row? One menu for the whole table, opened beside the button that was pressed: a menu a row would cost more than the row.
import { Dropdown } from 'antd'
import { useEffect, useState } from 'react'

export interface OpenMenu {
  readonly items: readonly {
    readonly key: string
    readonly label: string
    readonly danger: boolean
    readonly run: () => void
  }[]
  readonly button: HTMLElement
}

export function RowMenu({ menu, close }: { menu: OpenMenu | null; close: () => void }) {
  const [shown, setShown] = useState<OpenMenu | null>(menu)
  useEffect(() => {
    if (menu) setShown(menu)
  }, [menu])
  if (!shown) return null
  const box = shown.button.getBoundingClientRect()
  return (
    <Dropdown
      open={menu !== null}
      autoFocus
      destroyOnHidden
      placement="bottomRight"
      trigger={['click']}
      onOpenChange={(open) => {
        if (open) return
        close()
        shown.button.focus({ preventScroll: true })
      }}
      menu={{
        items: shown.items.map(({ key, label, danger }) => ({ key, label, danger })),
        onClick: ({ key }) => {
          close()
          shown.items.find((item) => item.key === key)?.run()
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
