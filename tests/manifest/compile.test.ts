// What does the compiler derive, and does it keep its promises: frozen, pure, never throwing, the same digest for the
// same files?
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import type { Source } from '../../src/manifest/json/source'
import { canOpen } from '../../src/manifest/access/permissions'
import { compile } from '../../src/manifest/compile'
import { screenAt } from '../../src/manifest/access/screenByPath'
import { binderySources, compiledFixture, fixture, names, problemsOf } from './sources'

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
  it('is whoever may open a screen over it, not whoever sees it in a block of a dashboard', () => {
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
  it('take the behaviour of a field where they say nothing', () => {
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

describe('transitions', () => {
  it('say what must be read of a record to know whether they may run', () => {
    expect(entity('account').transitions.edit!.readPaths).toEqual(['id'])
    expect(entity('book').transitions.drop!.readPaths).toEqual(['loanCount'])
  })

  it('create without `from`', () => {
    expect(entity('loan').transitions.create).toMatchObject({ creates: true, from: [], to: 'lent', skipsStages: false })
    expect(entity('loan').transitions.giveBack).toMatchObject({ creates: false, from: ['lent'], to: 'back' })
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

  it('does not tell what follows from a dictionary that cannot be read, whose codes a rule names', () => {
    const path = 'bindery/aspect.dictionary.json'
    const compiled = compile(binderySources().map((source) => (source.path === path ? { path, text: '{' } : source)))
    expect(compiled.ok ? [] : compiled.problems.map(({ code }) => code)).toEqual(['json-syntax'])
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

  it('an icon and a block that nobody draws are problems, an operation only when the operations are given', () => {
    const page = put('people/Page.screen.json', {
      path: '/page',
      title: ['页', 'Page'],
      kind: 'page',
      icon: 'whatever',
      blocks: [{ kind: 'whatever' }],
    })
    const codesOf = (compiled: ReturnType<typeof compile>) =>
      compiled.ok ? [] : compiled.problems.map(({ code }) => code).sort()
    expect(codesOf(compile(fixture([page])))).toEqual(['unknown-block', 'unknown-icon'])
    expect(compile(fixture()).ok).toBe(true)
    expect(codesOf(compile(fixture(), { operations: ['other'] }))).toContain('unknown-operation')
  })

  describe.each(['dashboard', 'page', 'list'])('on a screen of kind %s', (kind) => {
    const records = kind === 'list' ? { entity: 'book', columns: ['title'] } : {}
    const kinds = [
      'queues',
      'figures',
      'latest',
      'reminder',
      'text',
      'frame',
      'call',
      'signIn',
      'notFound',
      'noPermission',
    ]

    it.each(kinds)('a misspelled block %s is a problem with its name', (block) => {
      const screen = { path: '/page', title: ['页', 'Page'], kind, ...records, blocks: [{ kind: `${block}s` }] }
      const problems = problemsOf([put('people/Page.screen.json', screen)])
      expect(problems).toContainEqual(expect.stringMatching(new RegExp(`unknown-block[^]*Did you mean "${block}"`)))
    })
  })

  it.each(['people/Page.screen.json', 'lending/module.json'])(
    'a misspelled icon in %s is a problem with its name',
    (file) => {
      const screen = { path: '/page', title: ['页', 'Page'], kind: 'page', icon: 'homee', blocks: [] }
      const manifest = file.endsWith('module.json') ? { ...own(file), icon: 'homee' } : screen
      expect(problemsOf([put(file, manifest)])).toContainEqual(
        expect.stringMatching(/unknown-icon[^]*Did you mean "home"/),
      )
    },
  )

  it.each(['constructor', 'toString', 'hasOwnProperty'])(
    'a block %s is unknown, like any other that nobody declared',
    (block) => {
      expect(
        problemsOf([
          put('people/Page.screen.json', {
            path: '/page',
            title: ['页', 'Page'],
            kind: 'page',
            blocks: [{ kind: block }],
          }),
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

  it.each([[[]], [[5, 'Code']], [[null, 'Code']], [{ zh: 5, en: 'Code' }]])(
    'half a text is a problem and does not make it throw: %j',
    (message) => {
      const path = 'people/library.entity.json'
      const { unique, ...manifest } = own(path) as { unique: Record<string, unknown>[] }
      const found = problemsOf([put(path, { ...manifest, unique: unique.map((rule) => ({ ...rule, message })) })])
      expect(found.length).toBeGreaterThan(0)
      for (const problem of found) expect(problem).toContain('message')
    },
  )

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
            'vars.x',
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
