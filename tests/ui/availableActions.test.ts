// Proves the actions of a row: those that are possible on it, harmful ones last.
import { describe, expect, it } from 'vitest'
import type { FormField, Transition } from '../../src/manifest/model/transition'
import type { RecordData } from '../../src/protocol/calls'
import { actionsOf } from '../../src/ui/actions/availableActions'
import { batchOffers, batchPlaces, batchTransitions } from '../../src/ui/actions/batchTransitions'
import { fieldsForMany, filledAlike, isOfDecision, narrowedTo } from '../../src/ui/form/dialogs/batch/fieldsForMany'
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

  const book = app.entities.book!
  const ofRecord = { node: { kind: 'name', type: 'text', scope: 'record', path: ['title'] }, readPaths: ['title'] }
  const [first, other] = fieldsForMany(book, book.transitions.edit!) as [FormField, FormField]
  const move: Transition = { ...book.transitions.edit!, name: 'move', to: 'lent', form: [first, other] }
  const offered = (changes: object, names: readonly string[] = []) =>
    batchTransitions(
      { ...book, transitions: { ...book.transitions, move: { ...move, ...changes } as Transition } },
      { batchActions: names.map((transition) => ({ transition })), states: undefined },
    ).some(({ transition }) => transition.name === 'move')

  it('but no step that moves them on with stored fields, unless the list names it', () => {
    expect([offered({}), offered({ form: [first] }), offered({ form: [] })]).toEqual([false, false, true])
    expect(offered({}, ['move'])).toBe(true)
  })

  it('nor one whose inputs are of one record: by a default of its own, or as required files', () => {
    const asked = (field: object, changes: object = {}) =>
      offered({
        inputs: { worker: field },
        form: [{ ...first, field: 'worker', input: true, required: false, ...changes }],
      })
    expect(asked({ type: 'text' })).toBe(true)
    expect(asked({ type: 'text', default: ofRecord })).toBe(false)
    expect([asked({ type: 'files' }), asked({ type: 'files' }, { required: true })]).toEqual([true, false])
  })

  it('and not the one field of an edit that shows or hides another', () => {
    const visibleWhen = { ...ofRecord, readPaths: [`${first.field}.no`] } as unknown as FormField['visibleWhen'] &
      object
    const edit = book.transitions.edit!
    const form = edit.form.map((one) => (one.field === other.field ? { ...one, visibleWhen } : one))
    const names = (given: Transition) => fieldsForMany(book, given).map(({ field }) => field)
    const left = names(edit).filter((name) => name !== first.field && name !== other.field)
    expect(left).not.toEqual([])
    expect(names({ ...edit, form })).toEqual(left)
  })

  it('and one form for what the list names, without what is of each record', () => {
    const create = Object.values(book.transitions).find(({ creates }) => creates)!
    const asking = { ...first, required: true }
    const answer = { revision: '', entities: app.entities, dictionaries: app.dictionaries, settings: {} }
    const alike = (form: readonly FormField[], made: object = {}, field: object = {}, to = 'lent') => {
      const fields = {
        ...book.fields,
        [first.field]: { ...book.fields[first.field]!, required: false, default: undefined, ...field },
      }
      const given = {
        ...book,
        fields,
        transitions: { create: { ...create, form: [], set: {}, ...made } },
      } as typeof book
      const step = { ...move, to, form } as Transition
      return filledAlike(answer, given, step).transition.form
    }
    expect(alike([{ ...asking, field: 'loanCount', readOnly: true }, asking])).toEqual([asking])
    // The default of a stored field would replace what each record has.
    const rule = ofRecord as unknown as FormField['default'] & object
    expect(alike([{ ...asking, default: rule }])).toEqual([{ ...asking, required: false }])
    // What each record has may stay as it is.
    const isRequired = (...given: readonly object[]) => alike([asking], ...given)[0]!.required
    expect(isRequired()).toBe(true)
    expect(isRequired({ form: [asking] })).toBe(false)
    expect(isRequired({ set: { [first.field]: ofRecord } })).toBe(false)
    expect(isRequired({}, { required: true })).toBe(false)
    expect(isRequired({}, { default: ofRecord })).toBe(false)
    expect(isRequired({ set: { [first.field]: null } }, { required: true })).toBe(true)
  })

  it('and what only a decision fills in is of that decision', () => {
    const { edit } = book.transitions
    const pass: Transition = { ...move, name: 'pass', from: ['here'], form: [first] }
    const fail: Transition = { ...pass, name: 'fail', to: 'lost' }
    const isOf = (transitions: Record<string, Transition>) =>
      isOfDecision({ ...book, transitions }, 'pass', first.field)
    expect(isOf({ pass, fail })).toBe(true)
    const unrelated = { ...fail, from: ['lent'] }
    expect(isOf({ pass, fail: unrelated })).toBe(false)
    // It opens empty for a single record, whose former reason does not pass as that of this step.
    expect(isOf({ pass: { ...pass, emptyFields: [first.field] }, fail: unrelated })).toBe(true)
    expect(isOf({ pass, fail, edit: { ...edit!, from: ['here'] } })).toBe(false)
    const byDefault = { ...first, default: ofRecord as unknown as FormField['default'] & object }
    expect(isOf({ pass: { ...pass, form: [byDefault] }, fail })).toBe(false)
  })
})
