// The statement that Citus sends to the one machine of a tenant, kept with its shards left open.
// Citus wrote it: nothing here parses or rewrites SQL beyond the names of shards and the types of parameters.
import { identifier } from '../../sql/identifier'
import type { ShardGroup, ShardMap } from './shardMap'

/** A statement whose tables are bound to one tenant by the values at these positions. */
export interface TenantStatement {
  readonly tenantPositions: readonly number[]
  /** It is read for each of these tenants, whichever the values name; absent: for that one. */
  readonly tenants?: readonly number[]
}

/** What Citus plans for a statement: its only task. */
export interface PlannedTask {
  readonly text: string
  /** The types of its parameters, as PostgreSQL resolved them. */
  readonly types: readonly string[]
}

interface TypedParameter {
  readonly position: number
  readonly type: string
}

/** A statement for any group of shards: plain text and, in between, parameters and tables whose shard is left open. */
export type ShardTemplate = readonly (string | { readonly table: string } | TypedParameter)[]

const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\d+|[A-Za-z_][\w$]*/g

/**
 * The template of a task that reads only shards of `group` and copies that lie everywhere; undefined for any other, and
 * where a parameter of `original` became a value.
 */
export function shardTemplate(
  original: string,
  { text, types }: PlannedTask,
  { map, group }: { readonly map: ShardMap; readonly group: number },
): ShardTemplate | undefined {
  if (parametersOf(text) !== parametersOf(original)) return undefined
  // Written as a type, these names mean one character or bit.
  if (types.some((type) => /^(character|bit)$/.test(type))) return undefined
  const parts: ShardTemplate[number][] = []
  let end = 0
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token.startsWith("'")) continue
    const shard = map.shards.get(unquoted(token))
    if (!shard) {
      if (isUnknownShard(text.slice(0, index), token)) return undefined
      if (token.startsWith('$')) {
        const position = Number(token.slice(1)) - 1
        parts.push(text.slice(end, index), { position, type: types[position] ?? '' })
        end = index + token.length
      }
      continue
    }
    if (shard.group === 'everywhere') continue
    if (shard.group !== group) return undefined
    parts.push(text.slice(end, index), { table: shard.table })
    end = index + token.length
  }
  parts.push(text.slice(end))
  return parts.some((part) => typeof part === 'object' && 'table' in part) ? parts : undefined
}

/** The text for the machine that holds a group. */
export function shardText(template: ShardTemplate, shards: ShardGroup): string {
  return whileThere(
    textOf(template, shards, ({ position, type }) => `$${position + 1}::${type}`),
    shards,
  )
}

/** The same for several tenants of the group: its first parameter lists them, the others are those of `otherValues`. */
export function shardTextOfTenants(
  template: ShardTemplate,
  shards: ShardGroup,
  { tenantPositions, values }: TenantValues,
): string {
  const others = [...values.keys()].filter((position) => !tenantPositions.includes(position))
  const text = textOf(template, shards, ({ position, type }) =>
    tenantPositions.includes(position) ? '"each of"."tenant"' : `$${others.indexOf(position) + 2}::${type}`,
  )
  return whileThere(
    `select "one".* from unnest($1::bigint[]) as "each of"("tenant") cross join lateral (${text}) as "one"`,
    shards,
  )
}

interface TenantValues extends TenantStatement {
  readonly values: readonly unknown[]
}

/** The values that name no tenant, in their order. */
export const otherValues = ({ tenantPositions, values }: TenantValues): unknown[] =>
  values.filter((_, position) => !tenantPositions.includes(position))

/** The values of a statement for another tenant than they name. */
export const valuesWithin = (tenant: number, { tenantPositions, values }: TenantValues): unknown[] =>
  values.map((value, position) => (tenantPositions.includes(position) ? tenant : value))

const textOf = (
  template: ShardTemplate,
  { names }: ShardGroup,
  parameterText: (parameter: TypedParameter) => string,
): string =>
  template
    .map((part) => {
      if (typeof part === 'string') return part
      return 'table' in part ? identifier(names.get(part.table) ?? part.table).text : parameterText(part)
    })
    .join('')

/**
 * Fails with `division_by_zero` when the group has moved: the copy that was left behind would answer with old records
 * until it is dropped.
 */
const whileThere = (text: string, { shard }: ShardGroup): string =>
  `select * from (${text}) as "read" where (select 1 / count(*) from pg_dist_placement
    where shardid = ${shard} and groupid = (select groupid from pg_dist_local_group)) = 1`

/** A table in the schema whose name ends like that of a shard, but is none that is known. */
function isUnknownShard(before: string, token: string): boolean {
  return /_\d+"?$/.test(token) && /[\w"]\.$/.test(before) && !/collate\s+\S+\.$/i.test(before)
}

function parametersOf(text: string): string {
  const names = [...text.matchAll(tokens)].flatMap(([token]) => (token.startsWith('$') ? [token] : []))
  return [...new Set(names)].toSorted().join()
}

const unquoted = (token: string): string => (token.startsWith('"') ? token.slice(1, -1).replaceAll('""', '"') : token)
