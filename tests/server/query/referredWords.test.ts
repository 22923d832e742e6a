// Proves that the quick searches of a list and of a choice find by the referred records, within row
// scope.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RequestContext } from '../../../src/server/endpoints/contract/operation'
import { exportList } from '../../../src/server/endpoints/lists/export'
import { readList } from '../../../src/server/endpoints/lists/list'
import { readOptions } from '../../../src/server/endpoints/lists/references/options'
import { RequestAborted } from '../../../src/server/database/connection/cancelOnAbort'
import { asking, refusal } from '../endpoints/reads'
import { compileWorkshop } from '../mutation/manifests'
import { moment, Workshop } from '../mutation/workshop'

const app = compileWorkshop((files) => {
  const project = files['work/project.entity.json'] as {
    fields: Record<string, object>
    readPermissions: string[]
    facts: string[]
  }
  project.facts = ['owner', 'kind']
  project.fields.phone = { type: 'mobile', title: ['电话', 'Phone'], mask: { states: ['closed'], unmasked: [3, 4] } }
  project.readPermissions = ['projects']
  const task = files['work/task.entity.json'] as { fields: Record<string, object> }
  task.fields.helper = {
    type: 'ref',
    entity: 'person',
    title: ['帮手', 'Helper'],
    readPermissions: ['managing'],
  }
  const withheld = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
  for (const name of withheld) task.fields[name] = { ...task.fields.helper, title: [name, name] }
  files['work/Crowded.screen.json'] = {
    kind: 'list',
    path: '/crowded',
    title: ['很多列', 'Crowded'],
    entity: 'task',
    columns: ['title', ...withheld, 'project'],
    permissions: ['projects'],
  }
  files['work/Phones.screen.json'] = {
    kind: 'list',
    path: '/phones',
    title: ['电话', 'Phones'],
    entity: 'task',
    columns: ['title', 'project', 'project.phone'],
    permissions: ['money'],
  }
  Object.assign(files['work/Tasks.screen.json']!, {
    export: true,
    columns: ['title', 'project', 'project.owner', 'helper', 'state'],
    filters: [],
    tabsBy: 'state',
    permissions: ['projects', 'money'],
  })
  ;(files['work/task.entity.json'] as { readPermissions?: string[] }).readPermissions = ['projects', 'money']
})

let workshop: Workshop
const add = async (title: string, of: { name: string; phone: string } & Record<string, unknown>, rest = {}) => {
  const project = await workshop.project(of)
  const { me, tenant } = workshop.caller('north.worker')
  await workshop.insert('task', {
    house: tenant.id,
    no: `T${title}`,
    title,
    project,
    state: 'open',
    createdBy: me.id,
    ...rest,
  })
}

beforeAll(async () => {
  workshop = await Workshop.open(app)
  const elsewhere = workshop.idOf('north.stranger')
  await add('mine', { name: '沈明辉', phone: '13615719287', no: 'PR77001' })
  await add('done', { name: 'closed one', phone: '13700004444', state: 'closed' }, { state: 'done' })
  await add(
    'helped',
    { name: 'plain 1201, 2026-11-28', phone: '13700001111' },
    { helper: workshop.idOf('north.guest') },
  )
  await add('foreign', {
    name: '曾单',
    phone: '13900007104',
    owner: elsewhere,
    createdBy: elsewhere,
    team: workshop.caller('north.stranger').me.team,
  })
  const { me, tenant } = workshop.caller('south.worker')
  const south = { house: tenant.id, owner: me.id, createdBy: me.id, team: me.team }
  await add('south', { name: '沈名辉', phone: '13615719287', ...south }, { house: tenant.id, createdBy: me.id })
}, 120_000)
afterAll(() => workshop?.close())

const titles = async (words: string, who = 'north.worker') =>
  (await readList(asking(workshop, who), { screen: '/tasks', words, want: { rows: true } })).rows!.map(
    ({ label }) => label,
  )

describe('a list is found by the record that a column names', () => {
  it.each([
    ['by its name', '明辉', ['mine']],
    ['by the initials of its name', 'smh', ['mine']],
    ['by its number', 'PR77001', ['mine']],
    ['by the end of its mobile number', '9287', ['mine']],
    ['by the whole of it', '13615719287', ['mine']],
    ['by a mobile number written in groups', '137 0000-1111', ['helped']],
    ['by one with its country code', '+8613700001111', ['helped']],
    ['by one in the invisible marks of an address book', '\u202d13700001111\u202c', ['helped']],
    ['by digits and dashes as its name has them', '2026-11-28', ['helped']],
    ['by several numbers in its name', '1201 2026', ['helped']],
    ['by every word together', '明辉 9287', ['mine']],
    ['by what the list itself has, as before', 'done', ['done']],
    ['masked: by the whole number', '13700004444', ['done']],
    ['masked: not by its end', '4444', []],
    ['behind the reference of a reference, by its name', 'north.stranger', ['foreign']],
  ])('%s', async (_, words, expected) => expect(await titles(words)).toEqual(expected))

  it('beyond the row scope by the name alone, which the list shows', async () => {
    expect(await titles('曾单')).toEqual(['foreign'])
    for (const key of ['7104', '13900007104', 'zd', 'cd']) expect(await titles(key)).toEqual([])
    for (const key of ['7104', 'cd']) expect(await titles(key, 'north.manager')).toEqual(['foreign'])
  })

  it('whatever columns that the caller may not read stand before', async () => {
    const request = { screen: '/crowded', words: '明辉', want: { rows: true } }
    const { rows } = await readList(asking(workshop, 'north.worker'), request)
    expect(rows!.map(({ label }) => label)).toEqual(['mine'])
  })

  it('not by a reference that the caller may not read', async () => {
    expect(await titles('north.guest', 'north.manager')).toEqual(['helped'])
    expect(await titles('north.guest')).toEqual([])
  })

  it('by the name alone where the records may not be opened', async () => {
    const { codes, ...manager } = workshop.caller('north.manager')
    const cashier = { ...asking(workshop, 'north.manager'), caller: { ...manager, codes: new Set(['money']) } }
    const titlesFor = async (words: string, screen = '/tasks') =>
      (await readList(cashier, { screen, words, want: { rows: true } })).rows!.map(({ label }) => label)
    expect(codes.has('projects')).toBe(true)
    expect(await titlesFor('明辉')).toEqual(['mine'])
    expect(await titlesFor('9287')).toEqual([])
    // Where the list shows the number as well.
    expect(await titlesFor('9287', '/phones')).toEqual(['mine'])
    expect(await titlesFor('4444', '/phones')).toEqual([])
  })

  it('in no other tenant', async () => {
    expect(await titles('辉', 'north.manager')).toEqual(['mine'])
    expect(await titles('辉', 'south.worker')).toEqual(['south'])
    expect((await titles('辉', 'boss')).toSorted()).toEqual(['mine', 'south'])
  })
})

it('a choice is found by the record that its facts name', async () => {
  const offered = async (words: string) => {
    const request = { entity: 'task', transition: 'create', field: 'project', words }
    return (await readOptions(asking(workshop, 'north.manager'), request)).options.map(({ label, hint }) => [
      label,
      hint,
    ])
  }
  const mine = ['沈明辉', 'north.worker · plain']
  expect(new Set(await offered('north.worker'))).toEqual(
    new Set([mine, ['plain 1201, 2026-11-28', 'north.worker · plain']]),
  )
  expect(await offered('明辉')).toEqual([mine])
  expect(await offered('nobody')).toEqual([])
})

it('counts, tabs and pages are of the same records', async () => {
  const { total, tabs, rows } = await readList(asking(workshop, 'boss'), {
    screen: '/tasks',
    words: '辉',
    size: 1,
    page: 2,
    want: { rows: true, total: 'exact', tabs: true },
  })
  expect(total).toEqual({ count: 2, more: false })
  expect(tabs).toMatchObject({ open: 2, done: 0 })
  expect(rows).toHaveLength(1)
})

it('beyond a thousand records the newest count, and the answer names the column', async () => {
  const { me, tenant } = workshop.caller('north.worker')
  await workshop.database.query(sql`INSERT INTO "project" ("house", "version", "state", "stateAt", "createdAt",
      "createdBy", "owner", "no", "name", "kind", "rate", "rounds")
    SELECT ${tenant.id}, 1, 'running', ${moment}, ${moment}, ${me.id}, ${me.id}, 'MANY' || n, '许多' || n, 'plain', 1, 0
    FROM generate_series(1, 1001) AS n`)
  await workshop.database
    .query(sql`INSERT INTO "task" ("house", "version", "state", "stateAt", "createdAt", "createdBy",
      "no", "title", "project")
    SELECT "house", 1, 'open', "createdAt", "createdAt", "createdBy", 'TK' || "no", 'task ' || "id", "id"
    FROM "project" WHERE "no" IN ('MANY1', 'MANY2')`)
  const { cut, rows } = await readList(asking(workshop, 'north.worker'), {
    screen: '/tasks',
    words: '许多',
    want: { rows: true },
  })
  expect(cut).toEqual([{ en: 'Project' }])
  expect(rows).toHaveLength(1)
  const precise = await readList(asking(workshop, 'north.worker'), {
    screen: '/tasks',
    words: '许多1',
    want: { rows: true },
  })
  expect(precise.cut).toBeUndefined()
  const exported = { screen: '/tasks', format: 'csv', words: '许多' } as const
  expect((await refusal(exportList(asking(workshop, 'north.worker'), exported))).message).toBe(
    'Not everything could be searched for the words behind Project, so the export would lack records. ' +
      'Please use more precise words',
  )
})

it('all the records of the one that the words find lead to those of the list', async () => {
  const request = { screen: '/tasks', words: 'north.worker', size: 50, want: { rows: true } }
  const { cut, rows } = await readList(asking(workshop, 'north.worker'), request)
  expect(cut).toBeUndefined()
  expect(rows!.filter(({ label }) => label.startsWith('task '))).toHaveLength(2)
})

/** The texts of the statements that a list with these words runs. */
async function statementsOf(rest: object) {
  const texts: string[] = []
  const context = asking(workshop, 'north.worker')
  const query: RequestContext['query'] = (statement) => {
    texts.push(statement.text.replace(/\s+/g, ' '))
    return workshop.database.query(statement)
  }
  await readList({ ...context, query }, { screen: '/tasks', want: { rows: true }, ...rest })
  return texts
}

it('what leads to the records found is of the tenant', async () => {
  const texts = await statementsOf({ words: 'north.stranger' })
  const between = texts.filter((text) => /FROM "project" .*"owner" = ANY/.test(text))
  expect(between).toHaveLength(1)
  expect(between[0]).toMatch(/"house" = /)
})

it('one list of values looks an index up', async () => {
  const list = { field: 'project', operator: 'in', value: [1, 2] }
  const last = async (filters: object[]) => (await statementsOf({ words: '明辉', filters })).at(-1)
  const second = /OR \(\S+"project" = ANY\(\S+\)\) IS TRUE/
  expect(await last([list])).toMatch(second)
  expect(await last([{ ...list, value: [1] }])).not.toMatch(second)
})

it('a search that takes too long costs its column, not the list', async () => {
  const context = asking(workshop, 'north.worker')
  const query: RequestContext['query'] = async (statement, limit) => {
    if (!limit || !/FROM "person"/.test(statement.text)) return workshop.database.query(statement)
    await new Promise((resolve) => limit.addEventListener('abort', resolve, { once: true }))
    throw new RequestAborted('It took too long.')
  }
  const late = await readList({ ...context, query }, { screen: '/tasks', words: '明辉', want: { rows: true } })
  expect(late.rows!.map(({ label }) => label)).toEqual(['mine'])
  expect(late.cut).toHaveLength(1)
  const nothing = await readList({ ...context, query }, { screen: '/tasks', words: 'nobody', want: { rows: true } })
  expect(nothing).toMatchObject({ rows: [], cut: late.cut })
})
