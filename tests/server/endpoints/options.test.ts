// What a form or a search offers: the caller's reach, the rule of the field over the form's values,
// words, and names of what is there already.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { explainedOptions } from '../../../src/server/endpoints/lists/explainedOptions'
import type { NameScope, RuleNode } from '../../../src/manifest/model/rule'
import { callerText } from '../../../src/server/context/phrases'
import { ruleSentence } from '../../../src/server/mutation/guards/ruleSentence'
import { wordingOf } from '../../../src/server/endpoints/records/refusals/refusalWording'
import { wantedStates } from '../../../src/server/endpoints/records/refusals/stateSteps'
import { readOptions } from '../../../src/server/endpoints/lists/references/options'
import { asking, openReads, refusal } from './reads'
import type { Workshop } from '../mutation/workshop'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openReads()
}, 120_000)
afterAll(() => workshop?.close())

const labels = async (who: string, request: Parameters<typeof readOptions>[1]) =>
  (await readOptions(asking(workshop, who), request)).options.map((option) => option.label)
const owner = { entity: 'project', transition: 'create', field: 'owner' }

it('offers the own tenant by label, as far as the rule of the field goes', async () => {
  expect(await labels('north.worker', owner)).toEqual([
    'boss',
    'north.guest',
    'north.manager',
    'north.mate',
    'north.stranger',
    'north.worker',
  ])
  await workshop.database.query(sql`UPDATE person SET state = 'left' WHERE name = 'north.guest'`)
  expect(await labels('north.worker', owner)).not.toContain('north.guest')
})

it('asks the rule over the values of the form, whatever they are', async () => {
  const { team } = workshop.caller('north.stranger').me
  expect(await labels('north.worker', { ...owner, input: { team } })).toEqual(['north.stranger'])
  expect(await labels('north.worker', { ...owner, input: { team: { id: team, label: 'x' } } })).toEqual([
    'north.stranger',
  ])
  expect(
    await labels('north.worker', { ...owner, input: { team: 'nonsense', budget: {}, foreign: 1, plans: 7 } }),
  ).toContain('north.mate')
})

it('puts the form over the record that it changes', async () => {
  const id = await workshop.project({ owner: workshop.idOf('north.worker') })
  const edit = { entity: 'project', transition: 'edit', field: 'owner', id }
  expect(await labels('north.worker', edit)).toContain('north.mate')
  expect(await refusal(readOptions(asking(workshop, 'south.worker'), edit))).toMatchObject({ code: 2001 })
  expect(await refusal(readOptions(asking(workshop, 'north.stranger'), edit))).toMatchObject({ code: 2001 })
})

it('puts first what the rule of the field likes to have, over the values of the form or those of the record', async () => {
  const first = async (part: object) => {
    const { options } = await readOptions(asking(workshop, 'north.worker'), { ...owner, ...part })
    expect(options.length).toBeGreaterThan(2)
    const liked = options.filter((option) => option.first === true)
    expect(options.slice(0, liked.length)).toEqual(liked)
    return liked.map(({ label }) => label)
  }
  // Without a name the rule likes everyone.
  expect((await first({})).length).toBeGreaterThan(2)
  expect(await first({ input: { name: 'north.mate' } })).toEqual(['north.mate'])
  const id = await workshop.project({ name: 'north.stranger', owner: workshop.idOf('north.worker') })
  expect(await first({ transition: 'edit', id })).toEqual(['north.stranger'])
  await workshop.database.query(sql`DELETE FROM project WHERE id = ${id}`)
})

it('finds words in label and hint and says when there are more', async () => {
  expect(await labels('north.worker', { ...owner, words: 'MATE' })).toEqual(['north.mate'])
  expect(await labels('north.worker', { ...owner, words: '100%' })).toEqual([])
  const running = await Promise.all(
    Array.from({ length: 52 }, (_, at) =>
      workshop.project({ name: `many ${String(at).padStart(2, '0')}`, no: `M-${at}` }),
    ),
  )
  const found = await readOptions(asking(workshop, 'north.worker'), {
    entity: 'task',
    transition: 'create',
    field: 'project',
    words: 'many',
  })
  expect(found.options).toHaveLength(50)
  expect(found.more).toBe(true)
  expect(found.options[0]).toEqual({ id: running[0], label: 'many 00', hint: 'M-0' })
  expect(
    await labels('north.worker', { entity: 'task', transition: 'create', field: 'project', words: 'M-51' }),
  ).toEqual(['many 51'])
})

it('puts first what was chosen last, as far as it may be chosen now', async () => {
  const project = { entity: 'task', transition: 'create', field: 'project' }
  const read = async (part: object) =>
    (await readOptions(asking(workshop, 'north.worker'), { ...project, ...part })).recent?.map(({ label }) => label)
  for (const name of ['one', 'two', 'three', 'four']) await workshop.project({ name, flags: 'beside' })
  const ids: number[] = []
  for (const [name, values] of Object.entries({
    earlier: {},
    later: {},
    'of the mate': { owner: workshop.idOf('north.mate'), createdBy: workshop.idOf('north.mate') },
    closed: { state: 'closed' },
  }))
    ids.push(await workshop.project({ name, flags: 'beside', ...values }))
  const [earlier, later, ...beyond] = ids
  expect(await read({ recent: [...beyond, later, earlier, 999_999] })).toEqual(['later', 'earlier'])
  expect(await read({ recent: beyond })).toBeUndefined()
  expect(await read({ recent: ids, words: 'earlier' })).toBeUndefined()
  expect(await read({ recent: ids, ids: [later] })).toBeUndefined()
  // All of a few are seen at a glance.
  const few = { ...owner, field: 'owner', recent: [workshop.idOf('north.mate')] }
  expect((await readOptions(asking(workshop, 'north.worker'), few)).recent).toBeUndefined()
  await workshop.database.query(sql`DELETE FROM project WHERE flags = 'beside'`)
})

it('writes numbers and moments among the facts as tables do', async () => {
  const id = await workshop.project({ name: 'costly', no: 'C-1', budget: '1234567.5' })
  await workshop.database.query(sql`UPDATE project SET "createdAt" = '2026-11-21 02:00:00+00' WHERE id = ${id}`)
  const context = asking(workshop, 'north.worker')
  const { app } = context
  const project = { ...app.entities.project!, facts: ['no', 'budget', 'createdAt'] }
  const { options } = await readOptions(
    { ...context, app: { ...app, entities: { ...app.entities, project } } },
    { entity: 'task', transition: 'create', field: 'project', words: 'costly' },
  )
  expect(options).toEqual([{ id, label: 'costly', hint: 'C-1 · 1,234,567.50 · 2026-11-21 10:00' }])
})

it('stays within the row scope of the offered entity', async () => {
  await workshop.project({
    name: 'of the mate',
    owner: workshop.idOf('north.mate'),
    createdBy: workshop.idOf('north.mate'),
  })
  const project = { entity: 'task', transition: 'create', field: 'project', words: 'of the mate' }
  expect(await labels('north.worker', project)).toEqual([])
  expect(await labels('north.mate', project)).toEqual(['of the mate'])
  expect(await labels('south.manager', project)).toEqual([])
})

it('names what is there already, offered or not, but nothing else out of reach', async () => {
  const guest = workshop.idOf('north.guest')
  const id = await workshop.project({ owner: workshop.idOf('north.worker') })
  await workshop.database.query(
    sql`UPDATE project SET owner = ${guest}, "createdBy" = ${workshop.idOf('north.worker')} WHERE id = ${id}`,
  )
  const ids = [guest, workshop.idOf('north.mate'), workshop.idOf('south.worker')]
  expect(await labels('north.worker', { ...owner, ids })).toEqual(['north.mate'])
  expect(
    (await labels('north.worker', { entity: 'project', transition: 'edit', field: 'owner', id, ids })).sort(),
  ).toEqual(['north.guest', 'north.mate'])
})

it('serves lines and searches', async () => {
  expect(
    await labels('north.worker', { entity: 'task', transition: 'create', field: 'steps.by', words: 'mate' }),
  ).toEqual(['north.mate'])
  expect(await labels('north.worker', { screen: '/projects', field: 'owner', words: 'guest' })).toEqual(['north.guest'])
  expect(await labels('north.manager', { screen: '/figures', field: 'owner', words: 'mate' })).toEqual(['north.mate'])
})

it('puts people whose account is closed last where one filters by a person', async () => {
  const context = asking(workshop, 'north.worker')
  const { app } = context
  const { left, ...states } = app.entities.person!.states
  const person = { ...app.entities.person!, states: { ...states, left: { ...left!, closed: true } } }
  const { options } = await readOptions(
    { ...context, app: { ...app, entities: { ...app.entities, person } } },
    { screen: '/projects', field: 'owner' },
  )
  expect(options.at(-1)?.label).toBe('north.guest')
})

it('refuses who may not run or open, and fields that are no reference', async () => {
  expect(await refusal(readOptions(asking(workshop, 'north.guest'), owner))).toMatchObject({ code: 2002 })
  expect(
    await refusal(readOptions(asking(workshop, 'north.guest'), { screen: '/projects', field: 'owner' })),
  ).toMatchObject({ code: 2002 })
  for (const field of ['name', 'first', 'steps.what', 'steps.by.name', '__proto__', 'owner.team'])
    expect(await refusal(readOptions(asking(workshop, 'north.worker'), { ...owner, field }))).toMatchObject({
      code: 2001,
    })
  expect(
    await refusal(readOptions(asking(workshop, 'north.worker'), { screen: '/projects', field: 'margin' })),
  ).toMatchObject({ code: 2001 })
  expect(
    await refusal(
      readOptions(asking(workshop, 'north.worker'), { entity: 'project', transition: 'constructor', field: 'owner' }),
    ),
  ).toMatchObject({ code: 2001 })
})

it('keeps to one tenant for who reaches all of them', async () => {
  const all = await labels('boss', owner)
  expect(all).toContain('south.worker')
  const { tenant, me } = workshop.caller('south.worker')
  const project = await workshop.project({ house: tenant.id, owner: me.id })
  const found = await labels('boss', { entity: 'task', transition: 'create', field: 'steps.by', input: { project } })
  expect(found.length).toBeGreaterThan(0)
  expect(found.every((name) => name.startsWith('south.'))).toBe(true)
  // Until the tenant is decided, it stands beside every name.
  const hints = async (who: string) =>
    (await readOptions(asking(workshop, who), { ...owner, words: 'south.worker' })).options.map(({ hint }) => hint)
  expect(await hints('boss')).toEqual([expect.stringContaining('South')])
  expect((await hints('south.worker')).join()).not.toContain('South')
})

it('looks behind a reference of the form, but not behind one out of reach', async () => {
  const { team } = workshop.caller('north.stranger').me
  const own = await workshop.project({ team })
  const others = await workshop.project({
    team,
    owner: workshop.idOf('north.mate'),
    createdBy: workshop.idOf('north.mate'),
  })
  const helper = { entity: 'task', transition: 'create', field: 'helper' }
  expect(await labels('north.worker', { ...helper, input: { project: own } })).toEqual(['north.stranger'])
  // Nobody's team is what the rule sees then, and only the administrator has none.
  expect(await labels('north.worker', { ...helper, input: { project: others } })).toEqual(['boss'])
})

it('says beside few options what they fulfil, and why a record that just fails it is not among them', async () => {
  const id = await workshop.project({ name: 'not begun', no: 'N-1', state: 'draft' })
  const request = { entity: 'task', transition: 'create', field: 'project', words: 'not begun' }
  const answer = await explainedOptions(asking(workshop, 'north.worker'), request)
  expect(answer).toMatchObject({ options: [], conditions: [expect.stringContaining('running')] })
  expect(answer.withheld).toEqual([
    { id, label: 'not begun', hint: 'N-1', reasons: expect.arrayContaining([expect.stringContaining('draft')]) },
  ])
  // Neither out of reach, nor where the records that a form excludes by its own values are countless.
  expect(await explainedOptions(asking(workshop, 'south.worker'), request)).not.toHaveProperty('withheld')
  const ofTeam = { ...owner, field: 'owner', input: { team: 0 } }
  expect(await explainedOptions(asking(workshop, 'north.worker'), ofTeam)).not.toHaveProperty('withheld')
})

it('names what creates a missing record, for who may, where the rule can offer it, and the input of the words', async () => {
  const creationFor = async (who: string, request: Parameters<typeof readOptions>[1]) =>
    (await explainedOptions(asking(workshop, who), request)).creation
  const team = { entity: 'project', transition: 'create', field: 'team' }
  const creation = { title: expect.any(String) as string, entity: 'team', transition: 'create' }
  expect(await creationFor('boss', team)).toEqual(creation)
  expect(await creationFor('boss', { ...team, words: ' Carpenters ' })).toEqual({ ...creation, field: 'name' })
  // A part of a number is no name.
  expect(await creationFor('boss', { ...team, words: '1390' })).toEqual(creation)
  expect(await creationFor('north.worker', team)).toBeUndefined()
  const ofTask = { entity: 'task', transition: 'create', field: 'project' }
  const first = { entity: 'project', transition: 'create', field: 'owner' }
  // A new project is a draft, and a task needs one that runs.
  expect(await creationFor('north.worker', ofTask)).toBeUndefined()
  expect(await creationFor('boss', { ...first, ids: [workshop.idOf('boss')] })).toBeUndefined()
  expect(await creationFor('boss', { screen: '/projects', field: 'owner' })).toBeUndefined()
})

it('takes a comparison of a state for one of the record only where it is that', () => {
  const { project } = workshop.app.entities
  const comparison = (scope: NameScope): RuleNode => ({
    kind: 'binary',
    type: 'boolean',
    op: '==',
    left: { kind: 'name', type: 'text', scope, path: ['state'] },
    right: { kind: 'literal', type: 'text', value: 'running' },
  })
  expect(wantedStates(project!, comparison('record'))).toEqual(['running'])
  for (const scope of ['input', 'before', 'this'] as const)
    expect(wantedStates(project!, comparison(scope)), scope).toBeUndefined()
})

it('words a missing reference otherwise than an empty value', () => {
  const context = asking(workshop, 'north.worker')
  const sentence = (name: string, op: '==' | '!=') => {
    const left: RuleNode = { kind: 'name', type: 'text', scope: 'record', path: [name] }
    const right: RuleNode = { kind: 'literal', type: 'text', value: null }
    const node: RuleNode = { kind: 'binary', type: 'boolean', op, left, right }
    return callerText(context, ruleSentence(wordingOf(context, context.app.entities.project!), node)!)
  }
  const title = (name: string) => context.app.entities.project!.fields[name]!.title.en!
  expect(sentence('owner', '==')).toBe(`It has no “${title('owner')}”`)
  expect(sentence('owner', '!=')).toBe(`It has a “${title('owner')}”`)
  expect(sentence('name', '==')).toBe(`${title('name')} must be empty`)
})

it('words the tenant of the record otherwise than the field that names it', () => {
  const context = asking(workshop, 'north.worker')
  const { app } = context
  const tenant = app.access.identity.tenantEntity
  const left: RuleNode = { kind: 'name', type: 'number', scope: 'record', path: [tenant] }
  const right: RuleNode = { kind: 'name', type: 'number', scope: 'tenant', path: [] }
  const node: RuleNode = { kind: 'binary', type: 'boolean', op: '==', left, right }
  const sentence = callerText(context, ruleSentence(wordingOf(context, app.entities.project!), node)!)
  const title = app.entities.project!.fields[tenant]!.title.en!
  expect(sentence).toBe(`${title} must be the same ${app.entities[tenant]!.title.en!}`)
})
