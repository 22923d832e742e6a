// Yes or no, with nothing chosen until the user chooses.
import { Radio } from 'antd'
import { useTranslator } from '../../../client/context/clientContext'
import { ariaProps, radioGroup, type InputProps } from '../base/inputContext'

/** Draws two radio buttons; null is neither, which a required field refuses. */
export function BooleanInput(props: InputProps<boolean>) {
  const { id, value, onChange, onBlur, disabled, autoFocus } = props
  const { t } = useTranslator()
  return (
    <Radio.Group
      {...radioGroup}
      id={id}
      value={value ?? undefined}
      onChange={(event) => onChange(event.target.value as boolean)}
      onBlur={onBlur}
      disabled={disabled}
      {...ariaProps(props)}
    >
      <Radio value autoFocus={autoFocus}>
        {t('form.yes')}
      </Radio>
      <Radio value={false}>{t('form.no')}</Radio>
    </Radio.Group>
  )
}
