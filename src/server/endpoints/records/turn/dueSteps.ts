// Finds the steps that move a record on, with their roles, and the check that refuses one.
import { entityOf } from '../../../../manifest/model/app'
import { canRead } from '../../../../manifest/access/permissions'
import { turnSteps } from '../../../../manifest/access/stepOrder'
import type { Related } from '../../../../manifest/model/detail'
import type { Entity } from '../../../../manifest/model/entity'
import type { Rule } from '../../../../manifest/model/rule'
import { excludingFieldsOf, type Transition } from '../../../../manifest/model/transition'
import { idOf } from '../../../../manifest/expression/values/value'
import { conjuncts, pathsRead, readsCaller } from '../../../../manifest/expression/analyze'
import type { RecordAnswer, RecordData } from '../../../../protocol/calls'
import type { TurnAnswer, TurnStep, UnmetCheck } from '../../../../protocol/records/stepCalls'
import { HolderSearch } from '../../../auth/permissionHolders'
import { rolesBeside } from '../../../auth/rolesBeside'
import type { Context, LoadedRecord, RawRecord } from '../../../context/context'
import { callerText } from '../../../context/phrases'
import { fourEyesFields } from '../../../mutation/guards/fourEyes'
import { missingConditions } from '../../../mutation/guards/missingConditions'
import { ruleSentence, type Wording } from '../../../mutation/guards/ruleSentence'
import { entitiesOnPath } from '../../../mutation/state/pathDependencies'
import { loadRecords } from '../../../query/records/loadRecords'
import { creationsOf, offeringRules, wordingOfNew } from '../refusals/creations'
import { checkMessage, wordingOf } from '../refusals/refusalWording'
import { isPersonal, rolesOfAccounts } from './personalSteps'

/** A record in the caller's reach: as stored, and, read where it is needed, as the caller sees it. */
export interface SteppedRecord {
  readonly entity: Entity
  readonly stored: LoadedRecord
  readonly read: () => Promise<RecordAnswer>
}

/** The steps of a record, and since when it waits for them. */
export interface Turn {
  readonly wording: Wording
  readonly steps: readonly TurnStep[]
  readonly since?: string
}

/** Records as their steps are judged over, in the caller's reach. */
export function loadRecordsOf(context: Context, entity: Entity, ids: readonly number[]): Promise<LoadedRecord[]> {
  const paths = [...fourEyesFields(entity), 'stateAt'].filter((field) => Object.hasOwn(entity.fields, field))
  return loadRecords(context, { entity: entity.name, paths, where: { ids }, scoped: true })
}

/** The steps that a record allows now, as far as its state, rules and creator decide. */
export async function turnOf(context: Context, entity: Entity, record: LoadedRecord): Promise<Turn> {
  const wording = wordingOf(context, entity, record)
  const { resolver, names } = wording
  const steps = turnSteps(entity, String(record.state))
  // The parts about the account that acts are judged for each account instead.
  const rulesOf = ({ when, turnWhen }: Transition) => [when, turnWhen].flatMap(impersonalParts)
  const rulesOfGrants = ({ permissions }: Transition) =>
    permissions.map(({ when }) => (when && readsCaller(when.node) ? undefined : when))
  await resolver.prepare([{ names, rules: steps.flatMap((step) => [...rulesOf(step), ...rulesOfGrants(step)]) }])
  const holds = (rule: Rule | undefined) => !rule || resolver.holds(names, rule)
  const possible = steps
    .filter((step) => rulesOf(step).every(holds))
    .map((step) => {
      const granting = rulesOfGrants(step)
      return { ...step, permissions: step.permissions.filter((_, index) => holds(granting[index])) }
    })
  return {
    wording,
    steps: await namedSteps(context, possible, record, wording),
    ...waitingSince(record),
  }
}

/** The conditions of a rule that do not depend on who acts. */
const impersonalParts = (rule: Rule | undefined): Rule[] =>
  rule
    ? conjuncts(rule.node)
        .filter((node) => !readsCaller(node))
        .map((node) => ({ ...rule, node }))
    : []

/** When the record reached its state. */
export const waitingSince = ({ stateAt }: RawRecord): Pick<TurnAnswer, 'since'> =>
  stateAt === null || stateAt === undefined ? {} : { since: new Date(stateAt as string).toISOString() }

/** Steps with the roles that may take them, without those that only excluded persons could take. */
async function namedSteps(
  context: Context,
  steps: readonly Transition[],
  record: RawRecord,
  wording?: Wording,
): Promise<TurnStep[]> {
  const personal = wording && (await rolesOfAccounts(context, wording, steps.filter(isPersonal)))
  const rolesOf = await new HolderSearch(context).rolesTaking(steps)
  const excluding = new Map<string, Awaited<ReturnType<typeof rolesBeside>>>()
  const excludedOf = (step: Transition) =>
    excludingFieldsOf(step, (field) => idOf(record[field])).map((field) => idOf(record[field]))
  for (const accounts of steps.map(excludedOf))
    if (!excluding.has(accounts.join())) excluding.set(accounts.join(), await rolesBeside(context, accounts))
  return steps
    .map((step) => {
      const roles = rolesOf(step)
      return {
        transition: step.name,
        title: step.title,
        roles: personal?.get(step) ?? excluding.get(excludedOf(step).join())?.(roles) ?? roles,
      }
    })
    .filter(({ roles }) => roles.length > 0)
}

/** The first open record that has steps, among those that refer to a record by the given tables. */
export async function firstWaiting(context: Context, tables: readonly Related[], { related }: RecordAnswer) {
  for (const { entity: name, reference } of tables) {
    const entity = entityOf(context.app, name)
    const rows = related.find(({ entity: other, by }) => other === name && by === reference)?.rows ?? []
    const open = rows.filter(({ state }) => state !== undefined && !entity.states[state]?.closed)
    for (const [row, stored] of await withStored(context, entity, open)) {
      const turn = await turnOf(context, entity, stored)
      if (turn.steps.length > 0) return { entity, turn, of: { entity: name, id: row.id, label: row.label } }
    }
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
  const stored = new Map((await loadRecordsOf(context, carrier, ids)).map((record) => [record.id, record]))
  return first.flatMap((row) => {
    const record = stored.get(row.id)
    return record ? [[row, record] as const] : []
  })
}

/** What creates a record in each of the tables that refer to one, and which check refuses it. */
export function allCreatingSteps(context: Context, { entity, stored }: SteppedRecord, tables: readonly Related[]) {
  const wording = wordingOf(context, entity, stored)
  return Promise.all(tables.map((table) => creatingSteps(context, wording, table)))
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

/** The first check that refuses a step, if the caller may read all of it. */
export async function unmetCheck(
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
