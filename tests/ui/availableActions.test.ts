// Proves the actions of a row: those that are possible on it, harmful ones last.
import { describe, expect, it } from 'vitest'
import type { FormField, Transition } from '../../src/manifest/model/transition'
import type { RecordData } from '../../src/protocol/calls'
import { actionsOf } from '../../src/ui/actions/availableActions'
import { batchOffers, batchPlaces, batchTransitions } from '../../src/ui/actions/batchTransitions'
import { fieldsForMany, filledAlike, movesMany, narrowedTo } from '../../src/ui/form/dialogs/batch/fieldsForMany'
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

  it('and what the list names stays in its place, also harm that none allows', () => {
    const book = app.entities.book!
    const batch = batchTransitions(book, {
      batchActions: [{ transition: 'lend' }, { transition: 'drop' }],
      states: undefined,
    })
    const record: RecordData = { id: 1, version: 1, label: '', values: {}, can: ['edit'] }
    const { buttons, menu } = batchPlaces(batchOffers(batch, [record]), 1)
    const named = (ordered: typeof menu) => ordered.map(({ transition, fit }) => `${transition.name} ${fit.length}`)
    expect([named(buttons), named(menu)]).toEqual([['lend 0'], ['edit 1', 'drop 0']])
  })

  it('but nothing that creates, needs a proof or shows a secret', () => {
    const book = app.entities.book!
    const none = { batchActions: [], states: undefined }
    const made = (changes: object) =>
      batchTransitions({ ...book, transitions: { lend: { ...book.transitions.lend!, ...changes } } }, none).length
    expect([{}, { askFactor: 'always' }, { revealsSecret: true }, { creates: true }].map(made)).toEqual([1, 0, 0, 0])
  })

  it('and of an edit one field, which nothing else decides', () => {
    const book = app.entities.book!
    const { edit } = book.transitions
    const names = fieldsForMany(book, edit!).map(({ field }) => field)
    expect(several('/lending/Books', ['edit'], ['edit'])).toEqual(['edit 2'])
    expect(names.length).toBeGreaterThan(1)
    const answer = { revision: '', entities: app.entities, dictionaries: app.dictionaries, settings: {} }
    const formOf = (chosen: string | undefined) =>
      narrowedTo(answer, book, edit!, chosen).answer.entities.book!.transitions.edit!.form.map(({ field }) => field)
    expect([formOf(undefined), formOf(names[1])]).toEqual([[], [names[1]]])
    expect(fieldsForMany(book, { ...edit!, to: 'lent' })).toEqual([])
    expect(fieldsForMany(book, { ...edit!, recordsEvent: true })).toEqual([])
  })

  it('and one form that moves all of them on, without what is of each record', () => {
    const book = app.entities.book!
    const form = fieldsForMany(book, book.transitions.edit!).map((one) => ({ ...one, required: true }))
    const step: Transition = { ...book.transitions.edit!, to: 'lent', form }
    const offered = (changes: object) => {
      const transitions = { ...book.transitions, step: { ...step, name: 'step', ...changes } }
      const none = { batchActions: [], states: undefined }
      return batchTransitions({ ...book, transitions }, none).some(({ transition }) => transition.name === 'step')
    }
    expect(offered({})).toBe(true)
    const [first, ...others] = form as [FormField, ...FormField[]]
    const ofRecord = { node: { kind: 'name', type: 'text', scope: 'record', path: ['title'] }, readPaths: ['title'] }
    const of = 'loanCount'
    expect(offered({ form: [{ ...first, default: ofRecord }, ...others] })).toBe(false)
    expect(offered({ form: [...form, { ...first, field: of }] })).toBe(false)
    expect(offered({ form: [...form, { ...first, field: of, readOnly: true }] })).toBe(true)
    const unique = [{ fields: [first.field], acrossTenants: false, message: {} }]
    expect(movesMany({ ...book, unique }, step)).toBe(false)
    const files = { ...book.fields, [first.field]: { ...book.fields[first.field]!, type: 'files' as const } }
    expect(movesMany({ ...book, fields: files }, step)).toBe(false)
    const optional = { ...step, form: [{ ...first, required: false }, ...others] }
    expect(movesMany({ ...book, fields: files }, optional)).toBe(true)

    // What only shows a value is left out, and what each record has since its creation may stay as it is.
    const create = Object.values(book.transitions).find(({ creates }) => creates)!
    const alike = (required: boolean) => {
      const transitions = { create: { ...create, form: [{ ...first, required }] } }
      const answer = { revision: '', entities: app.entities, dictionaries: app.dictionaries, settings: {} }
      const given = { ...step, form: [{ ...first, field: of, readOnly: true }, ...form] }
      return filledAlike(answer, { ...book, transitions }, given).transition.form.map((one) => one.required)
    }
    expect(alike(true)).toEqual([false, ...others.map(() => true)])
    expect(alike(false)).toEqual(form.map(() => true))
  })
})
