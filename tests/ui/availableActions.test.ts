// Proves the actions of a row: those that are possible on it, harmful ones last.
import { expect, it } from 'vitest'
import type { RecordData } from '../../src/protocol/calls'
import { actionsOf } from '../../src/ui/actions/availableActions'
import { compiledBindery } from '../manifest/sources'
import { describeActionOrder } from './availableActionCases'

const app = compiledBindery()
const named = (path: string, can: readonly string[]) => {
  const { entity, actions } = app.screens[path]!
  const row: RecordData = { id: 1, version: 1, label: '', values: {}, can }
  return actionsOf(
    row,
    actions.filter(({ place }) => place === 'row'),
    entity,
    app.entities,
  ).map((action) => `${action.entity}.${action.transition}`)
}

it('is what the record allows, what moves it on first', () => {
  expect(named('/bindery/Repairs', ['inspect', 'finish'])).toEqual(['repair.finish', 'repair.inspect'])
  expect(named('/bindery/Repairs', ['payment.create'])).toEqual([])
})

it('stands last where it does harm', () => expect(named('/lending/Shelf', ['drop'])).toEqual(['book.drop']))

describeActionOrder(app, { dangerous: 1 })
