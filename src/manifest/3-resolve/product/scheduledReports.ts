// Resolves the scheduled reports of app.json: their records and the transitions of the engine.
import { scheduleFields } from '../../model/product'
import type * as language from '../../language/generated'
import { childLocation, reportProblem, type ManifestLocation, reportUnknownName } from '../../context/compileContext'
import { findIntegration } from '../../context/integrationLookups'
import { findEntity, routeAt, stateAt } from '../../context/lookup'
import { checkEngineTransition } from './engineTransition'
import { formsHint, placesIn } from '../../expression/template'

/** The codes that the engine knows, by field. */
const codesOfFields = { every: ['day', 'workday', 'week', 'month'], delivery: ['mail', 'message'] } as const
const textValues = ['name', 'day', 'rows']

export function resolveScheduledReports(location: ManifestLocation, written: language.ScheduledReports): void {
  const keyLocation = (key: keyof language.ScheduledReports) => childLocation(location, key)
  routeAt(keyLocation('screen'), written.screen)
  findIntegration(keyLocation('channel'), written.channel)
  for (const key of ['subject', 'text'] as const) checkPlaceholders(keyLocation(key), written[key])
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

/** A language without a text of its own shows the first one, whose words have the forms of the first. */
function checkPlaceholders(location: ManifestLocation, written: language.ScheduledReports['text']): void {
  const [first] = Object.values(written)
  for (const [code, text] of Object.entries(written))
    for (const placeholder of placesIn(String(text))) {
      const { path, forms } = placeholder
      const isMissing = text === first && code !== Object.keys(written)[0]
      const hint = isMissing ? undefined : formsHint(placeholder, code)
      if (!textValues.includes(path)) reportUnknownName(location, path, { what: 'value', among: textValues })
      else if (hint !== undefined || (forms.length > 0 && path !== 'rows'))
        reportProblem(
          location,
          'bad-placeholder',
          { found: `{${[path, ...forms].join('|')}}` },
          { ...(hint !== undefined && { hint }) },
        )
    }
}
