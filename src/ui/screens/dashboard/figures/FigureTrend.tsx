// The trend of a figure: the same days of the previous month, and its last thirty days as a line.
import type { Figure } from '../../../../manifest/model/block'
import type { MonthTrend } from '../../../../protocol/reportCalls'
import { useFormat, useTranslator } from '../../../../client/context/clientContext'
import { ChangeMark } from '../../common/ChangeMark'
import { changeOf, figureText, moodOf } from '../../report/measureText'
import { addDays } from '../../../../manifest/expression/values/days'
import styles from './figureTrend.module.css'

interface FigureTrendProps {
  readonly figure: Figure
  readonly value: string | null
  readonly trend: MonthTrend
}

const heightPixels = 36
/** Half of the stroke as margin, so that minimum and maximum are not clipped. */
const edgePixels = 2

export function FigureTrend({ figure, value, trend }: FigureTrendProps) {
  const { t } = useTranslator()
  const format = useFormat()
  const change = changeOf(value, trend.before)
  return (
    <>
      <small className={styles.change}>
        {change === undefined ? (
          t('form.monthBefore', { value: figureText(figure, trend.before, format) })
        ) : (
          <>
            {t('form.sinceMonthBefore')} <ChangeMark change={change} mood={moodOf(change, figure.lowerIsBetter)} />
          </>
        )}
      </small>
      <Line figure={figure} trend={trend} />
    </>
  )
}

function Line({ figure, trend: { days, from } }: Pick<FigureTrendProps, 'figure' | 'trend'>) {
  const { t, pick } = useTranslator()
  const format = useFormat()
  // Only heights of drawings may be floats.
  const heights = days.map(Number)
  const [low, high] = [Math.min(0, ...heights), Math.max(0, ...heights)]
  const y = (amount: number) =>
    high === low
      ? heightPixels - edgePixels
      : edgePixels + (1 - (amount - low) / (high - low)) * (heightPixels - 2 * edgePixels)
  const points = heights.map((amount, index) => `${index + 0.5},${y(amount).toFixed(1)}`).join(' ')
  const dayOf = (index: number) => format.date(addDays(from, index))
  const best = heights.indexOf(high)
  const spoken = t(high > 0 ? 'form.lastDaysBest' : 'form.lastDays', {
    title: pick(figure.title),
    count: days.length,
    day: dayOf(best),
    value: figureText(figure, days[best], format),
  })
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 ${days.length} ${heightPixels}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={spoken}
    >
      <polygon points={`0.5,${y(0)} ${points} ${days.length - 0.5},${y(0)}`} />
      <polyline points={points} />
      {days.map((amount, index) => (
        <rect key={index} x={index} width={1} height={heightPixels}>
          <title>{`${dayOf(index)}  ${figureText(figure, amount, format)}`}</title>
        </rect>
      ))}
    </svg>
  )
}
