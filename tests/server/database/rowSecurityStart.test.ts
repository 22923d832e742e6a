// Proves that a start names what to do where PostgreSQL cannot separate tenants.
import pg from 'pg'
import { expect, it } from 'vitest'
import { prepareRoles, roles } from '../../../src/server/database/connection/rowSecurity'
import { DatabaseProblem } from '../../../src/server/database/startupProblem'

interface Server {
  readonly version: number
  readonly citus: boolean
  readonly process: number
  /** The role of the product that bypasses row security. */
  readonly strong?: string
  /** Whether the login may create roles. */
  readonly creates: boolean
}
const sound: Server = { version: 150_000, citus: false, process: 7, creates: true }

/** A server that answers what the start asks; what it sent, and whether its connection was given back. */
function serverOf({ version, citus, process, strong, creates }: Server) {
  const sent: string[] = []
  const lent = { released: false }
  const client = {
    processID: 7,
    release: () => (lent.released = true),
    query: async (text: string) => {
      sent.push(text)
      if (text.includes('server_version_num') && text.includes('citus')) return { rows: [{ version, citus }] }
      if (text.includes('pg_backend_pid')) return { rows: [{ process }] }
      if (text.includes('rolbypassrls')) return { rows: strong === undefined ? [] : [{ name: strong }] }
      if (text.includes('create role') && !creates)
        throw Object.assign(new pg.DatabaseError('permission denied to create role', 1, 'error'), { code: '42501' })
      return { rows: [] }
    },
  }
  return { pool: { connect: async () => client } as unknown as pg.Pool, sent, lent }
}

it.each([
  ['a cluster', { citus: true }, /not possible on a Citus cluster.*RLS=off/s],
  ['PostgreSQL 14', { version: 140_011 }, /needs PostgreSQL 15.*RLS=off/s],
  ['a pooler', { process: 8 }, /not possible behind a pooler.*RLS=off/s],
  ['a role that bypasses it', { strong: 'back_office_one_tenant' }, /may bypass row security.*nobypassrls/s],
  ['a login without the right', { creates: false }, /needs two roles.*create role back_office_one_tenant nologin/s],
])('the start refuses row security on %s', async (_, differs, words) => {
  const { pool, sent, lent } = serverOf({ ...sound, ...differs })
  const problem = await prepareRoles(pool).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(DatabaseProblem)
  expect((problem as DatabaseProblem).message).toMatch(words)
  expect(sent.join(), 'nothing is granted').not.toContain('grant select')
  expect(lent.released).toBe(true)
})

it('a server that can do it gets two roles and their grants', async () => {
  const { pool, sent } = serverOf(sound)
  await prepareRoles(pool)
  for (const role of Object.values(roles)) expect(sent.join()).toContain(`create role ${role} nologin`)
  expect(sent.at(-1)).toContain('grant select')
})
