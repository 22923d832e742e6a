// Builds JSON objects in SQL.
import sql, { join, type Sql } from 'sql-template-tag'
import { textConstant } from './literal'

/** Half of the arguments that PostgreSQL passes to a function: each member takes two. */
const maxMembers = 50

/** A JSON object; one with many members is joined from several. */
export function jsonObject(members: readonly (readonly [name: string, value: Sql])[]): Sql {
  const parts = Array.from({ length: Math.ceil(members.length / maxMembers) }, (_, index) =>
    members.slice(index * maxMembers, (index + 1) * maxMembers),
  ).map((part) => {
    const pairs = part.map(([name, value]) => sql`${textConstant(name)}, ${value}`)
    return sql`json_build_object(${join(pairs, ', ')})`
  })
  const [first = sql`'{}'::json`, ...others] = parts
  return others.length === 0
    ? first
    : sql`(${join(
        [first, ...others].map((part) => sql`${part}::jsonb`),
        ' || ',
      )})::json`
}
