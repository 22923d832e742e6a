// The texts of libraries in each language: antd's texts and day.js' months.
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import type { Locale } from 'antd/es/locale'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { documentLanguage } from '../../client/text/format'

interface LibraryLocale {
  readonly antd: Locale
  readonly dayjs: string
}

const english: LibraryLocale = { antd: enUS, dayjs: 'en' }

/** Other languages use the English texts of the libraries. */
const libraryLocales: Readonly<Record<string, LibraryLocale>> = {
  en: english,
  zh: { antd: zhCN, dayjs: 'zh-cn' },
}

export const libraryLocaleOf = (language: string): LibraryLocale => libraryLocales[language] ?? english

/** Sets the language of the document and of libraries without a React context. */
export function setPageLanguage(language: string): void {
  document.documentElement.lang = documentLanguage(language)
  dayjs.locale(libraryLocaleOf(language).dayjs)
}
