// How large is a dialog for a form, and how are many inputs grouped in it? By what is asked, so that nobody has to say it.
import type { Entity, Section, Transition } from '../../manifest/app'
import { tableWidth } from '../widgets/lines/cellText'
import type { AskedForm } from './askFields'

/** Inputs from which on the sections of the entity's detail group them. */
const groupedFrom = 12

const usual = 760
/** A narrower window narrows the dialog further. */
const widest = 1680
/** Seven days beside each other, and whose they are. */
const calendarWidth = 980
/** What stands left and right of a table. */
const around = 54

/** Pixels. */
export function dialogWidth({ fields, schedule }: AskedForm): number {
  const tables = fields
    .filter(({ field }) => field.type === 'lines')
    .map(({ field }) => tableWidth(Object.values(field.fields ?? {})) + around)
  if (tables.length > 0) return Math.min(widest, Math.max(usual, ...tables))
  if (schedule) return calendarWidth
  if (fields.length <= 2 && !fields.some(({ field }) => field.type === 'address' || field.type === 'files')) return 520
  return usual
}

export function sectionsOf(entity: Entity, transition: Transition): readonly Section[] {
  return transition.asks.length >= groupedFrom ? entity.detail.sections : []
}

/** true: the form only changes what is written in the record; its button says so rather than repeating the title. */
export const onlyWrites = (transition: Transition): boolean =>
  !transition.creates &&
  transition.to === undefined &&
  transition.note === undefined &&
  !transition.asks.some((ask) => ask.input)
