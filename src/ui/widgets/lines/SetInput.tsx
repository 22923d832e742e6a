// Lines that are nothing but a set of codes: boxes to tick instead of a line for each, sorted by their groups, each group taken or left as a whole, and
// searched by a word when there are many.
import { Button, Checkbox, Input } from 'antd'
import { useMemo, useState } from 'react'
import { Icon } from '../../shell/icons'
import { useWords } from '../../../runtime/runtime'
import type { Field } from '../../../manifest/app'
import { offeredItems } from '../ChoiceInput'
import { useSurroundings } from '../widget'
import type { WidgetProps } from '../widget'
import type { Line } from './lineRows'
import styles from './set.module.css'
import { groupedOptions } from './setGroups'

/** As many as one sees at a look. */
const fewest = 12

export function SetInput({
  id,
  field,
  of,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
  label,
  lines: facts,
}: WidgetProps<readonly Line[]> & { readonly of: Field }) {
  const { t, pick } = useWords()
  const [words, setWords] = useState('')
  const dictionary = useSurroundings().dictionaries[of.dictionary ?? '']
  const rows = value ?? []
  const codes = rows.map((line) => String(line[of.name] ?? '')).filter((code) => code !== '')
  const chosen = new Set(codes)
  const all = useMemo(
    () =>
      offeredItems(dictionary?.items ?? [], undefined).map(({ code, title, group }) => ({
        code,
        title: pick(title),
        group: group ? pick(group) : '',
      })),
    [dictionary, pick],
  )
  // What is chosen and no longer offered can still be taken away.
  const kept = codes
    .filter((code) => !all.some((option) => option.code === code))
    .map((code) => ({
      code,
      title: pick(dictionary?.items.find((item) => item.code === code)?.title ?? [code, code]),
      group: '',
    }))
  const options = [...all, ...kept]
  const groups = groupedOptions(options, words)
  const wrong = [...new Set(Object.values(facts?.cells ?? {}))]
  // A line that stays is the same line.
  const set = (next: readonly string[]) =>
    onChange(next.map((code) => rows.find((line) => line[of.name] === code) ?? { [of.name]: code }))
  const turn = (some: readonly string[], on: boolean) =>
    set(on ? [...codes, ...some.filter((code) => !chosen.has(code))] : codes.filter((code) => !some.includes(code)))
  return (
    <div
      id={id}
      className={invalid || wrong.length > 0 ? `${styles.set} ${styles.setWrong}` : styles.set}
      role="group"
      tabIndex={-1}
      aria-label={label ?? pick(field.title)}
      aria-describedby={describedBy}
      onBlur={onBlur}
    >
      <header>
        {options.length > fewest ? (
          <Input
            size="small"
            allowClear
            prefix={<Icon name="search" size={14} />}
            value={words}
            onChange={({ target }) => setWords(target.value)}
            placeholder={t('form.searchOptions')}
            aria-label={t('form.searchOptions')}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
        ) : null}
        <span aria-live="polite">{t('form.chosenOf', { count: codes.length, all: options.length })}</span>
        {disabled ? null : (
          <>
            <Button
              type="link"
              size="small"
              disabled={all.every(({ code }) => chosen.has(code))}
              onClick={() =>
                turn(
                  all.map(({ code }) => code),
                  true,
                )
              }
            >
              {t('form.chooseAll', { count: all.length })}
            </Button>
            <Button type="link" size="small" disabled={codes.length === 0} onClick={() => set([])}>
              {t('form.chooseNone')}
            </Button>
          </>
        )}
      </header>
      <div className={styles.setGroups} tabIndex={0} role="region" aria-label={pick(field.title)}>
        {groups.map(({ title, options: own }) => {
          const on = own.filter(({ code }) => chosen.has(code)).length
          return (
            <fieldset key={title} disabled={disabled}>
              {title ? (
                <legend>
                  <Checkbox
                    checked={on === own.length}
                    indeterminate={on > 0 && on < own.length}
                    disabled={disabled}
                    onChange={({ target }) =>
                      turn(
                        own.map(({ code }) => code),
                        target.checked,
                      )
                    }
                  >
                    {title}
                  </Checkbox>
                  <em>
                    {on}/{own.length}
                  </em>
                </legend>
              ) : null}
              <div>
                {own.map(({ code, title: name }) => (
                  <Checkbox
                    key={code}
                    checked={chosen.has(code)}
                    disabled={disabled}
                    title={code}
                    onChange={({ target }) => turn([code], target.checked)}
                  >
                    {name}
                  </Checkbox>
                ))}
              </div>
            </fieldset>
          )
        })}
        {groups.length === 0 ? <p>{t('form.noMatch')}</p> : null}
      </div>
      {wrong.length > 0 ? (
        <ul className={styles.faults}>
          {wrong.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
