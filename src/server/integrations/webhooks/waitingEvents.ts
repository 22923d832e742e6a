// The events of webhooks that wait and may be taken: a paused subscription keeps its own.
import sql, { empty, type Sql } from 'sql-template-tag'
import { declaredPart, entityOf, type App } from '../../../manifest/model/app'
import { closedStates } from '../../../manifest/model/entity'
import { identifier } from '../../database/sql/identifier'
import { textArray, textConstant } from '../../database/sql/literal'
import { tenantField } from '../../mutation/state/writeContext'

interface WaitingEvents {
  /** The events as d, joined to their subscriptions as w. */
  readonly from: Sql
  readonly where: Sql
  /** The tenant of d; absent: events belong to none. */
  readonly owner: string | undefined
}

/** The statement parts that select these events. */
export function waitingEvents(app: App): WaitingEvents {
  const { deliveryEntity, waitingState, entity: subscription, activeState } = declaredPart(app, 'webhooks')
  const owner = tenantField(app, entityOf(app, deliveryEntity))
  const sameTenant = owner === undefined ? empty : sql`w.${identifier(owner)} = d.${identifier(owner)} and`
  const states = [activeState, ...endedStates(app)]
  return {
    from: sql`${identifier(deliveryEntity)} as d
      join ${identifier(subscription)} as w on ${sameTenant} w."id" = d.${identifier(subscription)}`,
    where: sql`d."state" = ${textConstant(waitingState)} and w."state" = any(${textArray(states)})`,
    owner,
  }
}

/** The states of subscriptions that no longer get events; those that wait for them end at their next turn. */
export const endedStates = (app: App): string[] => closedStates(entityOf(app, declaredPart(app, 'webhooks').entity))
