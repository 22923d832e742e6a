// Resolves jobs: transitions of existing records that allow the system as caller.
// A job may take lines from a file.
import { fieldsInstead, isStoredAs, reportWrongField } from '../../context/fittingFields'
import type { FileImport, Job } from '../../model/entity'
import type { FormField } from '../../model/transition'
import type * as language from '../../language/generated'
import { findField } from '../../context/lookup'
import type { RuleEnvironment } from '../../expression/environment'
import {
  locationOf,
  childLocation,
  indexed,
  ruleAt,
  reportProblem,
  type ManifestLocation,
  type EntityDraft,
  type TransitionDraft,
  type CompileContext,
  reportUnknownName,
} from '../../context/compileContext'
import { isForSystem, ownTransition } from '../../context/transitionLookups'
import { checkCells } from '../../2-declare/fields'

export function resolveTimed(context: CompileContext, draft: EntityDraft, fact: RuleEnvironment): Job[] {
  return indexed(draft.file.manifest.jobs).flatMap(([index, job]): Job[] => {
    const location = locationOf(context, draft.file, 'jobs', index)
    const when = ruleAt(childLocation(location, 'where'), job.where, fact, 'boolean')
    const transition = transitionAt(childLocation(location, 'transition'), draft, job.transition)
    if (transition) reportUnanswered(childLocation(location, 'transition'), draft, transition, job)
    const lines =
      job.importFile && resolveLines(draft, childLocation(location, 'importFile'), transition, job.importFile)
    return when === undefined
      ? []
      : [
          {
            transition: job.transition,
            where: when,
            everySeconds: job.everySeconds,
            ...(lines && { importFile: lines }),
          },
        ]
  })
}

function transitionAt(location: ManifestLocation, draft: EntityDraft, name: string): TransitionDraft | undefined {
  const transition = ownTransition(location, draft, name)
  if (transition?.creates === true)
    reportProblem(location, 'wrong-transition', { name, why: 'it creates, and there is no record to look at' })
  if (transition !== undefined && !isForSystem(transition))
    reportProblem(location, 'not-for-system', { name, by: 'a job' }, { hint: 'Add "system" to its permissions.' })
  return transition
}

/** A job fills in no form, so its record must already have what the transition requires. */
function reportUnanswered(
  location: ManifestLocation,
  draft: EntityDraft,
  transition: TransitionDraft,
  { importFile: imported }: language.Job,
): void {
  const { fields } = draft.file.manifest
  const isThere = ({ field, input, default: byDefault, visibleWhen }: FormField): boolean =>
    byDefault !== undefined ||
    visibleWhen !== undefined ||
    field === imported?.linesField ||
    (!input && fields[field]?.required === true)
  const unanswered = [
    ...transition.form.flatMap((asked) => (asked.required && !isThere(asked) ? [asked.field] : [])),
    ...(transition.note === 'required' ? ['note'] : []),
  ]
  for (const name of unanswered)
    reportProblem(
      location,
      'missing-value',
      { transition: transition.name, name },
      { hint: 'A job fills in no form: give it a `default`, or run a transition that does not require it.' },
    )
}

function resolveLines(
  draft: EntityDraft,
  location: ManifestLocation,
  transition: TransitionDraft | undefined,
  { fileField: from, linesField: into, matchFields, failTransition: failed, reasonInput: reason }: language.FileImport,
): FileImport {
  const file = findField(childLocation(location, 'fileField'), draft, from)
  if (file !== undefined && file.type !== 'files')
    reportWrongField(childLocation(location, 'fileField'), {
      name: from,
      expected: 'a field of files',
      fits: fieldsInstead('', draft.fields, isStoredAs('files')),
    })
  const lines = findField(childLocation(location, 'linesField'), draft, into)
  if (lines !== undefined && lines.type !== 'lines')
    reportWrongField(childLocation(location, 'linesField'), {
      name: into,
      expected: 'a field of lines',
      fits: fieldsInstead('', draft.fields, isStoredAs('lines')),
    })
  const formField = transition && askedAt(childLocation(location, 'linesField'), transition, into)
  if (matchFields !== undefined && lines?.type === 'lines')
    checkCells(childLocation(location, 'matchFields'), lines, matchFields)
  if (formField !== undefined && (formField.editOnlyFields === undefined) !== (matchFields === undefined)) {
    if (matchFields === undefined)
      reportProblem(location, 'missing-part', {
        thing: 'a table that fills cells of lines',
        key: 'matchFields',
      })
    else
      reportProblem(
        childLocation(location, 'matchFields'),
        'ineffective-key',
        { key: 'matchFields', where: 'where the lines themselves are asked for' },
        { key: true },
      )
  }
  const other = transitionAt(childLocation(location, 'failTransition'), draft, failed)
  if (other !== undefined) askedAt(childLocation(location, 'reasonInput'), other, reason)
  return {
    fileField: from,
    linesField: into,
    matchFields: matchFields ?? [],
    failTransition: failed,
    reasonInput: reason,
  }
}

function askedAt(
  location: ManifestLocation,
  { name: transition, form }: TransitionDraft,
  name: string,
): TransitionDraft['form'][number] | undefined {
  const formField = form.find(({ field }) => field === name)
  if (formField === undefined)
    reportUnknownName(location, name, { what: `field that ${transition} asks:`, among: form.map(({ field }) => field) })
  return formField
}
