// Which part of the list is seen? One tab a value, with how many there are; the first is all of them.
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useFormat, useWords } from '../../../runtime/runtime'
import type { Option } from '../../values/scene'

interface StateTabsProps {
  readonly options: readonly Option[]
  readonly counts: Readonly<Record<string, number>> | undefined
  readonly active: string | undefined
  readonly onChange: (tab: string | undefined) => void
}

const all = '*'

export function StateTabs({ options, counts, active, onChange }: StateTabsProps) {
  const { t, pick } = useWords()
  const format = useFormat()
  const row = useRef<HTMLDivElement>(null)
  const shown = active ?? all
  // There may be more of them than a narrow window is wide.
  useEffect(() => { row.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }) }, [shown])
  const sum = counts && Object.values(counts).reduce((total, count) => total + count, 0)
  const tabs = [{ key: all, title: t('list.all'), count: sum }, ...options.map(({ code, title }) => ({ key: code, title: pick(title), count: counts && (counts[code] ?? 0) }))]
  const choose = (key: string) => onChange(key === all ? undefined : key)
  const move = (event: KeyboardEvent, at: number) => {
    const to = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: (at - 1 + tabs.length) % tabs.length, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus()
    choose(tabs[to]!.key)
  }
  return (
    <div ref={row} className="list-tabs" role="tablist">
      {tabs.map(({ key, title, count }, at) => (
        <button key={key} type="button" role="tab" aria-selected={key === shown} tabIndex={key === shown || (at === 0 && !tabs.some((tab) => tab.key === shown)) ? 0 : -1} onClick={() => choose(key)} onKeyDown={(event) => move(event, at)}>
          {title}{count !== undefined && <em>{format.number(count)}</em>}
        </button>
      ))}
    </div>
  )
}
