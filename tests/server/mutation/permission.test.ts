// Proves who may run what on which record, and the order of refusals.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { matrixLines, rightsMatrix } from '../../../src/server/migration/plan/rightsMatrix'
import { assertPermitted } from '../../../src/server/mutation/guards/permission'
import { systemCaller } from '../../../src/server/mutation/state/writeContext'
import { compileWorkshop } from './manifests'
import { Workshop } from './workshop'

let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open(
    compileWorkshop((files) => {
      const project = files['work/project.entity.json'] as { rowScope: object }
      project.rowScope = { ...project.rowScope, where: "flags != 'hidden'" }
    }),
  )
}, 120_000)
afterAll(() => workshop?.close())

const worker = 'north.worker'
const notThere = { code: 2001, message: 'This record does not exist', fields: {} }

describe('permission', () => {
  it('comes before everything else, with the reason why it is missing', async () => {
    expect(
      await workshop.refused('north.guest', 'project.edit', { id: 999_999, version: 9, values: { nonsense: 1 } }),
    ).toMatchObject({ code: 2002, message: 'This needs the permission Projects' })
    expect(await workshop.refused('north.guest', 'expense.book', { values: {} })).toMatchObject({
      code: 2002,
      message: 'The till is locked',
    })
  })

  it('to read a field is needed to write it: the form does not have it', async () => {
    const id = await workshop.project()
    expect(await workshop.run('boss', 'project.edit', { id, version: 1, values: { cost: '80' } })).toBeDefined()
    for (const cost of ['1', null])
      expect(await workshop.refused(worker, 'project.edit', { id, version: 2, values: { cost } })).toMatchObject({
        code: 2001,
        fields: { cost: 'Unknown parameter' },
      })
    await workshop.run(worker, 'project.edit', { id, version: 2, values: { budget: '9' } })
    expect((await workshop.record('project', id)).cost).toBe('80.00')
  })

  it("of the system is nobody's, not even the administrator's", async () => {
    const id = await workshop.project()
    for (const who of [worker, 'boss'])
      expect((await workshop.refused(who, 'project.raise', { id, version: 1, values: { by: '1' } })).code).toBe(2002)
  })

  it('is asked for again before an answer is given a second time', async () => {
    const id = await workshop.project()
    const request = { id, version: 1, values: { name: 'once' }, key: 'the same key' }
    const first = await workshop.run(worker, 'project.edit', request)
    expect(await workshop.run(worker, 'project.edit', request)).toEqual(first)
    const without = { ...workshop.caller(worker), codes: new Set<string>() }
    expect((await workshop.refused(without, 'project.edit', request)).code).toBe(2002)
  })

  it("that only persons have is not the system's", async () => {
    const id = await workshop.project()
    await expect(
      workshop.run(systemCaller(workshop.caller(worker)), 'project.edit', { id, version: 1 }),
    ).rejects.toThrow('The system may not run project.edit')
  })

  it('may ask something of the record', async () => {
    const id = await workshop.project()
    const owner = workshop.idOf('north.mate')
    expect((await workshop.refused('north.mate', 'project.hand', { id, version: 1, values: { owner } })).code).toBe(
      2002,
    )
    await workshop.run(worker, 'project.hand', { id, version: 1, values: { owner } })
    await workshop.run('north.manager', 'project.hand', { id, version: 2, values: { owner: workshop.idOf(worker) } })
    const note = await workshop.insert('note', {
      house: workshop.caller(worker).tenant.id,
      kind: 'news',
      to: workshop.idOf(worker),
      title: '["a","a"]',
      state: 'unread',
    })
    for (const who of ['north.manager', 'boss'])
      expect((await workshop.refused(who, 'note.read', { id: note, version: 1 })).code).toBe(2002)
    await workshop.run(worker, 'note.read', { id: note, version: 1 })
  })

  it('whose rule fails through a change is refused for the change, unless the caller lacks it altogether', async () => {
    const id = await workshop.project()
    const [owner, values] = [workshop.idOf(worker), { owner: workshop.idOf('north.mate') }]
    await workshop.run('north.manager', 'project.hand', { id, version: 1, values })
    const stale = { code: 2001, message: 'This record has been changed. Refresh and try again' }
    expect(await workshop.refused(worker, 'project.hand', { id, version: 1, values })).toMatchObject(stale)
    expect((await workshop.refused(worker, 'project.hand', { id, version: 2, values })).code).toBe(2002)
    expect((await workshop.refused(worker, 'project.raise', { id, version: 1 })).code).toBe(2002)
    await workshop.run('north.mate', 'project.hand', { id, version: 2, values: { owner } })
  })

  it('may be limited to wide scopes', async () => {
    const id = await workshop.project()
    expect((await workshop.refused(worker, 'project.close', { id, version: 1, note: 'x' })).code).toBe(2002)
    const narrow = { ...workshop.caller('boss'), scope: 'self' as const }
    expect(await workshop.refused(narrow, 'project.close', { id, version: 1, note: 'x' })).toMatchObject({
      code: 2002,
      message:
        '“Close” is reserved for accounts with the data scope: team or house or everywhere. Ask a colleague who has it',
    })
    // A further permission, which the caller lacks, would not help.
    const { entities } = workshop.app
    const close = entities.project!.transitions.close!
    const either = { ...close, permissions: [...close.permissions, { permission: 'wares' }] }
    const lacking = { ...workshop.caller(worker), scope: 'self' as const, codes: new Set(['projects']) }
    expect(() => assertPermitted(workshop.app, lacking, either)).toThrow(
      expect.objectContaining({ key: 'scope_too_narrow' }) as Error,
    )
    await workshop.run('north.mate', 'project.close', { id, version: 1, note: 'x' })
  })

  it('is only conditional in the matrix where a row scope, four eyes or a rule narrows it', () => {
    const roles = [{ role: 'workers', codes: ['projects'] }]
    const rights = rightsMatrix(workshop.app, roles)
    const mayOf = (name: string) => rights.find(({ key }) => key === `transition project.${name}`)?.may
    expect(['edit', 'close', 'audit'].map(mayOf)).toEqual([['yes'], ['when'], ['when']])
    expect(matrixLines(rights, roles).join('\n')).toMatch(/project\.close +\? /)
  })

  it("is nobody's who is not signed in, unless it is public", async () => {
    const nobody = {
      ...workshop.caller('boss'),
      me: {},
      tenant: {},
      codes: new Set<string>(),
      administrator: false,
      scope: 'self' as const,
    }
    expect((await workshop.refused(nobody, 'project.create', { values: { name: 'x' } })).code).toBe(2002)
    const note = await workshop.insert('note', {
      house: workshop.caller(worker).tenant.id,
      kind: 'news',
      to: workshop.idOf(worker),
      title: '["a","a"]',
      state: 'unread',
    })
    expect((await workshop.refused(nobody, 'note.read', { id: note, version: 1 })).code).toBe(2002)
  })

  it('of two persons: the one who created it may not audit it', async () => {
    const id = await workshop.project()
    expect(await workshop.refused(worker, 'project.audit', { id, version: 1 })).toMatchObject({
      code: 2001,
      message: '“Audit” takes another person: you created this record',
    })
    await workshop.run('north.mate', 'project.audit', { id, version: 1 })
    expect(await workshop.record('project', id)).toMatchObject({
      rounds: 1,
      reason: 'audited',
      alias: [expect.stringMatching(/^audited p/), expect.stringMatching(/^audited p/)],
    })
  })
})

describe('scope', () => {
  it('makes a record out of reach one that does not exist', async () => {
    const id = await workshop.project()
    const unknown = await workshop.refused(worker, 'project.edit', { id: 999_999_999, version: 1 })
    expect(unknown).toEqual(notThere)
    for (const who of ['south.worker', 'south.manager', 'north.stranger'])
      expect(await workshop.refused(who, 'project.edit', { id, version: 7, values: { nonsense: 1 } })).toEqual(unknown)
    await workshop.run('north.mate', 'project.edit', { id, version: 1, values: { budget: '1' } })
  })

  it('holds for references as well', async () => {
    const project = await workshop.project({
      team: workshop.caller('north.stranger').me.team,
      owner: workshop.idOf('north.stranger'),
      createdBy: workshop.idOf('north.stranger'),
    })
    expect((await workshop.refused(worker, 'task.create', { values: { project, title: 't' } })).fields).toEqual({
      project: 'The selected record belongs to another Team and is out of your reach: Project',
    })
    const hidden = await workshop.project({ flags: 'hidden' })
    const refused = await workshop.refused(worker, 'task.create', { values: { project: hidden, title: 't' } })
    expect(refused.fields).not.toMatchObject({ project: expect.stringContaining('reach') as string })
  })
})
