// POST /api/duplicates: finds a record that already has the unique values of an open form.
// Tries are counted, because unreadable values and those of other tenants could be guessed here.
import { declared } from '../../../../manifest/expression/values/present'
import { canRead } from '../../../../manifest/access/permissions'
import type { Entity } from '../../../../manifest/model/entity'
import type { Transition } from '../../../../manifest/model/transition'
import { validateValue } from '../../../../manifest/fieldTypes/fieldTypes'
import { isEmpty } from '../../../../manifest/fieldTypes/definition'
import type { Duplicate, DuplicatesAnswer, DuplicatesRequest } from '../../../../protocol/findCalls'
import type { RawRecord } from '../../../context/context'
import { callerText } from '../../../context/phrases'
import { assertPermitted } from '../../../mutation/guards/permission'
import { givable } from '../../../mutation/input/givable'
import { transitionByName } from '../../../mutation/state/transitionByName'
import { countLookups, isGuessable, triedValue } from '../../../mutation/write/lookupTries'
import { conflictOf } from '../../../mutation/write/uniqueness'
import { loadRecords, withinTenantOf } from '../../../query/records/loadRecords'
import type { RequestContext } from '../../contract/operation'
import { notFound } from '../record'

/** @throws RequestError action_not_found, permission_required, record_not_reachable, too_many_lookups */
export async function findDuplicates(wide: RequestContext, request: DuplicatesRequest): Promise<DuplicatesAnswer> {
  const { app, caller, now, server } = wide
  const { entity, transition } = transitionByName(app, request)
  assertPermitted(app, caller, transition)
  const context = request.id === undefined ? wide : await withinTenantOf(wide, entity, request.id)
  const stored = request.id === undefined ? {} : await storedValues(context, entity, request.id)
  const given = givenValues(context, entity, transition, request.values)
  const values = {
    [app.access.identity.tenantEntity]: caller.tenant.id,
    ...stored,
    ...given,
    state: transition.to ?? stored.state,
  }
  const changed: Entity['unique'][number][] = []
  for (const unique of entity.unique)
    if (
      unique.fields.some((name) => Object.hasOwn(given, name) && given[name] !== stored[name]) &&
      (await isReached(context, entity, unique.fields, given))
    )
      changed.push(unique)
  const guessable = changed.filter((unique) => isGuessable(caller, entity, unique))
  const lookups = guessable.map((unique) => ({ value: triedValue(unique.fields, given) }))
  await countLookups(server.database, caller, lookups, now)
  const duplicates: Duplicate[] = []
  for (const unique of changed) {
    const conflict = await conflictOf(context, entity, unique, values)
    if (!conflict) continue
    const fields = unique.fields.filter((name) => Object.hasOwn(given, name))
    const message = callerText(context, conflict.refusal.sentence)
    const { id } = conflict
    const isOpen = id !== undefined && canRead(app, caller, entity) && (await isInReach(context, entity.name, id))
    duplicates.push({ fields, message, ...(isOpen && { id }) })
  }
  return { duplicates }
}

/** Whether the referenced records are within the caller's reach; nothing is revealed about others. */
async function isReached(
  context: RequestContext,
  { fields }: Entity,
  names: readonly string[],
  values: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  for (const name of names) {
    const { type, entity } = declared(fields, name)
    if (type !== 'ref' || values[name] === undefined) continue
    if (!(await isInReach(context, entity!, Number(values[name])))) return false
  }
  return true
}

/** The unique values of a record within the caller's reach. */
async function storedValues(context: RequestContext, { name, unique }: Entity, id: number): Promise<RawRecord> {
  const paths = unique.flatMap(({ fields, where }) => [...fields, ...(where?.readPaths ?? [])])
  const [record] = await loadRecords(context, { entity: name, paths, where: { ids: [id] }, scoped: true, limit: 1 })
  if (!record) throw notFound()
  return record
}

/** The valid inputs of the form; invalid ones are refused on submission. */
function givenValues(
  { app }: RequestContext,
  { fields }: Entity,
  { form }: Transition,
  inputs: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    form.flatMap(({ field: name, input }) => {
      const field = fields[name]
      if (input || !field || !Object.hasOwn(inputs, name)) return []
      const checked = validateValue(inputs[name], field, givable(app, field, undefined))
      return 'value' in checked && !isEmpty(checked.value) ? [[name, checked.value] as const] : []
    }),
  )
}

async function isInReach(context: RequestContext, entity: string, id: number): Promise<boolean> {
  return (await loadRecords(context, { entity, paths: [], where: { ids: [id] }, scoped: true, limit: 1 })).length > 0
}
