// Does a view that is shared with a role reach who has the role, with no more than its reader may read?
import { describe, expect, it } from 'vitest'
import { requireApp } from '../../scripts/compiled'
import { codes, type Envelope } from '../../src/protocol/envelope'
import type { BootAnswer } from '../../src/protocol/screenCalls'
import { useProduct } from './useProduct'

const stage = useProduct({ environment: { JOBS: 'off' } })
const app = requireApp()
const boot = async (role: string) => {
  const headers = { 'x-token': await stage.teller.token(role) }
  const { body } = await stage.product.transport({ method: 'GET', path: '/api/boot?client=dealerPc', headers })
  return (body as Envelope<BootAnswer>).data
}
const keep = (role: string, name: string, value: unknown, sharedWith?: string) =>
  stage.teller.call(role, '/api/preference', { name, value, ...(sharedWith && { sharedWith }) })
const where = (...leaves: unknown[]) => new URLSearchParams({ where: JSON.stringify(['all', ...leaves]) }).toString()

/** A list that a role may open, with a field of its records that the role may not read. */
function listWithClosedField({ routes, codes: held }: BootAnswer) {
  for (const { path, kind, entity = '', columns } of Object.values(app.screens)) {
    if (kind !== 'list' || !routes[path] || columns.length < 2) continue
    const fields = Object.values(app.entities[entity]?.fields ?? {})
    const closed = fields.find(
      ({ readPermissions }) =>
        readPermissions && !readPermissions.some((code) => held.includes(code) || code === 'public'),
    )
    const open = columns.find(
      ({ field, type }) => type === 'string' && !app.entities[entity]!.fields[field]?.readPermissions,
    )
    if (closed && open) return { path, closed: closed.name, open: open.field }
  }
  throw new Error('no such list')
}

describe('a view of a role', () => {
  it('is shared by who may, with roles of the dealer, and seen by who has the role', async () => {
    const [guide, owner, designer] = [await boot('guide'), await boot('owner'), await boot('designer')]
    const reach = `role:${guide.account.role!.id}`
    expect(owner.sharesWith).toContainEqual({ reach, label: guide.account.role!.label })
    expect(guide.sharesWith).toEqual([])
    const { path, open } = listWithClosedField(guide)
    const view = { title: 'mine', screen: path, query: `f.${open}=contains%3Ax`, choice: {} }
    expect(await keep('guide', 'view:a', view, reach)).toMatchObject({ code: codes.forbidden })
    expect(await keep('owner', 'view:a', view, 'role:999999')).toMatchObject({ code: codes.forbidden })
    expect(await keep('owner', 'view:a', view, 'role:x')).not.toMatchObject({ code: codes.success })
    expect(await keep('owner', 'view:a', view, reach)).toMatchObject({ code: codes.success })
    expect((await boot('guide')).sharedPreferences).toMatchObject({ [reach]: { 'view:a': view } })
    expect((await boot('owner')).sharedPreferences).toMatchObject({ [reach]: { 'view:a': view } })
    expect(designer.account.role!.id).not.toBe(guide.account.role!.id)
    expect((await boot('designer')).sharedPreferences).not.toHaveProperty([reach])
    await keep('owner', 'view:a', null, reach)
    expect((await boot('guide')).sharedPreferences).not.toHaveProperty([reach])
  })

  it('leaves out what its reader may not read, and names what is gone', async () => {
    const guide = await boot('guide')
    const reach = `role:${guide.account.role!.id}`
    const { path, open, closed } = listWithClosedField(guide)
    const view = {
      title: 'all',
      screen: path,
      query: `f.${open}=contains%3Ax&sort=-${closed}&${where([closed, 'equals', 'secret'], ['vanished', 'equals', 1])}`,
      choice: { columns: [{ field: open }, { field: closed }, { field: 'vanished' }] },
      titles: { vanished: 'Budget', [closed]: 'Hidden' },
    }
    await keep('owner', 'view:b', view, reach)
    const { sharedPreferences } = await boot('guide')
    const read = sharedPreferences[reach as 'unit']!['view:b']
    expect(read).toMatchObject({
      query: `f.${open}=contains%3Ax`,
      choice: { columns: [{ field: open }] },
      left: {
        gone: expect.arrayContaining([
          { kind: 'condition', title: 'Budget' },
          { kind: 'column', title: 'Budget' },
        ]),
      },
    })
    expect(JSON.stringify(read)).not.toMatch(/secret|Hidden/)
    expect(JSON.stringify(read)).not.toContain(`"${closed}"`)
  })

  it('is nothing to who may not open its list', async () => {
    const guide = await boot('guide')
    const closed = Object.values(app.screens).find(({ kind, path }) => kind === 'list' && !guide.routes[path])!
    await keep('owner', 'view:c', { title: 'closed', screen: closed.path, query: '', choice: {} }, 'tenant')
    expect((await boot('guide')).sharedPreferences.tenant ?? {}).not.toHaveProperty(['view:c'])
  })
})
