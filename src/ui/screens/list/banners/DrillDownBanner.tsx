// Banner above a drill-down: the number with its period and dimensions, and the way back to all
// records.
import { Button } from 'antd'
import type { DrillDown, DrillDownAnswer } from '../../../../protocol/calls'
import type { Format } from '../../../../client/text/format'
import { useFormat, useSession, useTranslator } from '../../../../client/context/clientContext'
import { addDays, addMonths } from '../../../../manifest/expression/values/days'

/** Draws the sentence with what is known so far; the answer adds the number's title and dimensions. */
export function DrillDownBanner({
  drillDown,
  answer,
  listed,
  onClear,
}: {
  drillDown: DrillDown
  /** Absent until the list has loaded. */
  answer: DrillDownAnswer | undefined
  /** How many of its records the user reaches; absent while something else narrows the list. */
  listed: number | undefined
  onClear: () => void
}) {
  const { t, pick } = useTranslator()
  const format = useFormat()
  const route = useSession((state) => state.boot?.routes[drillDown.screen])
  const { from, to } = drillDown
  const names = [
    route && pick(route.title),
    answer && pick(answer.title),
    from && to && spanText(format, from, to),
    ...(answer?.facts ?? []).map(({ title, value }) => `${pick(title)} ${value ?? t('form.unassigned')}`),
  ].filter(Boolean)
  const count = answer?.counted ?? 0
  const hidden = listed === undefined ? 0 : count - listed
  return (
    <p className="list-drill-down">
      <span>{t('list.drillDown', { number: names.join(' · ') })}</span>
      {hidden > 0 && <span>{t('list.drillDownHidden', { count, hidden })}</span>}
      <Button type="link" size="small" onClick={onClear}>
        {t('list.leaveDrillDown')}
      </Button>
    </p>
  )
}

/** The days of a period, whose end is exclusive. */
function spanText(format: Format, from: string, to: string): string {
  return from.endsWith('-01') && to === addMonths(from, 1)
    ? format.month(from)
    : `${format.date(from)} – ${format.date(addDays(to, -1))}`
}
