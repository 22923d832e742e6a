// Tests that a check of an entity that names transitions equals the same check in each of them.
import { describe, expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import { compile } from '../../src/manifest/compile'
import { inChinese } from '../../src/manifest/problems/chinese/chinese'
import { compiledFixture, fixture, names, problemsOf } from './sources'

const text = (name: string) => [name, name.toUpperCase()]
const rule = "price == null || price < vars.limit && input.reason != 'gift'"
const check = { rule, message: ['最多 {vars.limit}', 'At most {vars.limit}'], field: 'price' }
const { field: _beside, ...plain } = check

interface Checks {
  readonly entity?: readonly object[]
  readonly create?: readonly object[]
  readonly edit?: readonly object[]
  readonly correct?: readonly object[]
}

/** Two forms ask for the price, the correction does not. */
const thingWith = ({ entity, create, edit, correct }: Checks) => {
  const asking = (checks: readonly object[] | undefined, form: readonly string[], more: object) => ({
    title: text('change'),
    permissions: ['bookEdit'],
    inputs: { reason: { type: 'string', title: text('reason') } },
    vars: { limit: { count: 'thing', where: 'createdBy == me.id' } },
    form: [...form, 'reason'],
    ...(checks && { checks }),
    ...more,
  })
  return {
    path: 'lending/thing.entity.json',
    text: JSON.stringify({
      title: text('thing'),
      fields: {
        name: { type: 'string', title: text('name'), required: true },
        price: { type: 'money', title: text('price') },
      },
      states: { here: { title: text('here') } },
      ...(entity && { checks: entity }),
      transitions: {
        create: asking(create, ['name', 'price'], { to: 'here' }),
        edit: asking(edit, ['price'], { from: ['here'] }),
        correct: asking(correct, ['name'], { from: ['here'] }),
      },
    }),
  }
}

/** The same with a transition that a job runs in two steps. */
const remindedThing = (checks: readonly object[]) => {
  const step = (after: number) => ({ afterDays: String(after), toFields: ['createdBy'] })
  const remind = {
    title: text('remind'),
    from: ['here'],
    permissions: ['system'],
    effects: [{ message: text('due'), messageKind: 'general' }],
  }
  const { path, text: json } = thingWith({ create: [check], edit: [check], correct: [plain] })
  const thing = JSON.parse(json) as { transitions: object }
  const jobs = [{ transition: 'remind', where: 'price == null', everySeconds: 3600, steps: [step(1), step(2)] }]
  const entity = { ...thing, checks, jobs, transitions: { ...thing.transitions, remind } }
  return { path, text: JSON.stringify(entity) }
}

const own = { rule: 'name != null', message: ['没有名称', 'No name'] }
const meaningOf = (app: App): App => ({ ...app, revision: '' })
const appWith = (checks: Checks) => meaningOf(compiledFixture([thingWith(checks)]))

describe('a check of an entity that names transitions', () => {
  it('means what it means at the end of each of them, with its field where a form has it', () => {
    const shared = appWith({
      entity: [{ ...check, transitions: ['create', 'edit', 'correct'] }],
      create: [own],
      correct: [own],
    })
    expect(shared).toEqual(appWith({ create: [own, check], edit: [check], correct: [own, plain] }))
  })

  it('leaves the others alone', () => {
    const others = { create: [check], edit: [check], correct: [plain] }
    const { transitions } = appWith({ ...others, entity: [{ ...own, transitions: ['create'] }] }).entities.thing!
    expect(Object.values(transitions).map(({ checks }) => checks.length)).toEqual([2, 1, 1])
    expect(transitions.create!.checks[1]!.message).toEqual({ zh: '没有名称', en: 'No name' })
  })

  it.each([
    ['an unknown transition', { ...own, transitions: ['create', 'edt'] }, /no transition `edt`[^]*Did you mean "edit"/],
    ['a field of no form', { ...own, transitions: ['edit'], field: 'name' }, /no field of these forms `name`/],
    ['exceptions too', { ...own, transitions: ['edit'], exceptTransitions: ['create'] }, /has either `transitions` or/],
    ['a field without transitions', { ...own, field: 'price' }, /`field` has no effect/],
  ])('with %s is one problem', (_, entity, message) => {
    const others = { create: [check], edit: [check], correct: [plain] }
    const problems = problemsOf([thingWith({ ...others, entity: [entity] })])
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(message)
  })

  it.each([{ transitions: ['remind', 'edti', 'correct'] }, { exceptTransitions: ['remind', 'edti'] }])(
    'marks the unknown one of %o behind a transition with steps',
    (listed) => {
      const source = remindedThing([{ ...own, ...listed }])
      const problems = problemsOf([source])
      expect(problems).toHaveLength(1)
      expect(problems[0]).toContain(`:1:${source.text.indexOf('edti') + 1} `)
    },
  )

  it('with a name that one of them lacks tells which', () => {
    const { path, text: json } = thingWith({
      correct: [plain],
      entity: [{ ...check, transitions: ['create', 'edit'] }],
    })
    const thing = JSON.parse(json) as { transitions: { edit: { vars?: object } } }
    delete thing.transitions.edit.vars
    const sources = [{ path, text: JSON.stringify(thing) }]
    const problems = problemsOf(sources)
    expect(problems.length).toBeGreaterThan(0)
    for (const problem of problems)
      expect(problem).toMatch(/There is no name "limit" here[^]*In `edit`, which this check names\./)
    const compiled = compile(fixture(sources), names)
    const [problem] = compiled.ok ? [] : compiled.problems
    expect(inChinese(problem!).hint).toBe('问题出在此检查列出的 `edit` 中。')
  })

  it('holds for each step of a job, and excepts them all', () => {
    const checks = [
      { ...own, transitions: ['remind'] },
      { ...own, exceptTransitions: ['remind'] },
    ]
    const { transitions } = compiledFixture([remindedThing(checks)]).entities.thing!
    const counts = Object.fromEntries(Object.values(transitions).map(({ name, checks }) => [name, checks.length]))
    expect(counts).toEqual({ create: 1, edit: 2, correct: 2, remind: 1, remind2: 1 })
  })
})
