// Where a Citus cluster keeps the tables of tenants, as its coordinator knows it at one moment.
import { firstItem } from '../../../../manifest/expression/values/present'
import type pg from 'pg'
import { identifier } from '../../sql/identifier'

/** Shards that lie on one machine together: one of each distributed table, for the same range of tenants. */
export interface ShardGroup {
  readonly host: string
  readonly port: number
  /** The shard of the map's table; all of them move together. */
  readonly shard: string
  /** The names of its shards, by table. */
  readonly names: ReadonlyMap<string, string>
}

export interface ShardMap {
  readonly groups: readonly ShardGroup[]
  /** The table and the index of the group of each shard, by the shard's name. */
  readonly shards: ReadonlyMap<string, { readonly table: string; readonly group: number | 'everywhere' }>
  /** The first distributed table, whose shards tell the groups apart. */
  readonly table: string
}

interface PlacedShard {
  readonly table: string
  readonly name: string
  readonly shard: string
  /** Where its range of hashes begins; null: a copy that lies on every machine. */
  readonly from: number | null
  readonly host: string
  readonly port: number
}

/**
 * The map of the current schema; undefined where no table is distributed, or where a machine does not know where shards
 * lie and could not notice that one has moved.
 */
export async function readShardMap(pool: pg.Pool): Promise<ShardMap | undefined> {
  const { rows } = await pool.query<PlacedShard & { synced: boolean }>(
    `select c.relname::text as "table", s.shardid::text as "shard", s.shardminvalue::int as "from",
        (parse_ident(shard_name(s.logicalrelid, s.shardid)))[array_upper(parse_ident(shard_name(s.logicalrelid,
          s.shardid)), 1)] as "name", n.nodename as "host", n.nodeport as "port", n.metadatasynced as "synced"
      from pg_dist_shard s join pg_dist_partition d on d.logicalrelid = s.logicalrelid
        join pg_class c on c.oid = s.logicalrelid
        join pg_dist_placement p on p.shardid = s.shardid
        join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary' and n.isactive
      where c.relnamespace = current_schema()::regnamespace
        and (d.partmethod = 'h' or d.partmethod = 'n' and d.repmodel = 't')
      order by c.relname`,
  )
  if (rows.some(({ synced }) => !synced)) return undefined
  return shardMapOf(rows)
}

function shardMapOf(placed: readonly PlacedShard[]): ShardMap | undefined {
  const starts = [...new Set(placed.flatMap(({ from }) => from ?? []))].toSorted((left, right) => left - right)
  const groups = starts.map((start) => groupOf(placed.filter(({ from }) => from === start)))
  const [first] = groups[0]?.names.keys() ?? []
  if (first === undefined) return undefined
  const shards = placed.map(
    ({ name, table, from }) => [name, { table, group: from === null ? 'everywhere' : starts.indexOf(from) }] as const,
  )
  return { groups, shards: new Map(shards), table: first }
}

function groupOf(placed: readonly PlacedShard[]): ShardGroup {
  const { host, port, shard } = firstItem(placed)
  return { host, port, shard, names: new Map(placed.map(({ table, name }) => [table, name])) }
}

/** The index of the group that holds a tenant; -1: one that came after the map. */
export async function shardGroupOf(pool: pg.Pool, { groups, table }: ShardMap, tenant: number): Promise<number> {
  const { rows } = await pool.query<{ shard: string }>(
    `select get_shard_id_for_distribution_column($1::regclass, $2::bigint)::text as "shard"`,
    [identifier(table).text, tenant],
  )
  return groups.findIndex(({ shard }) => shard === rows[0]?.shard)
}
