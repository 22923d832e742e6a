// How much of a month's target a figure has reached.
import { useTranslator } from '../../../../client/context/clientContext'
import styles from './figureTarget.module.css'

interface FigureTargetProps {
  readonly value: string | null
  readonly target: string
  readonly text: string
}

export function FigureTarget({ value, target, text }: FigureTargetProps) {
  const { t } = useTranslator()
  // Nothing is a part of no target.
  if (!(Number(target) > 0)) return null
  // Only drawn, and rounded down: nothing less than the target is all of it. Divided last: 29 of 100 is 28.99… else.
  const percent = Math.floor((Number(value ?? 0) * 100) / Number(target))
  return (
    <div className={styles.target}>
      <small>{t('form.targetReached', { value: text, percent })}</small>
      <div className={styles.bar} data-reached={percent >= 100 || undefined} aria-hidden>
        <i style={{ width: `${Math.min(100, Math.max(0, percent))}%` }} />
      </div>
    </div>
  )
}
