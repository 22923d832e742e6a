// Draws lines that are only a set of records:
// as checkboxes if there are few options, else as a table. A chosen record that is no longer offered can still be
// removed.
import { Checkbox, Spin } from 'antd'
import type { ReactNode } from 'react'
import { useTranslator } from '../../../../client/context/clientContext'
import type { OptionsAnswer, RefValue } from '../../../../protocol/calls'
import type { Field } from '../../../../manifest/model/field'
import type { InputProps } from '../../base/inputContext'
import type { Line } from '../../lineModel/editLines'
import { hasOptionNotes, OptionNotes } from '../../base/OptionNotes'
import { useOffered } from '../../base/useOffered'
import { SetFrame } from './SetFrame'
import styles from './codeSet.module.css'

/** Maximum records offered as checkboxes. */
const maxCheckboxes = 12

interface RecordSetInputProps extends InputProps<readonly Line[]> {
  /** The one column. */
  readonly of: Field
  /** Drawn if there are too many options, or they could not be read. */
  readonly table: ReactNode
}

/** Draws lines that only hold a record as checkboxes, or the given table where checkboxes would be too many. */
export function RecordSetInput({ table, ...props }: RecordSetInputProps) {
  const { id, field, value, onChange, disabled, invalid, describedBy, of, lines } = props
  const { t, pick } = useTranslator()
  const { data: offered, isError: failed } = useOffered(lines!.optionSource(of, {}))
  const rows = value ?? []
  if (failed || (offered && (offered.more || offered.options.length > maxCheckboxes))) return table
  const chosen = rows.flatMap((line) => (line[of.name] as RefValue | null | undefined) ?? [])
  const offeredIds = new Set(offered?.options.map((option) => option.id))
  const options: OptionsAnswer['options'] = [
    ...(offered?.options ?? []),
    ...chosen.filter((record) => !offeredIds.has(record.id)),
  ]
  const turn = ({ id: record, label }: RefValue, on: boolean) =>
    onChange(
      on
        ? [...rows, { [of.name]: { id: record, label } }]
        : rows.filter((line) => (line[of.name] as RefValue | null)?.id !== record),
    )
  return (
    <SetFrame id={id} invalid={invalid} describedBy={describedBy} lines={lines} label={pick(field.title)}>
      <div className={styles.records}>
        {options.map((option) => (
          <Checkbox
            key={option.id}
            checked={chosen.some((record) => record.id === option.id)}
            disabled={disabled}
            onChange={({ target }) => turn(option, target.checked)}
          >
            {option.label}
            {option.hint ? <small>{option.hint}</small> : null}
          </Checkbox>
        ))}
        {!offered ? <Spin size="small" /> : options.length === 0 ? <p>{t('form.noRecords')}</p> : null}
      </div>
      {offered && hasOptionNotes(offered) ? <OptionNotes answer={offered} /> : null}
    </SetFrame>
  )
}
