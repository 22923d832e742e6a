// A calendar day, or a moment by the clock of the product's time zone.
// Accepts the usual notations of a typed day.
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useEffect, useMemo, useRef, type FocusEvent, type ReactNode } from 'react'
import { clockAt, momentAtClock } from '../../../manifest/expression/values/calendar'
import { useTranslator } from '../../../client/context/clientContext'
import { typedDay, unreadText } from '../base/typedDay'
import { ariaProps, useInputContext, type InputProps } from '../base/inputContext'
import { TypedDayContext, TypedDayInput } from './TypedDayInput'
import styles from '../base/inputs.module.css'

const components = { input: TypedDayInput }
/** Moves a panel that is wider than the space beside its input into the page, instead of to the input's other side. */
const overflow = { shiftX: true, adjustY: true } as const
const placements = {
  bottomLeft: { points: ['tl', 'bl'], offset: [0, 4], overflow },
  topLeft: { points: ['bl', 'tl'], offset: [0, -4], overflow },
}

/** The typed text around a picker, which receives the value only if it is a day. */
function TypedAround({ props, zone, children }: { props: InputProps<string>; zone: string; children: ReactNode }) {
  const { value, onChange, field } = props
  const latest = useRef(onChange)
  latest.current = onChange
  const typed = useMemo(
    () => ({
      value,
      unread: unreadText(value, field),
      take(text: string) {
        const next = typedDay(text, field, zone)
        latest.current(next)
        return next
      },
    }),
    [value, field, zone],
  )
  return <TypedDayContext.Provider value={typed}>{children}</TypedDayContext.Provider>
}

/** Common properties of both pickers. */
function pickerProps(props: InputProps<string>, placeholder: string) {
  const { id, onBlur, disabled, invalid, error, required, compact, autoFocus } = props
  return {
    components,
    builtinPlacements: placements,
    id,
    // The focus is still inside while it is in the panel: a cell of a line would take its picker away.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Element && relatedTarget.closest('.ant-picker-dropdown'))) onBlur?.()
    },
    disabled,
    autoFocus,
    status: invalid ? ('error' as const) : undefined,
    allowClear: !required,
    renderExtraFooter: error === undefined ? undefined : () => <span className={styles.panelError}>{error}</span>,
    variant: compact ? ('borderless' as const) : undefined,
    suffixIcon: compact ? null : undefined,
    placeholder: compact ? '' : placeholder,
    style: { width: '100%' },
    ...ariaProps(props),
  }
}

/** Draws a picker for a day; the value is `yyyy-MM-dd`, null, or the typed text that was no day, for validation. */
export function DateInput(props: InputProps<string>) {
  const { t } = useTranslator()
  const { zone } = useInputContext()
  return <DayPicker {...props} zone={zone} placeholder={t('form.pickDate')} />
}

interface DayPickerProps extends InputProps<string> {
  readonly zone: string
  readonly placeholder: string
}

/** The same outside of a form. */
export function DayPicker({ zone, placeholder, ...props }: DayPickerProps) {
  const { value, onChange, field } = props
  const day = useMemo(() => (value && unreadText(value, field) === '' ? dayjs(value) : null), [value, field])
  return (
    <TypedAround props={props} zone={zone}>
      <DatePicker
        value={day}
        onChange={(next) => onChange(next ? next.format('YYYY-MM-DD') : null)}
        {...pickerProps(props, placeholder)}
      />
    </TypedAround>
  )
}

/** Draws a picker for a day and a time; the value is a moment in UTC, null, or the typed text that was no moment. */
export function MomentInput(props: InputProps<string>) {
  const { value, onChange, field } = props
  const { t } = useTranslator()
  const { zone } = useInputContext()
  // The picker computes in the browser's time zone: pass the wall clock as if it were local, and read it back likewise.
  // A new object would make it leave the month that is being looked at.
  const clock = useMemo(
    () => (value && unreadText(value, field) === '' ? dayjs(clockAt(new Date(value), zone)) : null),
    [value, field, zone],
  )
  const take = (wall: Dayjs | null | undefined): void =>
    onChange(wall ? momentAtClock(wall.format('YYYY-MM-DDTHH:mm'), zone) : null)
  return (
    <TypedAround props={props} zone={zone}>
      <DatePicker
        value={clock}
        onChange={take}
        // Apply a clicked day at once: the picker reports it only when the panel closes.
        onCalendarChange={(wall) => take(Array.isArray(wall) ? wall[0] : wall)}
        panelRender={(panel) => <UnhoveredPanel>{panel}</UnhoveredPanel>}
        showTime={{
          format: 'HH:mm',
          minuteStep: 5,
          defaultOpenValue: dayjs('09:00', 'HH:mm'),
          hideDisabledOptions: true,
        }}
        needConfirm={false}
        {...pickerProps(props, t('form.pickMoment'))}
      />
    </TypedAround>
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
    // A tap, or a pointer that jumps into the panel, hovers through the event of the element that it leaves.
    const stopEntry = (event: MouseEvent): void => {
      if (event.relatedTarget instanceof Node && panel?.contains(event.relatedTarget)) event.stopPropagation()
    }
    for (const name of ['mouseover', 'mouseout']) panel?.addEventListener(name, stop)
    document.addEventListener('mouseout', stopEntry, true)
    return () => {
      for (const name of ['mouseover', 'mouseout']) panel?.removeEventListener(name, stop)
      document.removeEventListener('mouseout', stopEntry, true)
    }
  }, [])
  return (
    <div ref={box} className={styles.momentPanel}>
      {children}
    </div>
  )
}
