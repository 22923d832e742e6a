// Resolves the layout of a screen's records: a board, a gallery, a page to read, a calendar by day.
import { fieldsInstead, isStoredAs, reportWrongField } from '../../context/fittingFields'
import { isDayType } from '../../expression/values/valueTypes'
import type { Screen } from '../../model/screen'
import type { FieldType } from '../../model/field'
import type { Column } from '../../model/column'
import type * as language from '../../language/generated'
import { findField, typeAt } from '../../context/lookup'
import {
  childLocation,
  indexed,
  type ManifestLocation,
  type Mutable,
  type EntityDraft,
} from '../../context/compileContext'
import { resolveColumns, resolvePaths } from '../fields/columns'

/** A board reads its records as a list does: card fields and lane field are columns as well. */
export function resolveBoard(
  location: ManifestLocation,
  { groupBy: by, cardFields: card }: NonNullable<language.ScreenManifest['board']>,
  entity: EntityDraft,
  screen: Mutable<Screen>,
): void {
  if (screen.kind === 'board') {
    const columns = resolveColumns(childLocation(location, 'cardFields'), entity, card)
    const isOwn = columns.some(({ field }) => field === by)
    screen.columns = isOwn ? columns : [...columns, ...resolveColumns(childLocation(location, 'groupBy'), entity, [by])]
  } else if (screen.kind === 'list') {
    checkColumns(screen, [[childLocation(location, 'groupBy'), by], ...cardLocations(location, card)])
  } else return
  screen.board = {
    groupBy: choiceAt(childLocation(location, 'groupBy'), entity, by),
    cardFields: resolvePaths(childLocation(location, 'cardFields'), entity, card),
  }
}

/** A feed shows columns of its list; the day comes from a date or a moment. */
export function resolveFeed(
  location: ManifestLocation,
  { dateField, textField, factFields = [], isDefault = false }: language.Feed,
  screen: Screen,
): NonNullable<Screen['feed']> {
  checkColumns(screen, [
    [childLocation(location, 'dateField'), dateField],
    [childLocation(location, 'textField'), textField],
    ...indexed(factFields).map(([index, name]) => [childLocation(location, 'factFields', index), name] as const),
  ])
  const day = screen.columns.find(({ field }) => field === dateField)
  if (day !== undefined && !isDayType(day.type))
    reportWrongField(childLocation(location, 'dateField'), {
      name: dateField,
      expected: 'a column of days or moments',
      fits: columnsOf(screen, ({ type }) => isDayType(type)),
    })
  return { dateField, textField, factFields, isDefault }
}

/** A gallery shows columns of its list; a column of files has the picture. */
export function resolveGallery(
  location: ManifestLocation,
  { imageField, cardFields, isDefault = false }: language.Gallery,
  screen: Screen,
): NonNullable<Screen['gallery']> {
  const image = screen.columns.find(({ field }) => field === imageField)
  checkColumns(screen, [[childLocation(location, 'imageField'), imageField], ...cardLocations(location, cardFields)])
  if (image !== undefined && image.type !== 'files')
    reportWrongField(childLocation(location, 'imageField'), {
      name: imageField,
      expected: 'a column of files',
      fits: columnsOf(screen, ({ type }) => type === 'files'),
    })
  return { imageField, cardFields, isDefault }
}

const cardLocations = (location: ManifestLocation, fields: readonly string[]) =>
  indexed(fields).map(([index, name]) => [childLocation(location, 'cardFields', index), name] as const)

/** A missing required name was already reported with the shape. */
function checkColumns(screen: Screen, names: readonly (readonly [ManifestLocation, string | undefined])[]): void {
  const fits = columnsOf(screen, () => true)
  for (const [location, name] of names)
    if (name !== undefined && !fits.includes(name))
      reportWrongField(location, { name, expected: 'a column of the screen', fits })
}

const columnsOf = ({ columns }: Screen, fits: (column: Column) => boolean): string[] =>
  columns.flatMap((column) => (fits(column) ? [column.field] : []))

export function choiceAt(location: ManifestLocation, entity: EntityDraft, name: string): string {
  const field = findField(location, entity, name)
  const target = field && { field, owner: entity }
  if (target && typeAt(location, target, ['choice'], 'a choice or `state`') && !target.field.stored)
    reportWrongField(location, {
      name,
      expected: 'a stored field',
      fits: fieldsInstead('', entity.fields, isStoredAs('choice')),
    })
  return name
}

export function resolveCalendar(
  location: ManifestLocation,
  calendar: language.Calendar,
  entity: EntityDraft,
): NonNullable<Screen['calendar']> {
  const typed = (
    key: 'dateField' | 'endField' | 'slotField' | 'groupBy' | 'colorBy',
    types: readonly FieldType[],
    expected: string,
    { mayBeComputed = false } = {},
  ): void => {
    const name = calendar[key]
    const field = name === undefined ? undefined : findField(childLocation(location, key), entity, name)
    const target = field && { field, owner: entity }
    const fits = target !== undefined && typeAt(childLocation(location, key), target, types, expected)
    if (fits && !mayBeComputed && !target.field.stored)
      reportWrongField(childLocation(location, key), {
        name: target.field.name,
        expected: 'a stored field',
        fits: fieldsInstead('', entity.fields, isStoredAs(...types)),
      })
  }
  typed('dateField', ['date', 'datetime'], 'a date or a moment')
  typed('endField', ['date', 'datetime'], 'a date or a moment')
  if (calendar.endField === calendar.dateField)
    reportWrongField(childLocation(location, 'endField'), {
      name: calendar.dateField,
      expected: 'another field than `dateField`',
      fits: fieldsInstead('', entity.fields, isStoredAs('date', 'datetime')).filter(
        (name) => name !== calendar.dateField,
      ),
    })
  typed('slotField', ['choice'], 'a choice')
  typed('groupBy', ['ref', 'choice'], 'a reference or a choice')
  // Only drawn, so a computed one fits as well.
  typed('colorBy', ['choice'], 'a choice or `state`', { mayBeComputed: true })
  return {
    ...calendar,
    entryFields: resolvePaths(childLocation(location, 'entryFields'), entity, calendar.entryFields),
  }
}
