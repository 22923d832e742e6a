// Proves that a record is found by its known values in every entity that the caller may open,
// within row scope.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findRecords } from '../../../src/server/endpoints/lists/find/find'
import { explainRefusal } from '../../../src/server/endpoints/records/why'
import { readList } from '../../../src/server/endpoints/lists/list'
import { readOptions } from '../../../src/server/endpoints/lists/references/options'
import { asking, openReads } from './reads'
import type { Workshop } from '../mutation/workshop'

let workshop: Workshop
const ids: Record<string, number> = {}
const add = async (name: string, phone: string, rest: Parameters<Workshop['project']>[0] = {}) => {
  ids[name] = await workshop.project({ owner: workshop.idOf('north.worker'), name, ...rest })
  await workshop.database.query(sql`UPDATE project SET phone = ${phone} WHERE id = ${ids[name]}`)
}

beforeAll(async () => {
  workshop = await openReads()
  await add('沈明辉', '13615719287')
  await add('曾单', '13900007104')
  await add('crane', '13811115555')
  await add('Sora', '13811116666')
  await add('closed one', '13700004444', { state: 'closed' })
  await add('pressing', '13811117777', { kind: 'urgent', no: 'UP26030500042' })
  await add('pressing of old', '13811118888', { kind: 'urgent', no: 'PR25030500042' })
  const { me, tenant } = workshop.caller('south.worker')
  await add('沈名辉', '13615710000', { owner: me.id, team: me.team, house: tenant.id, createdBy: me.id })
}, 120_000)
afterAll(() => workshop?.close())

const found = async (who: string, words: string) =>
  (await findRecords(asking(workshop, who), { words })).groups
    .filter(({ entity }) => entity === 'project')
    .flatMap(({ records }) => records.map(({ label }) => label))

/** The entity with other facts. */
const withFacts = (who: string, entity: string, facts: readonly string[]) => {
  const context = asking(workshop, who)
  const entities = { ...context.app.entities, [entity]: { ...context.app.entities[entity]!, facts } }
  return { ...context, app: { ...context.app, entities } }
}

it.each([
  ['by initials', 'smh', ['沈明辉']],
  ['by the beginning of the initials, in capitals', 'SM', ['沈明辉']],
  ['by either reading of a character', 'zs', ['曾单']],
  ['by another reading of it', 'cd', ['曾单']],
  ['by the whole number', '13615719287', ['沈明辉']],
  ['by the number as people write it', '+86 136-1571 9287', ['沈明辉']],
  ['by its beginning', '1361571', ['沈明辉']],
  ['by its last four digits', '9287', ['沈明辉']],
  ['by its name', '明辉', ['沈明辉']],
  ['by the beginning of a number whose prefix follows its kind', 'up260305', ['pressing']],
  ['by a number from before that', 'pr250305', ['pressing of old']],
  ['not by digits in the midst of it', '5719', []],
  ['not by letters in the midst of the initials', 'mh', []],
  ['masked: by the whole number', '13700004444', ['closed one']],
  ['masked: not by its end, which is shown', '4444', []],
  ['masked: not by its beginning', '1370000', []],
])('a record is found %s', async (_, words, names) => {
  expect(await found('north.worker', words)).toEqual(names)
})

it.each(['13700004444', '4444', '1370000'])(
  'a masked number is found by %s where it may be seen whole',
  async (words) => {
    expect(await found('north.manager', words)).toEqual(['closed one'])
  },
)

it('nothing is found beyond the reach of the caller, nor of an entity that may not be opened', async () => {
  expect(await found('south.worker', 'smh')).toEqual(['沈名辉'])
  const { groups } = await findRecords(asking(workshop, 'north.guest'), { words: 'smh' })
  expect(groups.map(({ entity }) => entity)).not.toContain('project')
})

it('the list finds by the same keys, and so does a reference', async () => {
  const context = asking(workshop, 'north.worker')
  for (const words of ['smh', '9287', '13615719287']) {
    const { rows } = await readList(context, { screen: '/projects', words, want: { rows: true } })
    expect(rows?.map(({ label }) => label)).toEqual(['沈明辉'])
  }
  await workshop.database.query(sql`UPDATE project SET state = 'running' WHERE id = ${ids['沈明辉']}`)
  const offered = await readOptions(context, { entity: 'task', transition: 'create', field: 'project', words: 'smh' })
  expect(offered.options.map(({ label }) => label)).toEqual(['沈明辉'])
})

it('a record is found by the keys of what its facts refer to, within reach and not where that may not be read', async () => {
  const house = workshop.caller('north.worker').tenant.id
  const task = await workshop.insert('task', { house, project: ids['沈明辉'], title: 'paint', state: 'open' })
  const tasksFound = async (who: string, words: string, facts: readonly string[]) => {
    const { groups } = await findRecords(withFacts(who, 'task', facts), { words })
    return groups.flatMap(({ entity, records }) => (entity === 'task' ? records.map(({ id }) => id) : []))
  }
  for (const words of ['沈明辉', 'smh', '9287']) {
    expect(await tasksFound('north.worker', words, ['project']), words).toEqual([task])
    expect(await tasksFound('north.worker', words, ['title']), words).toEqual([])
    for (const who of ['south.worker', 'north.guest']) expect(await tasksFound(who, words, ['project'])).toEqual([])
  }
})

it('the end of a number precedes the same digits within others, however many those are', async () => {
  const house = workshop.caller('north.worker').tenant.id
  await add('of the digits', '13612346421')
  await add('ending so', '13600000000', { no: 'PR26000006421' })
  const first = await workshop.insert('task', { house, project: ids['of the digits'], title: 'first', state: 'open' })
  for (let index = 0; index < 60; index += 1) {
    await add(`later ${index}`, '13600000000', { no: `PR2664210${String(index).padStart(4, '0')}`, state: 'running' })
    await workshop.insert('task', { house, project: ids[`later ${index}`], title: `later ${index}`, state: 'open' })
  }
  await workshop.database.query(sql`UPDATE project SET state = 'running' WHERE id = ${ids['of the digits']}`)
  const projects = await found('north.worker', '6421')
  expect(projects.slice(0, 2)).toEqual(['ending so', 'of the digits'])
  expect(projects).toHaveLength(8)
  expect((await found('north.worker', 'later 6421')).every((name) => name?.startsWith('later'))).toBe(true)
  const { groups } = await findRecords(withFacts('north.worker', 'task', ['project']), { words: '6421' })
  expect(groups.find(({ entity }) => entity === 'task')?.records[0]?.id).toBe(first)
  const request = { entity: 'task', transition: 'create', field: 'project', words: '6421' }
  const offered = await readOptions(asking(workshop, 'north.worker'), request)
  expect(offered.options.slice(0, 2).map(({ label }) => label)).toEqual(['ending so', 'of the digits'])
  expect(offered.options).toHaveLength(50)
  expect(offered.more).toBe(true)
  await workshop.database.query(sql`DELETE FROM project WHERE "no" LIKE 'PR266421%'`)
})

it('facts of the record referred to are shown as its reader may see them', async () => {
  const { me, tenant } = workshop.caller('north.worker')
  const project = ids['closed one']
  await workshop.database.query(sql`UPDATE project SET margin = 12 WHERE id = ${project}`)
  const id = await workshop.insert('task', {
    house: tenant.id,
    project,
    title: 'sweep',
    state: 'open',
    createdBy: me.id,
  })
  const hint = async (who: string) => {
    const facts = ['project', 'project.phone', 'project.margin']
    const { groups } = await findRecords(withFacts(who, 'task', facts), { words: 'sweep' })
    return groups.find(({ entity }) => entity === 'task')?.records.map((record) => record.hint)
  }
  expect(await hint('north.worker')).toEqual(['closed one · 137****4444'])
  expect(await hint('north.manager')).toEqual(['closed one · 13700004444 · 12.00'])
  await workshop.database.query(sql`DELETE FROM task WHERE id = ${id}`)
})

it('records of an entity that is hidden in the palette are found by lists and choices alone', async () => {
  const context = asking(workshop, 'north.worker')
  const project = { ...context.app.entities.project!, hideInPalette: true }
  const hiding = { ...context, app: { ...context.app, entities: { ...context.app.entities, project } } }
  const { groups } = await findRecords(hiding, { words: 'smh' })
  expect(groups.map(({ entity }) => entity)).not.toContain('project')
  const { actions } = await findRecords(hiding, { words: 'smh edit' })
  expect(actions.filter(({ record }) => record?.entity === 'project')).toEqual([])
  const { rows } = await readList(hiding, { screen: '/projects', words: 'smh', want: { rows: true } })
  expect(rows?.map(({ label }) => label)).toEqual(['沈明辉'])
})

it('an action on a record is found by its title beside what the record is found by, where it is possible now', async () => {
  const context = asking(workshop, 'north.worker')
  const asked = async (words: string) =>
    (await findRecords(context, { words })).actions.flatMap(({ action, record }) =>
      record ? [[action, record.label]] : [],
    )
  for (const words of ['沈明辉 edit', '给沈明辉edit', 'edit 沈明辉', 'smh edi', 'edit for 沈明辉'])
    expect(await asked(words), words).toContainEqual(['edit', '沈明辉'])
  expect(await asked('给crane edit')).toContainEqual(['edit', 'crane'])
  // Neither a title nor a connecting word counts within another word.
  expect(await asked('credit')).toEqual([])
  expect(await asked('edit Soto')).toEqual([])
  expect(await asked('closed one edit')).toEqual([])
  expect(await asked('沈名辉 edit')).toEqual([])
  expect(await asked('沈明辉')).toEqual([])
})

it('an action that cannot be run now is found apart, and why it cannot', async () => {
  const refusedFor = async (who: string, words: string) => {
    const context = asking(workshop, who)
    const { actions, refused } = await findRecords(context, { words })
    const reasons = await Promise.all(
      refused.map(async ({ action, record }) => {
        const [entity, transition] = record ? [record.entity, action] : action.split('.')
        const why = await explainRefusal(context, { entity, transition, ...(record && { id: record.id }) })
        return [action, record?.label, ...why.refused.flatMap(({ conditions }) => conditions.map(({ kind }) => kind))]
      }),
    )
    return { actions: actions.map(({ action }) => action), reasons }
  }
  expect((await refusedFor('north.worker', 'closed one edit')).reasons).toContainEqual(['edit', 'closed one', 'state'])
  // What others alone may do is found, too.
  expect((await refusedFor('north.worker', 'crane close')).reasons).toContainEqual(['close', 'crane', 'scope'])
  // Nothing is refused that is offered, nor where no record is found.
  expect((await refusedFor('north.worker', 'crane edit')).reasons.map(([action]) => action)).not.toContain('edit')
  expect((await refusedFor('north.worker', '沈名辉 edit')).reasons).toEqual([])
})

it('says of a number or a screen that it exists and may not be opened, and shows nothing of it', async () => {
  const no = 'PR26112400001'
  await workshop.database.query(sql`UPDATE project SET "no" = ${no} WHERE id = ${ids['closed one']}`)
  const other = await findRecords(asking(workshop, 'north.guest'), { words: no })
  expect(other.groups).toEqual([])
  expect(other.withheld.map(({ record }) => record)).toEqual([{ entity: 'project', number: no }])
  const why = async (who: string, number: string) =>
    (await explainRefusal(asking(workshop, who), { entity: 'project', number })).refused.map(({ conditions }) =>
      conditions.map(({ kind }) => kind),
    )
  expect(await why('north.guest', no)).toEqual([['permission']])
  expect(await why('north.stranger', no)).toEqual([['scope']])
  expect(await why('north.worker', no)).toEqual([])
  // A number of another tenant is refused like one that is not assigned.
  for (const [who, number] of [
    ['south.worker', no],
    ['north.guest', no.replace('1', '2')],
  ] as const)
    await expect(why(who, number)).rejects.toMatchObject({ key: 'record_not_reachable' })
  expect(JSON.stringify(other)).not.toContain('closed one')
  for (const [who, words] of [
    ['north.worker', no],
    ['south.worker', no],
    ['north.guest', no.slice(0, -1)],
  ] as const)
    expect((await findRecords(asking(workshop, who), { words })).withheld, `${who} ${words}`).toEqual([])
  for (const words of ['UP26030500042', 'PR25030500042'])
    expect((await findRecords(asking(workshop, 'north.guest'), { words })).withheld, words).toHaveLength(1)
  const { withheld } = await findRecords(asking(workshop, 'north.guest'), { words: '/projects' })
  expect(withheld.map(({ screen }) => screen)).toEqual(['/projects'])
})

it('what is searched too slowly is named and cut off in the database, and the rest is answered', async () => {
  const { database } = workshop
  await database.transaction(async ({ query }) => {
    await query(sql`LOCK TABLE "task" IN ACCESS EXCLUSIVE MODE`)
    const { groups, late } = await findRecords(asking(workshop, 'north.worker'), { words: '明辉' })
    expect(late).toEqual([{ en: workshop.app.entities.task!.title.en }])
    expect(groups.map(({ entity }) => entity)).toEqual(['project'])
    const waiting = await query(
      sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    )
    expect(waiting).toEqual([])
  })
})

it('the ends of numbers stay found where the search for other places of the digits takes too long', async () => {
  const { database } = workshop
  const context = asking(workshop, 'north.worker')
  const query: typeof context.query = (statement, limit) => {
    const isBroad = statement.text.includes('FROM "project"') && statement.text.includes('ILIKE')
    return database.query(isBroad ? sql`SELECT pg_sleep(30)` : statement, limit)
  }
  const { groups, late } = await findRecords({ ...context, query }, { words: '9287' })
  const project = groups.find(({ entity }) => entity === 'project')
  expect(project).toMatchObject({ more: true, records: [{ label: '沈明辉' }] })
  expect(late).not.toContainEqual(project!.title)
})

it('an action above a list that makes a record is found by its title', async () => {
  const context = asking(workshop, 'north.worker')
  const { actions } = await findRecords(context, { words: 'create' })
  expect(actions.map(({ action }) => action)).toContain('project.create')
})

it('without words it is every such action that the caller may run, and no record', async () => {
  const found = await findRecords(asking(workshop, 'north.worker'), { words: '' })
  expect(found.groups).toEqual([])
  expect(found.actions.map(({ action }) => action)).toContain('project.create')
  const guest = await findRecords(asking(workshop, 'north.guest'), { words: '' })
  expect(guest.actions.map(({ action }) => action)).not.toContain('project.create')
})
