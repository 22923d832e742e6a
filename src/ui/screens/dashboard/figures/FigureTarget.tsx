// The progress of a figure toward its monthly target.
import { useTranslator } from '../../../../client/context/clientContext'
import styles from './figureTarget.module.css'

interface FigureTargetProps {
  readonly value: string | null
  readonly target: string
  readonly text: string
}

export function FigureTarget({ value, target, text }: FigureTargetProps) {
  const { t } = useTranslator()
  // Without a target there is no progress.
  if (!(Number(target) > 0)) return null
  // Rounded down, so that only a reached target is full. Divide last, or 29 of 100 would be 28.99…
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
