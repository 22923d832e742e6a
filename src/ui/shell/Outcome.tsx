// What has come of something, in the middle of where it would stand? A sign, what happened, why, and the ways on.
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons'
import './outcome.css'

interface OutcomeProps {
  readonly voice: 'success' | 'info' | 'warning' | 'error'
  readonly title: string
  readonly text?: string
  readonly children?: ReactNode
}

const signs = { success: 'check', info: 'link', warning: 'warning', error: 'warning' } as const satisfies Record<
  OutcomeProps['voice'],
  IconName
>

export function Outcome({ voice, title, text, children }: OutcomeProps) {
  return (
    <div className={`outcome outcome-${voice}`} role={voice === 'error' || voice === 'warning' ? 'alert' : 'status'}>
      <span className="outcome-sign">
        <Icon name={signs[voice]} size={30} />
      </span>
      <h2>{title}</h2>
      {text ? <p>{text}</p> : null}
      {children ? <div className="outcome-ways">{children}</div> : null}
    </div>
  )
}
