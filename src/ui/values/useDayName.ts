// The name of a calendar day above what belongs to it: today, yesterday, or its weekday and date.
import { useFormat, useTranslator } from '../../client/context/clientContext'

/** The function takes a day as `format.day` writes it. */
export function useDayName(): (day: string) => string {
  const { t } = useTranslator()
  const format = useFormat()
  const today = format.day(new Date())
  const yesterday = format.day(new Date(Date.now() - 86_400_000))
  return (day) => (day === today ? t('shell.today') : day === yesterday ? t('shell.yesterday') : format.weekday(day))
}
