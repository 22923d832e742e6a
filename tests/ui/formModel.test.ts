// Does a form behave as its manifest says while it is filled? Shown, required, offered, computed, refused and sent.
import { describe, expect, it } from 'vitest'
import type { RecordData } from '../../src/protocol/calls'
import { createWords } from '../../src/runtime/text'
import { createFormModel, noteName, type FormFacts } from '../../src/ui/form/formModel'
import { readSchemas } from '../whole/schemas'

const app = readSchemas()
const words = createWords(app.product.languages)[1]
const settings = Object.fromEntries(Object.values(app.settings).map((setting) => [setting.name, setting.value]))

function formOf(entity: string, transition: string, part: Partial<FormFacts> = {}) {
  return createFormModel({
    entity: app.entities[entity]!,
    transition: app.entities[entity]!.transitions[transition]!,
    dictionaries: app.dictionaries,
    words: () => words,
    me: { id: { id: 7, label: 'Lin' }, store: { id: 3, label: 'South' } },
    tenant: { id: { id: 1, label: 'J' } },
    settings,
    world: { now: new Date('2025-03-07T02:00:00Z'), timezone: 'Asia/Shanghai', holds: () => true },
    referenced: () => undefined,
    ...part,
  })
}
const type = (model: ReturnType<typeof formOf>, name: string, value: unknown) => model.fieldOf(name).onInput(value)
const record = (values: RecordData['values'], part: Partial<RecordData> = {}): RecordData => ({
  id: 9,
  version: 2,
  state: 'following',
  label: 'KH1',
  values,
  can: [],
  ...part,
})

describe('what is shown and required', () => {
  it('a field appears when its rule holds and is then required by its own rule', async () => {
    const model = formOf('customer', 'create')
    const referrer = model.asked.fields.find((field) => field.name === 'referrer')!
    expect(model.fieldOf('referrer').display).toBe('none')
    await type(model, 'source', 'referral')
    expect(model.fieldOf('referrer').display).toBe('visible')
    expect(model.required(referrer)).toBe(true)
    expect(await model.check()).toContain('referrer')
    await type(model, 'source', 'walkIn')
    expect(await model.check()).not.toContain('referrer')
  })

  it('what is hidden is not sent, though it is still there when it appears again', async () => {
    const model = formOf('customer', 'create')
    await type(model, 'source', 'referral')
    await type(model, 'referrer', 'Wang')
    expect(model.values().referrer).toBe('Wang')
    await type(model, 'source', 'walkIn')
    expect(model.values()).not.toHaveProperty('referrer')
    await type(model, 'source', 'referral')
    expect(model.values().referrer).toBe('Wang')
  })
})

describe('what is offered', () => {
  it('defaults come from the caller, keep their label and give way to the person', async () => {
    const model = formOf('customer', 'create')
    expect(model.form.values.store).toEqual({ id: 3, label: 'South' })
    expect(model.form.values.guide).toEqual({ id: 7, label: 'Lin' })
    expect(model.form.values.intent).toBe('B')
    await type(model, 'intent', 'A')
    expect(model.values()).toMatchObject({ store: 3, guide: 7, intent: 'A' })
  })

  it('a choice that depends on another is forgotten when that one changes', async () => {
    const model = formOf('customer', 'create')
    await type(model, 'store', { id: 4, label: 'North' })
    expect(model.form.values.guide).toBeNull()
  })

  it('sums of lines that read what they refer to are known when that is there, and not before', async () => {
    const known = new Map([
      [5, { payable: '120.50' }],
      [6, { payable: '80.00' }],
    ])
    const model = formOf('invoice', 'create', {
      referenced: (entity, id) => (entity === 'placement' ? known.get(id) : undefined),
    })
    const amount = app.entities.invoice!.fields.amount!
    await type(model, 'placements', [{ placement: { id: 5, label: 'XD5' } }, { placement: { id: 6, label: 'XD6' } }])
    expect(model.world.computed(amount)).toBe('200.50')
    await type(model, 'placements', [{ placement: { id: 7, label: 'XD7' } }])
    expect(model.world.computed(amount)).toBeUndefined()
  })

  it('what the transition sets by itself counts in what follows', async () => {
    const model = formOf('contract', 'create', {
      referenced: (entity, id) => (entity === 'order' && id === 5 ? { listAmount: '24552.00' } : undefined),
    })
    const amount = app.entities.contract!.fields.amount!
    await type(model, 'order', { id: 5, label: 'DD5' })
    await type(model, 'discount', '1552.00')
    expect(model.world.computed(amount)).toBe('23000.00')
    expect(model.asked.previews).toContain(amount)
    await type(model, 'order', { id: 6, label: 'DD6' })
    expect(model.world.computed(amount)).toBeUndefined()
  })

  it('lines stand ready where the form says which there are, and only the rest of them is filled in', async () => {
    const model = formOf('evaluation', 'submit', { record: record({ kind: 'carrier', scores: [] }) })
    const scores = model.asked.fields.find((field) => field.name === 'scores')!
    expect(model.form.values.scores.map(({ item }: { item: string }) => item).toSorted()).toEqual([
      'attitude',
      'integrity',
      'speed',
    ])
    expect(scores.cells).not.toContain('item')
    expect(model.form.modified).toBe(false)
    expect(await model.check()).toContain('scores')
    await type(
      model,
      'scores',
      model.form.values.scores.map((line: object) => ({ ...line, score: '4' })),
    )
    expect(await model.check()).toEqual([])
    expect(model.values().scores).toHaveLength(3)
  })

  it('a default over a reference comes when the referenced record is there', async () => {
    const model = formOf('order', 'create', {
      referenced: (entity, id) =>
        entity === 'customer' && id === 5 ? { designer: { id: 8, label: 'Mei' }, address: null } : undefined,
    })
    await type(model, 'customer', { id: 5, label: 'Chen' })
    expect(model.form.values.designer).toEqual({ id: 8, label: 'Mei' })
  })

  it('a default of the caller is read from the own record where that may be read', () => {
    const model = formOf('customer', 'create', {
      me: { id: { id: 7, label: 'Lin' } },
      referenced: (entity, id) =>
        entity === 'employee' && id === 7 ? { store: { id: 3, label: 'South' } } : undefined,
    })
    expect(model.form.values.store).toEqual({ id: 3, label: 'South' })
  })

  it('a default that only the server knows leaves a required field open to it', async () => {
    const model = formOf('customer', 'create', { me: { id: { id: 7, label: 'Lin' } } })
    const store = model.asked.fields.find((field) => field.name === 'store')!
    expect(model.leftToServer(store)).toBe(true)
    expect(await model.check()).not.toContain('store')
    expect(model.values()).not.toHaveProperty('store')
  })

  it('what the action brings along stands fast when it is a reference', () => {
    const model = formOf('follow', 'create', { fill: { customer: { id: 5, label: 'Chen' } } })
    expect(model.fieldOf('customer').readOnly).toBe(true)
    expect(model.values().customer).toBe(5)
  })

  it('a reference of which only the id is known gets its label', async () => {
    const model = formOf('follow', 'create', {
      fill: { customer: 5 },
      label: async (_, id) => (id === 5 ? 'Chen' : undefined),
    })
    await Promise.resolve().then(() => undefined)
    expect(model.form.values.customer).toEqual({ id: 5, label: 'Chen' })
  })
})

describe('what is computed', () => {
  it('lines, their sum and what follows from it, exactly, while they are typed', async () => {
    const model = formOf('order', 'submitDraw', { record: record({ items: [] }) })
    await type(model, 'items', [
      { qty: '3.60', unitPrice: '2280.00' },
      { qty: '2.40', unitPrice: '1650.00' },
      { qty: '0.1', unitPrice: '0.2' },
    ])
    expect(model.asked.previews.map((field) => field.name)).toContain('listAmount')
    expect(model.world.computed(app.entities.order!.fields.listAmount!)).toBe('12168.02')
  })

  it('a value that needs what nobody here knows is not shown', () => {
    const model = formOf('order', 'submitDraw')
    expect(model.world.computed(app.entities.order!.fields.receivedAmount!)).toBeUndefined()
  })
})

describe('what is refused', () => {
  it('by the checks of the server, in words', async () => {
    const model = formOf('customer', 'create')
    await type(model, 'name', 'Chen')
    await type(model, 'mobile', '1391111')
    await type(model, 'source', 'walkIn')
    expect(await model.check()).toEqual(['mobile'])
    expect(model.fieldOf('mobile').selfErrors).toEqual(['Enter a mobile number of 11 digits'])
    await type(model, 'mobile', '13911110001')
    expect(model.fieldOf('mobile').selfErrors).toEqual([])
  })

  it('only what is typed is previewed: not what other columns make, and not what nobody can know of a new record', () => {
    const previews = (entity: string, transition: string) =>
      formOf(entity, transition, { record: record({}) }).asked.previews.map(({ name }) => name)
    expect(previews('supplyOrder', 'addPrice')).toEqual(['requestAmount'])
    expect(previews('supplyOrder', 'quote')).toEqual(['goodsAmount', 'quotedAmount', 'dealerPayable'])
    expect(previews('supplyOrder', 'create')).not.toContain('dealerPayable')
    expect(previews('shipment', 'create')).toEqual([])
    expect(previews('shipment', 'receive')).toContain('hasException')
  })

  it('columns that a form leaves out are not there, nor what is computed from them', () => {
    const columns = (transition: string) =>
      Object.keys(
        formOf('supplyOrder', transition, { record: record({}) }).asked.fields.find(({ name }) => name === 'lines')!
          .field.fields!,
      )
    expect(columns('addPrice')).toEqual(expect.arrayContaining(['requestPrice', 'requestTotal']))
    expect(columns('resubmit').filter((name) => /Price|Total/.test(name))).toEqual([])
  })

  it('cells of lines by line and field', async () => {
    const model = formOf('order', 'measure', { record: record({}) })
    await type(model, 'rooms', [{ room: app.dictionaries.room!.items[0]!.code, width: 0, depth: 10, height: 10 }])
    expect(await model.check()).toContain('rooms')
    expect(model.fieldOf('rooms').data.cells).toEqual({ '0.width': 'Not less than 1' })
  })

  it('by the server, at the field, until it is changed; what has no field is told', async () => {
    const model = formOf('customer', 'create')
    expect(model.refuse({ mobile: 'Taken', elsewhere: 'No' })).toEqual(['No'])
    expect(model.faulty()).toEqual(['mobile'])
    await type(model, 'mobile', '13911110001')
    expect(model.faulty()).toEqual([])
  })

  it('by the server in a cell of lines', () => {
    const model = formOf('order', 'submitDraw', { record: record({}) })
    expect(model.refuse({ 'items.2.qty': 'Too many' })).toEqual([])
    expect(model.fieldOf('items').data.cells).toEqual({ '2.qty': 'Too many' })
    expect(model.faulty()).toEqual(['items'])
  })

  it('a required remark', async () => {
    const model = formOf('order', 'rejectCase', { record: record({}) })
    expect(await model.check()).toEqual([noteName])
    await type(model, noteName, ' higher ')
    expect(await model.check()).toEqual([])
    expect(model.note()).toBe('higher')
  })
})

describe('what is sent and kept', () => {
  it('an edit sends what was there, a cleared field as nothing', async () => {
    const model = formOf('customer', 'edit', {
      record: record({ name: 'Chen', source: 'walkIn', intent: 'B', area: '108.00', remark: 'old' }),
    })
    await type(model, 'remark', '')
    expect(model.values()).toMatchObject({ name: 'Chen', area: '108.00', remark: null })
  })

  it('lines go without what is computed', async () => {
    const model = formOf('order', 'submitDraw', { record: record({}) })
    await type(model, 'items', [{ qty: '1', unitPrice: '2.00', amount: '2.00' }])
    expect((model.values().items as object[])[0]).not.toHaveProperty('amount')
  })

  it('a draft holds what the person changed and brings it back', async () => {
    const first = formOf('customer', 'create')
    await type(first, 'name', 'Chen')
    const draft = first.draft()
    expect(draft).toEqual({ values: { name: 'Chen' }, touched: ['name'] })
    const second = formOf('customer', 'create', { draft })
    expect(second.form.values.name).toBe('Chen')
    expect(second.form.modified).toBe(true)
    expect(second.form.values.intent).toBe('B')
  })

  it('a record that changed meanwhile: the typed stays, the rest follows, and the difference is told', async () => {
    const model = formOf('customer', 'edit', {
      record: record({ name: 'Chen', source: 'walkIn', intent: 'B', remark: 'a' }),
    })
    await type(model, 'name', 'Chen X.')
    model.renew(record({ name: 'Chen Y.', source: 'walkIn', intent: 'A', remark: 'a' }, { version: 3 }))
    expect(model.form.values).toMatchObject({ name: 'Chen X.', intent: 'A' })
    expect(model.fieldOf('name').data.latest).toBe('Chen Y.')
    expect(model.fieldOf('intent').data?.latest).toBeUndefined()
  })
})
