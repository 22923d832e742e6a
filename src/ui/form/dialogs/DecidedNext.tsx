// Shows in an open dialog who decides on what it submits,
// and what that decision will lack.
import { Alert } from 'antd'
import { useTranslator } from '../../../client/context/clientContext'
import type { TurnAnswer } from '../../../protocol/records/stepCalls'
import { turnRoles } from '../../rules/turnRoles'
import styles from '../view/form.module.css'

/** Draws nothing where it leads to no decision. */
export function DecidedNext({ after }: { readonly after: TurnAnswer | undefined }) {
  const { t, pick } = useTranslator()
  const { steps: [first, ...others] = [], unmet } = after ?? {}
  if (!first) return null
  const { steps: [before] = [] } = unmet?.before ?? {}
  return (
    <Alert
      className={styles.alert}
      type="info"
      showIcon
      message={t('form.decidedNext', { who: turnRoles([first, ...others], t), step: pick(first.title) })}
      description={
        unmet && (
          <>
            {t('form.decidedUnmet', { step: pick(first.title), message: unmet.message })}
            {before && <div>{t('form.decidedAfter', { who: turnRoles([before], t), step: pick(before.title) })}</div>}
          </>
        )
      }
    />
  )
}
