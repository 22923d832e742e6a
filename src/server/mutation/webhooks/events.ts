// Writes an event for each subscription that a transition matches, in its transaction.
// The body contains what the subscription's account may read of the record, by the same code as a page.
import { mayOpenRecords } from '../../context/callerRules'
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { canRead } from '../../../manifest/access/permissions'
import { declaredPart, entityOf } from '../../../manifest/model/app'
import { transitionOf, type Entity } from '../../../manifest/model/entity'
import { callerOf } from '../../auth/callers'
import { findAccounts } from '../../auth/findIdentities'
import type { Caller, Context, RawRecord } from '../../context/context'
import { planningFor } from '../../query/expression/planning'
import { bind } from '../../query/expression/preparedQuery'
import { RowSource } from '../../query/expression/rowSource'
import { jsonRows } from '../../query/list/jsonRows'
import { rowsInReach } from '../../query/policy/rowScope'
import { loadRecords } from '../../query/records/loadRecords'
import { createRecordSerializer, detailPaths, presentedColumns } from '../../query/records/serializeRecord'
import { callerContext, unattendedCaller, type LogRow, type WriteContext } from '../state/writeContext'
import {
  activeSubscriptions,
  checkSubscriptions,
  systemContext,
  withheldPath,
  type Subscription,
} from './subscriptions'

/** Maximum characters of a body; a larger record is announced without its values. */
const maxCharacters = 60_000

/** Checks the written subscriptions, and queues the events of all transitions so far. */
export async function queueEvents(context: WriteContext): Promise<void> {
  const { webhooks } = context.app.product
  if (!webhooks) return
  await checkSubscriptions(context)
  const engine = [webhooks.entity, webhooks.deliveryEntity]
  const happened: Happened[] = [...context.log.map((row) => ({ row })), ...context.calls]
  const reported = happened.filter(({ row }) => !engine.includes(row.entity))
  for (const tenant of new Set(reported.flatMap(({ row }) => row.tenant ?? []))) {
    const subscriptions = await activeSubscriptions(context, tenant)
    const owners = new Map<number, Promise<Caller | undefined>>()
    for (const one of subscriptions.length > 0 ? reported : [])
      for (const subscription of subscriptions) {
        if (one.row.tenant !== tenant || !matches(subscription, one)) continue
        const { owner } = subscription
        const caller = owners.get(owner) ?? ownerOf(context, owner)
        owners.set(owner, caller)
        await queueEvent(context, subscription, one.row, await caller)
      }
  }
}

/** A transition, or a call that one of its effects made. */
interface Happened {
  readonly row: LogRow
  readonly destination?: string
}

const matches = ({ entity, action, ...subscription }: Subscription, { row, destination }: Happened): boolean =>
  subscription.destination === destination &&
  entity.name === row.entity &&
  (action === undefined || action === row.action)

/** The account of a subscription, while it may sign in and see subscriptions. */
async function ownerOf(context: WriteContext, id: number): Promise<Caller | undefined> {
  const { app, now } = context
  const language = app.product.languages[0]
  const [identity] = await findAccounts(context, language, { ids: [id] })
  const caller = identity && callerOf(app, identity, now, { language })
  return caller && canRead(app, caller, entityOf(app, declaredPart(app, 'webhooks').entity)) ? caller : undefined
}

async function queueEvent(
  context: WriteContext,
  subscription: Subscription,
  row: LogRow,
  owner: Caller | undefined,
): Promise<void> {
  const { app, now } = context
  if (!owner || withheldPath(app, subscription, owner) !== undefined) return
  const { id, entity, condition, destination } = subscription
  const webhooks = declaredPart(app, 'webhooks')
  const tenant = row.tenant!
  if (condition) {
    const where = { ids: [row.recordId], rule: condition }
    const held = await loadRecords(systemContext(context, tenant), {
      entity: entity.name,
      paths: [],
      where,
      scoped: false,
    })
    if (held.length === 0) return
  }
  const record = await readable({ ...callerContext(context, owner), tenant }, entity, row.recordId)
  if (!record) return
  if (context.gatheredEvents) {
    const { recordId, entity: changed, action, fromState, toState } = row
    const happened = { entity: changed, action, id: recordId, fromState, toState }
    return void context.gatheredEvents.push({ subscription: id, tenant, destination, ...happened })
  }
  const event = randomUUID()
  const delivery = entityOf(app, webhooks.deliveryEntity)
  const moment = now.toISOString()
  await context.perform({
    entity: delivery,
    transition: transitionOf(delivery, webhooks.queueTransition),
    caller: unattendedCaller(app, tenant),
    sourceTenant: tenant,
    depth: 1,
    requests: [
      {
        values: {
          [webhooks.entity]: id,
          event,
          entity: row.entity,
          recordId: row.recordId,
          action: row.action,
          body: bodyOf(row, { event, moment, destination }, record),
          startedAt: moment,
          nextAt: moment,
        },
      },
    ],
  })
}

function bodyOf(
  { entity, action, recordId, fromState, toState, tenant }: LogRow,
  { event, moment, destination }: { readonly event: string; readonly moment: string; readonly destination?: string },
  record: RawRecord,
): string {
  const data = {
    ...(destination !== undefined && { destination }),
    tenant,
    entity,
    action,
    id: recordId,
    fromState,
    toState,
  }
  const textOf = (content: object) =>
    JSON.stringify({ id: event, type: `${entity}.${action}`, timestamp: moment, data: { ...data, ...content } })
  const text = textOf({ record })
  return text.length <= maxCharacters ? text : textOf({ truncated: true })
}

/** A record as its owner's page shows it; undefined when the account may not open it. */
async function readable(context: Context, entity: Entity, id: number): Promise<RawRecord | undefined> {
  if (!mayOpenRecords(context, entity)) return undefined
  const source = RowSource.of(planningFor(context), entity)
  const paths = detailPaths(context, entity.name)
  const scope = rowsInReach(source, context.caller)
  const byId = sql`${source.column('id')} = ${id}::bigint`
  const rows = jsonRows(
    source,
    presentedColumns(source, paths, []),
    scope ? sql`${byId} AND ${scope}` : byId,
    sql`LIMIT 1`,
  )
  const [answer] = await context.query<{ rows: RawRecord[] | null }>(bind(sql`SELECT (${rows}) AS "rows"`, { context }))
  const [row] = answer?.rows ?? []
  if (!row) return undefined
  const { can: _can, ...presented } = createRecordSerializer(context, entity, { paths, allowed: [] })(row)
  return { ...presented }
}
