// Proves which inputs of a form are visible, required, offered, computed, refused and sent.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import type { RecordData } from '../../src/protocol/calls'
import { noteName } from '../../src/ui/form/model/formParts'
import { formApp as app, formOf, formRecord as record, typeInto as type } from './formOf'

describe('what is shown and required', () => {
  it('a field appears when its rule holds and is then required by its own rule', async () => {
    const model = formOf('reader', 'create')
    const referrer = model.outline.fields.find((field) => field.name === 'referrer')!
    expect(model.fieldOf('referrer').display).toBe('none')
    await type(model, 'source', 'referral')
    expect(model.fieldOf('referrer').display).toBe('visible')
    expect(model.required(referrer)).toBe(true)
    expect(await model.check()).toContain('referrer')
    await type(model, 'source', 'walkIn')
    expect(await model.check()).not.toContain('referrer')
  })

  it('what is hidden is not sent, though it is still there when it appears again', async () => {
    const model = formOf('reader', 'create')
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
    const model = formOf('reader', 'create')
    expect(model.form.values.branch).toEqual({ id: 3, label: 'South' })
    expect(model.form.values.keeper).toEqual({ id: 7, label: 'Lin' })
    expect(model.form.values.rank).toBe('B')
    await type(model, 'rank', 'A')
    expect(model.values()).toMatchObject({ branch: 3, keeper: 7, rank: 'A' })
  })

  it('a choice that depends on another is forgotten when that one changes', async () => {
    const model = formOf('reader', 'create')
    await type(model, 'branch', { id: 4, label: 'North' })
    expect(model.form.values.keeper).toBeNull()
  })

  it('sums of lines that read what they refer to are known when that is there, and not before', async () => {
    const known = new Map([
      [5, { listAmount: '120.50' }],
      [6, { listAmount: '80.00' }],
    ])
    const model = formOf('bill', 'create', {
      referenced: (entity, id) => (entity === 'repair' ? known.get(id) : undefined),
    })
    const amount = app.entities.bill!.fields.amount!
    await type(model, 'repairs', [{ repair: { id: 5, label: 'XD5' } }, { repair: { id: 6, label: 'XD6' } }])
    expect(model.formScope.computed(amount)).toBe('200.50')
    await type(model, 'repairs', [{ repair: { id: 7, label: 'XD7' } }])
    expect(model.formScope.computed(amount)).toBeUndefined()
  })

  it('what the transition sets by itself counts in what follows', async () => {
    const model = formOf('estimate', 'create', {
      referenced: (entity, id) => (entity === 'repair' && id === 5 ? { listAmount: '24552.00' } : undefined),
    })
    const amount = app.entities.estimate!.fields.amount!
    await type(model, 'repair', { id: 5, label: 'DD5' })
    await type(model, 'discount', '1552.00')
    expect(model.formScope.computed(amount)).toBe('23000.00')
    expect(model.outline.previews).toContain(amount)
    await type(model, 'repair', { id: 6, label: 'DD6' })
    expect(model.formScope.computed(amount)).toBeUndefined()
  })

  it('lines stand ready where the form says which there are, and only the rest of them is filled in', async () => {
    const model = formOf('survey', 'submit', { record: record({ kind: 'courier', scores: [] }) })
    const scores = model.outline.fields.find((field) => field.name === 'scores')!
    expect(model.form.values.scores.map(({ item }: { item: string }) => item).toSorted()).toEqual([
      'care',
      'manner',
      'speed',
    ])
    expect(scores.editOnlyFields).not.toContain('item')
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

  it('lines of a template follow the form until they are changed, and a suggestion has its value', async () => {
    const lists = new Map([
      [5, { listAmount: '0' }],
      [6, { listAmount: '250.00' }],
    ])
    const model = formOf('estimate', 'create', { referenced: (_, id) => lists.get(id) })
    await type(model, 'repair', { id: 5, label: 'XD5' })
    expect(model.form.values.extras).toEqual([{ name: 'Cover', cost: '10.00' }])
    await type(model, 'discount', '6.00')
    const offered = [
      { name: 'Cover', cost: '16.00' },
      { name: 'Gilding', cost: '5.00' },
    ]
    expect(model.form.values.extras).toEqual(offered)
    expect(model.values().extras).toEqual(offered)
    await type(model, 'extras', [{ name: 'Spine', cost: '3.00' }])
    await type(model, 'discount', '0')
    expect(model.form.values.extras).toEqual([{ name: 'Spine', cost: '3.00' }])
    await type(model, 'extras', [])
    await type(model, 'repair', { id: 6, label: 'XD6' })
    const { field, suggestions } = model.outline.fields.find(({ name }) => name === 'discount')!
    expect(model.formScope.rawValue(suggestions![0]!.value, field)).toBe('25.00')
  })

  it('lines of a template that come after an early submission take back that they are missing', async () => {
    const { create } = app.entities.estimate!.transitions
    const form = create!.form.map((ask) => (ask.field === 'extras' ? { ...ask, visibleWhen: undefined } : ask))
    const model = formOf('estimate', 'create', {
      transition: { ...create!, form },
      referenced: () => ({ listAmount: '0' }),
    })
    expect(await model.check()).toEqual(['repair', 'extras'])
    await type(model, 'repair', { id: 5, label: 'XD5' })
    expect(model.form.values.extras).toEqual([{ name: 'Cover', cost: '10.00' }])
    await expect.poll(model.invalid).toEqual([])
  })

  it('cells of lines whose options depend on an input are forgotten when that one changes, other cells stay', async () => {
    const { fields, transitions } = app.entities.reader!
    const [branch, keeper] = ['branch', 'keeper'].map((name) =>
      transitions.create!.form.find(({ field }) => field === name)!,
    )
    const column = { ...fields.keeper!, name: 'helper', optionsWhere: keeper!.optionsWhere }
    const lines = { ...app.entities.estimate!.fields.extras!, name: 'helpers', default: undefined }
    const model = formOf('reader', 'create', {
      entity: {
        ...app.entities.reader!,
        fields: {
          ...fields,
          helpers: { ...lines, fields: { helper: column } },
          tasks: { ...lines, name: 'tasks', fields: { helper: column, name: lines.fields!.name! } },
        },
      },
      transition: {
        ...transitions.create!,
        form: [branch!, ...['helpers', 'tasks'].map((field) => ({ ...branch!, field, default: undefined }))],
      },
    })
    const helper = { id: 8, label: 'Mei' }
    await type(model, 'helpers', [{ helper }])
    await type(model, 'tasks', [{ helper, name: 'Glue' }, { helper }])
    await type(model, 'branch', { id: 4, label: 'North' })
    expect(model.form.values.helpers).toBeNull()
    expect(model.form.values.tasks).toEqual([{ helper: null, name: 'Glue' }])
  })

  it('a default over a reference comes when the referenced record is there; a rule may follow one more', async () => {
    const values = new Map<string, RecordData['values']>([['account 8', { name: 'Mei Lan' }]])
    values.set('reader 5', { keeper: { id: 8, label: 'Mei' }, home: null })
    const model = formOf('repair', 'create', { referenced: (entity, id) => values.get(`${entity} ${id}`) })
    await type(model, 'reader', { id: 5, label: 'Chen' })
    expect(model.form.values.binder).toEqual({ id: 8, label: 'Mei' })
    expect(model.formScope.read('record', ['reader', 'keeper', 'name'])).toBe('Mei Lan')
  })

  it('a default of the caller is read from the own record where that may be read', () => {
    const model = formOf('reader', 'create', {
      me: { id: { id: 7, label: 'Lin' } },
      referenced: (entity, id) =>
        entity === 'account' && id === 7 ? { branch: { id: 3, label: 'South' } } : undefined,
    })
    expect(model.form.values.branch).toEqual({ id: 3, label: 'South' })
  })

  it('a default that only the server knows leaves a required field open to it', async () => {
    const model = formOf('reader', 'create', { me: { id: { id: 7, label: 'Lin' } } })
    const branch = model.outline.fields.find((field) => field.name === 'branch')!
    expect(model.leftToServer(branch)).toBe(true)
    expect(await model.check()).not.toContain('branch')
    expect(model.values()).not.toHaveProperty('branch')
  })

  it('what the action brings along stands fast when it is a reference', () => {
    const model = formOf('visit', 'create', { fill: { reader: { id: 5, label: 'Chen' } } })
    expect(model.fieldOf('reader').readOnly).toBe(true)
    expect(model.values().reader).toBe(5)
  })

  it('a reference of which only the id is known gets its label', async () => {
    const model = formOf('visit', 'create', {
      fill: { reader: 5 },
      label: async (_, id) => (id === 5 ? 'Chen' : undefined),
    })
    await Promise.resolve().then(() => undefined)
    expect(model.form.values.reader).toEqual({ id: 5, label: 'Chen' })
  })

  it('a reference that a default works out is named once', async () => {
    const { create } = app.entities.reader!.transitions
    const worked = create!.form.map((field) => {
      const { default: rule } = field
      if (field.field !== 'branch' || !rule) return field
      const { node } = rule
      return { ...field, default: { ...rule, node: { ...node, kind: 'call', name: 'coalesce', args: [node, node] } } }
    })
    let asked = 0
    const model = formOf('reader', 'create', {
      transition: { ...create!, form: worked as NonNullable<typeof create>['form'] },
      label: async () => ((asked += 1), 'South'),
    })
    for (let turn = 0; turn < 9; turn += 1) await Promise.resolve()
    expect([model.form.values.branch, asked]).toEqual([{ id: 3, label: 'South' }, 1])
  })
})

describe('what is computed', () => {
  it('lines, their sum and what follows from it, exactly, while they are typed', async () => {
    const model = formOf('repair', 'price', { record: record({ items: [] }) })
    await type(model, 'items', [
      { qty: '3.60', unitPrice: '2280.00' },
      { qty: '2.40', unitPrice: '1650.00' },
      { qty: '0.1', unitPrice: '0.2' },
    ])
    expect(model.outline.previews.map((field) => field.name)).toContain('listAmount')
    expect(model.formScope.computed(app.entities.repair!.fields.listAmount!)).toBe('12168.02')
  })

  it('a value that needs what nobody here knows is not shown, unless the record has it and no input changes it', () => {
    expect(formOf('repair', 'price').formScope.computed(app.entities.repair!.fields.received!)).toBeUndefined()
    const values = { repair: { id: 5, label: 'XD5' }, lines: [], freight: '2.00', share: '0.5', payable: '61.00' }
    const payable = (name: string) =>
      formOf('supply', name, { record: record(values) }).formScope.read('record', ['payable'])
    expect(['sendBack', 'quote'].map(payable)).toEqual(['61.00', '1.00'])
  })
})

describe('what is refused', () => {
  it('by the checks of the server, in words', async () => {
    const model = formOf('reader', 'create')
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
      formOf(entity, transition, { record: record({}) }).outline.previews.map(({ name }) => name)
    expect(previews('supply', 'addPrice')).toEqual(['requestAmount'])
    expect(previews('supply', 'quote')).toEqual(['goodsAmount', 'quotedAmount', 'payable'])
    expect(previews('supply', 'create')).not.toContain('payable')
    expect(previews('parcel', 'create')).toEqual([])
    expect(previews('parcel', 'receive')).toContain('hasException')
  })

  it('columns that a form leaves out are not there, nor what is computed from them', () => {
    const columns = (transition: string) =>
      Object.keys(
        formOf('supply', transition, { record: record({}) }).outline.fields.find(({ name }) => name === 'lines')!.field
          .fields!,
      )
    expect(columns('addPrice')).toEqual(expect.arrayContaining(['requestPrice', 'requestTotal']))
    expect(columns('resubmit').filter((name) => /Price|Total/.test(name))).toEqual([])
  })

  it('cells of lines by line and field', async () => {
    const model = formOf('repair', 'inspect', { record: record({}) })
    await type(model, 'damage', [{ part: app.dictionaries.part!.items[0]!.code, width: 0, height: 10 }])
    expect(await model.check()).toContain('damage')
    expect(model.fieldOf('damage').data.cells).toEqual({ '0.width': 'Not less than 1' })
  })

  it('by the server, at the field, until it is changed; what has no field is told', async () => {
    const model = formOf('reader', 'create')
    expect(model.refuse({ mobile: 'Taken', elsewhere: 'No' })).toEqual(['No'])
    expect(model.invalid()).toEqual(['mobile'])
    await type(model, 'mobile', '13911110001')
    expect(model.invalid()).toEqual([])
  })

  it('by the server in a cell of lines', () => {
    const model = formOf('repair', 'price', { record: record({}) })
    expect(model.refuse({ 'items.2.qty': 'Too many' })).toEqual([])
    expect(model.fieldOf('items').data.cells).toEqual({ '2.qty': 'Too many' })
    expect(model.invalid()).toEqual(['items'])
  })

  it('a required remark', async () => {
    const model = formOf('repair', 'reject', { record: record({}) })
    expect(await model.check()).toEqual([noteName])
    await type(model, noteName, ' higher ')
    expect(await model.check()).toEqual([])
    expect(model.note()).toBe('higher')
  })
})

describe('what is sent and kept', () => {
  it('an edit sends what was there, a cleared field as nothing', async () => {
    const model = formOf('reader', 'edit', {
      record: record({ name: 'Chen', source: 'walkIn', rank: 'B', height: '108.00', remark: 'old' }),
    })
    await type(model, 'remark', '')
    expect(model.values()).toMatchObject({ name: 'Chen', height: '108.00', remark: null })
  })

  it('a default that was emptied is sent as nothing, or the server would fill it in again', async () => {
    const referenced = () => ({ keeper: { id: 8, label: 'Mei' }, home: null })
    const model = formOf('repair', 'create', { referenced })
    await type(model, 'reader', { id: 5, label: 'Chen' })
    await type(model, 'binder', null)
    for (const { values } of [model, formOf('repair', 'create', { referenced, draft: model.draft() })])
      expect(values()).toEqual({ reader: 5, binder: null })
  })

  it('lines go without what is computed', async () => {
    const model = formOf('repair', 'price', { record: record({}) })
    await type(model, 'items', [{ qty: '1', unitPrice: '2.00', amount: '2.00' }])
    expect((model.values().items as object[])[0]).not.toHaveProperty('amount')
  })

  it('a draft holds what the person changed and brings it back', async () => {
    const first = formOf('reader', 'create')
    await type(first, 'name', 'Chen')
    const draft = first.draft()
    expect(draft).toEqual({ values: { name: 'Chen' }, touched: ['name'] })
    const second = formOf('reader', 'create', { draft })
    expect(second.form.values.name).toBe('Chen')
    expect(second.form.modified).toBe(true)
    expect(second.form.values.rank).toBe('B')
  })

  it('a record that changed meanwhile: the typed stays, the rest follows, and the difference is told', async () => {
    const model = formOf('reader', 'edit', {
      record: record({ name: 'Chen', source: 'walkIn', rank: 'B', remark: 'a' }),
    })
    await type(model, 'name', 'Chen X.')
    model.renew(record({ name: 'Chen Y.', source: 'walkIn', rank: 'A', remark: 'a' }, { version: 3 }))
    expect(model.form.values).toMatchObject({ name: 'Chen X.', rank: 'A' })
    expect(model.fieldOf('name').data.latest).toBe('Chen Y.')
    expect(model.fieldOf('rank').data?.latest).toBeUndefined()
  })
})

it('a form that is closed leaves no memory taken', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const closed = await Promise.all(
    [1, 2, 3].map(async () => {
      const model = formOf('reader', 'create')
      await type(model, 'name', 'Chen')
      return new WeakRef(model.form)
    }),
  )
  await vi.waitFor(() => {
    collect()
    // Only whether it is there: what holds the form itself would keep it.
    expect(closed.filter((form) => form.deref() !== undefined).length).toBe(0)
  })
})
