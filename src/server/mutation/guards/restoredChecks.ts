// Repeats for restored records the checks that count records of their kind, behind their locks.
// Another record may have taken the place that an undo restores, such as a customer's only visit on a day.
import { textBefore } from '../../../manifest/expression/values/present'
import type { Entity } from '../../../manifest/model/entity'
import type { Aggregate, Check, Rule, RuleNode } from '../../../manifest/model/rule'
import type { Transition } from '../../../manifest/model/transition'
import { pathsRead } from '../../../manifest/expression/analyze'
import type { Caller } from '../../context/context'
import { loadRecords } from '../../query/records/loadRecords'
import { RecordDraft } from '../state/recordDraft'
import { loadDraft, loadedPaths } from '../state/recordPaths'
import { createStep } from '../state/step'
import { ValueResolver } from '../state/valueResolver'
import { callerContext, systemCaller, type TransitionBatch, type WriteContext } from '../state/writeContext'
import { evaluateVars, runChecks } from './checks'
import { lockReferences } from './locks'

/** The record as an undo restored it. */
interface Restored {
  readonly entity: Entity
  readonly id: number
  /** The changed fields. */
  readonly fields: readonly string[]
}

/** @throws RequestError check_failed if the restored record exceeds a limit */
export async function checkRestored(context: WriteContext, caller: Caller, restored: Restored): Promise<void> {
  const { app, cache } = context
  const { entity, id } = restored
  const counting = Object.values(entity.transitions).flatMap((transition) => countingPart(restored, transition) ?? [])
  if (counting.length === 0) return
  const [record] = await loadRecords(callerContext(context, systemCaller(context.starter)), {
    entity: entity.name,
    paths: [...new Set(counting.flatMap((transition) => loadedPaths(app, entity, transition)))],
    where: { ids: [id] },
    scoped: false,
  })
  if (!record) return
  for (const transition of counting.filter((one) => leadsTo(one, record.state))) {
    const request = { id, values: {} }
    const batch: TransitionBatch = { entity, transition, caller, requests: [request], depth: 0 }
    const draft = new RecordDraft(app, entity, id, loadDraft(entity, record))
    const steps = [createStep(app, batch, request, draft)]
    const resolver = new ValueResolver(app, callerContext(context, caller), cache)
    await lockReferences(context, resolver, batch, steps)
    await runChecks(context, resolver, batch, await evaluateVars(context, resolver, batch, steps))
  }
}

const leadsTo = ({ to, from }: Transition, state: unknown): boolean =>
  to === undefined ? typeof state === 'string' && from.includes(state) : to === state

/** The transition with only its checks that count by the restored fields; undefined without one. */
function countingPart(restored: Restored, transition: Transition): Transition | undefined {
  const counted = Object.entries(transition.vars).filter(([, aggregate]) => countsBy(restored, aggregate))
  const names = new Set(counted.map(([name]) => name))
  const checks = transition.checks.filter((check) => isCountedOnly(check, names))
  if (checks.length === 0) return undefined
  const vars = Object.fromEntries(
    counted.map(([name, aggregate]) => [name, { ...aggregate, where: withoutItself(aggregate.where!) }]),
  )
  return { ...transition, vars, checks }
}

function countsBy({ entity, fields }: Restored, { entity: counted, where }: Aggregate): boolean {
  if (counted !== entity.name || !where || readsForm(where)) return false
  if (pathsRead(where.node, 'vars').length > 0) return false
  return (['record', 'this'] as const).some((scope) =>
    pathsRead(where.node, scope).some((path) => fields.includes(textBefore(path, '.'))),
  )
}

/** A check that reads other values, such as form inputs or unaffected counts, is not repeated. */
function isCountedOnly({ rule }: Check, counted: ReadonlySet<string>): boolean {
  const read = pathsRead(rule.node, 'vars').map((path) => textBefore(path, '.'))
  return read.length > 0 && read.every((name) => counted.has(name)) && !readsForm(rule)
}

const readsForm = ({ node }: Rule): boolean =>
  (['input', 'before'] as const).some((scope) => pathsRead(node, scope).length > 0)

/** A creation counts as if its own record did not exist yet. */
function withoutItself(where: Rule): Rule {
  const id = (scope: 'record' | 'this'): RuleNode => ({ kind: 'name', type: 'record', scope, path: [] })
  const other: RuleNode = { kind: 'binary', type: 'boolean', op: '!=', left: id('record'), right: id('this') }
  return { ...where, node: { kind: 'binary', type: 'boolean', op: '&&', left: where.node, right: other } }
}
