// How Citus would run a statement: on one machine, and with which text.
import pg from 'pg'
import type { PlannedTask } from './shardStatement'

/** The only task that Citus makes of a statement; undefined where there are several, or a part is read beforehand. */
export async function plannedTask(pool: pg.Pool, text: string, values: unknown[]): Promise<PlannedTask | undefined> {
  const client = await pool.connect()
  let failure: unknown
  try {
    // Its shortcut for one table would put values in the place of parameters.
    await client.query('set citus.enable_fast_path_router_planner = off')
    await client.query(`prepare "learned" as ${text}`)
    const { rows: prepared } = await client.query<{ types: string[] }>(
      `select parameter_types::text[] as "types" from pg_prepared_statements where name = 'learned'`,
    )
    await client.query('deallocate "learned"')
    const { rows } = await client.query<{ 'QUERY PLAN': unknown }>({
      text: `explain (verbose, costs off, format json) ${text}`,
      values,
    })
    await client.query('reset citus.enable_fast_path_router_planner')
    const jobs = jobsIn(rows[0]?.['QUERY PLAN'])
    const [task, ...others] = jobs.flatMap((job) => job.Tasks ?? [])
    const isSingle = others.length === 0 && jobs.every((job) => job['Task Count'] === 1)
    if (!task?.Query || !isSingle || task.Query.includes('read_intermediate_result')) return undefined
    return { text: task.Query, types: prepared[0]?.types ?? [] }
  } catch (error) {
    failure = error
    // What Citus refuses is not the work of one machine.
    if (error instanceof pg.DatabaseError && /^(0A|42)/.test(error.code ?? '')) return undefined
    throw error
  } finally {
    // After a failure the connection may still hold the prepared statement.
    client.release(failure !== undefined)
  }
}

interface Job {
  readonly 'Task Count'?: number
  readonly Tasks?: readonly { readonly Query?: string }[]
}

function jobsIn(plan: unknown): Job[] {
  if (typeof plan !== 'object' || plan === null) return []
  const inner = Object.values(plan).flatMap(jobsIn)
  return 'Task Count' in plan ? [plan as Job, ...inner] : inner
}
