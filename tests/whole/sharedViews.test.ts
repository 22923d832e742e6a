// Tests that a view shared with a role reaches its holders, without anything their rights exclude.
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { requireApp } from '../../scripts/compiled'
import { codes, type Envelope } from '../../src/protocol/envelope'
import type { BootAnswer } from '../../src/protocol/screenCalls'
import { useProduct } from './useProduct'

const suite = useProduct({ environment: { JOBS: 'off' } })
const app = requireApp()
const boot = async (role: string) => {
  const headers = { 'x-token': await suite.teller.token(role) }
  const { body } = await suite.product.transport({ method: 'GET', path: '/api/boot?client=dealerPc', headers })
  return (body as Envelope<BootAnswer>).data
}
const keep = (role: string, name: string, value: unknown, sharedWith?: string) =>
  suite.teller.call(role, '/api/preference', { name, value, ...(sharedWith && { sharedWith }) })
const where = (...leaves: unknown[]) => new URLSearchParams({ where: JSON.stringify(['all', ...leaves]) }).toString()

/** A list that a role may open, with a field of its records that the role may not read. */
function listWithClosedField(answer: BootAnswer) {
  const list = closedFieldFor(answer)
  if (!list) throw new Error('no such list')
  return list
}

/** `others`: the codes of an account that may read it. */
function closedFieldFor({ routes, codes: held }: BootAnswer, others?: readonly string[]) {
  for (const { path, kind, entity = '', columns } of Object.values(app.screens)) {
    if (kind !== 'list' || !routes[path] || columns.length < 2) continue
    const fields = Object.values(app.entities[entity]?.fields ?? {})
    const closed = fields.find(
      ({ readPermissions }) =>
        readPermissions &&
        !readPermissions.some((code) => held.includes(code) || code === 'public') &&
        (!others || readPermissions.some((code) => others.includes(code))),
    )
    const open = columns.find(
      ({ field, type }) => type === 'string' && !app.entities[entity]!.fields[field]?.readPermissions,
    )
    if (closed && open) return { path, closed: closed.name, open: open.field }
  }
  return undefined
}

/** Gives a role of the owner's dealer the right to share. */
async function letShare(role: number): Promise<void> {
  const { database, callers } = suite.product.server.dependencies
  const [first] = await database.owner.query<Record<string, unknown>>(
    sql`select * from "role.codes" where "parent" = ${role}::bigint limit 1`,
  )
  const line = { ...first, position: 900, code: app.access.sharingPermission }
  await database.owner.query(sql`insert into "role.codes"
    select * from jsonb_populate_record(null::"role.codes", ${JSON.stringify(line)}::jsonb)`)
  callers.forget()
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
      query: [
        `f.${open}=contains%3Ax&sort=-${closed},-${open}&group=${closed}&folded=secret`,
        where([closed, 'equals', 'secret'], ['vanished', 'equals', 1]),
      ].join('&'),
      choice: { columns: [{ field: open }, { field: closed }, { field: 'vanished' }] },
      titles: { vanished: 'Budget', [closed]: 'Hidden' },
    }
    await keep('owner', 'view:b', view, reach)
    const { sharedPreferences } = await boot('guide')
    const read = sharedPreferences[reach as 'unit']!['view:b']
    expect(read).toMatchObject({
      query: `f.${open}=contains%3Ax&sort=-${open}`,
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

  it('keeps what who saves it again may not read, where it was, also in another place', async () => {
    const { codes: ownerCodes } = await boot('owner')
    const colleagues = await Promise.all(
      ['designer', 'dispatcher', 'aftersales', 'orderclerk', 'storebuilder'].map(async (role) => {
        const answer = await boot(role)
        return { role, id: answer.account.role!.id, list: closedFieldFor(answer, ownerCodes) }
      }),
    )
    const { role, id, list } = colleagues.find((colleague) => colleague.list)!
    const { path, open, closed } = list!
    await letShare(id)
    const view = {
      title: 'all',
      screen: path,
      query: `f.${open}=contains%3Ax&sort=-${closed},${open}&group=${closed}&folded=a%2Cb&${where([closed, 'empty'])}`,
      choice: { columns: [{ field: open }, { field: closed, width: 90 }] },
      titles: { [closed]: 'Hidden' },
    }
    await keep('owner', 'view:d', view, 'tenant')
    expect(JSON.stringify((await boot('owner')).sharedPreferences.tenant!['view:d'])).toContain(closed)
    const { left, ...seen } = (await boot(role)).sharedPreferences.tenant!['view:d'] as typeof view & { left: unknown }
    expect(left).toMatchObject({ withheld: expect.any(Number) })
    expect(JSON.stringify(seen)).not.toContain(closed)
    const changed = { ...seen, title: 'renamed', choice: { columns: [{ field: open, width: 50 }] } }
    expect(await keep(role, 'view:d', changed, 'tenant')).toMatchObject({ code: codes.success })
    expect(await keep(role, 'view:d', { ...changed, query: 'where=%5B' }, 'tenant')).toMatchObject({
      key: 'parameters_invalid',
    })
    const after = (await boot('owner')).sharedPreferences.tenant!['view:d'] as typeof view
    expect(after).toMatchObject({
      title: 'renamed',
      choice: {
        columns: [
          { field: open, width: 50 },
          { field: closed, width: 90 },
        ],
      },
    })
    // No demo account may search for this field: what the list is sorted and searched by is looked up where it is kept.
    const { database } = suite.product.server.dependencies
    const storedQuery = async () => {
      const [row] = await database.owner.query<{ query: string }>(
        sql`select "value" ->> 'query' as "query" from "_sharedPreference" where "name" = 'view:d' and "unit" = 0`,
      )
      return row!.query
    }
    const sorted = (query: string) => [...new URLSearchParams(query)].sort()
    expect(sorted(await storedQuery())).toEqual(sorted(view.query))
    const moved = { name: 'view:d', value: changed, sharedWith: 'unit', movedFrom: 'tenant' }
    expect(await suite.teller.call(role, '/api/preference', moved)).toMatchObject({ code: codes.success })
    await keep(role, 'view:d', null, 'tenant')
    expect(JSON.stringify((await boot(role)).sharedPreferences.unit!['view:d'])).not.toContain(closed)
    const back = { name: 'view:d', value: changed, sharedWith: 'tenant', movedFrom: 'unit' }
    expect(await suite.teller.call(role, '/api/preference', back)).toMatchObject({ code: codes.success })
    expect((await boot('owner')).sharedPreferences.tenant!['view:d']).toEqual(after)
    // An order that is chosen anew takes the place of all of the former one.
    const query = new URLSearchParams(changed.query)
    expect(query.get('sort')).toBe(open)
    query.set('sort', `-${open}`)
    await keep(role, 'view:d', { ...changed, query: query.toString() }, 'tenant')
    expect(new URLSearchParams(await storedQuery()).get('sort')).toBe(`-${open}`)
    // Who may not share learns nothing by moving it to an own one.
    const { code } = await suite.teller.call('guide', '/api/preference', {
      name: 'view:d',
      value: changed,
      movedFrom: 'tenant',
    })
    expect(code).toBe(codes.forbidden)
  })

  it('is nothing to who may not open its list', async () => {
    const guide = await boot('guide')
    const closed = Object.values(app.screens).find(({ kind, path }) => kind === 'list' && !guide.routes[path])!
    await keep('owner', 'view:c', { title: 'closed', screen: closed.path, query: '', choice: {} }, 'tenant')
    expect((await boot('guide')).sharedPreferences.tenant ?? {}).not.toHaveProperty(['view:c'])
  })
})

it('several kept at once do not pass the limits', async () => {
  const { database } = suite.product.server.dependencies
  const { account } = await boot('owner')
  await database.query(sql`insert into "_preference" ("account", "name", "value")
    select ${account.id}::bigint, 'many' || n, '1'::jsonb from generate_series(1, 499) n`)
  await database.query(sql`insert into "_sharedPreference" ("tenant", "unit", "role", "name", "value", "keptBy", "at")
    select ${account.tenant.id}::bigint, 0, 0, 'many' || n, '1'::jsonb, 1, now() from generate_series(1, 199) n`)
  const names = ['one', 'two', 'three', 'four', 'five', 'six']
  for (const sharedWith of [undefined, 'tenant'] as const) {
    const kept = await Promise.all(names.map((name) => keep('owner', name, 1, sharedWith)))
    expect(kept.filter(({ code }) => code === codes.success).length).toBeLessThanOrEqual(1)
  }
  await database.query(sql`delete from "_preference" where "account" = ${account.id}`)
  await database.query(sql`delete from "_sharedPreference" where "tenant" = ${account.tenant.id}`)
})
