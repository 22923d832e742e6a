// What does the compiler derive, and does it keep its promises: frozen, pure, never throwing, the same digest for the same files?
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { App, Source } from '../../src/manifest/app'
import { mayOpen } from '../../src/manifest/access'
import { compile } from '../../src/manifest/compile'
import { screenAt } from '../../src/manifest/screenAt'
import { compiledFixture, fixture, names, problemsOf } from './sources'

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
    expect(entity('library').tenant).toBe(false)
  })

  it('are references and moments where they are', () => {
    expect(entity('loan').fields.library).toMatchObject({
      type: 'ref',
      entity: 'library',
      title: ['图书馆', 'Library'],
    })
    expect(entity('loan').fields.createdBy).toMatchObject({ type: 'ref', entity: 'account' })
    expect(entity('loan').fields.stateAt!.type).toBe('datetime')
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

describe('further lists', () => {
  const list = { name: 'loans', entity: 'loan', columns: ['no', 'state'], search: ['state'], sort: '-createdAt' }
  const withLists = (...lists: object[]) => [
    put('lending/Books.screen.json', { ...own('lending/Books.screen.json'), lists }),
  ]

  it('stand under the address of their screen, called like their entity and open to the same people', () => {
    const found = compiledFixture(withLists(list))
    const [further] = found.screens['/lending/Books']!.lists
    expect(further).toMatchObject({
      path: '/lending/Books?list=loans',
      kind: 'list',
      hidden: true,
      entity: 'loan',
      title: found.entities.loan!.title,
      permission: screen('/lending/Books').permission,
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
    const found = compiledFixture(withLists({ ...list, permission: ['admin'] }))
    expect(found.screens['/lending/Books']!.lists[0]!.permission).toEqual(['admin'])
    const caller = (disabled: string[]) => ({
      codes: new Set(['books', ...found.modules.lending!.permission]),
      administrator: false,
      disabled: new Set(disabled),
    })
    expect(mayOpen(found, caller([]), found.screens['/lending/Books']!.lists[0]!)).toBe(false)
    const shared = compiledFixture(withLists(list)).screens['/lending/Books']!.lists[0]!
    expect(mayOpen(found, caller([]), shared)).toBe(true)
    expect(mayOpen(found, caller(['/lending/Books']), shared)).toBe(false)
  })
})

describe('the view of a record', () => {
  const withBooks = (change: object, book: object = {}) =>
    compiledFixture([
      put('lending/Books.screen.json', { ...own('lending/Books.screen.json'), ...change }),
      put('lending/book.entity.json', { ...own('lending/book.entity.json'), ...book }),
    ])

  it('begins with the figures that are named', () =>
    expect(withBooks({}, { detail: { figures: ['price', 'branch'] } }).entities.book!.detail.figures).toEqual([
      'price',
      'branch',
    ]))

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
    loan.transitions.create.schedule = '/lending/Due'
    const found = compiledFixture([put('lending/loan.entity.json', loan)])
    expect(found.entities.loan!.transitions.create!.schedule).toEqual({
      screen: '/lending/Due',
      rows: 'book',
      date: 'due',
    })
    expect(found.entities.loan!.transitions.giveBack!.schedule).toBeUndefined()
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
    expect(Object.fromEntries(codes.map(({ code, title }) => [code, title]))).toEqual(app.access.codes)
    expect(codes.filter(({ retired }) => retired).map(({ code }) => code)).toEqual([app.access.administrator])
    expect(derived('screens').items).toContainEqual({
      code: '/lending/Books',
      title: screen('/lending/Books').title,
      retired: false,
      group: app.modules.lending!.title,
    })
  })

  it('have their codes by module, in the order of the menu', () => {
    const groups = derived('permissions').items.map(({ group }) => group?.[1])
    expect(groups).toContain(app.modules.lending!.title[1])
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
    expect(entity(name)).toMatchObject({ label })
    expect(entity(name).hint).toBe(hint)
  })
})

describe('who may open a record', () => {
  it('is whoever may open a screen over it, not whoever sees it in a block of a dashboard', () => {
    expect(new Set(entity('book').read)).toEqual(new Set(['books', 'bookEdit']))
    expect(entity('loan').read).toEqual(['loans'])
  })

  it('is as written, where it is written', () => expect(entity('entry').read).toEqual(['admin']))

  it('follows to what a detail view is written to show, and only to that', () => {
    const book = { ...own('lending/book.entity.json'), detail: { related: [{ entity: 'loan', columns: ['no'] }] } }
    expect(new Set(compiledFixture([put('lending/book.entity.json', book)]).entities.loan!.read)).toEqual(
      new Set(['loans', 'books', 'bookEdit']),
    )
  })

  it('is nobody by a public screen', () => {
    const open = put('lending/Open.screen.json', {
      path: '/open',
      title: ['公', 'Open'],
      kind: 'list',
      entity: 'entry',
      permission: ['public'],
      columns: ['action'],
    })
    const entry = { ...own('people/entry.entity.json'), read: undefined }
    expect(compiledFixture([open, put('people/entry.entity.json', entry)]).entities.entry!.read).toEqual([])
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
    expect(related.map(({ entity: name, by }) => `${name}.${by}`)).toEqual(['loan.book'])
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

describe('columns', () => {
  it('take title and type from the field at the end of their path', () => {
    expect(screen('/lending/Loans').columns.find((column) => column.field === 'book.branch')).toMatchObject({
      title: ['分馆', 'Branch'],
      type: 'ref',
      entity: 'branch',
    })
    expect(screen('/lending/Books').columns.find((column) => column.field === 'genre')).toMatchObject({
      dictionary: 'genre',
      sum: false,
      off: false,
    })
  })

  it('can be sorted by when the field is stored and not masked', () => {
    const sortable = Object.fromEntries(
      screen('/lending/Loans').columns.map((column) => [column.field, column.sortable]),
    )
    expect(sortable).toMatchObject({ no: true, reader: true, due: true, mobile: false, late: false, book: true })
  })

  it('of one title are told apart by their reference', () => {
    const titles = (of: string, columns: string[]) =>
      compiledFixture([
        put('lending/Twice.screen.json', { path: '/twice', title: ['双', 'Twice'], kind: 'list', entity: of, columns }),
      ]).screens['/twice']!.columns.map((column) => column.title)
    expect(titles('account', ['branch.name', 'role.name', 'name'])).toEqual([
      ['分馆名称', 'Branch name'],
      ['角色名称', 'Role name'],
      ['姓名', 'Name'],
    ])
    expect(titles('loan', ['createdBy.name', 'book.createdBy.name', 'reader'])).toEqual([
      ['创建人姓名', 'Created by name'],
      ['图书创建人姓名', 'Book created by name'],
      ['读者', 'Reader'],
    ])
  })
})

describe('screens', () => {
  it('a page of one record stands in no menu', () => {
    expect(screen('/lending/Loan')).toMatchObject({ kind: 'detail', entity: 'loan', hidden: true })
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
    expect(compiledFixture([list]).screens['/plain']!.permission).toEqual(['lending'])
    expect(screen('/portal').permission).toEqual(['signed-in'])
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
      place: 'above',
      primary: true,
      title: ['编目', 'Catalogue'],
    })
    expect(edit).toMatchObject({ place: 'row', fill: {} })
    expect(loan).toMatchObject({ entity: 'loan', transition: 'create', place: 'row', title: ['借书', 'Lend'] })
    expect(loan!.fill.book).toMatchObject({ source: 'id', node: { kind: 'name', scope: 'record', path: [] } })
  })

  it('are filled as written', () => {
    const list = put('lending/Filled.screen.json', {
      path: '/filled',
      title: ['表', 'Filled'],
      kind: 'list',
      entity: 'book',
      columns: ['title'],
      actions: [
        { action: 'loan.create', fill: { reader: 'author' } },
        { action: 'create', fill: { genre: "'novel'" } },
      ],
    })
    const [loan, create] = compiledFixture([list]).screens['/filled']!.actions
    expect(Object.keys(loan!.fill).sort()).toEqual(['book', 'reader'])
    expect(create).toMatchObject({ place: 'above' })
    expect(create!.fill.genre!.source).toBe("'novel'")
  })

  it('above a list know no row', () => {
    const list = put('lending/Filled.screen.json', {
      path: '/filled',
      title: ['表', 'Filled'],
      kind: 'list',
      entity: 'book',
      columns: ['title'],
      actions: [{ action: 'create', fill: { author: 'author' }, place: 'above' }],
    })
    expect(problemsOf([list]).join()).toContain('There is no name "author" here.')
  })
})

describe('forms', () => {
  it('take the behaviour of a field where they say nothing', () => {
    const { asks } = entity('loan').transitions.create!
    expect(asks.map((ask) => [ask.field, ask.required, ask.input])).toEqual([
      ['book', true, false],
      ['reader', true, false],
      ['mobile', true, false],
      ['due', true, false],
    ])
    expect(asks[0]!.options!.source).toBe("state == 'shelved'")
    expect(asks[3]!.default!.source).toBe('addDays(today(), settings.loanDays)')
  })

  it('know what their guards go by, of the record and of what it refers to', () => {
    const loan = own('lending/loan.entity.json')
    loan.transitions.giveBack.guard = [
      {
        rule: "late < 100 && book.price > 0 && book.state == 'lent' && size(marks) < 9 && damage <= book.price",
        message: ['不可', 'No'],
      },
    ]
    const { giveBack, create } = compiledFixture([put('lending/loan.entity.json', loan)]).entities.loan!.transitions
    expect(giveBack!.judges.map(({ field, title }) => [field, title[1]])).toEqual([
      ['late', 'Days late'],
      ['book.price', 'Price'],
      ['marks', 'Damage'],
      ['damage', 'Cost of damage'],
    ])
    expect(create!.judges).toEqual([])
  })

  it('ask the extra inputs behind the fields', () =>
    expect(entity('loan').transitions.giveBack!.asks.map((ask) => [ask.field, ask.input])).toEqual([
      ['marks', false],
      ['waive', true],
    ]))

  it('join their options with those of the field', () => {
    const loan = own('lending/loan.entity.json')
    loan.transitions.create.asks[0] = { field: 'book', options: 'genre == this.book.genre', required: "reader != 'x'" }
    const [ask] = compiledFixture([put('lending/loan.entity.json', loan)]).entities.loan!.transitions.create!.asks
    expect(ask!.options).toMatchObject({
      source: "(state == 'shelved') && (genre == this.book.genre)",
      node: { kind: 'binary', op: '&&' },
      reads: ['state', 'genre'],
    })
    expect(ask).toMatchObject({ required: false, requiredWhen: { source: "reader != 'x'" } })
  })

  it('narrow a choice by its codes', () => {
    const book = own('lending/book.entity.json')
    book.transitions.edit.asks = [{ field: 'genre', options: "code != 'other' && this.title != null" }]
    expect(
      compiledFixture([put('lending/book.entity.json', book)]).entities.book!.transitions.edit!.asks[0]!.options!.node,
    ).toMatchObject({ left: { left: { scope: 'code' } } })
    book.transitions.edit.asks = [{ field: 'genre', options: "code != 'others'" }]
    expect(problemsOf([put('lending/book.entity.json', book)]).join()).toContain('Did you mean "other"?')
  })
})

describe('transitions', () => {
  it('say what must be read of a record to know whether they may run', () => {
    expect(entity('account').transitions.edit!.reads).toEqual(['id'])
    expect(entity('book').transitions.drop!.reads).toEqual(['loanCount'])
  })

  it('create without `from`', () => {
    expect(entity('loan').transitions.create).toMatchObject({ creates: true, from: [], to: 'lent', toStage: false })
    expect(entity('loan').transitions.giveBack).toMatchObject({ creates: false, from: ['lent'], to: 'back' })
  })

  it('end in a stage or the next that is not skipped', () => {
    const book = own('lending/book.entity.json')
    book.states.mended = { title: ['修', 'Mended'] }
    book.stages = [{ state: 'mended', skip: 'price < 10' }, { state: 'shelved' }]
    book.transitions.create.to = 'mended*'
    const compiled = compiledFixture([put('lending/book.entity.json', book)]).entities.book!
    expect(compiled.transitions.create).toMatchObject({ to: 'mended', toStage: true })
    expect(compiled.stages[0]!.skip!.source).toBe('price < 10')
  })

  it('carry their effects', () => {
    const [run, message] = entity('loan').transitions.giveBack!.effects
    expect(run).toMatchObject({ kind: 'run', entity: 'book', transition: 'back', on: 'book' })
    expect(message).toMatchObject({
      kind: 'message',
      messageKind: 'lending',
      to: ['createdBy'],
      reads: ['book.title'],
      route: '/lending/Loans',
    })
  })
})

describe('all at once', () => {
  it('tells the problems of every file, each once', () => {
    const book = own('lending/book.entity.json')
    book.fields.prize = { type: 'mony', title: ['奖', 'Prize'] }
    const found = problemsOf([
      { path: 'lending/genre.dictionary.json', text: '{ "title": ' },
      put('lending/book.entity.json', book),
      put('lending/Wrong.screen.json', {
        path: '/wrong',
        title: ['错', 'Wrong'],
        kind: 'list',
        entity: 'book',
        columns: ['titel', 'prize'],
      }),
    ])
    expect(found).toHaveLength(3)
    expect(found.join()).toMatch(/has no field `titel`[^]*"mony" is none of[^]*json-syntax/)
  })

  it('does not tell what follows from a file that cannot be read', () => {
    for (const source of fixture().filter(({ path }) => /entity|dictionary|settings|access|module/.test(path))) {
      const found = problemsOf([{ path: source.path, text: '{' }])
      expect(found, source.path).toHaveLength(1)
      expect(found[0]).toContain('json-syntax')
    }
  })

  it('does not tell what follows from a missing title', () => {
    const book = own('lending/book.entity.json')
    delete book.fields.genre.title
    expect(problemsOf([put('lending/book.entity.json', book)])).toHaveLength(1)
  })
})

describe('promises', () => {
  it('the App is frozen through and through', () => {
    const look = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      expect(Object.isFrozen(value)).toBe(true)
      Object.values(value).forEach(look)
    }
    look(app)
  })

  it('the App is plain JSON', () => expect(JSON.parse(JSON.stringify(app))).toEqual(app))

  it('a name that nobody declared finds nothing', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(
        [
          app.entities[name],
          app.screens[name],
          app.dictionaries[name],
          app.settings[name],
          app.endpoints[name],
          app.modules[name],
          entity('book').fields[name],
          entity('book').transitions[name],
        ].every((found) => found === undefined),
      ).toBe(true)
    }
  })

  it('the digest follows the files, not their order', () => {
    const digest = (sources: readonly Source[]): string => (compile(sources) as { ok: true; app: App }).app.revision
    expect(digest(fixture().reverse())).toBe(app.revision)
    expect(
      digest(
        fixture([
          put('people/noticeKind.dictionary.json', {
            ...own('people/noticeKind.dictionary.json'),
            title: ['类', 'Kind'],
          }),
        ]),
      ),
    ).not.toBe(app.revision)
  })

  it('an icon, a block and an operation are checked only when the engine names them', () => {
    const page = put('people/Page.screen.json', {
      path: '/page',
      title: ['页', 'Page'],
      kind: 'page',
      icon: 'whatever',
      blocks: [{ block: 'whatever' }],
    })
    expect(compile(fixture([page])).ok).toBe(true)
    expect(compile(fixture([page]), names).ok).toBe(false)
  })

  it.each(['constructor', 'toString', 'hasOwnProperty'])(
    'a block %s is unknown, like any other that nobody declared',
    (block) => {
      expect(
        problemsOf([
          put('people/Page.screen.json', { path: '/page', title: ['页', 'Page'], kind: 'page', blocks: [{ block }] }),
        ]),
      ).toEqual([expect.stringContaining('unknown-block')])
    },
  )

  it('nothing makes it throw: text cut, doubled and replaced anywhere', () => {
    const sources = fixture()
    fc.assert(
      fc.property(
        fc.nat(sources.length - 1),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(40),
        fc.oneof(
          fc.string(),
          fc.constantFrom('{', '}', '"', '[', ']', '\\', 'null', '__proto__', '中', '\u0000', ',', ':{}'),
        ),
        (file, place, length, put) => {
          const text = sources[file]!.text
          const at = Math.floor(place * text.length)
          expectSound(
            compile(
              sources.with(file, { ...sources[file]!, text: text.slice(0, at) + put + text.slice(at + length) }),
              names,
            ),
          )
        },
      ),
      { numRuns: 150 },
    )
  })

  it('nothing makes it throw: values put where others stood', () => {
    const sources = fixture()
    fc.assert(
      fc.property(
        fc.nat(sources.length - 1),
        fc.nat(),
        fc.oneof(
          fc.jsonValue({ maxDepth: 2 }),
          fc.constantFrom(
            'no',
            'book',
            'book.lend',
            'constructor',
            '__proto__',
            'a.b.c.d.e',
            'this',
            'let.x',
            '{x}',
            'state == ',
            [[]],
            null,
          ),
        ),
        (file, which, value) => {
          const manifest: unknown = JSON.parse(sources[file]!.text)
          const spots: [Record<string, unknown>, string][] = []
          const look = (object: unknown): void => {
            if (typeof object !== 'object' || object === null) return
            for (const key of Object.keys(object)) {
              spots.push([object as Record<string, unknown>, key])
              look((object as Record<string, unknown>)[key])
            }
          }
          look(manifest)
          const [object, key] = spots[which % spots.length]!
          object[key] = value
          expectSound(compile(sources.with(file, { ...sources[file]!, text: JSON.stringify(manifest) }), names))
        },
      ),
      { numRuns: 250 },
    )
  })
})

function expectSound(compiled: ReturnType<typeof compile>): void {
  if (compiled.ok) expect(Object.isFrozen(compiled.app)).toBe(true)
  else expect(compiled.problems.length).toBeGreaterThan(0)
}
