// Builds JSON objects and arrays in SQL, of any number of members.
import sql, { empty, join, type Sql } from 'sql-template-tag'
import { textConstant } from './literal'

/** PostgreSQL's limit of function arguments. */
export const maxArguments = 100

/** A JSON object; one with many members is joined from several. */
export const jsonObject = (members: readonly (readonly [name: string, value: Sql])[]): Sql =>
  joined(
    members.map(([name, value]) => sql`${textConstant(name)}, ${value}`),
    maxArguments / 2,
    (pairs) => sql`json_build_object(${pairs})`,
  )

/** A JSON array; one with many items is joined from several. */
export const jsonArray = (items: readonly Sql[]): Sql =>
  joined(items, maxArguments, (values) => sql`json_build_array(${values})`)

function joined(members: readonly Sql[], most: number, build: (members: Sql) => Sql): Sql {
  const [first = build(empty), ...others] = Array.from({ length: Math.ceil(members.length / most) }, (_, index) =>
    build(join(members.slice(index * most, (index + 1) * most), ', ')),
  )
  return others.length === 0
    ? first
    : sql`(${join(
        [first, ...others].map((part) => sql`${part}::jsonb`),
        ' || ',
      )})::json`
}
