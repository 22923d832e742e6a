// A calendar day, or a moment by the clock of the product's time zone.
// Accepts the usual notations of a typed day.
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { useEffect, useRef, type ReactNode } from 'react'
import { clockAt, momentAtClock } from '../../../manifest/expression/values/calendar'
import { useTranslator } from '../../../client/context/clientContext'
import { useWidgetContext } from '../base/widgetContext'
import type { WidgetProps } from '../base/widgetContext'

// antd parses typed days with it.
dayjs.extend(customParseFormat)

const dayFormats = ['YYYY-MM-DD', 'YYYY/M/D', 'YYYY.M.D', 'YYYYMMDD', 'YYYY年M月D日', 'M-D', 'M/D']
const momentFormats = ['YYYY-MM-DD HH:mm', 'YYYY/M/D H:mm', 'YYYY-M-D H:mm', 'YYYYMMDD HHmm', 'M-D H:mm', 'M/D H:mm']

/** Common properties of both pickers. */
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
  const { t } = useTranslator()
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
  const { t } = useTranslator()
  const { zone } = useWidgetContext()
  const take = (wall: Dayjs | null | undefined): void =>
    onChange(wall ? momentAtClock(wall.format('YYYY-MM-DDTHH:mm'), zone) : null)
  return (
    <DatePicker
      // The picker calculates in the browser's zone: pass the wall clock as if it were local, and read it back the same
      // way.
      value={value ? dayjs(clockAt(new Date(value), zone)) : null}
      onChange={take}
      // Take a pressed day at once: the picker itself reports it only when the panel closes.
      onCalendarChange={(wall) => take(Array.isArray(wall) ? wall[0] : wall)}
      panelRender={(panel) => <UnhoveredPanel>{panel}</UnhoveredPanel>}
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

/**
 * Hides hovered days from the picker, which would write them into the field as if they had been chosen. The picker has
 * no setting for it.
 */
function UnhoveredPanel({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const panel = box.current
    const stop = (event: Event): void => event.stopPropagation()
    for (const name of ['mouseover', 'mouseout']) panel?.addEventListener(name, stop)
    return () => {
      for (const name of ['mouseover', 'mouseout']) panel?.removeEventListener(name, stop)
    }
  }, [])
  return <div ref={box}>{children}</div>
}
