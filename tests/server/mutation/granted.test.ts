// Proves that callers grant only what their own role has, whatever is withdrawn or added later.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../../../src/server/context/context'
import { readRecord } from '../../../src/server/endpoints/records/record'
import { asking } from '../endpoints/reads'
import { compileWorkshop } from './manifests'
import { Workshop } from './workshop'

const app = compileWorkshop((files) => {
  const role = files['work/role.entity.json'] as {
    fields: { codes: { fields: { code: object } } }
    transitions: Record<string, { permissions: string[] }>
  }
  role.fields.codes.fields.code = {
    type: 'choice',
    dictionary: 'permissions',
    title: ['码', 'Code'],
    required: true,
    checks: [{ rule: 'roleGrants(code)', message: ['您没有 {code}', 'You have no {code}'] }],
  }
  ;(files['access.json'] as { permissions: Record<string, readonly string[]> }).permissions.lending = [
    'Lending',
    'Lending',
  ]
  role.transitions.create!.permissions = ['projects']
  const project = files['work/project.entity.json'] as { transitions: Record<string, { when?: string }> }
  project.transitions.hand!.when = "roleGrants('money')"
  Object.assign(role.transitions, {
    hand: {
      title: ['交给', 'Hand'],
      from: ['open'],
      permissions: ['projects'],
      vars: { beyond: { count: 'codes', where: '!roleGrants(code)' } },
      checks: [{ rule: 'vars.beyond == 0', message: ['多了 {vars.beyond} 项', '{vars.beyond} too many'] }],
    },
  })
})

let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open(app)
}, 120_000)
afterAll(() => workshop?.close())

// The till is taken away from everybody of this house; managing is added to all.
const manager = (): Caller => ({
  ...workshop.caller('north.manager'),
  codes: new Set(['projects', 'managing']),
  granted: new Set(['projects', 'money']),
})
const role = (caller: Caller | string, name: string, ...codes: string[]) =>
  workshop.run(caller, 'role.create', { values: { name, codes: codes.map((code) => ({ code })) } })

describe('what may be given', () => {
  it('is what the own role gives', async () => {
    await role(manager(), 'till', 'projects', 'money')
    expect(
      await workshop.refused(manager(), 'role.create', {
        values: { name: 'more', codes: [{ code: 'money' }, { code: 'managing' }] },
      }),
    ).toEqual({
      code: 2001,
      message: 'Please check your entries',
      fields: { 'codes.1.code': 'You have no Managing' },
    })
    expect(
      (await workshop.refused(manager(), 'role.create', { values: { name: 'all', codes: [{ code: 'admin' }] } })).code,
    ).toBe(2001)
  })

  it('is everything for the administrator, and no code that does not exist nor what only it may', async () => {
    await role('boss', 'every', 'projects', 'money', 'managing', 'lending')
    for (const code of ['monye', 'admin'])
      expect(
        (await workshop.refused('boss', 'role.create', { values: { name: 'none', codes: [{ code }] } })).code,
      ).toBe(2001)
  })

  it('is asked of a role that is there already as well', async () => {
    const { id } = await role('boss', 'third', 'projects', 'managing', 'lending')
    expect(await workshop.refused(manager(), 'role.hand', { id, version: 1 })).toMatchObject({
      code: 2001,
      message: '2 too many',
    })
    await workshop.run('boss', 'role.hand', { id, version: 1 })
  })

  it('is offered on a record as it is permitted', async () => {
    const id = await workshop.project()
    const caller = manager()
    const context = { ...asking(workshop, 'north.manager'), caller }
    const { record } = await readRecord(context, { entity: 'project', id })
    expect(record.can).toContain('hand')
    await workshop.run(caller, 'project.hand', { id, version: 1, values: { owner: workshop.idOf('north.mate') } })
  })
})
