// Answers POST /api/turn: which transitions move a record on, which roles may run them,
// since when it waits, and which checks would refuse. Names roles, never people.
import { declared, firstItem } from '../../../manifest/expression/values/present'
import { entityOf } from '../../../manifest/model/app'
import { canRead, canRun } from '../../../manifest/access/permissions'
import { carriersOf, isForPeople, turnSteps } from '../../../manifest/access/stepOrder'
import { textIn } from '../../../manifest/model/text'
import type { Related } from '../../../manifest/model/detail'
import { transitionOf, type Entity } from '../../../manifest/model/entity'
import { excludingFields, type Transition } from '../../../manifest/model/transition'
import { idOf } from '../../../manifest/expression/values/value'
import { pathsRead } from '../../../manifest/expression/analyze'
import type { RecordAnswer, RecordData } from '../../../protocol/calls'
import type { TurnAnswer, TurnRequest, TurnStep, UnmetCheck } from '../../../protocol/screenCalls'
import { holdersOf } from '../../auth/permissionHolders'
import { rolesBeside } from '../../auth/rolesBeside'
import type { Context, RawRecord } from '../../context/context'
import { inOneLanguage } from '../../context/language'
import { callerText } from '../../context/phrases'
import { fourEyesFields } from '../../mutation/guards/fourEyes'
import { missingConditions, prepareConditions } from '../../mutation/guards/missingConditions'
import { ruleSentence, type Wording } from '../../mutation/guards/ruleSentence'
import { entitiesOnPath } from '../../mutation/state/pathDependencies'
import { loadRecords, withinTenantOf } from '../../query/records/loadRecords'
import { notFound, readableEntity, readRecord } from './record'
import { creationsOf, offeringRules, wordingOfNew } from './refusals/creations'
import { checkMessage, wordingOf } from './refusals/refusalWording'

interface Turn {
  readonly wording: Wording
  readonly steps: readonly TurnStep[]
  readonly since?: string
}

/** @throws RequestError record_not_reachable, permission_required, like the record itself */
export async function readTurn(wide: Context, { entity: name, id }: TurnRequest): Promise<TurnAnswer> {
  const entity = readableEntity(wide, name)
  const context = await withinTenantOf(wide, entity, id)
  const [record] = await load(context, entity, [id])
  if (!record) throw notFound()
  const state = typeof record.state === 'string' ? record.state : undefined
  if (state === undefined || entity.states[state]?.closed) return {}
  const turn = await turnOf(context, entity, record)
  const answer =
    turn.steps.length > 0 ? await answerOf(context, entity, turn) : await answerOfCarriers(context, entity, record)
  const before = answer?.unmet && (await stepsBefore(context, entity, id, answer))
  const refused = await refusedActions(context, turn.wording, state)
  return inOneLanguage(
    {
      ...answer,
      ...(answer?.unmet && before && { unmet: { ...answer.unmet, before } }),
      ...(refused.length > 0 && { refused }),
    },
    context.app.product,
    context.caller.language,
  )
}

function load(context: Context, entity: Entity, ids: readonly number[]): Promise<RawRecord[]> {
  const paths = [...fourEyesFields(entity), 'stateAt'].filter((field) => Object.hasOwn(entity.fields, field))
  return loadRecords(context, { entity: entity.name, paths, where: { ids }, scoped: true })
}

/** The steps that a record allows now, as far as its state, rules and creator decide. */
async function turnOf(context: Context, entity: Entity, record: RawRecord): Promise<Turn> {
  const wording = wordingOf(context, entity, record)
  const { resolver, names } = wording
  const steps = turnSteps(entity, String(record.state))
  const rulesOf = ({ when, turnWhen }: Transition) => [when, turnWhen]
  await resolver.prepare([{ names, rules: steps.flatMap(rulesOf) }])
  const possible = steps.filter((step) => rulesOf(step).every((rule) => !rule || resolver.holds(names, rule)))
  return {
    wording,
    steps: await namedSteps(context, possible, record),
    ...waitingSince(record),
  }
}

/** When the record reached its state. */
const waitingSince = ({ stateAt }: RawRecord): Pick<TurnAnswer, 'since'> =>
  stateAt === null || stateAt === undefined ? {} : { since: new Date(stateAt as string).toISOString() }

/** Steps with the roles that may take them, without those that only an excluded person could take. */
async function namedSteps(context: Context, steps: readonly Transition[], record: RawRecord): Promise<TurnStep[]> {
  const { permissions, administratorPermission: administrator } = context.app.access
  // Where no role of the tenant holds it, its title names those outside.
  const operators = () => textIn(declared(permissions, administrator), context.caller.language)
  const codesOf = (step: Transition) =>
    step.permissions.map(({ permission }) => permission).filter((code) => Object.hasOwn(permissions, code))
  const holders = await holdersOf(context, [...new Set(steps.flatMap(codesOf))])
  const excluding = new Map<string, Awaited<ReturnType<typeof rolesBeside>>>()
  const excludedBy = (step: Transition) => excludingFields(step).find((field) => idOf(record[field]) !== null) ?? ''
  for (const field of new Set(steps.map(excludedBy))) excluding.set(field, await rolesBeside(context, record[field]))
  return steps
    .map((step) => {
      const held = [...new Set(codesOf(step).flatMap((code) => holders.get(code)?.roles ?? []))]
      const roles = held.length === 0 && codesOf(step).includes(administrator) ? [operators()] : held
      return {
        transition: step.name,
        title: step.title,
        roles: excluding.get(excludedBy(step))?.(roles) ?? roles,
      }
    })
    .filter(({ roles }) => roles.length > 0)
}

async function answerOf(context: Context, entity: Entity, { wording, steps, since }: Turn): Promise<TurnAnswer> {
  const first =
    steps.find(({ transition }) => canRun(context.app, context.caller, transitionOf(entity, transition))) ??
    firstItem(steps)
  const unmet = await unmetCheck(context, wording, transitionOf(entity, first.transition))
  return { steps, ...(since && { since }), ...(unmet && { unmet }) }
}

/** For a state that waits for another record: that record's turn or, before it exists, what creates it. */
async function answerOfCarriers(context: Context, entity: Entity, record: RawRecord): Promise<TurnAnswer | undefined> {
  const { app, caller } = context
  const carriers = carriersOf(app, entity, String(record.state)).filter((carrier) =>
    canRead(app, caller, entityOf(app, carrier.entity)),
  )
  if (carriers.length === 0) return undefined
  const { related } = await readRecord(context, { entity: entity.name, id: Number(record.id) })
  for (const carrier of carriers) {
    const waiting = await firstWaiting(context, carrier, related)
    if (waiting) return { ...(await answerOf(context, waiting.entity, waiting.turn)), of: waiting.of }
  }
  const wording = wordingOf(context, entity, record)
  const begun = await Promise.all(carriers.map((carrier) => creatingSteps(context, wording, carrier)))
  const possible = begun.filter(({ steps }) => steps.length > 0)
  const steps = possible.flatMap((carrier) => carrier.steps)
  const unmet = possible.every((carrier) => carrier.unmet) ? possible[0]?.unmet : undefined
  return steps.length > 0 ? { steps, ...waitingSince(record), ...(unmet && { unmet }) } : undefined
}

/**
 * What can be done about a failing check first: on an open record that decides it, or by creating one. Such records
 * refer to the record itself or, as the payments of a contract's order, to one that it names.
 */
async function stepsBefore(
  context: Context,
  entity: Entity,
  id: number,
  { of, unmet }: TurnAnswer,
): Promise<UnmetCheck['before']> {
  const kinds = new Set(unmet?.entities.filter((name) => name !== entity.name && name !== of?.entity))
  if (kinds.size === 0) return undefined
  const own = await stepsOn(context, entity, id, kinds)
  if (own) return own.before
  const references = Object.values(entity.fields).flatMap(({ name, entity: target }) => {
    const referred = target === undefined ? undefined : entityOf(context.app, target)
    const isReadable = referred !== undefined && canRead(context.app, context.caller, referred)
    return isReadable && decidingOf(referred, kinds).length > 0 ? [{ name, referred }] : []
  })
  const paths = references.map(({ name }) => name)
  const [record] = await loadRecords(context, { entity: entity.name, paths, where: { ids: [id] }, scoped: true })
  for (const { name, referred } of references) {
    const target = idOf(record?.[name])
    const steps = target === null ? undefined : await stepsOn(context, referred, target, kinds)
    if (steps) return { of: steps.record, ...steps.before }
  }
  return undefined
}

const decidingOf = ({ detail }: Entity, kinds: ReadonlySet<string>) =>
  detail.related.filter((related) => kinds.has(related.entity))

/** The steps of the first open record of the kinds that refers to a record, else those that create one. */
async function stepsOn(context: Context, entity: Entity, id: number, kinds: ReadonlySet<string>) {
  const deciding = decidingOf(entity, kinds)
  const [stored] = deciding.length === 0 ? [] : await load(context, entity, [id])
  if (!stored) return undefined
  const { record, related } = await readRecord(context, { entity: entity.name, id })
  const self = { entity: entity.name, id, label: record.label }
  for (const carrier of deciding) {
    const waiting = await firstWaiting(context, carrier, related)
    if (waiting) return { record: self, before: { of: waiting.of, steps: waiting.turn.steps } }
  }
  const wording = wordingOf(context, entity, stored)
  const begun = await Promise.all(deciding.map((carrier) => creatingSteps(context, wording, carrier)))
  const steps = begun.flatMap((creating) => (creating.unmet ? [] : creating.steps))
  return steps.length > 0 ? { record: self, before: { steps } } : undefined
}

/** The first open one of the referring records that has steps. */
async function firstWaiting(
  context: Context,
  { entity: name, reference }: Pick<Related, 'entity' | 'reference'>,
  related: RecordAnswer['related'],
) {
  const entity = entityOf(context.app, name)
  const rows = related.find(({ entity: other, by }) => other === name && by === reference)?.rows ?? []
  const open = rows.filter(({ state }) => state !== undefined && !entity.states[state]?.closed)
  for (const [row, stored] of await withStored(context, entity, open)) {
    const turn = await turnOf(context, entity, stored)
    if (turn.steps.length > 0) return { entity, turn, of: { entity: name, id: row.id, label: row.label } }
  }
  return undefined
}

/** Maximum referring records examined, one after the other. */
const maxRows = 5

/** The first rows, each with its stored record. */
async function withStored(context: Context, carrier: Entity, rows: readonly RecordData[]) {
  const first = rows.slice(0, maxRows)
  if (first.length === 0) return []
  const ids = first.map(({ id }) => id)
  const stored = new Map((await load(context, carrier, ids)).map((record) => [Number(record.id), record]))
  return first.flatMap((row) => {
    const record = stored.get(row.id)
    return record ? [[row, record] as const] : []
  })
}

/** What creates a record that the life cycle waits for, and which check on the referred record refuses it. */
async function creatingSteps(context: Context, present: Wording, carrier: Related) {
  const { resolver, names, entity } = present
  const { entity: name, reference } = carrier
  const creating = creationsOf(context.app, carrier).filter((step) => step.turn !== false)
  const rulesOffering = (step: Transition) => offeringRules(step, reference)
  await resolver.prepare([{ names, rules: creating.flatMap(rulesOffering) }])
  const possible = creating.filter((step) => rulesOffering(step).every((rule) => resolver.holds(names, rule)))
  const wording = wordingOfNew(context, present, carrier)
  const refusals = await Promise.all(possible.map((step) => unmetCheck(context, wording, step, reference)))
  const unmet = refusals.every((refusal) => refusal) ? refusals[0] : undefined
  const steps = await namedSteps(context, possible, {})
  return {
    steps: steps.map((step) => ({ ...step, transition: `${name}.${step.transition}` })),
    unmet: unmet && { ...unmet, entities: unmet.entities.filter((read) => read !== entity.name) },
  }
}

/** Transitions that the caller may run but a check on the stored record would refuse, each with its sentence. */
async function refusedActions(context: Context, wording: Wording, state: string) {
  const offered = Object.values(wording.entity.transitions).filter(
    (step) =>
      !step.creates && isForPeople(step) && step.from.includes(state) && canRun(context.app, context.caller, step),
  )
  const { caller } = context
  const attempts = offered.map((transition) => ({ caller, transition, names: wording.names }))
  await prepareConditions(wording.resolver, attempts)
  const refused: { transition: string; message: string }[] = []
  for (const step of offered) {
    const unmet = await unmetCheck(context, wording, step)
    if (unmet) refused.push({ transition: step.name, message: unmet.message })
  }
  return refused
}

/** The first check that refuses a step, if the caller may read all of it. */
async function unmetCheck(
  context: Context,
  wording: Wording,
  transition: Transition,
  given?: string,
): Promise<UnmetCheck | undefined> {
  const { app, caller } = context
  const missing = await missingConditions(wording.resolver, {
    caller,
    transition,
    names: wording.names,
    ...(given !== undefined && { given }),
  })
  for (const condition of missing) {
    if (condition.kind !== 'check' || ruleSentence(wording, condition.node) === undefined) continue
    const paths = pathsRead(condition.node, 'record')
    const entities = new Set(paths.flatMap((path) => [...entitiesOnPath(app, wording.entity.name, path)]))
    entities.delete(wording.entity.name)
    const readable = [...entities].filter((name) => canRead(app, caller, entityOf(app, name)))
    return { message: callerText(context, await checkMessage(wording, condition)), entities: readable }
  }
  return undefined
}
