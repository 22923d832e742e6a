// How much of a month's target a figure has reached.
import type { Figure } from '../../../../manifest/model/block'
import { useFormat, useTranslator } from '../../../../client/context/clientContext'
import { figureText } from '../../report/measureText'
import styles from './figureTarget.module.css'

export function FigureTarget({ figure, value, target }: { figure: Figure; value: string | null; target: string }) {
  const { t } = useTranslator()
  const format = useFormat()
  // Only drawn, and rounded down: nothing less than the target is all of it. Divided last: 29 of 100 is 28.99… else.
  const percent = Math.floor((Number(value ?? 0) * 100) / Number(target))
  return (
    <div className={styles.target}>
      <small>
        {t('form.targetReached', {
          value: figure.type === 'money' ? format.money(target) : figureText(figure, target, format),
          percent,
        })}
      </small>
      <div className={styles.bar} data-reached={percent >= 100 || undefined} aria-hidden>
        <i style={{ width: `${Math.min(100, Math.max(0, percent))}%` }} />
      </div>
    </div>
  )
}
