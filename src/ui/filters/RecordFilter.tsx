// Filter by records of a reference, found by letters of their label among the server's options.
import { Select } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import { useOptions } from '../../client/data/queries'
import { useTranslator } from '../../client/context/clientContext'
import { useDebounced } from '../controls/hooks/useDebounced'
import { leaveByTab } from '../controls/leaveByTab'
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
  const ids = filterValues(filter).map(Number)
  const { offered, labels } = useFilterOptions({ screen, field, entity }, { ids, typed, open })
  const options = (offered.data?.options ?? []).map(({ id, label, hint }) => ({
    value: id,
    label: hint ? `${label} · ${hint}` : label,
    short: label,
  }))
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
      options={options}
      value={ids}
      onOpenChange={setOpen}
      onSearch={setTyped}
      searchValue={typed}
      labelRender={({ value }) => labels.get(Number(value)) ?? '…'}
      onChange={(value: number[]) => {
        setTyped('')
        onChange(value.length > 0 ? { field, operator: 'in', value } : undefined)
      }}
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

interface Selection {
  /** The records that the filter names. */
  readonly ids: readonly number[]
  readonly typed: string
  readonly open: boolean
}

/** The options for the typed text, and the labels of all known records, including the filter's. */
function useFilterOptions(
  { entity, ...source }: { screen: string; field: string; entity: string | undefined },
  { ids, typed, open }: Selection,
) {
  const entities = entity === undefined ? [] : [entity]
  const searchText = useDebounced(typed.trim(), searchDelayMs)
  const [labels, setLabels] = useState<ReadonlyMap<number, string>>(new Map())
  const offered = useOptions(searchText ? { ...source, words: searchText } : source, entities, open)
  const unnamed = ids.filter((id) => !labels.has(id))
  const named = useOptions({ ...source, ids: unnamed }, entities, unnamed.length > 0)
  useEffect(() => {
    const options = [...(offered.data?.options ?? []), ...(named.data?.options ?? [])]
    if (options.length > 0)
      setLabels((now) =>
        options.every(({ id, label }) => now.get(id) === label)
          ? now
          : new Map([...now, ...options.map(({ id, label }) => [id, label] as const)]),
      )
  }, [offered.data, named.data])
  return { offered, labels }
}
