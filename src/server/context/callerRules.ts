// Evaluates rules over the caller alone, with the values that identification has read.
import { canRead, holdsCode, holdsPermission, type CallerRecords } from '../../manifest/access/permissions'
import { everyScreen } from '../../manifest/access/screenByPath'
import type { App } from '../../manifest/model/app'
import type { Entity } from '../../manifest/model/entity'
import type { Audience } from '../../manifest/model/access'
import type { Rule } from '../../manifest/model/rule'
import type { RuleEnvironment, Shape } from '../../manifest/expression/environment'
import { evaluate, truthy, type Read, type EvaluationContext } from '../../manifest/expression/evaluate'
import { Decimal } from 'decimal.js'
import type { Context, RawRecord } from './context'

/** The caller and the time: all that an audience depends on. */
export type Viewer = Pick<Context, 'app' | 'caller' | 'now'>

/** Reads me, tenant and settings; `record`, when given, is the record in question. */
export function readOf(app: App, { me, tenant }: CallerRecords, record?: RawRecord): Read {
  const roots: Partial<Record<string, RawRecord>> = { me, tenant, record }
  return (scope, path) => {
    if (scope === 'settings') return app.settings[path[0] ?? '']?.value
    const root = roots[scope]
    return path.length === 0 ? root?.id : root?.[path.join('.')]
  }
}

/** What a rule reads besides names; without a caller no permission code is held. */
export function evaluationContextOf({ app, now, caller }: Omit<Viewer, 'caller'> & Partial<Viewer>): EvaluationContext {
  const granting = caller && { administrator: caller.administrator, codes: caller.granted ?? caller.codes }
  return {
    now,
    timezone: app.product.timezone,
    holds: (code) => caller !== undefined && holdsCode(caller, code),
    granted: (code) => granting !== undefined && holdsCode(granting, code),
  }
}

/** The value as it goes into a response: whole numbers as numbers, other decimals as text. */
export function valueOfRule({ app, caller, now }: Viewer, rule: Rule, record?: RawRecord): unknown {
  const value = evaluate(rule.node, readOf(app, caller, record), evaluationContextOf({ app, now, caller }))
  if (!Decimal.isDecimal(value)) return value
  return value.isInteger() && value.abs().lte(Number.MAX_SAFE_INTEGER) ? value.toNumber() : value.toFixed()
}

/** Whether a condition over the account's own record holds. */
export function holdsFor(app: App, caller: CallerRecords, rule: Rule, now: Date): boolean {
  return truthy(rule.node, readOf(app, caller, caller.me), evaluationContextOf({ app, now }))
}

/** Whether a part of a screen or of a record's view is for the caller. */
export function isFor(viewer: Viewer, audience: Audience): boolean {
  return holdsPermission(viewer.caller, audience) && isShownNow(viewer, audience)
}

/** Whether the caller may open records of an entity, each within the row scope. */
export function mayOpenRecords(viewer: Viewer, entity: Entity): boolean {
  return canRead(viewer.app, viewer.caller, entity) && isFor(viewer, entity.detail)
}

/** The condition alone, where the codes are checked elsewhere. */
export function isShownNow(viewer: Viewer, { visibleWhen }: Audience): boolean {
  return visibleWhen === undefined || valueOfRule(viewer, visibleWhen) === true
}

const conditions = new WeakMap<App, readonly Rule[]>()

/**
 * Which audience conditions hold for the caller now: part of the key of everything that is cached for several callers.
 */
export function shownConditions(viewer: Viewer): string {
  const { app } = viewer
  let rules = conditions.get(app)
  if (!rules) conditions.set(app, (rules = conditionsOf(app)))
  return rules.map((visibleWhen) => (isShownNow(viewer, { visibleWhen }) ? '1' : '0')).join('')
}

/** The conditions of all parts of screens and records' views, each once. */
function conditionsOf({ screens, entities }: App): Rule[] {
  const parts = [
    ...everyScreen(screens).flatMap((screen): Audience[] => [
      { ...(screen.visibleWhen && { visibleWhen: screen.visibleWhen }) },
      ...screen.columns,
      ...screen.actions,
      ...screen.endpointActions,
      ...(screen.report?.measures ?? []),
      ...screen.blocks.flatMap((block) => [block, ...block.figures, ...block.steps]),
    ]),
    ...Object.values(entities).flatMap(({ detail }) => [detail, ...detail.sections, ...detail.related]),
  ]
  const rules = parts.flatMap(({ visibleWhen }) => (visibleWhen ? [visibleWhen] : []))
  return [...new Map(rules.map((rule) => [rule.source, rule])).values()]
}

/** The names of rules that are compiled while the server runs; `record`: the entity that they are about, if any. */
export function ruleEnvironment(app: App, record?: Entity): RuleEnvironment {
  const shape = (entity: Entity | undefined): Shape | undefined =>
    entity && { entity: entity.name, fields: entity.fields, states: Object.keys(entity.states) }
  const { accountEntity: account, tenantEntity: tenant } = app.access.identity
  return {
    ...(record && { record: shape(record) }),
    me: shape(app.entities[account]),
    tenant: shape(app.entities[tenant]),
    settings: app.settings,
    codes: Object.keys(app.access.permissions),
    entities: (name) => shape(app.entities[name]),
    dictionaries: (name) => app.dictionaries[name]?.items.map((item) => item.code),
  }
}
