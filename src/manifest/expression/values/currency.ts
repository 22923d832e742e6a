// Writes amounts of money with the sign of their currency, on pages and on paper alike.
import { intlLocale } from './dayStyles'
import { once } from './once'

/** The short sign of a currency in a language: "¥" of CNY. */
export const currencySignOf = (language: string, currency: string): (() => string) =>
  once(
    () =>
      new Intl.NumberFormat(intlLocale(language), { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
        .formatToParts(0)
        .find((part) => part.type === 'currency')?.value ?? currency,
  )

/** "-1,234.50" with "¥" is "-¥1,234.50". */
export const withSign = (amount: string, sign: string): string =>
  amount.startsWith('-') ? `-${sign}${amount.slice(1)}` : `${sign}${amount}`
