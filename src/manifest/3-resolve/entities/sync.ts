// Resolves the synchronization of records with another system.
// Incoming data goes through transitions that allow the system as caller.
import { fieldsInstead, isStoredAs, reportWrongField } from '../../context/fittingFields'
import type { Sync } from '../../model/entity'
import type * as language from '../../language/generated'
import { findEntity, findField } from '../../context/lookup'
import { findIntegration } from '../../context/integrationLookups'
import {
  locationOf,
  childLocation,
  ruleAt,
  createTable,
  reportProblem,
  type ManifestLocation,
  type EntityDraft,
  type TransitionDraft,
  type CompileContext,
  reportUnknownName,
} from '../../context/compileContext'
import { isForSystem, ownTransition } from '../../context/transitionLookups'

export function resolveSync(context: CompileContext, draft: EntityDraft, written: language.Sync): Sync | undefined {
  const location = locationOf(context, draft.file, 'sync')
  const source = callAt(childLocation(location, 'from'), written.from)
  findField(childLocation(location, 'matchField'), draft, written.matchField)
  const fields = resolveFields(childLocation(location, 'fields'), draft, written.fields)
  const key = draft.fields[written.matchField]
  if (key !== undefined && (key.type !== 'string' || !key.stored))
    reportWrongField(childLocation(location, 'matchField'), {
      name: written.matchField,
      expected: 'a stored text',
      fits: fieldsInstead('', draft.fields, isStoredAs('string')),
    })
  if (!(written.matchField in fields))
    reportProblem(childLocation(location, 'fields'), 'missing-part', {
      thing: '`sync.fields`',
      key: written.matchField,
    })
  const steps = Object.entries(written.statusesByTransition).flatMap(([name, statuses]) => {
    const stepLocation = childLocation(location, 'statusesByTransition', name)
    forSystem(stepLocation, name, ownTransition(stepLocation, draft, name, { key: true }), { key: true })
    if (statuses.length > 0 && written.statusKey === undefined)
      reportProblem(stepLocation, 'missing-part', {
        thing: 'A step with statuses',
        key: 'statusKey',
      })
    return [{ transition: name, statuses: statuses.filter((status) => status !== undefined) }]
  })
  const send = written.send && resolveSend(childLocation(location, 'send'), draft, written.send, written.from)
  if (source === undefined) return undefined
  const [integration, call] = source
  return {
    integration,
    call,
    everySeconds: written.everySeconds,
    matchField: written.matchField,
    fields,
    statusesByTransition: steps,
    ...(written.statusKey !== undefined && { statusKey: written.statusKey }),
    ...(send !== undefined && { send }),
  }
}

/** The path of each field's value in a row of the other system. */
function resolveFields(
  location: ManifestLocation,
  draft: EntityDraft,
  written: language.Sync['fields'],
): Record<string, Sync['fields'][string]> {
  const fields = createTable<Sync['fields'][string]>()
  for (const [name, source] of Object.entries(written)) {
    const detail: { readonly from: string; readonly matchField?: string } =
      typeof source === 'string' ? { from: source } : source
    const field = findField(childLocation(location, name), draft, name, { key: true })
    if (field?.type === 'ref' && detail.matchField === undefined)
      reportProblem(childLocation(location, name), 'missing-part', {
        thing: `The reference \`${name}\``,
        key: 'matchField',
      })
    if (detail.matchField !== undefined) {
      if (field !== undefined && field.type !== 'ref')
        reportProblem(
          childLocation(location, name, 'matchField'),
          'ineffective-key',
          { key: 'matchField', where: 'on a field that is no reference' },
          { key: true },
        )
      const target = field?.entity === undefined ? undefined : findEntity(childLocation(location, name), field.entity)
      const matchField = target && findField(childLocation(location, name, 'matchField'), target, detail.matchField)
      const isText = isStoredAs('string', 'mobile', 'choice')
      if (target !== undefined && matchField !== undefined && !isText(matchField))
        reportWrongField(childLocation(location, name, 'matchField'), {
          name: detail.matchField,
          expected: 'a stored text',
          fits: fieldsInstead('', target.fields, isText),
        })
    }
    fields[name] = detail
  }
  return fields
}

function resolveSend(
  location: ManifestLocation,
  draft: EntityDraft,
  written: language.Send,
  from: string,
): Sync['send'] {
  const { context } = location
  const target = callAt(childLocation(location, 'to'), written.to)
  const when = ruleAt(
    childLocation(location, 'where'),
    written.where,
    { ...context.base, record: draft.shape, me: undefined, tenant: undefined },
    'boolean',
  )
  const runLocation = childLocation(location, 'run')
  const transition = ownTransition(runLocation, draft, written.run)
  forSystem(runLocation, written.run, transition)
  if (transition?.creates === true)
    reportProblem(runLocation, 'wrong-transition', { name: written.run, why: 'it creates' })
  if (target === undefined || when === undefined) return undefined
  const [integration, call] = target
  if (!from.startsWith(`${integration}.`))
    reportProblem(childLocation(location, 'to'), 'conflicting-keys', {
      what: 'The rows come from another system',
    })
  const spoken = context.manifests.integrations.get(integration)?.manifest.calls?.[call]?.entity
  if (spoken !== draft.name)
    reportProblem(
      childLocation(location, 'to'),
      'missing-part',
      { thing: `The call \`${call}\``, key: 'entity' },
      { hint: `Its query speaks of a record: "entity": "${draft.name}".` },
    )
  return { call, where: when, run: written.run }
}

function forSystem(
  location: ManifestLocation,
  name: string,
  transition: TransitionDraft | undefined,
  mark: { readonly key?: boolean } = {},
): void {
  const hint = 'Add "system" to its permissions.'
  if (transition !== undefined && !isForSystem(transition))
    reportProblem(location, 'not-for-system', { name, by: '`sync`' }, { hint, ...mark })
}

/** Splits `integration.call` and checks that both exist. */
function callAt(location: ManifestLocation, path: string): readonly [string, string] | undefined {
  const [integration = '', call = ''] = path.split('.')
  const file = findIntegration(location, integration)
  if (file === undefined) return undefined
  const knownNames = Object.keys(file.manifest.calls ?? {})
  if (knownNames.includes(call)) return [integration, call]
  reportUnknownName(location, call, { what: `call of ${integration}`, among: knownNames })
  return undefined
}
