// The inputs of a form: the input of the field's type bound to its Formily field, and the note.
import { observer } from '@formily/react'
import { Input } from 'antd'
import { useCallback, useMemo, type ComponentType } from 'react'
import { isEmpty } from '../../../manifest/fieldTypes/definition'
import type { RefValue } from '../../../protocol/calls'
import { useFormat, useTranslator } from '../../../client/context/clientContext'
import { FixedReference } from '../../inputs/scalar/FixedReference'
import { fieldText } from '../../inputs/lineModel/lineCellText'
import type { LinesContext, InputProps } from '../../inputs/base/inputContext'
import { plain } from '../model/formParts'
import { offeredCodes } from '../model/offeredCodes'
import { useFormInput, useFormRow } from './drawnForm'
import { InputMessage } from './submission/InputError'
import { RefitLines, Suggestions } from './Suggestions'
import styles from './form.module.css'

/** Milliseconds; longer than a click takes. */
const afterClickMs = 250
const noColumns: ReadonlySet<string> = new Set()

/** The component that the schema names for a type of field. */
export const boundInput = (FieldInput: ComponentType<InputProps>) =>
  observer(function ScalarInput() {
    const formInput = useFormInput()
    const { form, node, formField, value, required, error, title, id } = formInput
    const translator = useTranslator()
    const format = useFormat()
    const { dictionaries } = form.inputContext
    const onChange = useCallback((next: unknown) => void node.onInput(next), [node])
    const onBlur = useCallback(() => {
      // An empty input is no mistake yet, and a message appearing between mouse down and up would move the button away.
      if (!isEmpty(plain(node.value))) setTimeout(() => void node.onBlur(), afterClickMs)
    }, [node])
    const lines = useLinesContext(formInput)
    if (!formField) return null
    const { field, optionsWhere } = formField
    const reference = form.model.fixed(formField) ? (value as RefValue | null) : null
    if (typeof reference?.id === 'number')
      return (
        <div id={id} className={styles.fixed}>
          <FixedReference value={reference} optionSource={form.optionSource(formField.name, formField)} />
        </div>
      )
    if (node.readOnly && field.type !== 'lines' && (field.type !== 'files' || isEmpty(value)))
      return (
        <div id={id} className={styles.fixed}>
          {isEmpty(value) ? '—' : fieldText(value, field, { dictionaries, translator, format })}
        </div>
      )
    const codes =
      field.type === 'choice' && optionsWhere
        ? offeredCodes(optionsWhere, dictionaries[field.dictionary ?? ''], form.model.formScope)
        : undefined
    const input = (
      <FieldInput
        id={id}
        field={field}
        value={value}
        onChange={onChange}
        onBlur={field.type === 'lines' ? undefined : onBlur}
        disabled={node.readOnly}
        invalid={error !== undefined}
        error={error}
        message={<MessageInside />}
        required={required}
        describedBy={[formInput.helpId, formInput.errorId].filter(Boolean).join(' ') || undefined}
        label={title}
        autoFocus={formInput.focused === formInput.name}
        allowed={codes && ((code) => codes.includes(code))}
        optionSource={field.type === 'ref' ? form.optionSource(formField.name, formField) : undefined}
        lines={lines}
      />
    )
    return (
      <>
        {input}
        {formField.defaultLines ? <RefitLines input={formInput} /> : null}
        {formField.suggestions ? <Suggestions input={formInput} suggestions={formField.suggestions} /> : null}
      </>
    )
  })

/** The message of an input that places it itself. */
const MessageInside = observer(function MessageInside() {
  const { errorId, node } = useFormRow()
  return errorId === undefined ? null : <InputMessage id={errorId} node={node} />
})

function useLinesContext({ form, formField, cells, sums }: ReturnType<typeof useFormInput>): LinesContext | undefined {
  const { optionSource, exchange, model } = form
  const lineOffer = useCallback<LinesContext['optionSource']>(
    (column, line) => optionSource(`${formField!.name}.${column.name}`, formField!, line),
    [formField, optionSource],
  )
  const sheets = useMemo(() => (formField ? exchange(formField.name) : undefined), [exchange, formField])
  if (formField?.field.type !== 'lines') return undefined
  return {
    read: model.formScope.read,
    evaluationContext: model.formScope.evaluationContext,
    cells,
    sums: sums[formField.name] ?? noColumns,
    optionSource: lineOffer,
    only: formField.editOnlyFields,
    // Lines defined by a dictionary are not imported.
    ...(formField.field.exchange && sheets && !formField.optionsWhere && { exchange: sheets }),
  }
}

export const NoteInput = observer(function NoteInput() {
  const { t } = useTranslator()
  const { node, value, required, error, errorId, focused, name, id } = useFormInput()
  return (
    <Input.TextArea
      id={id}
      value={isEmpty(value) ? '' : String(value)}
      onChange={(event) => void node.onInput(event.target.value)}
      autoSize={{ minRows: 2, maxRows: 8 }}
      maxLength={2_000}
      placeholder={t('form.noteHint')}
      autoFocus={focused === name}
      status={error ? 'error' : undefined}
      aria-required={required}
      aria-invalid={error !== undefined}
      aria-describedby={errorId}
    />
  )
})
