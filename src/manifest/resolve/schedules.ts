// Which calendar stands in the form of a transition? A screen whose row and date are asked there under the same names. Screens are resolved
// after the transitions, so this comes last.
import type { Field, Screen } from '../app'
import { at, hintFor, tell, type EntityDraft, type TransitionDraft, type World } from '../world'

export function resolveSchedules(world: World, screens: Readonly<Record<string, Screen>>): void {
  for (const draft of Object.values(world.entities))
    for (const [name, { schedule }] of Object.entries(draft.file.manifest.transitions ?? {})) {
      const transition = draft.transitions[name]
      if (schedule !== undefined && transition !== undefined)
        resolveSchedule(world, draft, transition, schedule, screens)
    }
}

function resolveSchedule(
  world: World,
  draft: EntityDraft,
  transition: TransitionDraft,
  path: string,
  screens: Readonly<Record<string, Screen>>,
): void {
  const place = at(draft.file, 'transitions', transition.name, 'schedule')
  const screen = Object.hasOwn(screens, path) ? screens[path] : undefined
  const calendars = Object.values(screens).filter(({ calendar }) => calendar?.rows !== undefined)
  if (screen === undefined)
    return tell(
      world,
      place,
      'unknown-screen',
      { name: path },
      hintFor(
        path,
        calendars.map((one) => one.path),
      ),
    )
  const entity = world.entities[screen.entity ?? '']
  if (screen.calendar?.rows === undefined || entity === undefined)
    return tell(
      world,
      place,
      'wrong-field',
      { name: path, expected: 'a calendar with rows' },
      hintFor(
        path,
        calendars.map((one) => one.path),
      ),
    )
  const { rows, date } = screen.calendar
  const asked = transition.asks.map((ask): Field =>
    ask.input ? transition.inputs[ask.field]! : draft.fields[ask.field]!,
  )
  for (const name of [rows, date]) {
    const [meant, own] = [entity.fields[name], asked.find((field) => field.name === name)]
    if (own?.type !== meant?.type || own?.entity !== meant?.entity || own?.dictionary !== meant?.dictionary)
      tell(
        world,
        place,
        'missing-part',
        { thing: `a form with the calendar ${path}`, key: name },
        { hint: `It asks a field \`${name}\` like that of \`${entity.name}\`.` },
      )
  }
  if (entity.fields[date]?.type !== 'date')
    tell(world, place, 'wrong-field', { name: path, expected: 'a calendar of days, not of moments' })
  transition.schedule = { screen: path, rows, date }
}
