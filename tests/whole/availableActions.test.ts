// What stands on a row? What is possible on it, also with a record that it refers to, as the screen orders it and harm
// last.
import { expect, it } from 'vitest'
import type { RecordData } from '../../src/protocol/calls'
import { actionsOf } from '../../src/ui/actions/availableActions'
import { describeActionOrder } from '../ui/availableActionCases'
import { readSchemas } from './schemas'

const app = readSchemas()
const row = (can: readonly string[]): RecordData => ({ id: 1, version: 1, label: '', values: {}, can })
const named = (path: string, can: readonly string[]) => {
  const { entity, actions } = app.screens[path]!
  return actionsOf(
    row(can),
    actions.filter(({ place }) => place === 'row'),
    entity,
    app.entities,
  ).map((action) => `${action.entity}.${action.transition}`)
}

it('is what the record allows, harm last, and of another record by its full name', () => {
  expect(named('/aftermarket/Responsibility', ['judge', 'refuse', 'accept'])).toEqual([
    'complaint.accept',
    'complaint.judge',
    'complaint.refuse',
  ])
  expect(named('/buildStore/bsEvaluation', ['paySubsidy'])).toEqual([])
  expect(named('/buildStore/bsEvaluation', ['storeProject.paySubsidy', 'submit'])).toEqual([
    'evaluation.submit',
    'storeProject.paySubsidy',
  ])
})

describeActionOrder(app, { dangerous: 20 })
