// A screen of kind dashboard: greets the person, then its blocks.
import { clockAt } from '../../manifest/rule/calendar'
import type { ScreenAnswer } from '../../protocol/calls'
import { useFormat, useProduct, useSession, useWords } from '../../runtime/runtime'
import ScreenBlocks from './dashboard/ScreenBlocks'
import { OpenedRecord } from './parts/OpenedRecord'
import styles from './dashboard/dashboard.module.css'

export default function DashboardBlock({ screen }: { screen: ScreenAnswer }) {
  return (
    <div className={styles.dashboard}>
      <Greeting />
      <ScreenBlocks screen={screen} />
      <OpenedRecord />
    </div>
  )
}

function Greeting() {
  const { t, language } = useWords()
  const format = useFormat()
  const { timezone } = useProduct()
  const account = useSession((state) => state.boot?.account)
  const now = new Date()
  const hour = Number(clockAt(now, timezone).slice(11, 13))
  const time = hour < 11 ? 'morning' : hour < 13 ? 'noon' : hour < 18 ? 'afternoon' : 'evening'
  const weekday = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
    weekday: 'long',
    timeZone: timezone,
  }).format(now)
  const place = [account?.unit?.label, account?.tenant.label].filter(Boolean).join(' · ')
  return (
    <header className={styles.greeting}>
      <h1>{t(`form.${time}`, { name: account?.name ?? '' })}</h1>
      <p>
        {format.date(format.day(now))} {weekday}
        {place ? <span>{place}</span> : null}
      </p>
    </header>
  )
}
