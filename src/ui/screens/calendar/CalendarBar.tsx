// The bar above a calendar: today, earlier and later, the period, the legend and the view.
import { firstItem, lastItem } from '../../../manifest/expression/values/present'
import { Button, Segmented } from 'antd'
import { useFormat, useTranslator } from '../../../client/context/clientContext'
import { Icon } from '../../controls/icons'
import type { legendOf } from '../../schedule/entries'
import { monthName } from './calendarNames'
import type { CalendarAddress, CalendarPeriod } from './useCalendarAddress'
import parts from '../common/block.module.css'
import styles from './calendarBlock.module.css'

interface CalendarBarProps {
  readonly address: CalendarAddress
  readonly legend: ReturnType<typeof legendOf>
}

export function CalendarBar({ address: { day, today, view, dates, go, step }, legend }: CalendarBarProps) {
  const { t, pick, language } = useTranslator()
  const format = useFormat()
  const title =
    view === 'week' ? `${format.date(firstItem(dates))} – ${format.date(lastItem(dates))}` : monthName(day, language)
  return (
    <div className={parts.bar}>
      <Button onClick={() => go(today, view)} disabled={day === today}>
        {t('form.today')}
      </Button>
      <span className={styles.steps}>
        <Button
          type="text"
          aria-label={t('form.earlier')}
          icon={<Icon name="right" className={parts.arrow} />}
          onClick={() => step(-1)}
        />
        <Button type="text" aria-label={t('form.later')} icon={<Icon name="right" />} onClick={() => step(1)} />
      </span>
      <h2 aria-live="polite">{title}</h2>
      <ul className={styles.legend}>
        {legend.map((item) => (
          <li key={pick(item.title)}>
            <i className={`value-${item.color}`} />
            {pick(item.title)}
          </li>
        ))}
      </ul>
      <span className={parts.grow} />
      <Segmented<CalendarPeriod>
        value={view}
        onChange={(next) => go(day, next)}
        options={[
          { value: 'month', label: t('form.month') },
          { value: 'week', label: t('form.week') },
        ]}
      />
    </div>
  )
}
