// Lines that are only a set of codes, as checkboxes by group instead of one line each.
// A group is checked or cleared as a whole; a long list can be searched.
import { untranslated } from '../../../../manifest/model/text'
import { Button, Checkbox, Input } from 'antd'
import { useMemo, useState } from 'react'
import { Icon } from '../../../controls/icons'
import { useTranslator } from '../../../../client/context/clientContext'
import type { Field } from '../../../../manifest/model/field'
import { offeredItems } from '../../scalar/ChoiceInput'
import { useInputContext, type InputProps } from '../../base/inputContext'
import type { Line } from '../../lineModel/editLines'
import { SetFrame } from './SetFrame'
import styles from './codeSet.module.css'
import { groupedOptions } from '../../lineModel/codeGroups'

/** Number of options from which the search appears. */
const maxUnsearchedOptions = 12

type SetInputProps = InputProps<readonly Line[]> & { readonly of: Field }

/** Draws lines that only hold a code of a dictionary as checkboxes, under the headings of its groups. */
export function CodeSetInput(props: SetInputProps) {
  const { id, field, onBlur, disabled, invalid, describedBy, label, lines } = props
  const { t, pick } = useTranslator()
  const [searchText, setSearchText] = useState('')
  const set = useCodeSet(props)
  const groups = groupedOptions(set.options, searchText)
  return (
    <SetFrame
      id={id}
      invalid={invalid}
      describedBy={describedBy}
      lines={lines}
      label={label ?? pick(field.title)}
      onBlur={onBlur}
    >
      <header>
        {set.options.length > maxUnsearchedOptions ? (
          <OptionSearch searchText={searchText} setSearchText={setSearchText} />
        ) : null}
        <span aria-live="polite">{t('form.chosenOf', { count: set.count, all: set.options.length })}</span>
        {disabled ? null : <WholeSet set={set} />}
      </header>
      <div className={styles.setGroups} tabIndex={0} role="region" aria-label={pick(field.title)}>
        {groups.map((group) => (
          <CodeGroup key={group.title} group={group} set={set} disabled={disabled} />
        ))}
        {groups.length === 0 ? <p>{t('form.noMatch')}</p> : null}
      </div>
    </SetFrame>
  )
}

type CodeSet = ReturnType<typeof useCodeSet>

/** The lines as a set of codes: offered ones, chosen ones, and operations. */
function useCodeSet({ of, value, onChange }: SetInputProps) {
  const { pick } = useTranslator()
  const dictionary = useInputContext().dictionaries[of.dictionary ?? '']
  const rows = value ?? []
  const codes = rows.map((line) => String(line[of.name] ?? '')).filter((code) => code !== '')
  const chosen = new Set(codes)
  const offered = useMemo(
    () =>
      offeredItems(dictionary?.items ?? [], undefined).map(({ code, title, group }) => ({
        code,
        title: pick(title),
        group: group ? pick(group) : '',
      })),
    [dictionary, pick],
  )
  // A chosen code that is no longer offered can still be removed.
  const stored = codes
    .filter((code) => !offered.some((option) => option.code === code))
    .map((code) => ({
      code,
      title: pick(dictionary?.items.find((item) => item.code === code)?.title ?? untranslated(code)),
      group: '',
    }))
  // Lines that stay keep their identity.
  const set = (next: readonly string[]) =>
    onChange(next.map((code) => rows.find((line) => line[of.name] === code) ?? { [of.name]: code }))
  return {
    offered,
    options: [...offered, ...stored],
    chosen,
    count: codes.length,
    add: (some: readonly string[]) => set([...codes, ...some.filter((code) => !chosen.has(code))]),
    remove: (some: readonly string[]) => set(codes.filter((code) => !some.includes(code))),
    clear: () => set([]),
  }
}

function OptionSearch({
  searchText,
  setSearchText,
}: {
  searchText: string
  setSearchText: (searchText: string) => void
}) {
  const { t } = useTranslator()
  return (
    <Input
      size="small"
      allowClear
      prefix={<Icon name="search" size={14} />}
      value={searchText}
      onChange={({ target }) => setSearchText(target.value)}
      placeholder={t('form.searchOptions')}
      aria-label={t('form.searchOptions')}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault()
      }}
    />
  )
}

/** Chooses all options or none. */
function WholeSet({ set: { offered, chosen, add, clear } }: { set: CodeSet }) {
  const { t } = useTranslator()
  const all = offered.map(({ code }) => code)
  return (
    <>
      <Button type="link" size="small" disabled={all.every((code) => chosen.has(code))} onClick={() => add(all)}>
        {t('form.chooseAll', { count: all.length })}
      </Button>
      <Button type="link" size="small" disabled={chosen.size === 0} onClick={clear}>
        {t('form.chooseNone')}
      </Button>
    </>
  )
}

interface CodeGroupProps {
  readonly group: ReturnType<typeof groupedOptions>[number]
  readonly set: CodeSet
  readonly disabled: boolean | undefined
}

function CodeGroup({ group: { title, options }, set: { chosen, add, remove }, disabled }: CodeGroupProps) {
  const codes = options.map(({ code }) => code)
  const on = codes.filter((code) => chosen.has(code)).length
  return (
    <fieldset disabled={disabled}>
      {title ? (
        <legend>
          <Checkbox
            checked={on === codes.length}
            indeterminate={on > 0 && on < codes.length}
            disabled={disabled}
            onChange={({ target }) => (target.checked ? add : remove)(codes)}
          >
            {title}
          </Checkbox>
          <em>
            {on}/{codes.length}
          </em>
        </legend>
      ) : null}
      <div>
        {options.map(({ code, title: name }) => (
          <Checkbox
            key={code}
            checked={chosen.has(code)}
            disabled={disabled}
            title={code}
            onChange={({ target }) => (target.checked ? add : remove)([code])}
          >
            {name}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
