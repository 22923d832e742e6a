// Which records stand on which day of a calendar, in which order and colour? Pure.
import type { Colour } from '../../../manifest/app'
import { clockAt } from '../../../manifest/rule/calendar'
import type { RecordData, RefValue, ScreenAnswer, Value } from '../../../protocol/calls'
import { optionsOf, type Scene } from '../../values/scene'
import { textOfValue } from '../../values/value'
import { shownAt } from '../parts/shownAt'

export interface Entry {
  readonly row: RecordData
  readonly day: string
  /** When within the day, as people read it: "10:30" or a period's title. */
  readonly when: string
  readonly order: string
  /** The id or code of its row in the week; empty where nobody is named. */
  readonly group: string
  readonly title: string
  readonly details: readonly string[]
  readonly colour: Colour
}

export interface Group {
  readonly key: string
  readonly label: string
}

const cycle: readonly Colour[] = ['blue', 'green', 'orange', 'purple', 'cyan', 'gold', 'red']

/** Records without a date stand nowhere. */
export function entriesOf(rows: readonly RecordData[], answer: ScreenAnswer, scene: Scene, zone: string): Entry[] {
  const { calendar, entity } = answer.screen
  if (!calendar) return []
  const dated = shownAt(answer, entity, calendar.date)
  const periods = calendar.period
    ? optionsOf(answer, shownAt(answer, entity, calendar.period) ?? { field: calendar.period }, entity)
    : []
  const tones = calendar.colour
    ? optionsOf(answer, shownAt(answer, entity, calendar.colour) ?? { field: calendar.colour }, entity)
    : []
  const text = (row: RecordData, path: string): string => {
    const shown = shownAt(answer, entity, path)
    const value = row.values[path]
    return shown ? textOfValue(shown, value, scene, entity) : textOf(value)
  }
  const entries = rows.flatMap((row): Entry[] => {
    const value = row.values[calendar.date]
    if (typeof value !== 'string' || value === '') return []
    const wall = dated?.type === 'datetime' ? clockAt(new Date(value), zone) : value
    const place = calendar.period ? periods.findIndex((period) => period.code === row.values[calendar.period!]) : -1
    const [title = row.label, ...details] = calendar.title.map((path) => text(row, path)).filter((part) => part !== '')
    return [
      {
        row,
        day: wall.slice(0, 10),
        when: place >= 0 ? scene.words.pick(periods[place]!.title) : wall.slice(11, 16),
        order: place >= 0 ? String(place).padStart(3, '0') : wall.slice(11, 16),
        group: calendar.rows ? keyOf(row.values[calendar.rows]) : '',
        title,
        details,
        colour: toneOf(tones, calendar.colour ? stateOr(row, calendar.colour) : undefined),
      },
    ]
  })
  return entries.sort((a, b) => (a.day + a.order + a.title < b.day + b.order + b.title ? -1 : 1))
}

/** Entries by day. */
export function byDay(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const days = new Map<string, Entry[]>()
  for (const entry of entries) days.set(entry.day, [...(days.get(entry.day) ?? []), entry])
  return days
}

/** The rows of the week: those that the server names, then whoever else has an entry; last those without anybody. */
export function groupsOf(
  entries: readonly Entry[],
  named: readonly { readonly id: number | string; readonly label: string }[] | undefined,
  labelOf: (entry: Entry) => string,
  nobody: string,
): Group[] {
  const groups = new Map((named ?? []).map((group) => [String(group.id), group.label]))
  for (const entry of entries)
    if (entry.group !== '' && !groups.has(entry.group)) groups.set(entry.group, labelOf(entry))
  const found = [...groups].map(([key, label]) => ({ key, label }))
  return entries.some((entry) => entry.group === '') ? [...found, { key: '', label: nobody }] : found
}

/** What the colours mean, as far as they occur. */
export function legendOf(
  answer: ScreenAnswer,
  entries: readonly Entry[],
): readonly { readonly title: readonly [string, string]; readonly colour: Colour }[] {
  const { calendar, entity } = answer.screen
  if (!calendar?.colour) return []
  const tones = optionsOf(answer, shownAt(answer, entity, calendar.colour) ?? { field: calendar.colour }, entity)
  const used = new Set(entries.map((entry) => stateOr(entry.row, calendar.colour!)))
  return tones
    .filter((tone) => used.has(tone.code))
    .map((tone) => ({ title: tone.title, colour: toneOf(tones, tone.code) }))
}

function toneOf(tones: readonly { readonly code: string; readonly colour?: Colour }[], code: unknown): Colour {
  const at = tones.findIndex((tone) => tone.code === code)
  return at < 0 ? 'blue' : (tones[at]!.colour ?? cycle[at % cycle.length]!)
}

const stateOr = (row: RecordData, path: string): unknown =>
  path === 'state' ? (row.state ?? row.values.state) : row.values[path]
const keyOf = (value: Value | undefined): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object' && 'id' in value
      ? String((value as RefValue).id)
      : String(value)
const textOf = (value: Value | undefined): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object' && 'label' in value
      ? String((value as RefValue).label)
      : String(value)
