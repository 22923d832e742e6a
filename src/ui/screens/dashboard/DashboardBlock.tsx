// A screen of kind dashboard: a greeting and its blocks, which the account may arrange.
import { Button } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { clockAt } from '../../../manifest/expression/values/calendar'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import { useFormat, useProduct, useSession, useTranslator } from '../../../client/context/clientContext'
import { Icon } from '../../controls/icons'
import { OpenedRecord } from '../record/OpenedRecord'
import { CardTray } from './arranging/CardTray'
import { DashboardCards } from './DashboardCards'
import { useArrangement, type CardArrangement } from './arranging/useArrangement'
import { useCardMoves } from './arranging/useCardMoves'
import arrangingStyles from './arranging/arranging.module.css'
import styles from './dashboard.module.css'
import { useNow } from '../../controls/hooks/useNow'

/** Draws the greeting and the cards; while they are arranged also the tray with the hidden ones. */
export default function DashboardBlock({ screen }: { screen: ScreenAnswer }) {
  const root = useRef<HTMLDivElement>(null)
  const [arranging, setArranging] = useState(false)
  const arrangement = useArrangement(screen)
  const moves = useCardMoves(arrangement, root)
  return (
    <div className={styles.dashboard} ref={root}>
      <Greeting>
        {arrangement.cards.length > 0 ? (
          <ArrangeButtons arrangement={arrangement} arranging={arranging} turn={setArranging} />
        ) : null}
      </Greeting>
      {arranging ? <CardTray moves={moves} availableCards={arrangement.availableCards} /> : null}
      <DashboardCards screen={screen} moves={moves} arranging={arranging} />
      <OpenedRecord />
    </div>
  )
}

interface ArrangeButtonsProps {
  readonly arrangement: CardArrangement
  readonly arranging: boolean
  readonly turn: (arranging: boolean) => void
}

/** One button starts and ends arranging, so that it keeps the focus. */
function ArrangeButtons({ arrangement: { isStandard, reset }, arranging, turn }: ArrangeButtonsProps) {
  const { t } = useTranslator()
  return (
    <div className={arrangingStyles.buttons}>
      {arranging ? (
        <Button key="standard" disabled={isStandard} onClick={reset}>
          {t('arrange.standard')}
        </Button>
      ) : null}
      <Button
        key="turn"
        data-button="turn"
        type={arranging ? 'primary' : 'text'}
        icon={arranging ? undefined : <Icon name="settings" size={16} />}
        onClick={() => turn(!arranging)}
      >
        {t(arranging ? 'arrange.done' : 'arrange.begin')}
      </Button>
    </div>
  )
}

function Greeting({ children }: { children: ReactNode }) {
  const { t } = useTranslator()
  const format = useFormat()
  const { timezone } = useProduct()
  const account = useSession((state) => state.boot?.account)
  const now = useNow()
  const hour = Number(clockAt(now, timezone).slice(11, 13))
  const time = hour < 11 ? 'morning' : hour < 13 ? 'noon' : hour < 18 ? 'afternoon' : 'evening'
  const path = [account?.unit?.label, account?.tenant.label].filter(Boolean).join(' · ')
  return (
    <div className={styles.greeting}>
      <header>
        <h1>{t(`form.${time}`, { name: account?.name ?? '' })}</h1>
        <p>
          {format.weekday(format.day(now))}
          {path ? <span>{path}</span> : null}
        </p>
      </header>
      {children}
    </div>
  )
}
