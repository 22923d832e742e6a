// The heading of a calendar day: today, yesterday, or its weekday and date.
import { addDays } from '../../manifest/expression/values/days'
import { useFormat, useTranslator } from '../../client/context/clientContext'
import { useToday } from '../controls/hooks/useNow'

/** The returned function takes a day as formatted by `format.day`. */
export function useDayName(): (day: string) => string {
  const { t } = useTranslator()
  const format = useFormat()
  const today = useToday()
  const yesterday = addDays(today, -1)
  return (day) => (day === today ? t('shell.today') : day === yesterday ? t('shell.yesterday') : format.weekday(day))
}
