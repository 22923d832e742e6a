// Which part of the list is seen? One tab a value, with how many there are; the first is all of them.
import { Tabs } from 'antd'
import { useMemo } from 'react'
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
  const items = useMemo(() => {
    const label = (title: string, count: number | undefined) => <span className="list-tab">{title}{count !== undefined && <em>{format.number(count)}</em>}</span>
    const sum = counts && Object.values(counts).reduce((total, count) => total + count, 0)
    return [{ key: all, label: label(t('list.all'), sum) }, ...options.map(({ code, title }) => ({ key: code, label: label(pick(title), counts?.[code] ?? (counts ? 0 : undefined)) }))]
  }, [options, counts, t, pick, format])
  return <Tabs className="list-tabs" items={items} activeKey={active ?? all} onChange={(key) => onChange(key === all ? undefined : key)} />
}
