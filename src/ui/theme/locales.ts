// The texts of libraries in each language: antd's texts and day.js' months.
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import type { Locale } from 'antd/es/locale'
import dayjs, { type Dayjs, type PluginFunc } from 'dayjs'
import en from 'dayjs/locale/en'
import 'dayjs/locale/zh-cn'
import { inputPatterns, type InputPatterns } from '../../client/text/format'
import { clockAt } from '../../manifest/expression/values/calendar'
import { documentLanguage } from '../../manifest/expression/values/dayStyles'

// Weeks begin on Monday, as in filters and calendars.
dayjs.locale({ ...en, weekStart: 1 })

let pageZone: string | undefined

/**
 * Calendars compute "today" and "now" with the clock of the device, unless day.js has a default time zone, which they
 * read by this method: there the wall clock of the product's zone, as if it were the device's.
 */
const inPageZone: PluginFunc = (_, { prototype }) => {
  Object.assign(prototype, {
    tz(this: Dayjs) {
      return pageZone === undefined ? this : dayjs(clockAt(this.toDate(), pageZone))
    },
  })
}
dayjs.extend(inPageZone)

/** Sets the time zone in which calendars know today. */
export function setPageZone(zone: string): void {
  pageZone = zone
}

interface LibraryLocale {
  readonly antd: Locale
  readonly dayjs: string
}

/** Inputs show days and moments as the rest of the page does. */
function withPatterns(locale: Locale, { day, moment }: InputPatterns): Locale {
  const { DatePicker } = locale
  if (!DatePicker) return locale
  const lang = { ...DatePicker.lang, fieldDateFormat: day, fieldDateTimeFormat: moment }
  return { ...locale, DatePicker: { ...DatePicker, lang } }
}

const english: LibraryLocale = { antd: withPatterns(enUS, inputPatterns('en')), dayjs: 'en' }

/** Other languages use the English texts of the libraries. */
const libraryLocales: Readonly<Record<string, LibraryLocale>> = {
  en: english,
  zh: { antd: withPatterns(zhCN, inputPatterns('zh')), dayjs: 'zh-cn' },
}

const libraryLocaleOf = (language: string): LibraryLocale => libraryLocales[language] ?? english

/** The settings of antd for a language; it does not translate the button that closes a dialog. */
export function antdTexts(language: string) {
  const { antd: locale } = libraryLocaleOf(language)
  return { locale, modal: { closable: { 'aria-label': locale.global?.close } } }
}

/** Sets the language of the document and of libraries without a React context. */
export function setPageLanguage(language: string): void {
  document.documentElement.lang = documentLanguage(language)
  dayjs.locale(libraryLocaleOf(language).dayjs)
}
