// Tables of how a value of each field type and format looks in a cell and in a form.
import type { App } from '../../src/manifest/model/app'
import type { Column } from '../../src/manifest/model/column'
import type { Field, FieldType } from '../../src/manifest/model/field'
import type { AddressValue, FileValue, LineValue, RefValue, Value } from '../../src/protocol/calls'
import { listTexts } from '../pageTexts'
import type { Language } from './visitor'

/** A cell as it is drawn. */
export interface Cell {
  readonly text: string
  readonly bold: readonly string[]
  readonly links: readonly string[]
  readonly pictures: number
  /** Red, green and blue of the first text in it, and whether something lies behind that. */
  readonly color: readonly number[]
  readonly tinted: boolean
}
interface Sight {
  readonly app: App
  readonly language: Language
  /** The entity of the list. */
  readonly entity: string
}
type Shows = (cell: Cell, value: Value, column: Column, sight: Sight) => boolean

const amount = (value: Value, digits: number): string =>
  Number(value).toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
const isRed = ({ color: [red = 0, green = 0, blue = 0] }: Cell): boolean =>
  red > 150 && red > green + 60 && red > blue + 60

/** Day and clock in the zone of the product, as each language writes a date. */
function dateText(moment: Date, { language, app }: Sight): string {
  const parts = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: app.product.timezone, ...options }).format(moment)
  if (language === 'en') return parts({ day: 'numeric', month: 'short', year: 'numeric' })
  return parts({ year: 'numeric', month: '2-digit', day: '2-digit' }).split('/').toReversed().join('-')
}

export const typeShows: Readonly<Record<FieldType, Shows>> = {
  string: ({ text }, value) => text === value,
  text: ({ text }, value) => text === String(value).trim(),
  int: ({ text }, value) => text === amount(value, 0),
  money: ({ text }, value) => text.replace('¥', '') === amount(value, 2),
  decimal: ({ text }, value) => /^-?[\d,]+(\.\d+)?$/.test(text) && Number(text.replaceAll(',', '')) === Number(value),
  date: ({ text }, value, _, sight) => text === dateText(new Date(`${String(value)}T12:00:00+08:00`), sight),
  datetime: ({ text }, value, _, sight) =>
    text.startsWith(dateText(new Date(String(value)), sight)) && /\d\d:\d\d$/.test(text),
  boolean: ({ text }, value, _, { language }) => text === (value === true ? listTexts.yes : listTexts.no)[language],
  mobile: ({ text }, value) => text.replaceAll(' ', '') === value,
  choice({ text, tinted }, value, { dictionary, field }, { app, language, entity }) {
    const item =
      field === 'state'
        ? app.entities[entity]!.states[String(value)]
        : app.dictionaries[dictionary ?? '']?.items.find(({ code }) => code === value)
    return item === undefined ? text !== '' : text === item.title[language] && (item.color === undefined || tinted)
  },
  ref: ({ text }, value) => text === (value as RefValue).label,
  files: ({ text, pictures }, value) => pictures > 0 && text.includes((value as FileValue[])[0]!.name),
  lines({ text }, value, { summaryFields, fields }) {
    const [line] = value as LineValue[]
    const [first] = summaryFields ?? []
    const cell = first === undefined ? undefined : fields?.[first]
    return cell?.type === 'string' ? text.startsWith(String(line![first!])) : /\p{L}/u.test(text)
  },
  address({ text }, value) {
    // A list leaves out what most of its addresses share.
    const { district, detail } = value as AddressValue
    return [district, detail].every((part) => text.includes(part))
  },
}

export const formatShows: Readonly<Record<NonNullable<Field['format']>, Shows>> = {
  html: ({ text, bold }) => bold.length > 0 && !text.includes('<'),
  route: ({ links }, value) => links.includes(String(value)),
  percent: ({ text }, value, { type }) => text === `${type === 'decimal' ? Number(value) * 100 : Number(value)}%`,
  alert: (cell, value, column, sight) => typeShows[column.type](cell, value, column, sight) && isRed(cell),
  balance: (cell, value, column, sight) => typeShows[column.type](cell, value, column, sight) && isRed(cell),
  request: ({ text }, value) =>
    text.includes((JSON.parse(String(value)) as { words: string }).words) && !text.includes('{'),
}

/** What a person fills a field of a form in with. */
export const inputShows: Readonly<Record<FieldType, string>> = {
  string: 'input[type=text], input:not([type]), input[type=password]',
  text: 'textarea, [contenteditable=true]',
  int: 'input[inputmode], input[type=number], [role=spinbutton]',
  money: 'input[inputmode], [role=spinbutton]',
  decimal: 'input[inputmode], [role=spinbutton]',
  date: '.ant-picker input, input[type=date]',
  datetime: '.ant-picker input',
  boolean: '[role=switch], input[type=checkbox], input[type=radio]',
  mobile: 'input[type=tel], input[inputmode], input',
  choice: '[role=combobox], input[type=radio]',
  ref: '[role=combobox], input[type=radio]',
  files: 'button, input[type=file]',
  lines: 'table, button, ul',
  address: '[role=combobox]',
}
