// Filter by records of a reference, found by letters of their label among the server's options.
import { Select } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import { useOptions } from '../../client/data/queries'
import { useRuntime, useTranslator } from '../../client/context/clientContext'
import { keepRecentOptions, recentOptionsOf } from '../../client/context/recentOptions'
import { useDebounced } from '../controls/hooks/useDebounced'
import { leaveByTab } from '../controls/leaveByTab'
import { shownOptions } from '../controls/menu/shownOptions'
import { filterValues, type FilterInputProps } from './filterProps'

/** Milliseconds between the last key and the request. */
const searchDelayMs = 250

/** Draws a select of several records; its filter holds ids. Reads options only while it is open. */
export default function RecordFilter({
  field,
  entity,
  filter,
  onChange,
  screen,
  title,
  prefix,
}: Pick<FilterInputProps, 'filter' | 'onChange' | 'screen'> & {
  readonly field: string
  /** The entity of the records to choose from. */
  readonly entity: string | undefined
  readonly title: string
  readonly prefix?: ReactNode
}) {
  const { t } = useTranslator()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const { recent, begin, keep } = useRecent(entity)
  const ids = filterValues(filter).map(Number)
  const source = { screen, field, entity, ...(recent.length > 0 && { recent }) }
  const { offered, labels } = useFilterOptions(source, { ids, typed, open })
  const chooseIds = (next: readonly number[]): void => {
    setTyped('')
    onChange(next.length > 0 ? { field, operator: 'in', value: next } : undefined)
    keep(next.filter((id) => !ids.includes(id)))
  }
  return (
    <Select
      mode="multiple"
      allowClear
      showSearch
      onInputKeyDown={leaveByTab}
      filterOption={false}
      maxTagCount="responsive"
      prefix={prefix}
      aria-label={title}
      placeholder={t('list.any')}
      loading={offered.isFetching}
      options={shownOptions(t, offered.data ?? { options: [] }, undefined)}
      optionRender={({ data: { label, hint } }) => (hint ? `${label} · ${hint}` : label)}
      value={ids}
      onOpenChange={(next) => {
        if (next) begin()
        setOpen(next)
      }}
      onSearch={setTyped}
      searchValue={typed}
      labelRender={({ value }) => labels.get(Number(value)) ?? '…'}
      onChange={chooseIds}
      notFoundContent={offered.isFetching ? t('form.searching') : t('list.noOptions')}
      popupRender={(menu) => (
        <>
          {menu}
          {offered.data?.more && <div className="search-more">{t('list.moreOptions')}</div>}
        </>
      )}
    />
  )
}

/** The records chosen last, as of the opening: the list stays as it is while records are chosen in it. */
function useRecent(entity: string | undefined) {
  const runtime = useRuntime()
  const [recent, setRecent] = useState<readonly number[]>([])
  const begin = () => setRecent(recentOptionsOf(runtime, entity))
  const keep = (added: readonly number[]): void => {
    if (entity === undefined) return
    keepRecentOptions(
      runtime,
      added.map((id) => ({ entity, id })),
      added,
    )
  }
  return { recent, begin, keep }
}

interface Selection {
  /** The records that the filter names. */
  readonly ids: readonly number[]
  readonly typed: string
  readonly open: boolean
}

/** The options for the typed text, and the labels of all known records, including the filter's. */
function useFilterOptions(
  { entity, ...source }: { screen: string; field: string; entity: string | undefined; recent?: readonly number[] },
  { ids, typed, open }: Selection,
) {
  const entities = entity === undefined ? [] : [entity]
  const searchText = useDebounced(typed.trim(), searchDelayMs)
  const [labels, setLabels] = useState<ReadonlyMap<number, string>>(new Map())
  const offered = useOptions(searchText ? { ...source, words: searchText } : source, entities, open)
  const unnamed = ids.filter((id) => !labels.has(id))
  const named = useOptions({ ...source, ids: unnamed }, entities, unnamed.length > 0)
  useEffect(() => {
    const options = [...(offered.data?.options ?? []), ...(offered.data?.recent ?? []), ...(named.data?.options ?? [])]
    if (options.length > 0)
      setLabels((now) =>
        options.every(({ id, label }) => now.get(id) === label)
          ? now
          : new Map([...now, ...options.map(({ id, label }) => [id, label] as const)]),
      )
  }, [offered.data, named.data])
  return { offered, labels }
}
