// Proves that the steps of a job equal the same fields, transitions and jobs written out.
import { expect, it } from 'vitest'
import { freeColumns } from '../../src/manifest/access/freeColumns'
import type { App } from '../../src/manifest/model/app'
import type { Entity } from '../../src/manifest/model/entity'
import { compiledFixture } from './sources'

const text = (name: string) => [name, name.toUpperCase()]
const where = "state == 'open' || state == 'held'"

/** Things that are due on a day, with other parts beside or in place of theirs. */
function things(more: {
  readonly fields?: object
  readonly remind: object
  readonly further?: object
  readonly jobs: readonly object[]
  readonly detail?: object
}): App {
  const thing = {
    title: text('thing'),
    labelField: 'name',
    fields: {
      name: { type: 'string', title: text('name'), required: true },
      due: { type: 'date', title: text('due'), readPermissions: ['bookEdit'] },
      keeper: { type: 'ref', entity: 'account', title: text('keeper') },
      ...more.fields,
    },
    states: { open: { title: text('open') }, held: { title: text('held') } },
    transitions: {
      create: { title: text('add'), to: 'open', permissions: ['bookEdit'], form: ['name', 'due', 'keeper'] },
      remind: { title: text('remind'), from: ['open'], permissions: ['system'], ...more.remind },
      ...more.further,
    },
    jobs: more.jobs,
    detail:
      'detail' in more ? more.detail : { sections: [{ title: text('thing'), fields: ['name', 'due', 'keeper'] }] },
  }
  return compiledFixture([{ path: 'lending/thing.entity.json', text: JSON.stringify(thing) }])
}

/** What the entity means, with rules by their trees. */
const meaningOf = ({ entities: { thing } }: App): unknown =>
  JSON.parse(JSON.stringify(thing), (key, value: unknown) =>
    key === 'source' ? '' : key === 'internal' ? undefined : value,
  )

const message = { message: ['{name} 待办', '{name} is due'], messageKind: 'general' }
const toAll = { ...message, toGroup: 'librarians' }
const receivers = [
  { toFields: ['keeper'] },
  { toWhere: "state == 'active'", toPermissions: ['bookEdit'] },
  { toGroup: 'librarians' },
]
const days = ['1', 'due == null ? 2 : 3', '7']

it('means what it means written out', () => {
  const steps = receivers.map((receiver, at) => ({ afterDays: days[at], ...receiver }))
  const app = things({
    remind: { set: { name: "name + '!'" }, effects: [message, toAll] },
    jobs: [
      { transition: 'remind', where, everySeconds: 60, since: 'due', steps },
      { transition: 'remind', where: "name == 'again'", everySeconds: 90 },
    ],
  })
  const step = (at: number) => ({
    set: {
      name: "name + '!'",
      remindStep: at === 0 ? 'remindSince == due ? coalesce(remindStep, 1) : 1' : String(at + 1),
      remindSince: 'due',
    },
    effects: [{ ...message, ...receivers[at] }, toAll],
  })
  const further = (at: number) => ({
    title: [`remind ${at + 1}`, `REMIND ${at + 1}`],
    from: ['open'],
    permissions: ['system'],
    ...step(at),
  })
  const job = (at: number, last: string) => ({
    transition: at === 0 ? 'remind' : `remind${at + 1}`,
    where: `(${where}) && daysBetween(due, now()) >= (${days[at]}) && ${last}`,
    everySeconds: 60,
  })
  const writtenOut = things({
    fields: {
      remindStep: { type: 'int', title: ['remind · 第几步', 'REMIND · Last step'] },
      remindSince: { type: 'date', title: ['remind · 起算', 'REMIND · Counted from'], readPermissions: ['bookEdit'] },
    },
    remind: step(0),
    further: { remind2: further(1), remind3: further(2) },
    jobs: [
      job(0, '(remindSince == null || remindSince != due)'),
      { transition: 'remind', where: "name == 'again'", everySeconds: 90 },
      job(1, 'remindSince == due && remindStep == 1'),
      job(2, 'remindSince == due && remindStep == 2'),
    ],
  })
  expect(meaningOf(app)).toEqual(meaningOf(writtenOut))
})

it('counts from the moment of the state where nothing else is named', () => {
  const steps = [{ afterDays: '2', toFields: ['keeper'] }]
  const app = things({
    remind: { effects: [message] },
    jobs: [{ transition: 'remind', where, everySeconds: 60, steps }],
  })
  expect(app.entities.thing?.fields.remindSince?.type).toBe('datetime')
  expect(app.entities.thing?.jobs[0]?.where.source).toContain('remindSince != stateAt')
})

it('shows what the steps keep only where a manifest names it', () => {
  const steps = [{ afterDays: '2', toFields: ['keeper'] }]
  const jobs = [{ transition: 'remind', where, everySeconds: 60, steps }]
  const thingWith = (detail: object | undefined) =>
    things({ remind: { effects: [message] }, jobs, detail }).entities.thing!
  const shownIn = ({ detail: { sections } }: Entity) => sections.flatMap(({ fields }) => fields)
  const thing = thingWith(undefined)
  expect(shownIn(thing)).toEqual(['name', 'due', 'keeper', 'state', 'createdBy', 'createdAt', 'stateAt'])
  const offered = freeColumns(thing, { columns: [] }).map(({ field }) => field)
  expect(offered).toContain('due')
  expect(offered).not.toContain('remindSince')
  const named = { sections: [{ title: text('thing'), fields: ['name', 'remindStep'] }] }
  expect(shownIn(thingWith(named))).toEqual(['name', 'remindStep'])
})
