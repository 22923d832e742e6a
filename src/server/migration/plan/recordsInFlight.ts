// Finds open records that a change would strand: those that violate an invariant
// or whose state no transition leaves.
import { declared } from '../../../manifest/expression/values/present'
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Rule } from '../../../manifest/model/rule'
import type { Text } from '../../../manifest/model/text'
import type { Context } from '../../context/context'
import type { Transaction } from '../../database/connection/transaction'
import { loadRecords } from '../../query/records/loadRecords'
import { unattendedCaller } from '../../mutation/state/writeContext'

export interface Stranded {
  readonly entity: Text
  /** The broken rule as the manifest has it; absent: no transition leaves the state. */
  readonly rule?: string
  readonly message?: Text
  readonly state?: Text
  /** More than `maxCounted` counts as that. */
  readonly count: number
  readonly examples: readonly string[]
}

export const maxCounted = 1_000
const maxNamed = 3

/** Checks only what differs from before; the tables are those of `after`. */
export async function recordsInFlight(
  tx: Transaction,
  before: App,
  { after, now }: { readonly after: App; readonly now: Date },
): Promise<Stranded[]> {
  const context: Context = { app: after, caller: unattendedCaller(after, null), now, query: tx.query }
  const stranded: Stranded[] = []
  for (const entity of Object.values(after.entities)) {
    const former = before.entities[entity.name]
    if (entity.view || !former) continue
    const formerRules = new Set(former.invariants.map(({ rule }) => rule.source))
    for (const { rule, message } of entity.invariants.filter((check) => !formerRules.has(check.rule.source))) {
      const labels = await labelsWhere(context, entity, openAnd(entity, not(rule)))
      if (labels.length > 0) stranded.push({ entity: entity.title, rule: rule.source, message, ...counted(labels) })
    }
    for (const state of statesWithoutExit(former, entity)) {
      const labels = await labelsWhere(context, entity, inStates([state]))
      if (labels.length > 0)
        stranded.push({ entity: entity.title, state: declared(entity.states, state).title, ...counted(labels) })
    }
  }
  return stranded
}

const counted = (labels: readonly string[]) => ({ count: labels.length, examples: labels.slice(0, maxNamed) })

async function labelsWhere(context: Context, { name, labelField }: Entity, rule: Rule): Promise<string[]> {
  const records = await loadRecords(context, {
    entity: name,
    paths: [labelField],
    where: { rule },
    scoped: false,
    limit: maxCounted + 1,
  })
  return records.map((record) => String(record[labelField] ?? record.id))
}

function statesWithoutExit(before: Entity, after: Entity): string[] {
  const exits = ({ transitions }: Entity) =>
    new Set(Object.values(transitions).flatMap(({ from, creates }) => (creates ? [] : from)))
  const [had, has] = [exits(before), exits(after)]
  return Object.values(after.states)
    .filter(({ name, closed }) => !closed && had.has(name) && !has.has(name))
    .map(({ name }) => name)
}

function openAnd({ states }: Entity, rule: Rule): Rule {
  const open = Object.values(states).filter(({ closed }) => !closed)
  if (open.length === 0 || open.length === Object.keys(states).length) return rule
  const within = inStates(open.map(({ name }) => name))
  return { ...rule, node: { kind: 'binary', op: '&&', left: within.node, right: rule.node, type: 'boolean' } }
}

const not = (rule: Rule): Rule => ({ ...rule, node: { kind: 'not', of: rule.node, type: 'boolean' } })

export function inStates(states: readonly string[]): Rule {
  const items = states.map((value) => ({ kind: 'literal' as const, value, type: 'text' as const }))
  return {
    source: '',
    node: {
      kind: 'binary',
      op: 'in',
      left: { kind: 'name', scope: 'record', path: ['state'], type: 'text' },
      right: { kind: 'list', items, type: 'list' },
      type: 'boolean',
    },
    type: 'boolean',
    readPaths: ['state'],
  }
}
