// Tabs of a list by value with counts; the first shows all records.
import { useFormat, useTranslator } from '../../../client/context/clientContext'
import { TabRow } from '../../controls/tabs/TabRow'
import type { Option } from '../../values/renderContext'

interface StateTabsProps {
  readonly options: readonly Option[]
  readonly counts: Readonly<Record<string, number>> | undefined
  readonly active: string | undefined
  readonly onChange: (tab: string | undefined) => void
}

const all = '*'

export function StateTabs({ options, counts, active, onChange }: StateTabsProps) {
  const { t, pick } = useTranslator()
  const format = useFormat()
  // Until they are counted, the room of a digit is reserved, so that the tabs do not move much.
  const counted = (count: number) => (counts ? format.number(count) : '')
  const sum = Object.values(counts ?? {}).reduce((total, count) => total + count, 0)
  const items = [
    { key: all, title: t('list.all'), count: counted(sum) },
    ...options.map(({ code, title }) => ({ key: code, title: pick(title), count: counted(counts?.[code] ?? 0) })),
  ]
  return <TabRow items={items} active={active ?? all} onChange={(key) => onChange(key === all ? undefined : key)} />
}
