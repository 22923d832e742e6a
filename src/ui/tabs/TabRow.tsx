// Which of several parts is seen? A row of tabs that scrolls where a window is narrower than all of them; arrows, Home and End move along it.
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import './tabs.css'

export interface TabItem {
  readonly key: string
  readonly title: ReactNode
  /** How many there are, as text. */ readonly count?: string
}

interface TabRowProps {
  readonly items: readonly TabItem[]
  readonly active: string | undefined
  readonly onChange: (key: string) => void
  /** Before a tab's key: the id of what it shows. */
  readonly panels?: string
}

export function TabRow({ items, active, onChange, panels }: TabRowProps) {
  const row = useRef<HTMLDivElement>(null)
  // There may be more of them than a narrow window is wide.
  useEffect(() => {
    row.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])
  const move = (event: KeyboardEvent, at: number) => {
    const to = {
      ArrowRight: (at + 1) % items.length,
      ArrowLeft: (at - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus()
    onChange(items[to]!.key)
  }
  const reached = items.some(({ key }) => key === active) ? active : items[0]?.key
  return (
    <div ref={row} className="tab-row" role="tablist">
      {items.map(({ key, title, count }, at) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-selected={key === active}
          tabIndex={key === reached ? 0 : -1}
          onClick={() => onChange(key)}
          onKeyDown={(event) => move(event, at)}
          aria-controls={panels !== undefined && key === active ? panels + key : undefined}
        >
          {title}
          {count !== undefined && <em>{count}</em>}
        </button>
      ))}
    </div>
  )
}
