// Shows an outcome instead of content: icon, title, reason and next steps.
import type { ReactNode } from 'react'
import type { IconName } from '../../../manifest/context/drawnNames'
import { Icon } from '../icons'
import './resultPage.css'

interface OutcomeProps {
  readonly severity: 'success' | 'info' | 'warning' | 'error'
  readonly title: string
  readonly text?: string
  readonly children?: ReactNode
}

const signs = { success: 'check', info: 'link', warning: 'warning', error: 'warning' } as const satisfies Record<
  OutcomeProps['severity'],
  IconName
>

/**
 * Draws an outcome; warnings and errors are alerts to screen readers, others a status. The children are its buttons.
 */
export function ResultPage({ severity, title, text, children }: OutcomeProps) {
  return (
    <div
      className={`outcome outcome-${severity}`}
      role={severity === 'error' || severity === 'warning' ? 'alert' : 'status'}
    >
      <span className="outcome-sign">
        <Icon name={signs[severity]} size={30} />
      </span>
      <h2>{title}</h2>
      {text ? <p>{text}</p> : null}
      {children ? <div className="outcome-ways">{children}</div> : null}
    </div>
  )
}
