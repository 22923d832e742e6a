// Reads the subscriptions of webhooks and checks what was written into them.
import { compileRule } from '../../../manifest/expression/check'
import type { CatalogMessage } from '../../../manifest/expression/message'
import { declaredPart, entityOf, type App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Rule } from '../../../manifest/model/rule'
import type { Caller, Context, RawRecord } from '../../context/context'
import { mayOpenRecords, ruleEnvironment } from '../../context/callerRules'
import { phrase } from '../../context/phrases'
import { readableField } from '../../query/policy/fieldAccess'
import { loadRecords } from '../../query/records/loadRecords'
import { inputError } from '../state/errors'
import { callerContext, unattendedCaller, type WriteContext } from '../state/writeContext'

/** A subscription whose entity, transition and condition exist in this product. */
export interface Subscription {
  readonly id: number
  readonly owner: number
  readonly entity: Entity
  /** Subscribes to calls of this destination; absent: to transitions. */
  readonly destination?: string
  /** Absent: every transition. */
  readonly action?: string
  /** Absent: always. */
  readonly condition?: Rule
}

const fields = ['entity', 'action', 'condition', 'createdBy']

/** The fields to read of a subscription; `destination` only in products that declare it. */
export const subscriptionPaths = ({ fields: { destination } }: Entity): string[] =>
  destination ? [...fields, destination.name] : fields

/** The active subscriptions of a tenant that still fit the manifests. */
export async function activeSubscriptions(context: WriteContext, tenant: number): Promise<Subscription[]> {
  const { app } = context
  const { entity, activeState } = declaredPart(app, 'webhooks')
  const records = await loadRecords(systemContext(context, tenant), {
    entity,
    paths: subscriptionPaths(entityOf(app, entity)),
    where: { tenant },
    scoped: false,
  })
  return records.flatMap((record) => {
    const read = record.state === activeState ? subscriptionOf(app, record) : undefined
    return read && 'subscription' in read ? [read.subscription] : []
  })
}

/** @throws RequestError when a subscription written in this request names what does not exist */
export async function checkSubscriptions(context: WriteContext): Promise<void> {
  const { app } = context
  const { entity, activeState } = declaredPart(app, 'webhooks')
  for (const { id, tenant } of context.written.get(entity)?.values() ?? []) {
    const within = systemContext(context, tenant)
    const [record] = await loadRecords(within, {
      entity,
      paths: subscriptionPaths(entityOf(app, entity)),
      where: { ids: [id] },
      scoped: false,
    })
    // One that no longer fits the manifests can still be paused and deleted.
    if (record?.state !== activeState) continue
    const read = subscriptionOf(app, record)
    if ('field' in read) throw inputError({ [read.field]: read.problem })
    if (!mayOpenRecords({ app, caller: context.starter, now: context.now }, read.subscription.entity))
      throw inputError({ entity: phrase('webhook_entity_unknown') })
    const path = withheldPath(app, read.subscription, context.starter)
    if (path !== undefined) throw inputError({ condition: phrase('webhook_condition_withheld', { path }) })
  }
}

/** The context of the system, for the records of a tenant. */
export function systemContext(context: WriteContext, tenant: number | null): Context {
  const within = callerContext(context, unattendedCaller(context.app, tenant))
  return tenant === null ? within : { ...within, tenant }
}

/** What in a subscription does not exist in this product, at its field. */
export function subscriptionError(app: App, record: RawRecord): SubscriptionError | undefined {
  const read = subscriptionOf(app, record)
  return 'field' in read ? read : undefined
}

interface SubscriptionError {
  readonly field: string
  readonly problem: CatalogMessage
}

function subscriptionOf(app: App, record: RawRecord): { subscription: Subscription } | SubscriptionError {
  const entity = app.entities[String(record.entity)]
  const engine = [
    declaredPart(app, 'webhooks').entity,
    declaredPart(app, 'webhooks').deliveryEntity,
    app.product.logEntity,
  ]
  if (!entity || entity.view || engine.includes(entity.name))
    return { field: 'entity', problem: phrase('webhook_entity_unknown') }
  const action = transitionOf(entity, String(record.action ?? ''))
  if (action !== '' && !Object.hasOwn(entity.transitions, action))
    return {
      field: 'action',
      problem: phrase('webhook_action_unknown', { names: Object.keys(entity.transitions).join(', ') }),
    }
  const destination = String(record.destination ?? '')
  const source = String(record.condition ?? '')
  const compiled = source === '' ? undefined : compileRule(source, conditionEnvironment(app, entity), 'boolean')
  const [problem] = compiled?.problems ?? []
  if (problem)
    return {
      field: 'condition',
      problem: phrase('webhook_condition_wrong', {
        problem: problem.hint ? `${problem.message} ${problem.hint}` : problem.message,
      }),
    }
  return {
    subscription: {
      id: Number(record.id),
      owner: Number(record.createdBy),
      entity,
      ...(destination !== '' && { destination }),
      ...(action !== '' && { action }),
      ...(compiled?.rule && { condition: compiled.rule }),
    },
  }
}

/** The entity's transition, chosen from the dictionary of all or written by its bare name. */
function transitionOf({ name }: Entity, action: string): string {
  const prefix = `${name}.`
  return action.startsWith(prefix) ? action.slice(prefix.length) : action
}

/** Only the record itself: there is no caller when the condition is evaluated, and other records have rights too. */
const conditionEnvironment = (app: App, entity: Entity) => ({
  ...ruleEnvironment(app, entity),
  me: undefined,
  tenant: undefined,
  entities: () => undefined,
})

/** Fields that a condition reads but the caller may not: it would reveal values that the body withholds. */
export function withheldPath(
  app: App,
  { entity, condition }: Pick<Subscription, 'entity' | 'condition'>,
  caller: Caller,
): string | undefined {
  return condition?.readPaths.find((path) => {
    const field = readableField(app, entity, path, caller)
    return !field || field.mask !== undefined
  })
}
