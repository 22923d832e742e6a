// Proves the actions of a row: those that are possible on it, harmful ones last.
import { describe, expect, it } from 'vitest'
import type { RecordData } from '../../src/protocol/calls'
import { actionsOf } from '../../src/ui/actions/availableActions'
import { batchOffers, batchTransitions } from '../../src/ui/actions/batchTransitions'
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

describe('several records', () => {
  const several = (path: string, ...cans: (readonly string[])[]) => {
    const screen = app.screens[path]!
    const given = batchOffers(
      batchTransitions(app.entities[screen.entity!], screen),
      cans.map((can, index) => ({ id: index, version: 1, label: '', values: {}, can })),
    )
    return given.map(({ transition, fit }) => `${transition.name} ${fit.length}`)
  }

  it('are offered what all of them allow, harm last', () => {
    expect(several('/lending/Books', ['drop', 'lend', 'back'], ['drop', 'lend'])).toEqual(['lend 2', 'drop 2'])
    expect(several('/lending/Books', ['lend'], ['back'])).toEqual([])
  })

  it('and what the list names, where only some allow it', () => {
    expect(several('/notices', ['read'], [])).toEqual(['read 1'])
  })

  it('but nothing that asks for stored values, creates, needs a proof or shows a secret', () => {
    for (const entity of Object.values(app.entities))
      for (const { transition } of batchTransitions(entity, { batchActions: [], states: undefined }))
        expect([
          transition.creates,
          transition.askFactor,
          transition.revealsSecret,
          transition.form.filter(({ input }) => !input),
        ]).toEqual([false, undefined, undefined, []])
    const [drop] = batchTransitions(app.entities.book, app.screens['/lending/Books']!)
    const made = (changes: object) =>
      batchTransitions(
        { ...app.entities.book!, transitions: { lend: { ...drop!.transition, ...changes } } },
        { batchActions: [], states: undefined },
      ).length
    expect([{}, { askFactor: 'always' }, { revealsSecret: true }, { creates: true }].map(made)).toEqual([1, 0, 0, 0])
  })
})
