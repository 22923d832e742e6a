// A screen of kind dashboard: a greeting and its blocks.
import { clockAt } from '../../../manifest/expression/values/calendar'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import { useFormat, useProduct, useSession, useTranslator } from '../../../client/context/clientContext'
import ScreenBlocks from './ScreenBlocks'
import { OpenedRecord } from '../record/OpenedRecord'
import styles from './dashboard.module.css'

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
  const { t } = useTranslator()
  const format = useFormat()
  const { timezone } = useProduct()
  const account = useSession((state) => state.boot?.account)
  const now = new Date()
  const hour = Number(clockAt(now, timezone).slice(11, 13))
  const time = hour < 11 ? 'morning' : hour < 13 ? 'noon' : hour < 18 ? 'afternoon' : 'evening'
  const path = [account?.unit?.label, account?.tenant.label].filter(Boolean).join(' · ')
  return (
    <header className={styles.greeting}>
      <h1>{t(`form.${time}`, { name: account?.name ?? '' })}</h1>
      <p>
        {format.weekday(format.day(now))}
        {path ? <span>{path}</span> : null}
      </p>
    </header>
  )
}
