// Converts records into the entries of a calendar, with day, order and color. Pure.
import type { Text } from '../../manifest/model/text'
import type { Tone } from '../../manifest/model/field'
import { clockAt, dayAt } from '../../manifest/expression/values/calendar'
import { groupKey, type RecordData, type RefValue, type Value } from '../../protocol/calls'
import type { ScreenAnswer } from '../../protocol/screenCalls'
import { optionsOf, standaloneContext, type RenderContext } from '../values/renderContext'
import { textOfValue } from '../values/renderValue'
import { shownAt } from '../values/fieldAtPath'

export interface Entry {
  readonly row: RecordData
  readonly day: string
  /** The last day of a span; the day itself for a single day. */
  readonly lastDay: string
  /** Time as users read it: "10:30", the title of a period, or first and last day of a span. */
  readonly when: string
  readonly order: string
  /** The id or code of its row in the week; empty if it has none. */
  readonly group: string
  readonly title: string
  readonly details: readonly string[]
  readonly color: Tone
}

export interface Group {
  readonly key: string
  readonly label: string
}

const cycle: readonly Tone[] = ['blue', 'green', 'orange', 'purple', 'cyan', 'gold', 'red']

/** Records without a date have no entry. */
export function entriesOf(
  rows: readonly RecordData[],
  answer: ScreenAnswer,
  context: RenderContext,
  zone: string,
): Entry[] {
  const { calendar, entity } = answer.screen
  if (!calendar) return []
  const dated = shownAt(answer, entity, calendar.dateField)
  const periods = calendar.slotField
    ? optionsOf(answer, shownAt(answer, entity, calendar.slotField) ?? { field: calendar.slotField }, entity)
    : []
  const tones = calendar.colorBy
    ? optionsOf(answer, shownAt(answer, entity, calendar.colorBy) ?? { field: calendar.colorBy }, entity)
    : []
  const text = (row: RecordData, path: string): string => {
    const displayedField = shownAt(answer, entity, path)
    const value = row.values[path]
    // Leave out an amount of nothing, which is no fact of an entry.
    if (displayedField?.type === 'money' && Number(value) === 0) return ''
    return displayedField ? textOfValue(displayedField, value, standaloneContext(context), entity) : textOf(value)
  }
  const entries = rows.flatMap((row): Entry[] => {
    const value = row.values[calendar.dateField]
    if (typeof value !== 'string' || value === '') return []
    const wall = dated?.type === 'datetime' ? clockAt(new Date(value), zone) : value
    const day = wall.slice(0, 10)
    const end = endOf(row, answer, zone)
    const lastDay = end !== undefined && end.day > day ? end.day : day
    const index = calendar.slotField
      ? periods.findIndex((period) => period.code === row.values[calendar.slotField!])
      : -1
    const [title = row.label, ...details] = calendar.entryFields
      .map((path) => text(row, path))
      .filter((part) => part !== '')
    return [
      {
        row,
        day,
        lastDay,
        when: index >= 0 ? context.translator.pick(periods[index]!.title) : timeText(wall, lastDay, end?.time, context),
        order: index >= 0 ? String(index).padStart(3, '0') : wall.slice(11, 16),
        group: calendar.groupBy ? groupKey(row.values[calendar.groupBy] ?? null) : '',
        title,
        details,
        color: toneOf(tones, calendar.colorBy ? stateOr(row, calendar.colorBy) : undefined),
      },
    ]
  })
  return entries.sort(
    (a, b) => compareTexts(a.day, b.day) || compareTexts(a.order, b.order) || compareTexts(a.title, b.title),
  )
}

/** By code units, as days and times of day compare; the empty text is first. */
export const compareTexts = (left: string, right: string): number => (left < right ? -1 : Number(left > right))

/** The last day of a span, and its time if it ends at a moment; a span ending at midnight ends the day before. */
function endOf(
  row: RecordData,
  { screen: { calendar, entity }, ...answer }: ScreenAnswer,
  zone: string,
): { readonly day: string; readonly time?: string } | undefined {
  const value = calendar?.endField === undefined ? undefined : row.values[calendar.endField]
  if (typeof value !== 'string' || value === '') return undefined
  if (shownAt(answer, entity, calendar!.endField!)?.type !== 'datetime') return { day: value.slice(0, 10) }
  const end = new Date(value)
  return { day: dayAt(new Date(end.getTime() - 1), zone), time: clockAt(end, zone).slice(11, 16) }
}

function timeText(wall: string, lastDay: string, endTime: string | undefined, { format }: RenderContext): string {
  const [day, time] = [wall.slice(0, 10), wall.slice(11, 16)]
  if (lastDay > day) return `${format.date(day)} – ${format.date(lastDay)}`
  return time !== '' && endTime !== undefined && endTime > time ? `${time}–${endTime}` : time
}

/** Whether the entry covers the day `date`, both of its ends included. */
export const isOnDay = ({ day, lastDay }: Entry, date: string): boolean => day <= date && date <= lastDay

/** The entries of each day; a span is on several. */
export function byDay(entries: readonly Entry[], dates: readonly string[]): ReadonlyMap<string, readonly Entry[]> {
  return new Map(
    dates
      .map((date) => [date, entries.filter((entry) => isOnDay(entry, date))] as const)
      .filter(([, onDay]) => onDay.length > 0),
  )
}

/** The rows of the week: those sent by the server, then others with an entry; last the entries without a row. */
export function groupsOf(
  entries: readonly Entry[],
  named: readonly { readonly id: number | string; readonly label: string }[] | undefined,
  labelOf: (entry: Entry) => string,
  nobody: string,
): Group[] {
  const groups = new Map((named ?? []).map((group) => [String(group.id), group.label]))
  for (const entry of entries)
    if (entry.group !== '' && !groups.has(entry.group)) groups.set(entry.group, labelOf(entry))
  const columns = [...groups].map(([key, label]) => ({ key, label }))
  return entries.some((entry) => entry.group === '') ? [...columns, { key: '', label: nobody }] : columns
}

/** The meaning of the colors that occur. */
export function legendOf(
  answer: ScreenAnswer,
  entries: readonly Entry[],
): readonly { readonly title: Text; readonly color: Tone }[] {
  const { calendar, entity } = answer.screen
  if (!calendar?.colorBy) return []
  const tones = optionsOf(answer, shownAt(answer, entity, calendar.colorBy) ?? { field: calendar.colorBy }, entity)
  const used = new Set(entries.map((entry) => stateOr(entry.row, calendar.colorBy!)))
  return tones
    .filter((tone) => used.has(tone.code))
    .map((tone) => ({ title: tone.title, color: toneOf(tones, tone.code) }))
}

function toneOf(tones: readonly { readonly code: string; readonly color?: Tone }[], code: unknown): Tone {
  const position = tones.findIndex((tone) => tone.code === code)
  return position < 0 ? 'blue' : (tones[position]!.color ?? cycle[position % cycle.length]!)
}

const stateOr = (row: RecordData, path: string): unknown =>
  path === 'state' ? (row.state ?? row.values.state) : row.values[path]
const textOf = (value: Value | undefined): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object' && 'label' in value
      ? String((value as RefValue).label)
      : String(value)
