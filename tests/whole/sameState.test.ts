// Tests that whatever leads a record to the state of a new one keeps the conditions of its creation on other records:
// what may not begin may not be resubmitted either.
import { expect, it } from 'vitest'
import { requireApp } from '../../scripts/compiled'
import type { Entity } from '../../src/manifest/model/entity'
import type { Check } from '../../src/manifest/model/rule'
import type { Transition } from '../../src/manifest/model/transition'

/** What need not repeat the conditions of a creation, and why. */
const others: Readonly<Record<string, string>> = {
  'complaint.appeal': 'A shipment that was received stays so, and the service case cannot be changed.',
  'contract.withdraw': 'Its effect takes the order back to where contracts are drafted.',
  'nonstandard.reapply': 'Parts are also corrected while the factory has returned the order.',
  'supplyOrder.addPriceByTool': 'A shipment that was received stays so.',
  'supplyOrder.reuploadByTool': 'A shipment that was received stays so.',
  'supplyOrder.reuploadPriceByTool': 'A shipment that was received stays so.',
  'refund.complete': 'The invariants of a refund hold its amount within what is left.',
}

const app = requireApp()

/** Conditions on records that go on without this one. */
const onOthers = ({ fields }: Entity, { rule }: Check): boolean =>
  rule.readPaths.some((path) => path.includes('.') && fields[path.split('.')[0]!]?.type === 'ref')

const codes = ({ permissions }: Transition): readonly string[] =>
  permissions.map(({ permission }) => permission).filter((code) => !['system', 'admin'].includes(code))

const pairs = Object.values(app.entities).flatMap((entity) => {
  const transitions = Object.values(entity.transitions)
  const creating = transitions.filter(({ creates }) => creates)
  return transitions.flatMap((again) =>
    creating
      .filter(
        (first) => !again.creates && again.to === first.to && codes(first).some((one) => codes(again).includes(one)),
      )
      .map((first) => ({ entity, first, again, name: `${entity.name}.${again.name}` })),
  )
})

const lacking = pairs.flatMap(({ entity, first, again, name }) => {
  const repeated = again.checks.map(({ rule }) => JSON.stringify(rule.node))
  return first.checks
    .filter((check) => onOthers(entity, check) && !repeated.includes(JSON.stringify(check.rule.node)))
    .map(({ message }) => ({ name, message: message.en }))
})

it('compares transitions with creations', () => expect(pairs.length).toBeGreaterThan(8))

it('finds the conditions of a creation wherever a record comes into its state again', () => {
  expect(lacking.filter(({ name }) => !(name in others))).toEqual([])
})

it('excepts nothing that needs no exception', () => {
  expect(Object.keys(others).filter((name) => !lacking.some((one) => one.name === name))).toEqual([])
})
