// Proves that the folder of a module brings all of its parts, and leaves none behind when it goes.
import { expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import { compiledFixture } from './sources'

const text = (name: string) => [name, name.toUpperCase()]
const file = (path: string, manifest: object) => ({ path, text: JSON.stringify(manifest) })
const figure = { title: text('kept'), type: 'int', aggregate: { count: 'crate' } }

/** The desk of the library, with a slot for other modules. */
const desk = file('people/Desk.screen.json', {
  path: '/desk',
  title: ['工作台', 'Desk'],
  kind: 'dashboard',
  icon: 'home',
  blocks: [
    {
      kind: 'figures',
      slot: 'counts',
      figures: [{ title: text('lent'), type: 'int', aggregate: { count: 'loan' } }],
    },
    { kind: 'latest', slot: 'newest', entity: 'book', columns: ['title'] },
  ],
})

const folder = [
  file('crates/module.json', {
    title: text('crates'),
    path: '/crates',
    permissions: ['crateWork'],
    codes: { crateWork: text('crate work') },
    grants: { crateWork: ['lending'] },
    messageGroups: { packers: { where: "state == 'active'" } },
    dashboards: {
      '/desk': {
        blocks: [{ kind: 'latest', title: text('crates'), entity: 'crate', columns: ['name'] }],
        blocksBefore: { newest: [{ kind: 'latest', title: text('first'), entity: 'crate', columns: ['name'] }] },
        figures: { counts: [figure] },
      },
    },
  }),
  file('crates/crates.settings.json', { settings: { cratesAtMost: { title: text('most'), value: 3 } } }),
  file('crates/crate.entity.json', {
    title: text('crate'),
    labelField: 'name',
    fields: { name: { type: 'string', title: text('name'), required: true } },
    states: { here: { title: text('here') } },
    transitions: {
      create: {
        title: text('add'),
        to: 'here',
        permissions: ['crateWork'],
        form: ['name'],
        checks: [{ rule: 'settings.cratesAtMost > 0', message: text('full') }],
        effects: [{ message: text('new'), messageKind: 'lending', toGroup: 'packers' }],
      },
    },
  }),
  file('crates/Crates.screen.json', {
    path: '/crates/Crates',
    title: text('crates'),
    kind: 'list',
    entity: 'crate',
    columns: ['name'],
    actions: ['create'],
  }),
]

const shownOn = ({ screens }: App) =>
  screens['/desk']!.blocks.map(({ name, figures }) => [name, figures.map(({ title }) => title.zh)])

it('shows its figures and blocks on the dashboard of another module while the folder is there', () => {
  const own = [
    ['figures', ['lent']],
    ['latest book', []],
  ]
  expect(shownOn(compiledFixture([desk]))).toEqual(own)
  expect(shownOn(compiledFixture([desk, ...folder]))).toEqual([
    ['figures', ['lent', 'kept']],
    ['latest crate of crates 2', []],
    own[1],
    ['latest crate of crates', []],
  ])
})

it('brings codes, settings and groups of accounts, and takes all of them away', () => {
  const facts = (app: App) => [
    app.access.permissions.crateWork?.en,
    app.access.grants.length,
    app.settings.cratesAtMost?.value,
    app.entities.crate?.transitions.create!.effects[0],
  ]
  expect(facts(compiledFixture([desk, ...folder]))).toMatchObject([
    'CRATE WORK',
    1,
    3,
    { kind: 'message', toWhere: { source: "state == 'active'" } },
  ])
  expect(facts(compiledFixture([desk]))).toEqual([undefined, 0, undefined, undefined])
})
