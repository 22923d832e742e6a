// Proves what the compiler derives of entities, their fields, records and transitions.
import { describe, expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import type { Source } from '../../src/manifest/json/source'
import { compiledFixture, fixture } from './sources'

const app = compiledFixture()
const screen = (path: string) => app.screens[path]!
const entity = (name: string) => app.entities[name]!
const put = (path: string, manifest: object): Source => ({ path, text: JSON.stringify(manifest) })
const own = (path: string): Record<string, any> =>
  JSON.parse(fixture().find((source) => source.path === path)!.text) as Record<string, any>

describe('fields of the engine', () => {
  it('stand in every entity, as far as they apply', () => {
    expect(
      Object.values(entity('book').fields)
        .filter((field) => field.system)
        .map((field) => field.name),
    ).toEqual(['id', 'no', 'state', 'library', 'createdBy', 'createdAt', 'stateAt', 'version'])
    expect(
      Object.values(entity('entry').fields)
        .filter((field) => field.system)
        .map((field) => field.name),
    ).toEqual(['id', 'library', 'createdBy', 'createdAt', 'version'])
    expect(entity('library').fields.library).toBeUndefined()
    expect(entity('library').perTenant).toBe(false)
  })

  it('are references and moments where they are', () => {
    expect(entity('loan').fields.library).toMatchObject({
      type: 'ref',
      entity: 'library',
      title: { zh: '图书馆', en: 'Library' },
    })
    expect(entity('loan').fields.createdBy).toMatchObject({ type: 'ref', entity: 'account' })
    expect(entity('loan').fields.stateAt!.type).toBe('datetime')
  })

  it('have the unit of a number behind its title, in the writing of each language', () => {
    const book = own('lending/book.entity.json')
    const width = { type: 'int', title: ['宽', 'Width'], unit: ['毫米', 'mm'] }
    const measured = { ...book, fields: { ...book.fields, width } }
    const { entities } = compiledFixture([put('lending/book.entity.json', measured)])
    expect(entities.book!.fields.width!.title).toEqual({ zh: '宽(毫米)', en: 'Width (mm)' })
  })

  it('computed fields are not stored', () => {
    expect(entity('loan').fields.late!.stored).toBe(false)
    expect(entity('loan').fields.damage!.aggregate).toMatchObject({
      operator: 'sum',
      lines: 'marks',
      field: 'cost',
      type: 'number',
    })
    expect(entity('book').fields.loanCount!.aggregate).toMatchObject({
      operator: 'count',
      entity: 'loan',
      readsThis: ['id'],
    })
  })
})

describe('the view of a record', () => {
  const withBooks = (change: object, book: object = {}) =>
    compiledFixture([
      put('lending/Books.screen.json', { ...own('lending/Books.screen.json'), ...change }),
      put('lending/book.entity.json', { ...own('lending/book.entity.json'), ...book }),
    ])

  it('begins with the figures that are named', () =>
    expect(
      withBooks({}, { detail: { highlightFields: ['price', 'branch'] } }).entities.book!.detail.highlightFields,
    ).toEqual(['price', 'branch']))

  it('knows the queues in which its record waits, where the state alone decides', () => {
    const link = (app: App) => app.entities.book!.detail.queues.filter(({ path }) => path === '/lending/Books')
    expect(link(withBooks({ queue: { where: "state == 'lent'" } }))).toEqual([
      { entity: 'book', states: ['lent'], path: '/lending/Books', title: screen('/lending/Books').title },
    ])
    expect(link(withBooks({ queue: {} }))[0]!.states).toEqual(['shelved', 'lent'])
    expect(link(withBooks({ queue: { where: 'price > 100' } }))).toEqual([])
    expect(link(withBooks({}))).toEqual([])
  })

  it('shows them beside the records that it is shown with', () => {
    const app = withBooks({ queue: {} })
    const shown = Object.values(app.entities)
      .filter(({ detail }) => detail.queues.some(({ path }) => path === '/lending/Books'))
      .map(({ name }) => name)
    expect(shown).toEqual(
      Object.values(app.entities)
        .filter(({ name, detail }) => name === 'book' || detail.related.some((one) => one.entity === 'book'))
        .map(({ name }) => name),
    )
  })
})

describe('a calendar in a form', () => {
  it('fills what is asked under the names of its row and day', () => {
    const loan = own('lending/loan.entity.json')
    loan.transitions.create.calendarScreen = '/lending/Due'
    const found = compiledFixture([put('lending/loan.entity.json', loan)])
    expect(found.entities.loan!.transitions.create!.calendarScreen).toEqual({
      screen: '/lending/Due',
      groupBy: 'book',
      dateField: 'due',
    })
    expect(found.entities.loan!.transitions.giveBack!.calendarScreen).toBeUndefined()
  })
})

describe('dictionaries that need not be written', () => {
  const derived = (dictionary: string) => {
    const book = own('lending/book.entity.json')
    book.fields.extra = { type: 'choice', dictionary, title: ['另', 'Extra'] }
    return compiledFixture([put('lending/book.entity.json', book)]).dictionaries[dictionary]!
  }

  it('are the permission codes and the screens', () => {
    const codes = derived('permissions').items
    expect(Object.fromEntries(codes.map(({ code, title }) => [code, title]))).toEqual(app.access.permissions)
    expect(codes.filter(({ retired }) => retired).map(({ code }) => code)).toEqual([app.access.administratorPermission])
    expect(derived('screens').items).toContainEqual({
      code: '/lending/Books',
      title: screen('/lending/Books').title,
      retired: false,
      group: app.modules.lending!.title,
    })
  })

  it('have their codes by module, in the order of the menu', () => {
    const groups = derived('permissions').items.map(({ group }) => group?.en)
    expect(groups).toContain(app.modules.lending!.title.en!)
    expect(groups.filter((group, at) => group !== groups[at - 1])).toHaveLength(new Set(groups).size)
  })

  it('are there only where a field names them', () =>
    expect(Object.keys(app.dictionaries)).not.toContain('permissions'))
})

describe('names of records', () => {
  it.each([
    ['loan', 'no', undefined],
    ['role', 'name', undefined],
    ['book', 'title', 'no'],
    ['account', 'name', 'login'],
  ])('%s', (name, label, hint) => {
    expect(entity(name)).toMatchObject({ labelField: label })
    expect(entity(name).sublabelField).toBe(hint)
  })
})

describe('who may open a record', () => {
  it('is an account that may open a screen over it, not one that sees it in a block of a dashboard', () => {
    expect(new Set(entity('book').readPermissions)).toEqual(new Set(['books', 'bookEdit']))
    expect(entity('loan').readPermissions).toEqual(['loans'])
  })

  it('is as written, where it is written', () => expect(entity('entry').readPermissions).toEqual(['admin']))

  it('follows to what a detail view is written to show, and only to that', () => {
    const book = { ...own('lending/book.entity.json'), detail: { related: [{ entity: 'loan', columns: ['no'] }] } }
    expect(new Set(compiledFixture([put('lending/book.entity.json', book)]).entities.loan!.readPermissions)).toEqual(
      new Set(['loans', 'books', 'bookEdit']),
    )
  })

  it('is nobody by a public screen', () => {
    const open = put('lending/Open.screen.json', {
      path: '/open',
      title: ['公', 'Open'],
      kind: 'list',
      entity: 'entry',
      permissions: ['public'],
      columns: ['action'],
    })
    const entry = { ...own('people/entry.entity.json'), readPermissions: undefined }
    expect(compiledFixture([open, put('people/entry.entity.json', entry)]).entities.entry!.readPermissions).toEqual([])
  })
})

describe('detail views', () => {
  it('show all fields and all referring records, when nothing is written', () => {
    const { sections, related } = entity('book').detail
    expect(sections[0]!.fields).toEqual([
      'no',
      'title',
      'author',
      'genre',
      'branch',
      'price',
      'pages',
      'cover',
      'loanCount',
      'fines',
      'fineShare',
    ])
    expect(sections.at(-1)!.fields).toEqual(['state', 'createdBy', 'createdAt', 'stateAt'])
    expect(related.map(({ entity: name, reference: by }) => `${name}.${by}`)).toEqual(['loan.book'])
    expect(related[0]!.columns.map((column) => column.field)).toEqual([
      'no',
      'reader',
      'mobile',
      'due',
      'fine',
      'state',
    ])
  })

  it('give lines a section of their own', () =>
    expect(entity('role').detail.sections.map((section) => section.fields)).toContainEqual(['codes']))
})

describe('transitions', () => {
  it('say what must be read of a record to know whether they may run', () => {
    expect(entity('account').transitions.edit!.readPaths).toEqual(['id'])
    expect(entity('book').transitions.drop!.readPaths).toEqual(['loanCount'])
  })

  it('create without `from`', () => {
    expect(entity('loan').transitions.create).toMatchObject({ creates: true, from: [], to: 'lent', skipsStages: false })
    expect(entity('loan').transitions.giveBack).toMatchObject({ creates: false, from: ['lent'], to: 'back' })
  })

  it('run from the states of a group, each once, also of a group within it', () => {
    const loan = own('lending/loan.entity.json')
    const [first, second] = Object.keys(loan.states)
    loan.stateGroups = { all: [second, 'early', first], early: [first] }
    loan.transitions.giveBack.from = [first, 'all']
    const [masked] = Object.keys(loan.fields).filter((name) => loan.fields[name].mask)
    loan.fields[masked!].mask.states = ['all']
    const compiled = compiledFixture([put('lending/loan.entity.json', loan)])
    expect(compiled.entities.loan!.transitions.giveBack!.from).toEqual([first, second])
    expect(compiled.entities.loan!.fields[masked!]!.mask!.states).toEqual([first, second])
  })

  it('end in a stage or the next that is not skipped', () => {
    const book = own('lending/book.entity.json')
    book.states.mended = { title: ['修', 'Mended'] }
    book.stages = [{ state: 'mended', skipWhen: 'price < 10' }, { state: 'shelved' }]
    delete book.transitions.create.to
    book.transitions.create.toStage = 'mended'
    const compiled = compiledFixture([put('lending/book.entity.json', book)]).entities.book!
    expect(compiled.transitions.create).toMatchObject({ to: 'mended', skipsStages: true })
    expect(compiled.stages[0]!.skipWhen!.source).toBe('price < 10')
  })

  it('carry their effects', () => {
    const [run, message] = entity('loan').transitions.giveBack!.effects
    expect(run).toMatchObject({ kind: 'run', entity: 'book', transition: 'back', on: 'book' })
    expect(message).toMatchObject({
      kind: 'message',
      messageKind: 'lending',
      toFields: ['createdBy'],
      readPaths: ['book.title'],
      screen: '/lending/Loans',
    })
  })
})

describe('the locks of a transition', () => {
  const locksWith = (rule: string, inputs: object = {}) => {
    const loan = own('lending/loan.entity.json')
    const checks = [{ rule, message: ['不可', 'No'] }]
    loan.transitions.giveBack = {
      ...loan.transitions.giveBack,
      checks,
      inputs: { ...loan.transitions.giveBack.inputs, ...inputs },
    }
    return compiledFixture([put('lending/loan.entity.json', loan)]).entities.loan!.transitions.giveBack!.lock
  }
  it.each([
    ["book.state == 'lent'", ['book']],
    ["book.branch.state == 'open'", ['book.branch']],
    ["book.branch.name != 'x'", []],
  ])('are those of the records whose state %s reads', (rule, locks) => expect(locksWith(rule)).toEqual(locks))
  it('include a record that the form chooses', () => {
    const inputs = { other: { type: 'ref', entity: 'book', title: ['另一本', 'Another'], required: true } }
    expect(locksWith("input.other.state == 'shelved'", inputs)).toEqual(['input.other'])
  })
})
