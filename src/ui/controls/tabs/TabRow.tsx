// A row of tabs that scrolls in a narrow window; arrows, Home and End move along it.
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import './tabRow.css'

export interface TabItem {
  readonly key: string
  readonly title: ReactNode
  /** Number of items, as text; empty while it is unknown. */
  readonly count?: string
}

interface TabRowProps {
  readonly items: readonly TabItem[]
  readonly active: string | undefined
  readonly onChange: (key: string) => void
  /** Prefix of a panel's id, before the tab's key. */
  readonly panels?: string
}

/** Draws the tabs; a key of `active` that is none of them marks none. `panels`: the prefix of the ids of the panels. */
export function TabRow({ items, active, onChange, panels }: TabRowProps) {
  const row = useRef<HTMLDivElement>(null)
  // Keep the active tab visible in a narrow window.
  useEffect(() => {
    row.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])
  const move = (event: KeyboardEvent, index: number) => {
    const to = {
      ArrowRight: (index + 1) % items.length,
      ArrowLeft: (index - 1 + items.length) % items.length,
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
      {items.map(({ key, title, count }, index) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-selected={key === active}
          tabIndex={key === reached ? 0 : -1}
          onClick={() => onChange(key)}
          onKeyDown={(event) => move(event, index)}
          aria-controls={panels !== undefined && key === active ? panels + key : undefined}
        >
          {title}
          {count !== undefined && <em>{count}</em>}
        </button>
      ))}
    </div>
  )
}
