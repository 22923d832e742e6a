// Which records of a queue the caller can take further now: an action of its list moves them on,
// or begins what they wait for. What does harm, and what nothing waits for, is no task.
import { canRun, heldPermissions } from '../../../manifest/access/permissions'
import type { Action } from '../../../manifest/model/column'
import type { RuleNode } from '../../../manifest/model/rule'
import type { Screen } from '../../../manifest/model/screen'
import type { Transition } from '../../../manifest/model/transition'
import type { Viewer } from '../../context/callerRules'
import { narrowScreen } from '../contract/narrowScreen'

/** The condition on the records of a queue. */
export function actionableNode(viewer: Viewer, screen: Screen): RuleNode {
  const ways = narrowScreen(viewer, screen).actions.flatMap((action) => wayOf(viewer, screen, action))
  return joined('||', ways, false)
}

function wayOf(viewer: Viewer, { entity }: Screen, action: Action): RuleNode[] {
  const { app, caller } = viewer
  const transition = app.entities[action.entity]?.transitions[action.transition]
  if (!transition || transition.danger || transition.turn === false || !canRun(app, caller, transition)) return []
  const isOwn = action.entity === entity && action.on === undefined
  // What it begins or does with another record is judged with that record.
  if (!isOwn) return [literal(true)]
  if (transition.creates || transition.to === undefined) return []
  const { from, fourEyes, when, turn } = transition
  return [
    joined(
      '&&',
      [
        joined(
          '||',
          from.map((state) => compared('==', 'state', { kind: 'literal', type: 'text', value: state })),
          false,
        ),
        ...(fourEyes
          ? [compared('!=', 'createdBy', { kind: 'name', type: 'record', scope: 'me', path: [] } as const)]
          : []),
        ...[when, turn].flatMap((rule) => (rule ? [rule.node] : [])),
        permitted(viewer, transition),
      ],
      true,
    ),
  ]
}

/** Any one of the permissions that the caller holds, under its rule. */
function permitted({ app, caller }: Viewer, transition: Transition): RuleNode {
  return joined(
    '||',
    heldPermissions(app, caller, transition).map(({ when }) => when?.node ?? literal(true)),
    false,
  )
}

const literal = (value: boolean): RuleNode => ({ kind: 'literal', type: 'boolean', value })

function joined(op: '&&' | '||', [first, ...others]: readonly RuleNode[], nothing: boolean): RuleNode {
  if (!first) return literal(nothing)
  return others.reduce((left, right): RuleNode => ({ kind: 'binary', type: 'boolean', op, left, right }), first)
}

function compared(op: '==' | '!=', field: 'state' | 'createdBy', right: RuleNode): RuleNode {
  return {
    kind: 'binary',
    type: 'boolean',
    op,
    left: { kind: 'name', type: right.type, scope: 'record', path: [field] },
    right,
  }
}
