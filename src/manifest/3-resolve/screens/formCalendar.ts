// Finds the calendar screen for the form of a transition.
// The form has inputs of the same names as the row and the date of the calendar. Runs last: screens are resolved after
// transitions.
import { reportWrongField } from '../../context/fittingFields'
import type { Field } from '../../model/field'
import type { Screen } from '../../model/screen'
import {
  locationOf,
  hintFor,
  reportProblem,
  type EntityDraft,
  type ManifestLocation,
  type TransitionDraft,
  type CompileContext,
} from '../../context/compileContext'

/**
 * Adds the calendar to each transition that declares `calendarScreen`; reports a screen that is no calendar or lacks
 * its inputs.
 */
export function resolveSchedules(context: CompileContext, screens: Readonly<Record<string, Screen>>): void {
  for (const draft of Object.values(context.entities))
    for (const [name, { calendarScreen: schedule }] of Object.entries(draft.file.manifest.transitions ?? {})) {
      const transition = draft.transitions[name]
      if (schedule === undefined || transition === undefined) continue
      const location = locationOf(context, draft.file, 'transitions', name, 'calendarScreen')
      const screen = calendarAt(location, schedule, screens)
      if (screen !== undefined) resolveSchedule(location, draft, transition, screen)
    }
}

/** A calendar screen with the entity that it shows. */
interface CalendarScreen {
  readonly path: string
  readonly entity: EntityDraft
  readonly calendar: NonNullable<Screen['calendar']> & { readonly groupBy: string }
}

function calendarAt(
  location: ManifestLocation,
  path: string,
  screens: Readonly<Record<string, Screen>>,
): CalendarScreen | undefined {
  const screen = Object.hasOwn(screens, path) ? screens[path] : undefined
  const calendars = Object.values(screens).flatMap(({ calendar, path }) =>
    calendar?.groupBy === undefined ? [] : [path],
  )
  const entity = location.context.entities[screen?.entity ?? '']
  if (screen === undefined) reportProblem(location, 'unknown-screen', { name: path }, hintFor(path, calendars))
  else if (screen.calendar?.groupBy === undefined || entity === undefined)
    reportWrongField(location, { name: path, expected: 'a calendar with rows', fits: calendars })
  else return { path, entity, calendar: { ...screen.calendar, groupBy: screen.calendar.groupBy } }
  return undefined
}

function resolveSchedule(
  location: ManifestLocation,
  draft: EntityDraft,
  transition: TransitionDraft,
  { path, entity, calendar }: CalendarScreen,
): void {
  const { groupBy: rows, dateField: date } = calendar
  const fields = transition.form.map((formField): Field =>
    formField.input ? transition.inputs[formField.field]! : draft.fields[formField.field]!,
  )
  for (const name of [rows, date]) {
    const [meant, formField] = [entity.fields[name], fields.find((field) => field.name === name)]
    if (
      formField?.type !== meant?.type ||
      formField?.entity !== meant?.entity ||
      formField?.dictionary !== meant?.dictionary
    )
      reportProblem(
        location,
        'missing-part',
        { thing: `a form with the calendar ${path}`, key: name },
        { hint: `It asks a field \`${name}\` like that of \`${entity.name}\`.` },
      )
  }
  if (entity.fields[date]?.type !== 'date')
    reportProblem(location, 'wrong-field', { name: path, expected: 'a calendar of days, not of moments' })
  transition.calendarScreen = { screen: path, groupBy: rows, dateField: date }
}
