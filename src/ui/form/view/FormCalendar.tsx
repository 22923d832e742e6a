// A calendar in a form: seven days from today, a row per option, with its existing entries.
// Pressing a cell fills the form. Where some options come first, the others are one press away.
import { firstItem } from '../../../manifest/expression/values/present'
import type { Field as FormilyField } from '@formily/core'
import { observer } from '@formily/react'
import { Button } from 'antd'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Transition } from '../../../manifest/model/transition'
import type { RefValue } from '../../../protocol/calls'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import { useCalendar, useScreen } from '../../../client/data/queries'
import { useFormat, useProduct, useTranslator } from '../../../client/context/clientContext'
import { addDays, daysFrom, isDay } from '../../../manifest/expression/values/days'
import { entriesOf, isOnDay, type Entry } from '../../schedule/entries'
import { meantRows, type ScheduleRow } from '../../schedule/meantRows'
import { Icon } from '../../controls/icons'
import { useRenderContext } from '../../values/renderContext'
import { useOffered } from '../../inputs/base/useOffered'
import { updateStatus } from '../model/formParts'
import { InputError } from './submission/InputError'
import type { FormSession } from '../model/useFormModel'
import styles from './schedule.module.css'
import { useToday } from '../../controls/hooks/useNow'

type Schedule = NonNullable<Transition['calendarScreen']>

export default function ScheduleBoard({ form, schedule }: { form: FormSession; schedule: Schedule }) {
  const { data } = useScreen(schedule.screen)
  return data?.screen.path === schedule.screen ? <Week form={form} schedule={schedule} answer={data} /> : null
}

interface WeekProps {
  readonly form: FormSession
  readonly schedule: Schedule
  readonly answer: ScreenAnswer
}

const Week = observer(function Week({ form, schedule, answer }: WeekProps) {
  const { t } = useTranslator()
  const [rowNode, dateNode] = [form.model.fieldOf(schedule.groupBy), form.model.fieldOf(schedule.dateField)]
  const chosenDay = isDay(dateNode.value) ? dateNode.value : undefined
  const chosenRow = String((rowNode.value as RefValue | null | undefined)?.id ?? rowNode.value ?? '')
  const { today, first, setFirst, days } = useWeek(chosenDay)
  const entries = useEntries(schedule, answer, days)
  const { rows, others } = meantRows(useRows(form, schedule), chosenRow)
  const [isUnfolded, setIsUnfolded] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => bringDayIntoSight(frame.current, chosenDay), [chosenDay, chosenRow, first, rows.length, !entries])
  const { refusalId, refused } = useRefusals(rowNode, dateNode)
  const choose = (row: ScheduleRow, day: string) => {
    void rowNode.onInput(row.value)
    void dateNode.onInput(day)
  }
  return (
    <section className={styles.board} aria-label={t('form.schedule')}>
      <WeekHead today={today} first={first} setFirst={setFirst} />
      <div
        ref={frame}
        className={styles.frame}
        tabIndex={0}
        role="region"
        aria-label={t('form.schedule')}
        aria-busy={!entries}
      >
        <table>
          <DayHeads days={days} today={today} />
          <tbody>
            {(isUnfolded ? [...rows, ...others] : rows).map((row) => (
              <WeekRow
                key={row.key}
                row={row}
                days={days}
                today={today}
                entries={(entries ?? []).filter((entry) => entry.group === row.key)}
                chosen={chosenRow === row.key ? chosenDay : undefined}
                isRefused={refused.length > 0}
                choose={(day) => choose(row, day)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <p id={refusalId} role="status" className={styles.refusal}>
        {refused.map((node) => (
          <InputError key={String(node.path)} node={node} />
        ))}
      </p>
      {others.length > 0 ? (
        <Button type="link" size="small" aria-expanded={isUnfolded} onClick={() => setIsUnfolded(!isUnfolded)}>
          {isUnfolded ? t('form.scheduleFold') : t('form.scheduleOthers', { count: others.length })}
        </Button>
      ) : null}
    </section>
  )
})

/** The refused inputs: their errors appear where the choice is made, and not also at the inputs, maybe out of sight. */
function useRefusals(rowNode: FormilyField, dateNode: FormilyField) {
  const refusalId = useId()
  useEffect(() => {
    const showAt = (errorAt: string | undefined) => {
      for (const node of [rowNode, dateNode]) updateStatus(node, { errorAt })
    }
    showAt(refusalId)
    return () => showAt(undefined)
  }, [rowNode, dateNode, refusalId])
  return { refusalId, refused: [rowNode, dateNode].filter((node) => node.selfErrors.length > 0) }
}

function DayHeads({ days, today }: { readonly days: readonly string[]; readonly today: string }) {
  const format = useFormat()
  return (
    <thead>
      <tr>
        <th scope="col" />
        {days.map((day) => (
          <th key={day} scope="col" data-day={day} className={day === today ? styles.today : undefined}>
            {format.shortWeekday(day)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Scrolls the table alone, and not the dialog around it, to the column of a day and to the chosen cell in it. */
function bringDayIntoSight(frame: HTMLDivElement | null, day: string | undefined): void {
  const [corner, head] = ['thead th', `thead th[data-day="${day}"]`].map((one) =>
    frame?.querySelector<HTMLElement>(one),
  )
  if (!frame || !corner || !head) return
  const [left, right] = [head.offsetLeft - corner.offsetWidth, head.offsetLeft + head.offsetWidth - frame.clientWidth]
  frame.scrollLeft = Math.min(left, Math.max(right, frame.scrollLeft))
  const row = frame.querySelector('[aria-pressed="true"]')?.closest('tr')
  if (!row) return
  const [top, bottom] = [row.offsetTop - corner.offsetHeight, row.offsetTop + row.offsetHeight - frame.clientHeight]
  frame.scrollTop = Math.min(top, Math.max(bottom, frame.scrollTop))
}

/** Seven days from `first`, which follows the chosen day. */
function useWeek(chosen: string | undefined) {
  const today = useToday()
  const [first, setFirst] = useState(today)
  const days = useMemo(() => daysFrom(first, 7), [first])
  useEffect(() => {
    if (chosen && !days.includes(chosen)) setFirst(chosen)
  }, [chosen])
  return { today, first, setFirst, days }
}

/** The entries of the days; undefined while they are loading. */
function useEntries({ screen }: Schedule, answer: ScreenAnswer, days: readonly string[]): readonly Entry[] | undefined {
  const { timezone } = useProduct()
  const context = useRenderContext(answer)
  const { data } = useCalendar(
    { screen, from: firstItem(days), to: addDays(days[6]!, 1) },
    answer.screen.entity ? [answer.screen.entity] : [],
  )
  return useMemo(
    () => (data ? entriesOf(data.rows, answer, context, timezone) : undefined),
    [data, answer, context, timezone],
  )
}

interface WeekHeadProps {
  readonly today: string
  readonly first: string
  readonly setFirst: (day: string) => void
}

function WeekHead({ today, first, setFirst }: WeekHeadProps) {
  const { t } = useTranslator()
  return (
    <header>
      <h3>{t('form.schedule')}</h3>
      <p>{t('form.scheduleHint')}</p>
      <Button size="small" disabled={first === today} onClick={() => setFirst(today)}>
        {t('form.today')}
      </Button>
      <Button
        size="small"
        type="text"
        aria-label={t('form.earlier')}
        icon={<Icon name="right" className={styles.back} />}
        onClick={() => setFirst(addDays(first, -7))}
      />
      <Button
        size="small"
        type="text"
        aria-label={t('form.later')}
        icon={<Icon name="right" />}
        onClick={() => setFirst(addDays(first, 7))}
      />
    </header>
  )
}

interface WeekRowProps {
  readonly row: ScheduleRow
  readonly days: readonly string[]
  readonly today: string
  /** Those of this row. */
  readonly entries: readonly Entry[]
  /** The chosen day, if it is one of this row. */
  readonly chosen: string | undefined
  readonly isRefused: boolean
  readonly choose: (day: string) => void
}

function WeekRow({ row, days, today, entries, chosen, isRefused, choose }: WeekRowProps) {
  const { t } = useTranslator()
  const format = useFormat()
  return (
    <tr>
      <th scope="row">
        {row.label}
        {entries.length > 0 ? <small>{t('form.scheduleCount', { count: entries.length })}</small> : null}
      </th>
      {days.map((day) => (
        <td key={day} className={day < today ? styles.past : undefined}>
          <Cell
            label={t('form.scheduleCell', {
              row: row.label,
              day: format.shortWeekday(day),
              entries: entriesText(entries, day) || t('form.scheduleFree'),
            })}
            entries={entries.filter((entry) => isOnDay(entry, day))}
            chosen={chosen === day}
            isRefused={isRefused && chosen === day}
            choose={() => choose(day)}
          />
        </td>
      ))}
    </tr>
  )
}

interface CellProps extends Pick<WeekRowProps, 'entries' | 'isRefused'> {
  readonly label: string
  readonly chosen: boolean
  readonly choose: () => void
}

function Cell({ label, entries, chosen, isRefused, choose }: CellProps) {
  const marks = [chosen && styles.chosen, isRefused && styles.refused]
  return (
    <button
      type="button"
      className={[styles.cell, ...marks].filter(Boolean).join(' ')}
      aria-pressed={chosen}
      aria-label={label}
      title={label}
      onClick={choose}
    >
      {entries.map((entry) => (
        <span key={entry.row.id} className={`value-${entry.color}`}>
          {entry.when ? <b>{entry.when}</b> : null} {entry.title}
        </span>
      ))}
    </button>
  )
}

const entriesText = (entries: readonly Entry[], day: string): string =>
  entries
    .filter((entry) => isOnDay(entry, day))
    .map((entry) => [entry.when, entry.title].filter(Boolean).join(' '))
    .join('; ')

/** The options of the row's input: records, or the codes of a dictionary. */
function useRows(form: FormSession, { groupBy: rows }: Schedule): readonly ScheduleRow[] {
  const { pick } = useTranslator()
  const field = form.model.outline.fields.find(({ name }) => name === rows)
  const optionSource = field?.field.type === 'ref' ? form.optionSource(rows, field) : undefined
  // Without an answer the form works without the calendar, and its own input shows the error.
  const { data } = useOffered(optionSource)
  if (field?.field.type === 'ref' || !field)
    return (data?.options ?? []).map(({ id, label, first }) => ({
      key: String(id),
      label,
      value: { id, label },
      ...(first && { first }),
    }))
  return (form.inputContext.dictionaries[field.field.dictionary ?? '']?.items ?? [])
    .filter(({ retired }) => !retired)
    .map(({ code, title }) => ({ key: code, label: pick(title), value: code }))
}
