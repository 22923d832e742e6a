// Writes the cells of exported records as the list shows them, in plain form.
// Titles instead of codes, labels instead of records, times by the app's time zone, numbers as numbers.
import { textIn, untranslated } from '../../../manifest/model/text'
import type { App } from '../../../manifest/model/app'
import type { Column } from '../../../manifest/model/column'
import type { Entity } from '../../../manifest/model/entity'
import type { Field, FieldType } from '../../../manifest/model/field'
import { fieldTypes } from '../../../manifest/fieldTypes/fieldTypes'
import { momentOf, wallClock } from '../../../manifest/expression/values/calendar'
import type { AddressValue, FileValue, LineValue, RefValue, Value } from '../../../protocol/calls'
import { messageText, type Locale } from '../../../manifest/expression/message'
import { joined, localeOf, phrase } from '../../context/phrases'

/** `text` of a number is a plain decimal, of a day yyyy-MM-dd, of a time yyyy-MM-dd HH:mm:ss. Nothing is null. */
export type Cell = null | { readonly kind: 'text' | 'number' | 'money' | 'day' | 'moment'; readonly text: string }

/** The width of a column in characters, which take 8 pixels: that of its type, or `pixels` in a list. */
export const columnCharacters = (type: FieldType, pixels: number = fieldTypes[type].sheetWidth): number =>
  Math.round(pixels / 8)

type CellOf = (value: Value) => Cell

/**
 * Converts the values of a column to cells. `entity`: whose column it is; absent for the axes and measures of a report.
 */
export function createCellWriter(
  app: App,
  entity: Entity | undefined,
  column: Pick<Column, 'field' | 'type' | 'dictionary'>,
  language: string,
): CellOf {
  const titles = titlesOf(app, entity, column, language)
  return (value) => {
    if (value === null || value === '') return null
    if (column.type === 'choice') return text(titles.get(String(value)) ?? String(value))
    return plainCell(app, column, value, language)
  }
}

function plainCell(app: App, { type }: Pick<Field, 'type'>, value: Value, language: string): Cell {
  switch (type) {
    case 'int':
    case 'decimal':
      return { kind: 'number', text: String(value) }
    case 'money':
      return { kind: 'money', text: String(value) }
    case 'date':
      return { kind: 'day', text: String(value) }
    case 'datetime': {
      const moment = momentOf(String(value))
      return moment === null
        ? text(String(value))
        : { kind: 'moment', text: wallClock(moment, app.product.timezone).slice(0, 19).replace('T', ' ') }
    }
    case 'boolean':
      return text(messageText(phrase(value ? 'yes_cell' : 'no_cell'), localeOf(app.product, language)))
    case 'ref':
      return text((value as RefValue).label)
    case 'files':
      return text((value as FileValue[]).map((file) => file.name).join('\n'))
    case 'address':
      return text(addressText(value as AddressValue, localeOf(app.product, language)))
    case 'lines':
      return text(
        (value as LineValue[])
          .map((line) =>
            Object.values(line)
              .map(lineText)
              .filter((item) => item !== '')
              .join(' '),
          )
          .join('\n'),
      )
    case 'string':
    case 'text':
    case 'mobile':
    case 'choice':
      return text(String(value))
  }
}

/** From the province to the street; a city that is its own province is named once. */
export function writtenParts({ province, city, district, detail }: AddressValue): string[] {
  return [province, city, district, detail].filter((part, index, all) => part && part !== all[index - 1])
}

/** An address in one line, its parts separated as the language does; '' where it has none. */
export function addressText(address: AddressValue, locale: Locale): string {
  const parts = writtenParts(address)
  return parts.length === 0 ? '' : messageText(joined('address_parts', parts.map(untranslated)), locale)
}

function lineText(value: Value): string {
  if (value === null) return ''
  return typeof value === 'object' && 'label' in value ? String(value.label) : String(value)
}

function text(value: string): Cell {
  return value === '' ? null : { kind: 'text', text: value }
}

/** The titles of a column's codes; those of a state come from the entity at the end of the path. */
function titlesOf(
  app: App,
  entity: Entity | undefined,
  { field: path, dictionary }: Pick<Column, 'field' | 'dictionary'>,
  language: string,
): ReadonlyMap<string, string> {
  const names = path.split('.')
  let owner: Entity | undefined = entity
  for (const name of names.slice(0, -1)) owner = app.entities[owner?.fields[name]?.entity ?? '']
  if (names.at(-1) === 'state' && dictionary === undefined)
    return new Map(Object.values(owner?.states ?? {}).map((state) => [state.name, textIn(state.title, language)]))
  return new Map(
    (app.dictionaries[dictionary ?? '']?.items ?? []).map((item) => [item.code, textIn(item.title, language)]),
  )
}
