// Proves what the compiler derives of screens, their columns, actions and forms.
import { describe, expect, it } from 'vitest'
import type { Source } from '../../src/manifest/json/source'
import { canOpen } from '../../src/manifest/access/permissions'
import { screenAt } from '../../src/manifest/access/screenByPath'
import { compiledFixture, fixture, problemsOf } from './sources'

const app = compiledFixture()
const screen = (path: string) => app.screens[path]!
const entity = (name: string) => app.entities[name]!
const put = (path: string, manifest: object): Source => ({ path, text: JSON.stringify(manifest) })
const own = (path: string): Record<string, any> =>
  JSON.parse(fixture().find((source) => source.path === path)!.text) as Record<string, any>

describe('further lists', () => {
  const list = { name: 'loans', entity: 'loan', columns: ['no', 'state'], filters: ['state'], sort: '-createdAt' }
  const withLists = (...lists: object[]) => [
    put('lending/Books.screen.json', { ...own('lending/Books.screen.json'), moreLists: lists }),
  ]

  it('stand under the address of their screen, called like their entity and open to the same people', () => {
    const found = compiledFixture(withLists(list))
    const [further] = found.screens['/lending/Books']!.moreLists
    expect(further).toMatchObject({
      path: '/lending/Books?list=loans',
      kind: 'list',
      hideInMenu: true,
      entity: 'loan',
      title: found.entities.loan!.title,
      permissions: screen('/lending/Books').permissions,
      sort: { field: 'createdAt', descending: true },
    })
    expect(screenAt(found, '/lending/Books?list=loans')).toBe(further)
    expect([
      screenAt(found, '/lending/Books?list=nothing'),
      screenAt(found, '/lending/Books?list='),
      screenAt(found, '/toString'),
    ]).toEqual([undefined, undefined, undefined])
    expect(found.modules.lending!.screens).toEqual(app.modules.lending!.screens)
  })

  it('are read by those who may open them', () => {
    const found = compiledFixture(withLists({ ...list, permissions: ['admin'] }))
    expect(found.screens['/lending/Books']!.moreLists[0]!.permissions).toEqual(['admin'])
    const caller = (disabled: string[]) => ({
      codes: new Set(['books', ...found.modules.lending!.permissions]),
      administrator: false,
      disabled: new Set(disabled),
    })
    expect(canOpen(found, caller([]), found.screens['/lending/Books']!.moreLists[0]!)).toBe(false)
    const shared = compiledFixture(withLists(list)).screens['/lending/Books']!.moreLists[0]!
    expect(canOpen(found, caller([]), shared)).toBe(true)
    expect(canOpen(found, caller(['/lending/Books']), shared)).toBe(false)
  })
})

describe('columns', () => {
  it('take title and type from the field at the end of their path', () => {
    expect(screen('/lending/Loans').columns.find((column) => column.field === 'book.branch')).toMatchObject({
      title: { zh: '分馆', en: 'Branch' },
      type: 'ref',
      entity: 'branch',
    })
    expect(screen('/lending/Books').columns.find((column) => column.field === 'genre')).toMatchObject({
      dictionary: 'genre',
      sum: false,
      hiddenByDefault: false,
    })
  })

  it('can be sorted by when the field is stored and not masked', () => {
    const sortable = Object.fromEntries(
      screen('/lending/Loans').columns.map((column) => [column.field, column.sortable]),
    )
    expect(sortable).toMatchObject({ no: true, reader: true, due: true, mobile: false, late: false, book: true })
  })

  it('order open records by a computed value, unless it changes by itself', () => {
    const sortedBy = (sort: string) => {
      const { fields, ...loan } = own('lending/loan.entity.json')
      const double = { type: 'int', title: ['两倍', 'Twice'], compute: 'late * 2' }
      return problemsOf([
        put('lending/loan.entity.json', { ...loan, fields: { ...(fields as object), double } }),
        put('lending/Loans.screen.json', { ...own('lending/Loans.screen.json'), sort }),
      ])
    }
    expect(sortedBy('-damage')).toEqual([])
    for (const moving of ['late', 'double'])
      expect(sortedBy(moving)).toEqual([expect.stringContaining('a stored field that can be sorted by')])
  })

  it('of one title are told apart by their reference', () => {
    const titles = (of: string, columns: string[]) =>
      compiledFixture([
        put('lending/Twice.screen.json', { path: '/twice', title: ['双', 'Twice'], kind: 'list', entity: of, columns }),
      ]).screens['/twice']!.columns.map((column) => column.title)
    expect(titles('account', ['branch.name', 'role.name', 'name'])).toEqual([
      { zh: '分馆名称', en: 'Branch name' },
      { zh: '角色名称', en: 'Role name' },
      { zh: '姓名', en: 'Name' },
    ])
    expect(titles('loan', ['createdBy.name', 'book.createdBy.name', 'reader'])).toEqual([
      { zh: '创建人姓名', en: 'Created by name' },
      { zh: '图书创建人姓名', en: 'Book created by name' },
      { zh: '读者', en: 'Reader' },
    ])
  })
})

describe('screens', () => {
  it('a page of one record stands in no menu', () => {
    expect(screen('/lending/Loan')).toMatchObject({ kind: 'detail', entity: 'loan', hideInMenu: true })
  })

  it('know the states that their rule leaves', () => {
    expect(screen('/lending/Books').states).toEqual(['shelved', 'lent'])
    expect(screen('/lending/Loans').states).toEqual(['lent'])
    expect(screen('/lending/Returned').states).toEqual(['back', 'lost'])
    expect(screen('/lending/Shelf').states).toBeUndefined()
    expect(screen('/notices').states).toBeUndefined()
  })

  it('are sorted by the time of creation, newest first, unless it is written', () => {
    expect(screen('/lending/Loans').sort).toEqual({ field: 'createdAt', descending: true })
    expect(screen('/lending/Books').sort).toEqual({ field: 'title', descending: false })
    expect(screen('/desk').sort).toEqual({ field: 'id', descending: true })
  })

  it('have the permission of their module, unless it is written', () => {
    const list = put('lending/Plain.screen.json', {
      path: '/plain',
      title: ['表', 'Plain'],
      kind: 'list',
      entity: 'book',
      columns: ['title'],
    })
    expect(compiledFixture([list]).screens['/plain']!.permissions).toEqual(['lending'])
    expect(screen('/portal').permissions).toEqual(['signed-in'])
  })

  it('stand in the menu by order, then by address', () => {
    expect(app.modules.lending!.screens).toEqual([
      '/lending/Books',
      '/lending/AddBook',
      '/lending/Loans',
      '/lending/Returned',
      '/lending/Due',
      '/lending/Shelf',
      '/lending/Figures',
      '/lending/Loan',
    ])
    expect(app.modules.people!.screens.slice(0, 2)).toEqual(['/librarians', '/portal'])
  })

  it('export when they are lists or reports', () =>
    expect([screen('/lending/Books'), screen('/lending/Figures'), screen('/desk')].map((one) => one.export)).toEqual([
      true,
      true,
      false,
    ]))
})

describe('actions', () => {
  it('that create stand above, or on a row to which their form refers', () => {
    const [create, edit, , loan] = screen('/lending/Books').actions
    expect(create).toMatchObject({
      entity: 'book',
      transition: 'create',
      place: 'toolbar',
      primary: true,
      title: { zh: '编目', en: 'Catalogue' },
    })
    expect(edit).toMatchObject({ place: 'row', values: {} })
    expect(loan).toMatchObject({
      entity: 'loan',
      transition: 'create',
      place: 'row',
      title: { zh: '借书', en: 'Lend' },
    })
    expect(loan!.values.book).toMatchObject({ source: 'id', node: { kind: 'name', scope: 'record', path: [] } })
  })

  it('are filled as written', () => {
    const list = put('lending/Filled.screen.json', {
      path: '/filled',
      title: ['表', 'Filled'],
      kind: 'list',
      entity: 'book',
      columns: ['title'],
      actions: [
        { action: 'loan.create', values: { reader: 'author' } },
        { action: 'create', values: { genre: "'novel'" } },
      ],
    })
    const [loan, create] = compiledFixture([list]).screens['/filled']!.actions
    expect(Object.keys(loan!.values).sort()).toEqual(['book', 'reader'])
    expect(create).toMatchObject({ place: 'toolbar' })
    expect(create!.values.genre!.source).toBe("'novel'")
  })

  it('above a list know no row', () => {
    const list = put('lending/Filled.screen.json', {
      path: '/filled',
      title: ['表', 'Filled'],
      kind: 'list',
      entity: 'book',
      columns: ['title'],
      actions: [{ action: 'create', values: { author: 'author' }, place: 'toolbar' }],
    })
    expect(problemsOf([list]).join()).toContain('There is no name "author" here.')
  })
})

describe('forms', () => {
  it('take the behavior of a field where they say nothing', () => {
    const { form: asks } = entity('loan').transitions.create!
    expect(asks.map((ask) => [ask.field, ask.required, ask.input])).toEqual([
      ['book', true, false],
      ['reader', true, false],
      ['mobile', true, false],
      ['due', true, false],
    ])
    expect(asks[0]!.optionsWhere!.source).toBe("state == 'shelved'")
    expect(asks[3]!.default!.source).toBe('addDays(today(), settings.loanDays)')
  })

  it('know what their guards go by, of the record and of what it refers to', () => {
    const loan = own('lending/loan.entity.json')
    loan.transitions.giveBack.checks = [
      {
        rule: "late < 100 && book.price > 0 && book.state == 'lent' && size(marks) < 9 && damage <= book.price",
        message: ['不可', 'No'],
      },
    ]
    // What is asked before every transition is no reason for a single one.
    loan.checks = [{ rule: 'due != null', message: ['无期限', 'No date'] }]
    const { giveBack, create } = compiledFixture([put('lending/loan.entity.json', loan)]).entities.loan!.transitions
    expect(giveBack!.checks).toHaveLength(2)
    expect(giveBack!.decisionFields.map(({ field, title }) => [field, title.en!])).toEqual([
      ['late', 'Days late'],
      ['book.price', 'Price'],
      ['marks', 'Damage'],
      ['damage', 'Cost of damage'],
    ])
    expect(create!.decisionFields).toEqual([])
  })

  it('ask the extra inputs behind the fields', () =>
    expect(entity('loan').transitions.giveBack!.form.map((ask) => [ask.field, ask.input])).toEqual([
      ['marks', false],
      ['waive', true],
    ]))

  it('join their options with those of the field', () => {
    const loan = own('lending/loan.entity.json')
    loan.transitions.create.form[0] = {
      field: 'book',
      optionsWhere: 'genre == this.book.genre',
      requiredWhen: "reader != 'x'",
    }
    const [ask] = compiledFixture([put('lending/loan.entity.json', loan)]).entities.loan!.transitions.create!.form
    expect(ask!.optionsWhere).toMatchObject({
      source: "(state == 'shelved') && (genre == this.book.genre)",
      node: { kind: 'binary', op: '&&' },
      readPaths: ['state', 'genre'],
    })
    expect(ask).toMatchObject({ required: false, requiredWhen: { source: "reader != 'x'" } })
  })

  it('narrow a choice by its codes', () => {
    const book = own('lending/book.entity.json')
    book.transitions.edit.form = [{ field: 'genre', optionsWhere: "code != 'other' && this.title != null" }]
    expect(
      compiledFixture([put('lending/book.entity.json', book)]).entities.book!.transitions.edit!.form[0]!.optionsWhere!
        .node,
    ).toMatchObject({ left: { left: { scope: 'code' } } })
    book.transitions.edit.form = [{ field: 'genre', optionsWhere: "code != 'others'" }]
    expect(problemsOf([put('lending/book.entity.json', book)]).join()).toContain('Did you mean "other"?')
  })
})
