// Proves that a rename finds everything that names the thing, and nothing that only has its name.
import { describe, expect, it } from 'vitest'
import { checkJourneys } from '../../scripts/journeys/checkJourneys'
import { renamedJourneys } from '../../scripts/rename/journeys'
import { renamed, type Renaming } from '../../scripts/rename/renaming'
import type { Source } from '../../src/manifest/json/source'
import { compiledFixture, fixture, names } from './sources'
import { compile } from '../../src/manifest/compile'

const sources = fixture()
const app = compiledFixture()
const appOf = (manifests: readonly Source[]) => {
  const compiled = compile(manifests, names)
  if (!compiled.ok) throw new Error(compiled.problems.map(({ message }) => message).join('\n'))
  return compiled.app
}
const own = (path: string, of: readonly { path: string; text: string }[] = sources) =>
  of.find((source) => source.path === path)!.text

describe('a renamed thing', () => {
  it.each<Renaming>([
    { kind: 'field', owner: 'loan', from: 'due', to: 'dueOn' },
    { kind: 'state', owner: 'book', from: 'lent', to: 'away' },
    { kind: 'transition', owner: 'loan', from: 'create', to: 'lend' },
    { kind: 'code', owner: 'genre', from: 'novel', to: 'fiction' },
    { kind: 'permission', owner: 'permissions', from: 'loanFine', to: 'loanFee' },
    { kind: 'permission', owner: 'permissions', from: 'bookEdit', to: 'bookWrite' },
    { kind: 'rule', owner: 'loan', from: 'open', to: 'lentNow' },
    { kind: 'entity', owner: '', from: 'book', to: 'volume' },
    { kind: 'entity', owner: '', from: 'library', to: 'house' },
    { kind: 'screen', owner: '', from: '/lending/Loans', to: '/lending/Lent' },
  ])('has the new name in every place, and back the former: $kind $from', (renaming) => {
    const there = renamed(sources, app, renaming)
    const changed = there.sources.filter(({ text }, index) => text !== sources[index]!.text)
    expect(changed.length + there.moved.size).toBeGreaterThan(0)
    const back = renamed(there.sources, there.app, { ...renaming, from: renaming.to, to: renaming.from })
    const withoutFormer = (text: string) => {
      const { migration: _former, ...manifest } = JSON.parse(text) as Record<string, unknown>
      return manifest
    }
    for (const [index, { path, text }] of back.sources.entries()) {
      const former = sources[index]!
      expect(path).toBe(former.path)
      if (text !== former.text) expect(withoutFormer(text)).toEqual(withoutFormer(former.text))
    }
    const isKept = ['transition', 'rule', 'screen'].includes(renaming.kind)
    if (isKept) expect(back.sources).toEqual(sources)
  })

  it('leaves what only has the same name', () => {
    const state = renamed(sources, app, { kind: 'state', owner: 'book', from: 'lent', to: 'away' })
    expect(own('lending/Books.screen.json', state.sources)).toContain("state in ['shelved', 'away']")
    expect(own('lending/Loans.screen.json', state.sources)).toBe(own('lending/Loans.screen.json'))
    const field = renamed(sources, app, { kind: 'field', owner: 'loan', from: 'due', to: 'dueOn' })
    expect(own('lending/Due.screen.json', field.sources)).toContain('"path": "/lending/Due"')
    expect(field.app.entities.loan!.migration.rename).toEqual({ due: 'dueOn' })
  })

  it('is renamed in its set, for all that have it', () => {
    const text = (name: string) => [name, name.toUpperCase()]
    const manifest = (name: string, value: object) => ({ path: `lending/${name}.json`, text: JSON.stringify(value) })
    const thing = {
      title: text('thing'),
      fieldSets: ['size'],
      fields: { name: { type: 'string', title: text('name') } },
      states: { here: { title: text('here') } },
      transitions: {
        create: {
          title: text('add'),
          to: 'here',
          permissions: ['bookEdit'],
          form: ['name', 'width'],
          checks: [{ rule: 'width > 2', message: ['{width}', '{width}'], field: 'width' }],
        },
      },
    }
    const cut = { title: text('cut'), from: ['here'], permissions: ['bookEdit'], fieldSets: ['size'] }
    const parts = {
      pieces: { type: 'lines', title: text('pieces'), fieldSets: ['size'], summaryFields: ['width'] },
    }
    const before = fixture([
      manifest('module', {
        ...(JSON.parse(own('lending/module.json')) as object),
        fieldSets: { size: { width: { type: 'int', title: text('width') } } },
      }),
      manifest('thing.entity', thing),
      manifest('box.entity', {
        ...thing,
        fieldSets: undefined,
        fields: { ...thing.fields, ...parts },
        transitions: {
          create: { ...thing.transitions.create, form: ['name', 'pieces'], checks: undefined },
          cut: { ...cut, set: { name: 'text(input.width)' } },
        },
      }),
    ])
    const there = (renaming: Partial<Renaming>) =>
      renamed(before, appOf(before), { kind: 'field', owner: 'thing', from: 'width', to: 'breadth', ...renaming })
    const byField = there({})
    expect(byField.holders).toEqual(expect.arrayContaining([{ entity: 'thing' }, { entity: 'box', lines: 'pieces' }]))
    expect(there({ owner: 'box', lines: 'pieces' }).sources).toEqual(byField.sources)
    const { thing: things, box } = byField.app.entities
    expect(things!.migration.rename).toEqual({ width: 'breadth' })
    expect(box!.migration.rename).toEqual({ 'pieces.width': 'pieces.breadth' })
    expect(own('lending/thing.entity.json', byField.sources).replace(/"migration".*/s, '')).not.toContain('width')
    expect(Object.keys(box!.transitions.cut!.inputs)).toEqual(['breadth'])
    expect(() => there({ owner: 'box', lines: 'name' })).toThrow('box has no field of lines name.')
  })

  it.each<[Renaming, string, string]>([
    [{ kind: 'field', owner: 'loan', from: 'due', to: 'dueOn' }, '"due": { "day": 3 }', '"dueOn": { "day": 3 }'],
    [{ kind: 'field', owner: 'loan', from: 'book', to: 'volume' }, 'book', 'volume'],
    [{ kind: 'field', owner: 'loan', lines: 'marks', from: 'page', to: 'leaf' }, '"page": 3', '"leaf": 3'],
    [{ kind: 'state', owner: 'book', from: 'lent', to: 'away' }, "book.state == 'lent'", "book.state == 'away'"],
    [{ kind: 'transition', owner: 'loan', from: 'create', to: 'lend' }, 'loan.create', 'loan.lend'],
    [{ kind: 'entity', owner: '', from: 'loan', to: 'lending' }, 'loan.create', 'lending.create'],
    [{ kind: 'screen', owner: '', from: '/lending/Loans', to: '/lending/Lent' }, '/lending/Loans', '/lending/Lent'],
  ])('has its new name in journeys: $kind $from', (renaming, former, present) => {
    const steps = [
      { as: 'reader', run: 'loan.create', values: { reader: 'Ann', book: 'due', due: { day: 3 } }, keep: 'due' },
      { as: 'reader', on: 'due', holds: ["book.state == 'lent'", "book.no != 'page'"] },
      { as: 'reader', run: 'loan.giveBack', on: 'due', values: { marks: [{ page: 3 }] } },
      { as: 'reader', screen: '/lending/Loans', shows: ['due'] },
    ]
    const path = 'lending/lend.journey.json'
    const text = JSON.stringify({ title: ['due', 'page'], steps }, null, 1).replace(
      /\{\s*"day": 3\s*\}/,
      '{ "day": 3 }',
    )
    expect(checkJourneys({ app, sources, accounts: ['reader'] }, [{ path, text }])).toEqual([])
    const there = renamed(sources, app, renaming)
    const [journey] = renamedJourneys({ journeys: [{ path, text }], accounts: ['reader'] }, app, there, renaming)
    expect(text).toContain(former)
    const all = renaming.kind === 'entity' ? text.replaceAll('"loan.', '"lending.') : text.replaceAll(former, present)
    expect(journey).toEqual({ path, text: all })
  })

  it('has its new name in examples, and as a view of the records of others', () => {
    const written = JSON.parse(own('lending/book.entity.json')) as { fields: Record<string, object> }
    const { genre } = written.fields
    const lines = { type: 'lines', title: ['卷', 'Volumes'], fields: { genre }, example: [{ genre: 'novel' }] }
    const book = { ...written, fields: { ...written.fields, genre: { ...genre, example: 'novel' }, volumes: lines } }
    const view = {
      title: ['书目', 'Catalogue'],
      fields: { title: { type: 'string', title: ['书名', 'Title'] } },
      view: [{ entity: 'book', values: { title: 'title' } }],
      labelField: 'title',
    }
    const before = fixture([
      { path: 'lending/book.entity.json', text: JSON.stringify(book) },
      { path: 'lending/catalogue.entity.json', text: JSON.stringify(view) },
    ])
    const code = renamed(before, appOf(before), { kind: 'code', owner: 'genre', from: 'novel', to: 'fiction' })
    expect(code.app.entities.book!.fields.volumes!.example).toEqual([{ genre: 'fiction' }])
    expect(code.app.entities.book!.fields.genre!.example).toBe('fiction')
    const entity = renamed(before, appOf(before), { kind: 'entity', owner: '', from: 'catalogue', to: 'index' })
    expect(entity.app.entities.index!.migration.from).toEqual([])
  })

  it('takes what records hold along', () => {
    const of = (renaming: Renaming) => renamed(sources, app, renaming).app
    const state = of({ kind: 'state', owner: 'book', from: 'lent', to: 'away' })
    expect(state.entities.book!.migration.states).toEqual({ lent: 'away' })
    const once = renamed(sources, app, { kind: 'entity', owner: '', from: 'book', to: 'volume' })
    expect(once.app.entities.volume!.migration.from).toEqual(['book'])
    const again = (to: string) =>
      renamed(once.sources, once.app, { kind: 'entity', owner: '', from: 'volume', to }).app.entities[to]!.migration
    expect(again('tome').from).toEqual(['book', 'volume'])
    expect(again('book').from).toEqual(['volume'])
    const code = of({ kind: 'code', owner: 'genre', from: 'novel', to: 'fiction' })
    expect(code.migration.codes.genre!.rename).toEqual({ novel: 'fiction' })
    const permission = of({ kind: 'permission', owner: 'permissions', from: 'loanFine', to: 'loanFee' })
    expect(permission.migration.codes.permissions!.rename).toMatchObject({ loanFine: 'loanFee' })
  })

  it.each<[Renaming, string]>([
    [{ kind: 'field', owner: 'book', from: 'titel', to: 'label' }, 'There is no field titel. Known: id, no, title'],
    [{ kind: 'entity', owner: '', from: 'book', to: 'loan' }, 'There is already an entity loan.'],
    // Without `labelField` a field of this name is the label.
    [{ kind: 'field', owner: 'branch', from: 'name', to: 'title' }, 'the way'],
  ])('is refused where it cannot be: %o', (renaming, reason) =>
    expect(() => renamed(sources, app, renaming)).toThrow(reason),
  )

  it.each(['loan.late', 'thing.termsLate'])('is refused where a snapshot makes a name of it: %s', (field) => {
    const terms = { title: ['条款', 'Terms'], entity: 'loan', fields: ['late'] }
    const thing = {
      title: ['物件', 'Thing'],
      labelField: 'name',
      fields: { name: { type: 'string', title: ['名', 'Name'] } },
      snapshots: { terms },
    }
    const keeping = [...sources, { path: 'lending/thing.entity.json', text: JSON.stringify(thing) }]
    const [owner = '', from = ''] = field.split('.')
    const rename = () => renamed(keeping, appOf(keeping), { kind: 'field', owner, from, to: 'overdue' })
    expect(rename).toThrow('The snapshot thing.terms keeps its values under a name made of it.')
  })

  it.each(['transition remind', 'transition remind2', 'field remindSince'])(
    'is refused where steps make names: %s',
    (of) => {
      const steps = [1, 2].map((days) => ({ afterDays: String(days), toFields: ['createdBy'] }))
      const thing = {
        title: ['物件', 'Thing'],
        labelField: 'name',
        fields: { name: { type: 'string', title: ['名', 'Name'] } },
        states: { open: { title: ['开', 'Open'] } },
        transitions: {
          create: { title: ['增', 'Add'], to: 'open', permissions: ['books'], form: ['name'] },
          remind: {
            title: ['催', 'Remind'],
            from: ['open'],
            permissions: ['system'],
            effects: [{ message: ['{name} 待办', '{name} waits'], messageKind: 'general' }],
          },
        },
        jobs: [{ transition: 'remind', where: "state == 'open'", everySeconds: 60, steps }],
      }
      const escalating = [...sources, { path: 'lending/thing.entity.json', text: JSON.stringify(thing) }]
      const [kind, from = ''] = of.split(' ') as ['transition' | 'field', string]
      const rename = () => renamed(escalating, appOf(escalating), { kind, owner: 'thing', from, to: 'urge' })
      expect(rename).toThrow('The steps of thing.remind have names made of its name.')
    },
  )
})
