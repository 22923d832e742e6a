// Which records may a reference point at? Chosen from what the server offers for this search, by a few letters of their label.
import { Select } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import { useOptions } from '../../runtime/records'
import { useWords } from '../../runtime/runtime'
import { listOf, type FilterInputProps } from './filterProps'

/** Milliseconds between the last letter and the question. */
const pause = 250

export default function RecordFilter({
  column: { field },
  filter,
  onChange,
  screen,
  title,
  prefix,
}: FilterInputProps & { title: string; prefix: ReactNode }) {
  const { t } = useWords()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [words, setWords] = useState('')
  const ids = listOf(filter).map(Number)
  const [labels, setLabels] = useState<ReadonlyMap<number, string>>(new Map())
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed])
  const offered = useOptions(words ? { screen, field, words } : { screen, field }, open)
  const unnamed = ids.filter((id) => !labels.has(id))
  const named = useOptions({ screen, field, ids: unnamed }, unnamed.length > 0)
  useEffect(() => {
    const found = [...(offered.data?.options ?? []), ...(named.data?.options ?? [])]
    if (found.length > 0)
      setLabels((now) =>
        found.every(({ id, label }) => now.get(id) === label)
          ? now
          : new Map([...now, ...found.map(({ id, label }) => [id, label] as const)]),
      )
  }, [offered.data, named.data])

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
        onChange(value.length > 0 ? { field, operator: 'in', value } : undefined, false)
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
