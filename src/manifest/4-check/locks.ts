// Finds the records that must not change while a transition evaluates its checks.
// Besides `lock` these are the records whose state or sums a check reads, and those by which it counts others. Without
// a lock, two simultaneous transitions could both take the last place below a limit.
import { textBefore } from '../expression/values/present'
import type { Aggregate, Rule, RuleNode } from '../model/rule'
import type { Field } from '../model/field'
import { conjuncts, pathsRead } from '../expression/analyze'
import {
  locationOf,
  reportProblem,
  type EntityDraft,
  type TransitionDraft,
  type CompileContext,
} from '../context/compileContext'

/**
 * The path to a record that all counted ones refer to, so that locking it fixes their number: from the record, or
 * behind `input.` and `me`. `thisRecord` is the record itself, which is always locked.
 */
type Pin = string
const thisRecord: Pin = ''

/** Reports locks that the checks imply anyway, and counts in checks that no lock protects. */
export function checkLocks(context: CompileContext): void {
  // While an entity is unreadable, what a condition pins is unknown.
  if (context.manifests.unreadable.entity.size > 0) return
  for (const draft of Object.values(context.entities)) {
    for (const transition of Object.values(draft.transitions)) {
      const implied = new Set(pathsLockedByChecks(context, draft, transition))
      for (const path of transition.lock.filter((named) => implied.has(named)))
        reportProblem(locationOf(context, draft.file, 'transitions', transition.name, 'lock'), 'ineffective-key', {
          key: path,
          where: 'in `lock`, as a check reads its state or sums or counts by it',
        })
      for (const { name, pins, reads } of countsOf(context, draft, transition))
        if (pins.length === 0 && !transition.lock.some((path) => reads.some((read) => isWithin(read, path))))
          reportProblem(
            locationOf(context, draft.file, 'transitions', transition.name, 'checks'),
            'unlocked-count',
            { name },
            {
              hint: [
                'Let its `where` say `field == this.reference` or `field == me.id`, or name in',
                '`lock` the reference whose records are counted.',
              ].join(' '),
            },
          )
    }
  }
}

/** The paths of the records on which a transition's checks depend: those read, and those that pin counts. */
export function pathsLockedByChecks(
  context: CompileContext,
  draft: EntityDraft,
  transition: TransitionDraft,
): string[] {
  const pins = countsOf(context, draft, transition).flatMap((count) => count.pins)
  return [...referencesRead(context, draft, transition), ...pins.filter((pin) => pin !== thisRecord)]
}

/** The references whose records' state or sums a check reads. */
function referencesRead(context: CompileContext, { fields }: EntityDraft, transition: TransitionDraft): string[] {
  const { checks, inputs } = transition
  return checks.flatMap(({ rule }) => [
    ...storedPaths(fields, rule.readPaths).flatMap((path) => referencesAlong(context, fields, path.split('.'))),
    ...pathsRead(rule.node, 'input').flatMap((path) => {
      const [name = '', ...rest] = path.split('.')
      if (inputs[name] === undefined) return referencesAlong(context, fields, [name, ...rest])
      // Only what an input itself refers to can be locked, not what that refers to.
      return referencesAlong(context, inputs, [name, ...rest]).includes(name) ? [`input.${name}`] : []
    }),
  ])
}

/** The references of a path whose records change unedited in the field that follows: `order.customer` of its state. */
function referencesAlong(
  context: CompileContext,
  fields: Readonly<Record<string, Field>>,
  [name = '', fieldRead, ...rest]: readonly string[],
): string[] {
  const reference = fields[name]
  if (fieldRead === undefined || reference?.type !== 'ref' || !reference.stored) return []
  const target = context.entities[reference.entity ?? '']?.fields ?? {}
  const further = referencesAlong(context, target, [fieldRead, ...rest]).map((path) => `${name}.${path}`)
  return changesUnedited(target, fieldRead) ? [name, ...further] : further
}

const isWithin = (path: string, lock: string): boolean => path === lock || path.startsWith(`${lock}.`)

interface Count {
  readonly name: string
  /** None if no record pins it. */
  readonly pins: readonly Pin[]
  /** What its condition reads from record and form. */
  readonly reads: readonly string[]
}

/** The counts that the checks read. */
function countsOf(context: CompileContext, draft: EntityDraft, transition: TransitionDraft): Count[] {
  const vars = draft.file.manifest.transitions?.[transition.name]?.vars ?? {}
  // A condition that did not compile was reported; what it pins is unknown.
  const isBroken = (name: string, where: Rule | undefined) =>
    where === undefined && vars[name.replace(/^vars\./, '')]?.where
  return aggregatesRead(draft, transition)
    .filter(([name, { where }]) => !isBroken(name, where))
    .map(([name, { where }]): Count => {
      if (where === undefined) return { name, pins: [], reads: [] }
      const reads = [...pathsRead(where.node, 'this'), ...pathsRead(where.node, 'input')]
      return { name, pins: pinsOf(context, draft, transition, where.node), reads }
    })
}

/**
 * The aggregates over other records that checks read: `vars`, and the record's own fields for a creating transition.
 */
function aggregatesRead({ fields }: EntityDraft, { checks, vars, creates }: TransitionDraft): [string, Aggregate][] {
  const results = new Map<string, Aggregate>()
  const addVarsIn = (node: RuleNode): void => {
    for (const path of pathsRead(node, 'vars')) {
      const name = textBefore(path, '.')
      const aggregate = vars[name]
      if (aggregate === undefined || results.has(`vars.${name}`)) continue
      results.set(`vars.${name}`, aggregate)
      if (aggregate.where) addVarsIn(aggregate.where.node)
    }
  }
  for (const { rule } of checks) {
    addVarsIn(rule.node)
    for (const path of creates ? storedPaths(fields, rule.readPaths) : []) {
      const aggregate = fields[path]?.aggregate
      if (aggregate) results.set(path, aggregate)
    }
  }
  return [...results].filter(([, { entity }]) => entity !== undefined)
}

/** The paths to which a condition pins the counted records. Each of several alternatives must pin them. */
function pinsOf(context: CompileContext, draft: EntityDraft, transition: TransitionDraft, node: RuleNode): Pin[] {
  const pinsIn = (part: RuleNode) => pinsOf(context, draft, transition, part)
  if (node.kind !== 'binary') return []
  if (node.op === '&&') return conjuncts(node).flatMap(pinsIn)
  if (node.op === '||') {
    const [left, right] = [pinsIn(node.left), pinsIn(node.right)]
    return left.length > 0 && right.length > 0 ? [...left, ...right] : []
  }
  if (node.op !== '==') return []
  const sides = [node.left, node.right]
  if (!sides.some((side) => side.kind === 'name' && side.scope === 'record')) return []
  return sides.flatMap((side) => pinAt(context, draft, transition, side) ?? [])
}

function pinAt(
  context: CompileContext,
  draft: EntityDraft,
  { inputs }: TransitionDraft,
  node: RuleNode,
): Pin | undefined {
  if (node.kind !== 'name') return undefined
  const path = node.path.join('.')
  if (node.scope === 'this')
    return path === '' ? thisRecord : isReference(context, draft.fields, node.path) ? path : undefined
  if (node.scope === 'me' && path === '') return 'me'
  if (node.scope !== 'input' || node.path.length !== 1) return undefined
  if (isReference(context, inputs, node.path)) return `input.${path}`
  return isReference(context, draft.fields, node.path) ? path : undefined
}

function isReference(
  context: CompileContext,
  fields: Readonly<Record<string, Field>>,
  [name = '', ...rest]: readonly string[],
): boolean {
  const field = fields[name]
  if (field?.type !== 'ref' || !field.stored) return false
  return rest.length === 0 || isReference(context, context.entities[field.entity ?? '']?.fields ?? {}, rest)
}

/**
 * The same paths, with computed fields replaced by those they read. `above`: the fields that lead here, to stop at
 * cycles.
 */
function storedPaths(
  fields: Readonly<Record<string, Field>>,
  paths: readonly string[],
  above: readonly string[] = [],
): string[] {
  return paths.flatMap((path) => {
    const compute = fields[path]?.compute
    return compute && !above.includes(path) ? storedPaths(fields, compute.readPaths, [...above, path]) : [path]
  })
}

/** Whether a field changes with the life of a record, not only when a user edits it; `above` as for `storedPaths`. */
function changesUnedited(
  fields: Readonly<Record<string, Field>>,
  name: string,
  above: readonly string[] = [],
): boolean {
  const field = fields[name]
  if (!field || above.includes(name)) return false
  const isChanging = (path: string) => changesUnedited(fields, textBefore(path, '.'), [...above, name])
  return name === 'state' || field.aggregate !== undefined || (field.compute?.readPaths.some(isChanging) ?? false)
}
