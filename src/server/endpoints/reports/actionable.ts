// Selects the records of a queue that the caller can act on now:
// an action of its list moves them on or begins what they wait for. Destructive and optional actions do not count.
import { canRun, heldPermissions } from '../../../manifest/access/permissions'
import type { Action } from '../../../manifest/model/column'
import type { RuleNode } from '../../../manifest/model/rule'
import type { Screen } from '../../../manifest/model/screen'
import type { Transition } from '../../../manifest/model/transition'
import type { Viewer } from '../../context/callerRules'
import { narrowScreen } from '../contract/narrowScreen'

/**
 * The condition on the records of a queue. An administrator may do everybody's work, but only what names a permission
 * of its own waits for it.
 */
export function actionableNode(viewer: Viewer, screen: Screen): RuleNode {
  const listed = narrowScreen(viewer, screen).actions.filter(({ implied }) => !implied)
  const worker = { ...viewer, caller: { ...viewer.caller, administrator: false } }
  const permissionConditions = listed.flatMap((action) => wayOf(worker, screen, action))
  return anyOf(permissionConditions)
}

function wayOf(viewer: Viewer, { entity }: Screen, action: Action): RuleNode[] {
  const { app, caller } = viewer
  const transition = app.entities[action.entity]?.transitions[action.transition]
  if (!transition || transition.danger || transition.turn === false || !canRun(app, caller, transition)) return []
  const isOwn = action.entity === entity && action.on === undefined
  // Effects on another record are decided with that record.
  if (!isOwn) return [always]
  if (transition.creates || transition.to === undefined) return []
  const { from, when, turnWhen } = transition
  return [
    allOf([
      anyOf(from.map((state) => compared('==', 'state', { kind: 'literal', type: 'text', value: state }))),
      ...byAnother(transition),
      ...[when, turnWhen].flatMap((rule) => (rule ? [rule.node] : [])),
      permitted(viewer, transition),
    ]),
  ]
}

/** No field of the transition holds the caller's account; while all of them are empty, `createdBy` does not. */
function byAnother({ fourEyes }: Transition): RuleNode[] {
  if (fourEyes === undefined) return []
  const isAnother = (field: string) => compared('!=', field, { kind: 'name', type: 'record', scope: 'me', path: [] })
  const isGiven = (field: string) => compared('!=', field, { kind: 'literal', type: 'null', value: null }, 'record')
  const others = fourEyes.map(isAnother)
  return fourEyes.includes('createdBy')
    ? others
    : [...others, anyOf([...fourEyes.map(isGiven), isAnother('createdBy')])]
}

/** Any permission that the caller holds and whose rule applies. */
function permitted({ app, caller }: Viewer, transition: Transition): RuleNode {
  return anyOf(heldPermissions(app, caller, transition).map(({ when }) => when?.node ?? always))
}

const always: RuleNode = { kind: 'literal', type: 'boolean', value: true }
const never: RuleNode = { kind: 'literal', type: 'boolean', value: false }

const anyOf = (conditions: readonly RuleNode[]): RuleNode => joined('||', conditions) ?? never
const allOf = (conditions: readonly RuleNode[]): RuleNode => joined('&&', conditions) ?? always

function joined(op: '&&' | '||', [first, ...others]: readonly RuleNode[]): RuleNode | undefined {
  return (
    first && others.reduce((left, right): RuleNode => ({ kind: 'binary', type: 'boolean', op, left, right }), first)
  )
}

function compared(op: '==' | '!=', field: string, right: RuleNode, type = right.type): RuleNode {
  return {
    kind: 'binary',
    type: 'boolean',
    op,
    left: { kind: 'name', type, scope: 'record', path: [field] },
    right,
  }
}
