// Lines that are nothing but a set of codes: one list to choose several from, all at once or none, instead of a line for each.
import { Button, Select } from 'antd'
import { useMemo } from 'react'
import { useWords } from '../../../runtime/runtime'
import type { Field } from '../../../manifest/app'
import { keyColumn } from '../../../manifest/lineRules'
import { offeredItems } from '../ChoiceInput'
import { useSurroundings } from '../widget'
import type { WidgetProps } from '../widget'
import type { Line } from './lineRows'
import styles from './lines.module.css'

/** The one choice of lines of which no two agree in it; undefined for any other lines. */
export function setField({ fields, unique }: Pick<Field, 'fields' | 'unique'>): Field | undefined {
  return Object.keys(fields ?? {}).length === 1 ? keyColumn({ fields, unique }) : undefined
}

export function SetInput({ id, field, of, value, onChange, onBlur, disabled, invalid, describedBy, label, lines: facts }: WidgetProps<readonly Line[]> & { readonly of: Field }) {
  const { t, pick } = useWords()
  const dictionary = useSurroundings().dictionaries[of.dictionary ?? '']
  const rows = value ?? []
  const codes = rows.map((line) => String(line[of.name] ?? '')).filter((code) => code !== '')
  const options = useMemo(() => offeredItems(dictionary?.items ?? [], undefined).map((item) => ({ value: item.code, label: pick(item.title) })), [dictionary, pick])
  const wrong = [...new Set(Object.values(facts?.cells ?? {}))]
  // A line that stays is the same line.
  const set = (next: readonly string[]) => onChange(next.map((code) => rows.find((line) => line[of.name] === code) ?? { [of.name]: code }))
  return (
    <div>
      <Select
        id={id} mode="multiple" value={codes} options={options} optionFilterProp="label" onChange={set} onBlur={onBlur} disabled={disabled} status={invalid || wrong.length > 0 ? 'error' : undefined}
        placeholder={t('form.pick')} notFoundContent={t('form.noMatch')} maxTagCount={60} style={{ width: '100%' }} aria-label={label ?? pick(field.title)} aria-invalid={invalid} aria-describedby={describedBy}
      />
      {disabled ? null : (
        <p>
          <Button type="link" size="small" onClick={() => set(options.map((option) => option.value))}>{t('form.chooseAll', { count: options.length })}</Button>
          <Button type="link" size="small" disabled={codes.length === 0} onClick={() => set([])}>{t('form.chooseNone')}</Button>
        </p>
      )}
      {wrong.length > 0 ? <ul className={styles.faults}>{wrong.map((message) => <li key={message}>{message}</li>)}</ul> : null}
    </div>
  )
}
