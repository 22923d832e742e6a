// Who is free when? Seven days of a calendar screen in a form, from today on: a row each that may be chosen, what stands in it already, and pressing a cell
// fills the form.
import { observer } from '@formily/react'
import { Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import type { Transition } from '../../manifest/app'
import type { RefValue, ScreenAnswer } from '../../protocol/calls'
import { useCalendar, useScreen } from '../../runtime/records'
import { useFormat, useProduct, useWords } from '../../runtime/runtime'
import { addDays, daysFrom, isDay } from '../blocks/calendar/days'
import { entriesOf, type Entry } from '../blocks/calendar/entries'
import { Icon } from '../shell/icons'
import { useScene } from '../values/scene'
import type { LivingForm } from './useFormModel'
import styles from './schedule.module.css'

type Schedule = NonNullable<Transition['schedule']>
interface Row {
  readonly key: string
  readonly label: string
  readonly value: unknown
}

export default function ScheduleBoard({ living, schedule }: { living: LivingForm; schedule: Schedule }) {
  const { data } = useScreen(schedule.screen)
  return data?.screen.path === schedule.screen ? <Week living={living} schedule={schedule} answer={data} /> : null
}

const Week = observer(function Week({
  living,
  schedule,
  answer,
}: {
  living: LivingForm
  schedule: Schedule
  answer: ScreenAnswer
}) {
  const { t, language } = useWords()
  const format = useFormat()
  const { timezone } = useProduct()
  const scene = useScene(answer)
  const [rowNode, dateNode] = [living.model.fieldOf(schedule.rows), living.model.fieldOf(schedule.date)]
  const chosen = isDay(dateNode.value) ? dateNode.value : undefined
  const today = format.day(new Date())
  const [first, setFirst] = useState(today)
  const days = useMemo(() => daysFrom(first, 7), [first])
  useEffect(() => {
    if (chosen && !days.includes(chosen)) setFirst(chosen)
  }, [chosen])
  const { data } = useCalendar(
    { screen: schedule.screen, from: days[0]!, to: addDays(days[6]!, 1) },
    answer.screen.entity ? [answer.screen.entity] : [],
  )
  const entries = useMemo(
    () => (data ? entriesOf(data.rows, answer, scene, timezone) : []),
    [data, answer, scene, timezone],
  )
  const rows = useRows(living, schedule)
  const weekday = useMemo(
    () => new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', { weekday: 'short', timeZone: 'UTC' }),
    [language],
  )
  const nameOf = (day: string) =>
    `${weekday.format(new Date(`${day}T00:00:00Z`))} ${Number(day.slice(5, 7))}/${Number(day.slice(8))}`
  const own = String((rowNode.value as RefValue | null | undefined)?.id ?? rowNode.value ?? '')
  const choose = (row: Row, day: string) => {
    void rowNode.onInput(row.value)
    void dateNode.onInput(day)
  }
  return (
    <section className={styles.board} aria-label={t('form.schedule')}>
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
      <div className={styles.frame} tabIndex={0} role="region" aria-label={t('form.schedule')} aria-busy={!data}>
        <table>
          <thead>
            <tr>
              <th scope="col" />
              {days.map((day) => (
                <th key={day} scope="col" className={day === today ? styles.today : undefined}>
                  {nameOf(day)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const mine = entries.filter((entry) => entry.group === row.key)
              return (
                <tr key={row.key}>
                  <th scope="row">
                    {row.label}
                    {mine.length > 0 ? <small>{t('form.scheduleCount', { count: mine.length })}</small> : null}
                  </th>
                  {days.map((day) => (
                    <td key={day} className={day < today ? styles.past : undefined}>
                      <Cell
                        label={t('form.scheduleCell', {
                          row: row.label,
                          day: nameOf(day),
                          entries: said(mine, day) || t('form.scheduleFree'),
                        })}
                        entries={mine.filter((entry) => entry.day === day)}
                        chosen={own === row.key && chosen === day}
                        choose={() => choose(row, day)}
                      />
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
})

function Cell({
  label,
  entries,
  chosen,
  choose,
}: {
  label: string
  entries: readonly Entry[]
  chosen: boolean
  choose: () => void
}) {
  return (
    <button
      type="button"
      className={chosen ? `${styles.cell} ${styles.chosen}` : styles.cell}
      aria-pressed={chosen}
      aria-label={label}
      title={label}
      onClick={choose}
    >
      {entries.map((entry) => (
        <span key={entry.row.id} className={`value-${entry.colour}`}>
          {entry.when ? <b>{entry.when}</b> : null} {entry.title}
        </span>
      ))}
    </button>
  )
}

const said = (entries: readonly Entry[], day: string): string =>
  entries
    .filter((entry) => entry.day === day)
    .map((entry) => [entry.when, entry.title].filter(Boolean).join(' '))
    .join('; ')

/** What the form offers for the row: records, or the codes of a dictionary. */
function useRows(living: LivingForm, { rows }: Schedule): readonly Row[] {
  const { pick } = useWords()
  const asked = living.model.asked.fields.find(({ name }) => name === rows)
  const offer = asked?.field.type === 'ref' ? living.offer(rows, asked) : undefined
  const [found, setFound] = useState<readonly Row[]>([])
  useEffect(() => {
    if (!offer) return
    const control = new AbortController()
    // Without an answer the form is filled without the calendar, and its own list says what is wrong.
    offer.find('', control.signal).then(
      ({ options }) => setFound(options.map(({ id, label }) => ({ key: String(id), label, value: { id, label } }))),
      () => setFound([]),
    )
    return () => control.abort()
  }, [offer?.key])
  if (asked?.field.type === 'ref' || !asked) return found
  return (living.surroundings.dictionaries[asked.field.dictionary ?? '']?.items ?? [])
    .filter(({ retired }) => !retired)
    .map(({ code, title }) => ({ key: code, label: pick(title), value: code }))
}
