// A calendar day, and a moment as the clock of the product's time zone shows it. Typing works in the usual ways of writing a day.
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { clockAt, momentAtClock } from '../../manifest/rule/calendar'
import { useWords } from '../../runtime/runtime'
import { useSurroundings } from './widget'
import type { WidgetProps } from './widget'

// antd reads typed days with it.
dayjs.extend(customParseFormat)

const dayFormats = ['YYYY-MM-DD', 'YYYY/M/D', 'YYYY.M.D', 'YYYYMMDD', 'YYYY年M月D日', 'M-D', 'M/D']
const momentFormats = ['YYYY-MM-DD HH:mm', 'YYYY/M/D H:mm', 'YYYY-M-D H:mm', 'YYYYMMDD HHmm', 'M-D H:mm', 'M/D H:mm']

/** What both pickers take from a form. */
function pickerProps(
  { id, onBlur, disabled, invalid, required, describedBy, label, compact, autoFocus }: WidgetProps<string>,
  placeholder: string,
) {
  return {
    id,
    onBlur,
    disabled,
    autoFocus,
    status: invalid ? ('error' as const) : undefined,
    allowClear: !required,
    variant: compact ? ('borderless' as const) : undefined,
    suffixIcon: compact ? null : undefined,
    placeholder: compact ? '' : placeholder,
    style: { width: '100%' },
    'aria-label': label,
    'aria-required': required,
    'aria-invalid': invalid,
    'aria-describedby': describedBy,
  }
}

export function DateInput(props: WidgetProps<string>) {
  const { value, onChange } = props
  const { t } = useWords()
  return (
    <DatePicker
      value={value ? dayjs(value) : null}
      onChange={(day) => onChange(day ? day.format('YYYY-MM-DD') : null)}
      format={dayFormats}
      {...pickerProps(props, t('form.pickDate'))}
    />
  )
}

export function MomentInput(props: WidgetProps<string>) {
  const { value, onChange } = props
  const { t } = useWords()
  const { zone } = useSurroundings()
  return (
    <DatePicker
      // The picker calculates in the browser's zone; it is given the wall clock as if it were local, and read back the same way.
      value={value ? dayjs(clockAt(new Date(value), zone)) : null}
      onChange={(wall) => onChange(wall ? momentAtClock(wall.format('YYYY-MM-DDTHH:mm'), zone) : null)}
      showTime={{
        format: 'HH:mm',
        minuteStep: 5,
        defaultOpenValue: dayjs('09:00', 'HH:mm'),
        hideDisabledOptions: true,
      }}
      needConfirm={false}
      format={momentFormats}
      {...pickerProps(props, t('form.pickMoment'))}
    />
  )
}
