// The conditions missing for an action, each with help.
import type { MissingCondition } from '../../../protocol/records/stepCalls'
import { useTranslator } from '../../../client/context/clientContext'
import './reasons.css'

/** Draws a list, also of no conditions: check before drawing it. */
export function Reasons({ conditions }: { conditions: readonly MissingCondition[] }) {
  const { t } = useTranslator()
  return (
    <ul className="reasons" aria-label={t('why.missing')}>
      {conditions.map(({ message, details }, index) => (
        <li key={index}>
          {message}
          {details.map((detail) => (
            <small key={detail}>{detail}</small>
          ))}
        </li>
      ))}
    </ul>
  )
}
