// Lets statements reach the rows of one tenant only: PostgreSQL's second wall behind the row scope.
// The server's login owns the tables; its statements run under one of two roles that own nothing.
import { firstItem } from '../../../manifest/expression/values/present'
import pg from 'pg'
import { DatabaseProblem } from '../startupProblem'

/** The tenant whose rows statements reach, or all of them: the server itself, headquarters, calls without a session. */
export type TenantReach = number | 'all'

/** The roles of statements. They belong to the server, not to a database: every database grants to the same two. */
export const roles = { one: 'back_office_one_tenant', all: 'back_office_all_tenants' } as const

/** The setting that names the tenant of the role for one. */
export const tenantSetting = 'back_office.tenant'

const minVersion = 150_000

/** Remembers the role and tenant of each connection, so that nothing is sent while the tenant stays the same. */
export class RowSecurity {
  private readonly current = new WeakMap<pg.PoolClient, TenantReach>()

  constructor(private readonly onStatement: (text: string) => void) {}

  /** Sets the reach of the statements that follow on a connection; undefined: that of the owner of the tables. */
  async enter(client: pg.PoolClient, reach: TenantReach | undefined): Promise<void> {
    if (this.current.get(client) === reach) return
    const text = enterText(reach)
    this.onStatement(text)
    // Unknown until it has succeeded: a connection must not keep the reach of another caller.
    this.current.delete(client)
    await client.query(text)
    if (reach !== undefined) this.current.set(client, reach)
  }
}

function enterText(reach: TenantReach | undefined): string {
  if (reach === undefined) return 'RESET ROLE'
  if (reach === 'all') return `SET ROLE ${roles.all}`
  if (!Number.isSafeInteger(reach)) throw new Error('The id of a tenant is an integer.')
  return `SET ROLE ${roles.one}; SET ${tenantSetting} = '${reach}'`
}

/**
 * Creates the roles where they are missing and grants them what the server's statements need.
 * @throws DatabaseProblem where PostgreSQL cannot enforce row security, or the login may not set it up
 */
export async function prepareRoles(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await assertAble(client)
    await assertDirect(client)
    for (const role of Object.values(roles)) await client.query(createText(role))
    await assertHarmless(client)
    await client.query(grantsText)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
    throw new DatabaseProblem(
      'RLS=on needs two roles, which the login of DATABASE_URL may not create.',
      `Let an administrator run: ${Object.values(roles)
        .map((role) => `create role ${role} nologin; grant ${role} to LOGIN;`)
        .join(' ')}`,
      error.message,
      { cause: error },
    )
  } finally {
    client.release()
  }
}

async function assertAble(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ version: number; citus: boolean }>(
    `select current_setting('server_version_num')::int as "version",
      exists (select from pg_extension where extname = 'citus') as "citus"`,
  )
  const { version, citus } = firstItem(rows)
  if (citus)
    throw new DatabaseProblem(
      'RLS=on is not possible on a Citus cluster: its workers do not know whose statement they run.',
      'Start with RLS=off; the planner keeps tenants apart as before.',
    )
  if (version < minVersion)
    throw new DatabaseProblem(
      'RLS=on needs PostgreSQL 15: in earlier versions a view reads with the rights of its owner.',
      'Start with RLS=off, or move the data to a newer version.',
    )
}

/**
 * A pooler that shares connections between transactions would share role and tenant too. It is recognized by the
 * process id: the one reported at connect is not the one that answers.
 */
async function assertDirect(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ process: number }>('select pg_backend_pid() as "process"')
  if (firstItem(rows).process !== (client as pg.PoolClient & { readonly processID: number }).processID)
    throw new DatabaseProblem(
      'RLS=on is not possible behind a pooler: it would hand on a connection with the tenant of another caller.',
      'Let DATABASE_URL lead to PostgreSQL itself, or start with RLS=off.',
    )
}

const createText = (role: string) => `do $$ begin
  if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
exception when duplicate_object or unique_violation then null; end $$;
do $$ begin
  -- From 16 on the creator of a role is its member but may not become it.
  if not pg_has_role(current_user, '${role}',
      case when current_setting('server_version_num')::int < 160000 then 'MEMBER' else 'SET' end) then
    execute format('grant ${role} to %I', current_user);
  end if;
exception when unique_violation then null; end $$`

/** A role that may bypass row security would defeat it. */
async function assertHarmless(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select rolname::text as "name" from pg_roles where rolname = any($1) and (rolsuper or rolbypassrls)`,
    [Object.values(roles)],
  )
  if (rows.length > 0)
    throw new DatabaseProblem(
      `The role ${firstItem(rows).name} may bypass row security, so RLS=on would protect nothing.`,
      `Let an administrator run: alter role ${firstItem(rows).name} nosuperuser nobypassrls;`,
    )
}

const all = Object.values(roles).join(', ')
const data = 'select, insert, update, delete'
/** Grants to the roles what the server's statements need, on everything that is there. */
export const grantsText = `do $$ begin
  perform pg_advisory_xact_lock(hashtext('row security'));
  execute format('grant usage on schema %I to ${all}', current_schema());
  execute format('grant ${data} on all tables in schema %I to ${all}', current_schema());
  execute format('grant usage, select, update on all sequences in schema %I to ${all}', current_schema());
  execute format('alter default privileges in schema %I grant ${data} on tables to ${all}', current_schema());
  execute format('alter default privileges in schema %I grant usage, select, update on sequences to ${all}',
    current_schema());
end $$`
