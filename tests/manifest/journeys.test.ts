// Proves that a wrong name in a journey is reported with position and suggestion, and that a sound
// journey passes.
import { expect, it } from 'vitest'
import { checkJourneys } from '../../scripts/journeys/checkJourneys'
import { rulesOfJourneys } from '../../scripts/journeys/readJourney'
import { Received } from '../../scripts/journeys/received'
import { whyNotOfLines } from '../../scripts/journeys/whyFalse'
import { compile } from '../../src/manifest/compile'
import { printProblem } from '../../src/manifest/problems/print'
import { compiledFixture, fixture, names as engineNames } from './sources'

const names = { app: compiledFixture(), sources: fixture(), accounts: ['reader', 'librarian'] }
const path = 'lending/lend.journey.json'
const lend = { as: 'reader', run: 'loan.create', values: { reader: 'Ann' }, keep: 'loan' }
const refused = { as: 'reader', run: 'loan.create', values: { reader: 'Ann' }, refused: true }
const expectations = {
  refused: true,
  refusalKey: 'stale_version',
  keep: 'loan',
  holds: ["reader == 'Ann'"],
  linesHold: { marks: ['page > 0'] },
  offers: ['loan.giveBack'],
  offersNot: ['loan.giveBack'],
}

/** Code, place and suggestion of each problem of a journey of these steps. */
function problemsOf(...steps: readonly object[]): string[] {
  const text = JSON.stringify({ title: ['一', 'One'], steps }, null, 1)
  return checkJourneys(names, [{ path, text }]).map((problem) => {
    expect(printProblem(problem)).toContain(`${path}:${problem.line}:${problem.column}`)
    const line = text
      .split('\n')
      [problem.line - 1]!.slice(problem.column - 1)
      .replace(/,$/, '')
    return [problem.code, line, ...(problem.hint ? [problem.hint] : [])].join(' | ')
  })
}

it('passes what names what there is, named rules and fields of referenced records included', () =>
  expect(
    problemsOf(
      {
        ...lend,
        values: { reader: 'Ann', book: 'Emma', due: { day: 3 } },
        holds: ['rule.open', "book.state == 'lent'", 'createdBy == me'],
      },
      { as: 'librarian', run: 'loan.giveBack', on: 'loan', values: { marks: [{ page: 3 }] }, offersNot: ['giveBack'] },
      { as: 'librarian', on: 'loan', linesHold: { marks: ['page == 3', 'coalesce(cost, 0) <= this.damage'] } },
      { as: 'reader', screen: '/lending/Loans', shows: ['loan'] },
      { as: 'librarian', afterDays: 40, receives: ['overdue'], receivesNot: ['lost'] },
      { as: 'librarian', screen: '/lending/Figures', figures: { loans: '+1' } },
    ),
  ).toEqual([]))

it.each<[string, readonly object[], string]>([
  ['an account', [{ ...lend, as: 'raeder' }], 'unknown-name | "raeder" | Did you mean "reader"?'],
  ['a transition', [{ as: 'reader', run: 'loan.creat' }], 'unknown-transition | "loan.creat" | Did you mean "create"?'],
  ['an entity', [{ as: 'reader', run: 'loans.create' }], 'unknown-entity | "loans.create" | Did you mean "loan"?'],
  [
    'a field of the form',
    [{ ...lend, values: { raeder: 'A' } }],
    'unknown-name | "raeder": "A" | Did you mean "reader"?',
  ],
  [
    'a cell',
    [lend, { as: 'reader', run: 'loan.giveBack', on: 'loan', values: { marks: [{ pag: 1 }] } }],
    'unknown-field | "pag": 1 | Did you mean "page"?',
  ],
  [
    'a kept record',
    [lend, { as: 'reader', run: 'loan.giveBack', on: 'laon' }],
    'unknown-name | "laon" | Did you mean "loan"?',
  ],
  ['one kept later', [{ as: 'reader', on: 'loan' }, lend], 'unknown-name | "loan"'],
  ['a record in a value', [{ ...lend, values: { book: '$emma' } }], 'unknown-name | "$emma"'],
  ['a screen', [{ as: 'reader', screen: '/lending/Loan2' }], 'unknown-screen | "/lending/Loan2" | Did you mean'],
  ['a field in a rule', [{ ...lend, holds: ["raeder == 'A'"] }], `rule-name | raeder == 'A'" | Did you mean "reader"?`],
  [
    'what it cannot know of who looks',
    [{ ...lend, holds: ['me.mobile == null'] }],
    'rule-name | mobile == null" | Known here: id.',
  ],
  ['a state in a rule', [{ ...lend, holds: ["state == 'lend'"] }], `rule-code | 'lend'" | Did you mean "lent"?`],
  ['lines', [{ ...lend, linesHold: { mark: ['page > 1'] } }], 'unknown-field | "mark": [ | Did you mean "marks"?'],
  ['a field of lines', [{ ...lend, linesHold: { marks: ['pag > 1'] } }], `rule-name | pag > 1" | Did you mean "page"?`],
  ['a rule that gives no condition', [{ ...lend, holds: ['reader'] }], 'rule-result | reader"'],
  ['a button', [{ ...lend, offers: ['giveBak'] }], 'unknown-transition | "giveBak" | Did you mean "giveBack"?'],
  [
    'a refusal',
    [{ ...lend, keep: undefined, refusalKey: 'stale_versio' }],
    'unknown-name | "stale_versio" | Did you mean',
  ],
  ['two kinds of refusal', [{ ...refused, refusalKey: 'stale_version' }], 'ineffective-key | "refused": true'],
  ['a reference', [lend, { as: 'reader', on: 'loan', find: 'loan.reader' }], 'unknown-field | "loan.reader" | '],
  ['a key', [{ ...lend, hold: ['true'] }], 'unknown-key | "hold": [ | Did you mean "holds"?'],
  ['a missing record', [{ as: 'reader', run: 'loan.giveBack' }], 'missing-part | "loan.giveBack"'],
  ['a message without refusal', [{ ...lend, message: 'x' }], 'ineffective-key | "message": "x"'],
  [
    'a measure',
    [{ as: 'reader', screen: '/lending/Figures', figures: { loan: 1 } }],
    'unknown-name | "loan": 1 | Did you mean "loans"?',
  ],
  [
    'totals of a list',
    [{ as: 'reader', screen: '/lending/Loans', figures: { loans: 1 } }],
    'ineffective-key | "figures"',
  ],
  ['a record of a report', [{ as: 'reader', screen: '/lending/Figures', keep: 'loan' }], 'ineffective-key | "keep"'],
  ...(['refused', 'refusalKey', 'keep', 'holds', 'linesHold', 'offers', 'offersNot'] as const).map(
    (key): [string, object[], string] => [
      `${key} without a record`,
      [{ as: 'reader', receivesNot: ['lost'], [key]: expectations[key] }],
      `ineffective-key | "${key}": `,
    ],
  ),
  [
    'what is expected of no row of a list',
    [{ as: 'reader', screen: '/lending/Loans', holds: ["reader == 'Ann'"] }],
    'ineffective-key | "holds": [',
  ],
  ['what is expected of a refused creation', [{ ...refused, offers: ['giveBack'] }], 'ineffective-key | "offers": ['],
  [
    'what is expected of a refused list',
    [lend, { as: 'reader', screen: '/lending/Loans', refused: true, shows: ['loan'] }],
    'ineffective-key | "shows": [',
  ],
  [
    'what is expected of a record out of reach',
    [lend, { as: 'reader', on: 'loan', unseen: true, offersNot: ['giveBack'] }],
    'ineffective-key | "offersNot": [',
  ],
  ['a step without anything', [{ as: 'reader' }], 'missing-part'],
  ['two things in one step', [{ ...lend, screen: '/lending/Loans' }], 'conflicting-keys | "screen": "/lending/Loans"'],
])('reports %s', (_, steps, expected) => expect(problemsOf(...steps)[0]).toContain(expected))

it.each<[string, object, object]>([
  ['nothing', { loans: 0 }, { totals: {} }],
  ['a change', { loans: '+0' }, { totals: { loans: null }, withheld: ['loans'] }],
])('takes no figure for %s where the account does not get it', async (_, figures, data) => {
  const teller = { call: async () => ({ code: 2000, data }) } as unknown as ConstructorParameters<typeof Received>[1]
  const received = new Received(names.app, teller)
  const step = { as: 'reader', screen: '/lending/Figures' }
  expect(await received.unmetReport(step)).toBeUndefined()
  expect(await received.unmetReport({ ...step, figures: figures as Record<string, string> })).toMatchObject({
    key: 'figures',
    message: 'loans is not shown to reader.',
  })
})

it('reads of a line what the line has, and behind `this` what the record refers to', async () => {
  const [loan] = names.sources.filter(({ path: file }) => file.endsWith('loan.entity.json'))
  const cost = '"cost": { "type": "money", "title": ["费用", "Cost"] }, "damage":'
  const app = compiledFixture([{ ...loan!, text: loan!.text.replace('"damage":', cost) }])
  const answers = { book: { record: { id: 5, label: 'Emma', values: { title: 'Emma' } } } }
  const teller = {
    account: async () => ({ id: 7, name: 'Ann' }),
    call: async (_: string, __: string, { entity }: { entity: 'book' }) => ({ code: 2000, data: answers[entity] }),
  } as unknown as Parameters<typeof whyNotOfLines>[0]['teller']
  const createdBy = { id: 7, label: 'Ann' }
  const values = { createdBy, cost: '3', damage: '4', book: { id: 5, label: 'Emma' }, marks: [{ page: 1, cost: null }] }
  const seen = { reader: 'reader', entity: 'loan', record: { id: 1, version: 1, label: 'LN1', can: [], values } }
  const evaluating = { app, teller, clock: () => new Date(), rules: rulesOfJourneys(app, names.sources) }
  const whyNot = (source: string) => whyNotOfLines(evaluating, seen, { name: 'marks', sources: [source] })
  expect(await whyNot('cost == null && this.cost == 3')).toBeUndefined()
  expect(await whyNot('cost != null')).toBe('cost != null does not hold of line 1: cost is null.')
  expect(await whyNot("this.book.title == 'Emma'")).toBeUndefined()
  expect(await whyNot('this.createdBy == me && this.createdBy.id == me.id')).toBeUndefined()
  expect(await whyNot('this.createdBy != me')).toContain('me.id is {"id":7,"label":"Ann"}.')
  expect(await whyNot("page == 1 && this.book.title == 'Persuasion'")).toContain(
    'page is 1, this.book.title is "Emma".',
  )
})

it('reports what is no JSON', () =>
  expect(checkJourneys(names, [{ path, text: '{' }])[0]).toMatchObject({ code: 'json-syntax', line: 1 }))

it('leaves the product as it is: a journey is no manifest', () => {
  const before = compile(fixture(), engineNames)
  expect(before.ok && before.app.revision).toBe(names.app.revision)
})
