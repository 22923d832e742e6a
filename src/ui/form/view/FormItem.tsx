// Label, help and error around an input of a form, in the item of @formily/antd-v5.
// Renders only when the input's own error, requiredness or help changes: a key draws the input alone.
import { FormItem as Item } from '@formily/antd-v5'
import { observer } from '@formily/react'
import { memo, useContext, useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useFormat, useTranslator } from '../../../client/context/clientContext'
import { fieldText } from '../../inputs/lineModel/lineCellText'
import { SlicesContext, useFormRow } from './drawnForm'
import { messageInside } from '../../inputs/scalarInputs'
import { InputMessage } from './submission/InputError'
import styles from './form.module.css'

// The item's style sheet sets these for the library's controls, with higher specificity than ours.
const itemStyle = { marginBottom: 0 }
const labelStyle = { minHeight: 0, padding: 0, lineHeight: '18px' }
const controlStyle = { minHeight: 0, lineHeight: 'inherit' }

interface FormItemProps {
  /** Spans both columns. */
  readonly wide?: boolean
  /** The number of slices drawn before its input; label and placeholder appear at once. */
  readonly late?: number
  readonly children?: ReactNode
}

const ObservedItem = observer(function FormItem({ wide, late = 0, children }: FormItemProps) {
  const { form, node, name, formField, title, required, error, errorId, errorAt, help, helpId, latest, id } =
    useFormRow()
  const translator = useTranslator()
  const format = useFormat()
  const label = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // The item's label names no input.
    const around = label.current?.closest('label')
    if (around) around.htmlFor = id
  }, [id])
  const marked = { 'data-ask': name }
  return (
    <Item.BaseItem
      {...marked}
      className={wide || !formField ? styles.wide : styles.row}
      style={itemStyle}
      labelStyle={labelStyle}
      wrapperStyle={controlStyle}
      label={<span ref={label}>{title}</span>}
      colon={false}
      asterisk={required && !node.readOnly}
      feedbackLayout="terse"
      feedbackText={
        errorId && errorAt === undefined && !(formField && messageInside.has(formField.field.type)) ? (
          <InputMessage id={errorId} node={node} />
        ) : null
      }
      extra={
        helpId || latest !== undefined ? (
          <>
            {helpId ? (
              <div id={helpId} className={styles.help}>
                {help}
              </div>
            ) : null}
            {latest !== undefined && formField ? (
              <div className={styles.latest}>
                {translator.t('form.changedMeanwhile', {
                  value:
                    fieldText(latest, formField.field, {
                      dictionaries: form.inputContext.dictionaries,
                      translator,
                      format,
                    }) || '—',
                })}
              </div>
            ) : null}
          </>
        ) : null
      }
    >
      <LateInput late={error ? 0 : late} label={label} required={required}>
        {children}
      </LateInput>
    </Item.BaseItem>
  )
})

/**
 * Formily draws a decorator with new children at each key, always the same component, which takes its properties from
 * the context.
 */
export const FormItem = memo(ObservedItem, (former, next) => former.wide === next.wide && former.late === next.late)

interface LateInputProps {
  readonly late: number
  readonly label: RefObject<HTMLElement | null>
  readonly required: boolean
  readonly children: ReactNode
}

/**
 * A library control costs milliseconds: invisible ones are drawn when the browser is idle, one with an error at once,
 * because it takes the focus.
 */
function LateInput({ late, label, required, children }: LateInputProps) {
  const slices = useContext(SlicesContext)
  // It stays when its error is gone.
  const wasDrawn = useRef(false)
  wasDrawn.current ||= late < slices
  const isDrawn = wasDrawn.current
  useEffect(() => {
    // The control library's select copies its ARIA attributes to its frame, where they are invalid.
    const row = label.current?.closest('[data-ask]')
    row?.querySelector('input[role="combobox"]')?.setAttribute('aria-required', String(required))
  }, [isDrawn, label, required])
  return isDrawn ? children : <div className={styles.waiting} aria-hidden="true" />
}
