// What stands on a row? What is possible on it, also with a record that it refers to, as the screen orders it and harm last.
import { expect, it } from 'vitest'
import type { RecordData } from '../../src/protocol/calls'
import { actionsOf, isDanger } from '../../src/ui/blocks/list/rowActions'
import { readApp } from './fixture'

const app = readApp()
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

it('has no harm before anything else on any screen', () => {
  let seen = 0
  for (const { actions, entity } of Object.values(app.screens)) {
    const every = actions.map((action) =>
      action.entity === entity && action.on === undefined ? action.transition : `${action.entity}.${action.transition}`,
    )
    const harm = actionsOf(row(every), actions, entity, app.entities).map((action) => isDanger(action, app.entities))
    expect(harm).toEqual(harm.toSorted())
    seen += harm.filter(Boolean).length
  }
  expect(seen).toBeGreaterThan(20)
})
