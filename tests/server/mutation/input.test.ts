// Proves that every field of a form is checked, and all its errors are returned at once.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Workshop } from './workshop'

let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open()
}, 120_000)
afterAll(() => workshop?.close())

const worker = 'north.worker'
let count = 0
const fresh = () => `project ${++count}`
const errors = async (values: Record<string, unknown>, who = worker) =>
  (await workshop.refused(who, 'project.create', { values })).fields

describe('values', () => {
  it('are all checked, and every mistake is told by its field', async () => {
    expect(
      await workshop.refused(worker, 'project.create', {
        values: { budget: '-1', kind: 'sour', owner: 'me', endsOn: '2026-02-30', nonsense: true },
      }),
    ).toEqual({
      code: 2001,
      message: 'Please check your entries',
      fields: {
        name: 'Required',
        budget: 'Not less than 0',
        kind: 'Choose one of the options',
        owner: 'Choose a record',
        endsOn: 'Choose a valid date',
        nonsense: 'Unknown parameter',
      },
    })
  })

  it('under any name that nobody asked for are refused, inherited ones too', async () => {
    const values = JSON.parse(
      '{"name":"proto","__proto__":1,"constructor":2,"id":3,"state":"running","house":1,"spent":4}',
    ) as Record<string, unknown>
    expect(Object.keys(await errors(values)).sort()).toEqual([
      '__proto__',
      'constructor',
      'house',
      'id',
      'spent',
      'state',
    ])
  })

  it('obey the rules of their field, on the day of the app', async () => {
    expect(await errors({ name: fresh(), endsOn: '2026-03-04' })).toEqual({ endsOn: 'Not before today' })
  })

  it('are required and left out as the form says', async () => {
    expect(await errors({ name: fresh(), kind: 'urgent' })).toEqual({ reason: 'Required' })
    const { id } = await workshop.run(worker, 'project.create', {
      values: { name: fresh(), kind: 'plain', reason: 'nobody asked' },
    })
    expect((await workshop.record('project', id)).reason).toBeNull()
  })

  it('go with the answer that they belong to, unless the form hides them from the caller anyway', async () => {
    const reasonAfter = async (who: string, values: Record<string, unknown>) => {
      const id = await workshop.project({ kind: 'urgent', reason: 'rain', budget: '1' })
      await workshop.run(who, 'project.edit', { id, version: 1, values })
      const [logged] = await workshop.all('trail', sql`"entity" = 'project' AND "recordId" = ${id}`)
      return [(await workshop.record('project', id)).reason, JSON.parse(String(logged?.data))]
    }
    expect(await reasonAfter(worker, { kind: 'plain' })).toEqual([
      null,
      expect.objectContaining({ reason: { before: 'rain', after: null } }),
    ])
    expect((await reasonAfter(worker, { budget: '2', reason: undefined }))[0]).toBe('rain')
    expect((await reasonAfter('boss', { kind: 'plain' }))[0]).toBe('rain')
  })

  it('of a choice are in use, or were there already, and offered by this form', async () => {
    expect(await errors({ name: fresh(), kind: 'old' })).toEqual({ kind: 'Choose one of the options' })
    const id = await workshop.project({ kind: 'old' })
    await workshop.run(worker, 'project.edit', { id, version: 1, values: { kind: 'old', budget: null } })
    expect(
      (await workshop.refused(worker, 'project.edit', { id, version: 2, values: { kind: 'urgent' } })).fields,
    ).toEqual({ kind: 'Choose one of the options' })
    await workshop.run(worker, 'project.edit', { id, version: 2, values: { kind: 'urgent', budget: '1' } })
  })

  it('cannot hold what a database cannot', async () => {
    expect(Object.keys(await errors({ name: 'a\u0000b', reason: '\ud800', kind: 'urgent' }))).toEqual([
      'name',
      'reason',
    ])
  })

  it('of lines are told by line and cell', async () => {
    const project = await workshop.project()
    const steps = [
      { what: 'a', hours: '1', price: '1' },
      { hours: 'x', price: null },
      { what: 'c', hours: '0', price: '1', by: 999_999 },
    ]
    expect(
      (await workshop.refused(worker, 'task.create', { values: { project, title: 't', steps: steps.slice(0, 2) } }))
        .fields,
    ).toEqual({ 'steps.1.what': 'Required', 'steps.1.hours': 'Enter a number', 'steps.1.price': 'Required' })
    expect(
      (await workshop.refused(worker, 'task.create', { values: { project, title: 't', steps: [steps[0], steps[2]] } }))
        .fields,
    ).toEqual({
      'steps.1.hours': 'More than zero',
      'steps.1.by': 'The selected record does not exist or cannot be selected: By',
    })
  })

  it('of the remark are wanted, possible or needless', async () => {
    const id = await workshop.project()
    expect((await workshop.refused('north.mate', 'project.close', { id, version: 1, note: '  ' })).fields).toEqual({
      note: 'Required',
    })
    await workshop.run(worker, 'project.edit', { id, version: 1, note: '' })
    await workshop.run(worker, 'project.edit', { id, version: 2, note: 'why' })
    expect(
      (await workshop.refused(worker, 'task.create', { values: { project: id, title: 't' }, note: 'why' })).fields,
    ).toEqual({ note: 'This action does not take a note' })
  })
})

describe('references', () => {
  const unknown = 'The selected record does not exist or cannot be selected: Owner'

  it('must exist, be in reach, and be offered', async () => {
    const left = await workshop.insert('person', {
      house: workshop.caller(worker).tenant.id,
      name: 'left',
      login: '13811111111',
      reach: 'own',
      state: 'left',
    })
    expect(await errors({ name: fresh(), owner: 999_999 })).toEqual({ owner: unknown })
    expect(await errors({ name: fresh(), owner: left })).toEqual({
      owner: 'Owner left cannot be chosen: State is “left”',
    })
    expect(await errors({ name: fresh(), owner: workshop.idOf('south.worker') })).toEqual({ owner: unknown })
    const team = workshop.caller('north.stranger').me.team
    expect(await errors({ name: fresh(), team, owner: workshop.idOf(worker) })).toEqual({
      owner: 'Owner north.worker cannot be chosen: Team is “North team”',
    })
    await workshop.run(worker, 'project.create', {
      values: { name: fresh(), team, owner: workshop.idOf('north.stranger') },
    })
  })

  it('that are not offered are refused in the words of the check that forbids them', async () => {
    const draft = await workshop.run(worker, 'project.create', { values: { name: 'early' } })
    const refused = async (who: string) =>
      (await workshop.refused(who, 'task.create', { values: { project: draft.id, title: 't' } })).fields
    expect(await refused(worker)).toEqual({ project: 'early has not begun' })
    expect(await refused('south.worker')).toEqual({
      project: 'The selected record does not exist or cannot be selected: Project',
    })
  })

  it('that are there already are not asked again', async () => {
    const owner = await workshop.insert('person', {
      house: workshop.caller(worker).tenant.id,
      name: 'gone',
      login: '13822222222',
      reach: 'own',
      state: 'left',
    })
    const id = await workshop.project({ owner })
    await workshop.run(worker, 'project.edit', { id, version: 1, values: { owner, budget: '3' } })
    expect((await workshop.record('project', id)).budget).toBe('3.00')
  })

  it('decide the tenant of a new record, and must agree on it', async () => {
    const south = workshop.caller('south.worker')
    const { id } = await workshop.run('boss', 'project.create', {
      values: { name: fresh(), owner: south.me.id, team: south.me.team },
    })
    expect(await workshop.record('project', id)).toMatchObject({
      house: south.tenant.id,
      createdBy: workshop.idOf('boss'),
    })
    const [row] = await workshop.all('trail', sql`"entity" = 'project' AND "recordId" = ${id}`)
    expect(row!.house).toBe(south.tenant.id)
  })

  it('of the tenant itself are asked where nothing else says whose the record is', async () => {
    const south = workshop.caller('south.worker').tenant.id
    const { id } = await workshop.run('boss', 'team.create', { values: { house: south, name: 'sent from far' } })
    expect(await workshop.record('team', id)).toMatchObject({ house: south })
    expect((await workshop.refused('boss', 'team.create', { values: { name: 'whose' } })).fields).toEqual({
      house: 'Required',
    })
    expect(
      (await workshop.refused('boss', 'team.create', { values: { house: 999_999, name: 'nobody’s' } })).fields,
    ).toHaveProperty('house')
    const own = workshop.caller('north.manager').tenant.id
    expect(
      await workshop.record(
        'team',
        (await workshop.run('north.manager', 'team.create', { values: { house: own, name: 'own' } })).id,
      ),
    ).toMatchObject({ house: own })
    expect(
      await workshop.refused('north.manager', 'team.create', { values: { house: south, name: 'theirs' } }),
    ).toMatchObject({ code: 2001 })
  })

  it('to records of two tenants are refused', async () => {
    const north = await workshop.project()
    const south = workshop.idOf('south.worker')
    const steps = [{ what: 'a', hours: '1', price: '1', by: south }]
    expect(
      (await workshop.refused('boss', 'task.create', { values: { project: north, title: 't', steps } })).fields,
    ).toEqual({ 'steps.0.by': 'The selected record belongs to a different owner' })
    const task = (await workshop.run(worker, 'task.create', { values: { project: north, title: 't' } })).id
    expect((await workshop.refused('boss', 'task.edit', { id: task, version: 1, values: { steps } })).fields).toEqual({
      'steps.0.by': 'The selected record belongs to a different owner',
    })
  })
})

describe('files', () => {
  const upload = async (tenant: unknown, type = 'image/png') => {
    const id = randomUUID()
    await workshop.database.query(
      sql`INSERT INTO "_file" ("id", "tenant", "digest", "name", "type", "size", "createdBy", "createdAt")
        VALUES (${id}, ${tenant}, ${'0'.repeat(64)}, 'plan.png', ${type}, 12, 1, now())`,
    )
    return { id, name: 'plan.png', type: 'image/png', size: 12 }
  }

  it('must be uploaded by the own tenant, and are what they are, not what the form says', async () => {
    const own = await upload(workshop.caller(worker).tenant.id)
    const { id } = await workshop.run(worker, 'project.create', {
      values: { name: fresh(), plans: [{ ...own, name: 'forged.png', size: 1 }] },
    })
    expect((await workshop.record('project', id)).plans).toEqual([own])
    expect(await errors({ name: fresh(), plans: [own, { ...own, id: 'unknown' }] })).toEqual({
      plans: 'A file does not exist or cannot be used',
    })
    expect(await errors({ name: fresh(), plans: [await upload(workshop.caller('south.worker').tenant.id)] })).toEqual({
      plans: 'A file does not exist or cannot be used',
    })
    expect(
      await errors({ name: fresh(), plans: [await upload(workshop.caller(worker).tenant.id, 'application/pdf')] }),
    ).toEqual({ plans: 'This type of file is not accepted' })
  })

  it('that the record has already stay, in the hands of any editor', async () => {
    const own = await upload(workshop.caller('south.worker').tenant.id)
    const id = await workshop.project({ plans: JSON.stringify([own]) })
    await workshop.run(worker, 'project.edit', { id, version: 1, values: { plans: [own] } })
    await workshop.run(worker, 'project.edit', { id, version: 2, values: { plans: [] } })
    expect((await workshop.record('project', id)).plans).toBeNull()
  })
})
