// What stands in the cells of an exported record? What the list shows, as plain as a sheet can have it: titles instead of codes, names instead of
// records, days and moments by the app's clock, numbers as numbers.
import type { App, Column, Entity, Field } from '../../manifest/app'
import { momentOf, wallClock } from '../../manifest/rule/calendar'
import type { AddressValue, FileValue, LineValue, RefValue, Value } from '../../protocol/calls'
import type { LanguageIndex } from '../context'

/** `text` of a number is a plain decimal, of a day yyyy-MM-dd, of a moment yyyy-MM-dd HH:mm:ss. Nothing is null. */
export type Cell = null | { readonly kind: 'text' | 'number' | 'money' | 'day' | 'moment'; readonly text: string }

export type CellOf = (value: Value) => Cell

/** How the values of a column become cells. `entity`: whose column it is; none for the axes and measures of a report. */
export function cellOf(
  app: App,
  entity: Entity | undefined,
  column: Pick<Column, 'field' | 'type' | 'dictionary'>,
  language: LanguageIndex,
): CellOf {
  const titles = titlesOf(app, entity, column, language)
  return (value) => (value === null || value === '' ? null : plainCell(app, column, value, titles, language))
}

function plainCell(
  app: App,
  { type }: Pick<Field, 'type'>,
  value: Value,
  titles: ReadonlyMap<string, string>,
  language: LanguageIndex,
): Cell {
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
      return text((value ? ['是', 'Yes'] : ['否', 'No'])[language]!)
    case 'choice':
      return text(titles.get(String(value)) ?? String(value))
    case 'ref':
      return text((value as RefValue).label)
    case 'files':
      return text((value as FileValue[]).map((file) => file.name).join('\n'))
    case 'address': {
      const { province, city, district, detail } = value as AddressValue
      return text(
        [province, city, district, detail]
          .filter((part, at, all) => part && part !== all[at - 1])
          .join(language === 0 ? '' : ', '),
      )
    }
    case 'lines':
      return text(
        (value as LineValue[])
          .map((line) =>
            Object.values(line)
              .map(lineText)
              .filter((one) => one !== '')
              .join(' '),
          )
          .join('\n'),
      )
    default:
      return text(String(value))
  }
}

function lineText(value: Value): string {
  if (value === null) return ''
  return typeof value === 'object' && 'label' in value ? String(value.label) : String(value)
}

function text(value: string): Cell {
  return value === '' ? null : { kind: 'text', text: value }
}

/** The titles of a column's codes; those of a state stand with the entity at the end of the path. */
function titlesOf(
  app: App,
  entity: Entity | undefined,
  { field: path, dictionary }: Pick<Column, 'field' | 'dictionary'>,
  language: LanguageIndex,
): ReadonlyMap<string, string> {
  const names = path.split('.')
  let owner: Entity | undefined = entity
  for (const name of names.slice(0, -1)) owner = app.entities[owner?.fields[name]?.entity ?? '']
  if (names.at(-1) === 'state' && dictionary === undefined)
    return new Map(Object.values(owner?.states ?? {}).map((state) => [state.name, state.title[language]]))
  return new Map((app.dictionaries[dictionary ?? '']?.items ?? []).map((item) => [item.code, item.title[language]]))
}
