// Finds open records that a change would strand: those that violate an invariant,
// whose state no transition leaves, or for which no transition that leaves it holds.
import type { ChangedParts } from '../../../manifest/access/parts/changedParts'
import { Comparison } from '../../../manifest/access/parts/sameMeaning'
import { successors, type Successors } from '../../../manifest/access/parts/successors'
import { declared } from '../../../manifest/expression/values/present'
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import { readsCaller } from '../../../manifest/expression/analyze'
import type { Check, Rule } from '../../../manifest/model/rule'
import type { Text } from '../../../manifest/model/text'
import type { Transition } from '../../../manifest/model/transition'
import type { Context } from '../../context/context'
import type { Transaction } from '../../database/connection/transaction'
import { fieldsOnPath } from '../../mutation/state/pathDependencies'
import { unattendedCaller } from '../../mutation/state/writeContext'
import { loadRecords } from '../../query/records/loadRecords'

export interface Stranded {
  readonly entity: Text
  /** The broken rule with named rules written out; with `state` the unfulfilled conditions, absent: no way. */
  readonly rule?: string
  readonly message?: Text
  readonly state?: Text
  /** More than `maxCounted` counts as that. */
  readonly count: number
  readonly examples: readonly string[]
}

export const maxCounted = 1_000
const maxNamed = 3

interface Change {
  readonly before: App
  readonly after: App
  readonly parts: ChangedParts
  readonly now: Date
}

/** Checks only what differs from before; the tables are those of `after`. */
export async function recordsInFlight(tx: Transaction, change: Change): Promise<Stranded[]> {
  const { before, after, now } = change
  const context: Context = { app: after, caller: unattendedCaller(after, null), now, query: tx.query }
  const renames = successors(before, after)
  const meaning = meaningOf(change, renames)
  const formerEntities = new Map(
    Object.values(before.entities).map((entity) => [renames.names.get(entity.name) ?? entity.name, entity]),
  )
  const stranded: Stranded[] = []
  for (const entity of Object.values(after.entities)) {
    const former = formerEntities.get(entity.name)
    if (entity.view || !former) continue
    for (const { rule, message } of changedInvariants(meaning, former, entity)) {
      const labels = await labelsWhere(context, entity, openAnd(entity, not(rule)))
      if (labels.length > 0) stranded.push({ entity: entity.title, rule: rule.source, message, ...counted(labels) })
    }
    for (const state of statesWithoutExit(former, entity, renames)) {
      const labels = await labelsWhere(context, entity, inStates([state]))
      if (labels.length > 0)
        stranded.push({ entity: entity.title, state: declared(entity.states, state).title, ...counted(labels) })
    }
    for (const { state, rule } of closedExits(meaning, former, entity)) {
      const labels = await labelsWhere(context, entity, rule)
      const { title } = declared(entity.states, state)
      if (labels.length > 0)
        stranded.push({ entity: entity.title, state: title, rule: rule.source, ...counted(labels) })
    }
  }
  return stranded
}

/** By what rules are found to ask for something else. */
interface Meaning {
  readonly after: App
  readonly renames: Successors
  readonly compare: Comparison
  /** As `entity.field`. */
  readonly recomputed: ReadonlySet<string>
}

function meaningOf({ before, after, parts }: Change, renames: Successors): Meaning {
  const recomputed = parts.changed.flatMap(({ kind, entity, name, keys }) =>
    kind === 'field' && keys.some((key) => key === 'compute' || key === 'aggregate') ? [`${entity}.${name}`] : [],
  )
  return { after, renames, compare: new Comparison(before, after, renames), recomputed: new Set(recomputed) }
}

/** The invariants that ask for something else now, by their own rule or by a computed field behind it. */
function changedInvariants(
  { after, compare, recomputed }: Meaning,
  former: Entity,
  { name, invariants }: Entity,
): Check[] {
  return invariants.filter(
    ({ rule }) =>
      !former.invariants.some((other) => compare.differingKeys(other.rule, rule, name) === undefined) ||
      rule.readPaths.some((path) => [...fieldsOnPath(after, name, path)].some((field) => recomputed.has(field))),
  )
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

function statesWithoutExit(former: Entity, entity: Entity, { keys }: Successors): string[] {
  const exits = ({ name: owner, transitions }: Entity) =>
    new Set(
      Object.values(transitions)
        .flatMap(({ from, to }) => from.filter((state) => to !== undefined && state !== to))
        .map((state) => `state ${owner}.${state}`),
    )
  const had = new Set([...exits(former)].map((key) => keys.get(key) ?? key))
  const has = exits(entity)
  return Object.values(entity.states).flatMap(({ name, closed }) => {
    const key = `state ${entity.name}.${name}`
    return !closed && had.has(key) && !has.has(key) ? [name] : []
  })
}

const exitsOf = ({ transitions }: Entity, state: string): Transition[] =>
  Object.values(transitions).filter(({ from, to }) => from.includes(state) && to !== undefined && to !== state)

/**
 * The records of each state for which no transition that leaves it holds any more, where the change closed or narrowed
 * one. Not where a rule is about the account that acts: another one may meet it.
 */
function closedExits(meaning: Meaning, former: Entity, entity: Entity): { state: string; rule: Rule }[] {
  const formerStates = new Map(
    Object.keys(former.states).map((name) => [
      meaning.renames.keys.get(`state ${former.name}.${name}`) ?? `state ${entity.name}.${name}`,
      name,
    ]),
  )
  return Object.values(entity.states).flatMap(({ name, closed }) => {
    const formerName = formerStates.get(`state ${entity.name}.${name}`)
    const exits = exitsOf(entity, name)
    const rules = exits.flatMap(({ when }) => when ?? [])
    const isOpen = rules.length < exits.length || rules.some(({ node }) => readsCaller(node))
    if (closed || formerName === undefined || exits.length === 0 || isOpen) return []
    if (!exitsOf(former, formerName).some((exit) => isNarrowed(meaning, exit, exits, entity))) return []
    const source = rules.map((rule) => rule.source).join(' || ')
    return [{ state: name, rule: { ...rules.map(not).reduce(and, inStates([name])), source } }]
  })
}

/** Whether a way out is gone, or has another condition now. */
function isNarrowed({ compare }: Meaning, exit: Transition, exits: readonly Transition[], { name }: Entity): boolean {
  const present = exits.find((one) => one.name === exit.name)
  return !present || (present.when !== undefined && compare.differingKeys(exit.when, present.when, name) !== undefined)
}

const and = (left: Rule, right: Rule): Rule => ({
  ...left,
  node: { kind: 'binary', op: '&&', left: left.node, right: right.node, type: 'boolean' },
})

function openAnd({ states }: Entity, rule: Rule): Rule {
  const open = Object.values(states).filter(({ closed }) => !closed)
  if (open.length === 0 || open.length === Object.keys(states).length) return rule
  return { ...rule, node: and(inStates(open.map(({ name }) => name)), rule).node }
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
