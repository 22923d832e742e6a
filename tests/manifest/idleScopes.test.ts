// Proves that check names a `selfThrough` by which only people reach records who may not open them.
import { expect, it } from 'vitest'
import { idleScopes } from '../../scripts/idleScopes'
import { compiledFixture } from './sources'

const text = (name: string) => [name, name.toUpperCase()]
const app = compiledFixture([
  {
    path: 'lending/van.entity.json',
    text: JSON.stringify({
      title: text('van'),
      fields: { name: { type: 'string', title: text('name') } },
      labelField: 'name',
      rowScope: {
        unitFields: ['createdBy.branch'],
        selfFields: ['createdBy'],
        selfThrough: [{ entity: 'trip', referenceField: 'van', accountField: 'createdBy' }],
      },
      readPermissions: ['loans'],
      states: { open: { title: text('open') } },
      transitions: { create: { title: text('add'), to: 'open', permissions: ['bookEdit'], form: ['name'] } },
    }),
  },
  {
    path: 'lending/trip.entity.json',
    text: JSON.stringify({
      title: text('trip'),
      fields: { van: { type: 'ref', entity: 'van', title: text('van') } },
      states: { planned: { title: text('planned') } },
      transitions: { create: { title: text('plan'), to: 'planned', permissions: ['loans'], form: ['van'] } },
    }),
  },
])
const role = (code: string, reach: string) => [
  { file: 'demo/role.json', entity: 'role', columns: ['key', 'name', 'codes'], rows: [['R', 'R', [{ code }]]] },
  { file: 'demo/account.json', entity: 'account', columns: ['key', 'role', 'reach'], rows: [['A', '$R', reach]] },
]

it('takes the codes of the accounts with row scope self alone', () => {
  expect(idleScopes(app, role('books', 'own'))).toEqual([expect.stringContaining('`selfThrough` of `van`')])
  expect(idleScopes(app, role('loans', 'own'))).toEqual([])
  expect(idleScopes(app, role('books', ''))).toHaveLength(1)
})

it('is silent where no account has that row scope', () => {
  expect(idleScopes(app, role('books', 'library'))).toEqual([])
})
