// Proves that a snapshot equals the same fields and rules written out.
import { expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import { compiledFixture, problemsOf } from './sources'

const text = (name: string) => [name, name.toUpperCase()]
const fields = {
  name: { type: 'string', title: text('name'), required: true },
  loan: { type: 'ref', entity: 'loan', title: text('loan') },
}

type Keeping = Readonly<Partial<Record<'fields' | 'snapshots', object>>>

/** Things that keep terms of a loan, and looks at them. `kept`: how a rule names a kept value. */
function keeping(more: Keeping, set: object, kept: (name: string) => string): App {
  const owed = { type: 'boolean', title: text('owed'), compute: `${kept('late')} > 3 && ${kept('mobile')} != null` }
  const thing = {
    title: text('thing'),
    labelField: 'name',
    ...more,
    fields: { ...fields, owed, ...more.fields },
    rules: { gone: `${kept('late')} > 1` },
    states: { here: { title: text('here') } },
    transitions: {
      create: { title: text('add'), to: 'here', permissions: ['bookEdit'], form: ['name', 'loan'], set },
      edit: { title: text('edit'), from: ['here'], permissions: ['bookEdit'], when: 'rule.gone', form: ['name'] },
    },
  }
  const look = {
    title: text('look'),
    labelField: 'code',
    fields: {
      thing: { type: 'ref', entity: 'thing', title: text('of') },
      code: { type: 'string', title: text('code'), compute: `thing.${kept('late')} > 2 ? 'late' : 'due'` },
    },
    rowScope: { where: `thing.rule.gone && thing.${kept('fine')} == null` },
  }
  return compiledFixture(
    Object.entries({ thing, look }).map(([name, manifest]) => ({
      path: `lending/${name}.entity.json`,
      text: JSON.stringify(manifest),
    })),
  )
}

/** What the entities mean, with rules by their trees. */
const meaningOf = ({ entities: { thing, look } }: App): unknown =>
  JSON.parse(JSON.stringify([thing, look]), (key, value: unknown) => (key === 'source' ? '' : value))

it('means what it means written out, in rules, through references and in `set`', () => {
  const title = (chinese: string, english: string) => [`terms · ${chinese}`, `TERMS · ${english}`]
  // The states of the loan's own mask are not those of a thing.
  const mask = { states: ['here'], unmasked: [3, 4] }
  const writtenOut = {
    termsLate: { type: 'int', title: title('逾期天数', 'Days late') },
    termsMobile: { type: 'mobile', title: title('读者手机', "Reader's mobile"), mask },
    termsFine: { type: 'money', title: title('罚款', 'Fine'), readPermissions: ['loanFine'] },
    termsBook: { type: 'ref', entity: 'book', title: title('图书', 'Book') },
  }
  const set = { termsLate: 'loan.late', termsMobile: 'loan.mobile', termsFine: 'loan.fine', termsBook: 'loan.book' }
  const terms = { title: text('terms'), entity: 'loan', fields: ['late', 'mobile', 'fine', 'book'] }
  const app = keeping({ snapshots: { terms } }, { terms: 'loan' }, (name) => `terms.${name}`)
  const upper = (name: string) => `terms${name.charAt(0).toUpperCase()}${name.slice(1)}`
  expect(meaningOf(app)).toEqual(meaningOf(keeping({ fields: writtenOut }, set, upper)))
  expect(app.entities.thing?.fields.termsMobile?.mask).toEqual({ ...app.entities.loan?.fields.mobile?.mask, ...mask })
})

it('may be read by those who may open the record that it is taken from, and by no others', () => {
  const entry = { title: text('entry'), entity: 'entry', fields: ['action'] }
  const thing = { title: text('thing'), labelField: 'name', fields: { name: fields.name }, snapshots: { entry } }
  const app = compiledFixture([{ path: 'lending/thing.entity.json', text: JSON.stringify(thing) }])
  expect(app.entities.entry?.readPermissions).toEqual(['admin'])
  expect(app.entities.thing?.fields.entryAction?.readPermissions).toEqual(['admin'])
})

/** A thing that keeps the amount of a bill; the permissions to open bills, and to read their amount. */
const billed = (opening: readonly string[] | undefined, reading: readonly string[] | undefined) => [
  {
    path: 'lending/bill.entity.json',
    text: JSON.stringify({
      title: text('bill'),
      labelField: 'name',
      ...(opening && { readPermissions: opening }),
      fields: {
        name: fields.name,
        amount: { type: 'money', title: text('amount'), ...(reading && { readPermissions: reading }) },
      },
    }),
  },
  {
    path: 'lending/thing.entity.json',
    text: JSON.stringify({
      title: text('thing'),
      labelField: 'name',
      fields: { name: fields.name },
      snapshots: { bill: { title: text('bill'), entity: 'bill', fields: ['amount'] } },
    }),
  },
]

it.each([
  [['loanFine'], ['loans', 'loanFine'], ['loanFine']],
  [['loans', 'loanFine'], ['loanFine'], ['loanFine']],
  [['loanFine'], ['signed-in'], ['loanFine']],
  [['signed-in'], ['loanFine'], ['loanFine']],
  [undefined, ['loanFine'], ['loanFine']],
  [['signed-in'], undefined, undefined],
] as const)('of records opened with %j a field read with %j is kept for %j', (opening, reading, kept) => {
  const app = compiledFixture(billed(opening, reading))
  expect(app.entities.thing?.fields.billAmount?.readPermissions).toEqual(kept)
})

it('keeps no value that no single permission gives to read', () => {
  const [problem, ...more] = problemsOf(billed(['admin'], ['loanFine']))
  expect(problem).toContain(
    '`amount` cannot stand here: expected a field with a permission that opens its records too.',
  )
  expect(more).toEqual([])
})

it('has the unit of the value that it keeps', () => {
  const weighed = billed(undefined, undefined).map(({ path, text: manifest }) => ({
    path,
    text: manifest.replace('"type":"money"', '"type":"int","unit":["箱","boxes"]'),
  }))
  const { bill, thing } = compiledFixture(weighed).entities
  const [amount, billAmount] = [bill!.fields.amount!, thing!.fields.billAmount!]
  expect(billAmount).toMatchObject({ unit: amount.unit, title: { en: `BILL · ${amount.title.en}` } })
})
