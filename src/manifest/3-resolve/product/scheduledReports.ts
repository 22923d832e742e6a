// Resolves the scheduled reports of app.json: their records and the transitions of the engine.
import { scheduleFields } from '../../model/product'
import type * as language from '../../language/generated'
import { childLocation, reportProblem, type ManifestLocation, reportUnknownName } from '../../context/compileContext'
import { findIntegration } from '../../context/integrationLookups'
import { findEntity, routeAt, stateAt } from '../../context/lookup'
import { checkEngineTransition } from './engineTransition'
import { placeholdersIn } from '../../expression/template'

/** The codes that the engine knows, by field. */
const codesOfFields = { every: ['day', 'workday', 'week', 'month'], delivery: ['mail', 'message'] } as const
const textValues = ['name', 'day', 'rows']

export function resolveScheduledReports(location: ManifestLocation, written: language.ScheduledReports): void {
  const keyLocation = (key: keyof language.ScheduledReports) => childLocation(location, key)
  routeAt(keyLocation('screen'), written.screen)
  findIntegration(keyLocation('channel'), written.channel)
  for (const key of ['subject', 'text'] as const)
    for (const name of Object.values(written[key]).flatMap((text) => placeholdersIn(String(text))))
      if (!textValues.includes(name)) reportUnknownName(keyLocation(key), name, { what: 'value', among: textValues })
  const entity = findEntity(keyLocation('entity'), written.entity)
  if (entity === undefined) return
  stateAt(keyLocation('activeState'), entity, written.activeState)
  for (const name of scheduleFields)
    if (!(name in entity.fields)) reportProblem(keyLocation('entity'), 'unknown-field', { entity: entity.name, name })
  for (const [field, codes] of Object.entries(codesOfFields)) {
    const dictionary = entity.fields[field]?.dictionary ?? ''
    const offered = location.context.dictionaryCodes.get(dictionary)
    for (const name of offered === undefined ? [] : codes)
      if (!offered!.includes(name))
        reportProblem(keyLocation('entity'), 'unknown-code', { name, of: `the dictionary ${dictionary}` })
  }
  for (const [key, creates, given] of [
    ['createTransition', true, ['name', 'request', 'language']],
    ['planTransition', false, ['dueAt', 'nextAt']],
    ['sentTransition', false, ['dueAt', 'nextAt', 'sentAt', 'rows', 'file']],
    ['failTransition', false, ['dueAt', 'nextAt', 'tries', 'reason']],
    ['stopTransition', false, ['reason']],
  ] as const)
    checkEngineTransition(keyLocation(key), entity, written[key], { creates, given })
}
