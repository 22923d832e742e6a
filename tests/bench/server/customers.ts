// Which customers are there? As many as asked for, in a believable spread over dealers, stores, guides, states, names
// and three years, the same in every run;
// with follow-ups, receipts and refunds for some. All of it is made inside PostgreSQL.
import type { PoolClient } from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'
import { identifier } from '../../../src/server/database/sql/identifier'
import type { Database } from '../../../src/server/database/connection/openDatabase'
import { forFilling, helpers } from './records'

const filled = ['customer', 'follow', 'receipt', 'refund']

/** Fills the tables with `rows` customers; their indexes are built afterwards, as PostgreSQL builds them best. */
export async function addCustomers(database: Database, rows: number, say: (line: string) => void): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query(forFilling)
    await withoutIndexes(client, filled, async () => {
      await client.query(helpers)
      await client.query(customers(rows))
      // Everything else asks for single customers.
      await client.query('create index "bench" on "customer" ("state") include ("id"); analyze "customer"')
      for (const statement of [followUps, receipts, refunds]) await client.query(statement)
      await client.query('drop index "bench"')
    })
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
    const { rows: sizes } = await client.query<{ name: string; count: number }>(
      sql`select relname as "name", reltuples::bigint as "count" from pg_class
        where relname = any(${filled}) and relkind = 'r' order by reltuples desc`,
    )
    say(`Data: ${sizes.map(({ name, count }) => `${Number(count).toLocaleString('en')} × ${name}`).join(', ')}.`)
  } finally {
    client.release(true)
  }
}

/** Does the work while the tables have no indexes but their keys: PostgreSQL builds them best afterwards. */
export async function withoutIndexes(
  client: PoolClient,
  names: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(sql`
    select c.relname as "name", pg_get_indexdef(c.oid) as "definition" from pg_index as i join pg_class as c
    on c.oid = i.indexrelid join pg_class as t on t.oid = i.indrelid
    where t.relname = any(${names}) and not i.indisprimary`)
  for (const { name } of rows) await client.query(sql`drop index ${identifier(name)}`)
  await work()
  for (const { definition } of rows) await client.query(raw(definition))
}

const surnames =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜'
const givens =
  '伟芳娜敏静秀英丽强磊军洋勇艳杰娟涛明超兰霞平刚桂华建国文辉玲红梅琳宇浩然佳怡欣子轩雨涵梓晨博思源嘉琪雪婷俊凯志鹏晓东海燕春立新民德福贵宝成龙飞云山永康宁安亮波峰林森'
const chars = (text: string, index: string) => `substr('${text}', ${index}, 1)`

function customers(rows: number): Sql {
  const name = `${chars(surnames, `pg_temp.skew(i, 1, ${surnames.length})`)} || ${chars(givens, `pg_temp.skew(i, 2, ${givens.length})`)} || case when pg_temp.pick(i, 3) < 0.72 then ${chars(givens, `pg_temp.skew(i, 4, ${givens.length})`)} else '' end`
  return sql`
    insert into "customer" ("id", "dealer", "version", "state", "stateAt", "createdAt", "createdBy", "no", "name",
    "gender", "mobile", "source", "store", "guide", "designer", "intent", "city",
      "community", "layout", "area", "budget", "poolReason", "lossReason", "nextFollowAt")
    select i, dealer, 1 + floor(pg_temp.pick(i, 5) * 6)::int, state,
    pg_temp.moment(at + pg_temp.pick(i, 6) * interval '60 days'), at, guide,
      'KH' || to_char(at, 'YYMMDD') || lpad((i % 100000)::text, 5, '0'), ${raw(name)},
      (array['male', 'female'])[1 + floor(pg_temp.pick(i, 7) * 2)::int],
      (array['138', '139', '136', '158', '187', '186', '133', '189', '177', '150'])[pg_temp.skew(i, 8, 10)]
      || lpad(((i * 7919) % 100000000)::text, 8, '0'),
      (array['walkIn', 'referral', 'community', 'online', 'telemarketing', 'livestream', 'designer',
      'decoration'])[pg_temp.skew(i, 9, 8)],
      case when state <> 'pool' then store end, case when state <> 'pool' then guide end,
      case when state <> 'pool' and pg_temp.pick(i, 10) < 0.4
      then 2000 + (store - 1) * 2 + 1 + floor(pg_temp.pick(i, 11) * 2)::int end,
      (array['B', 'C', 'A', 'D'])[pg_temp.skew(i, 12, 4)],
      (array['成都', '杭州', '武汉', '长沙', '南京', '西安', '重庆', '郑州', '青岛', '合肥'])[dealer],
      (array['翡翠湾', '阳光城', '万科城', '锦绣园', '龙湖天街', '保利香槟', '碧桂园', '绿地新都', '中海国际', '金科廊桥'])[1
      + floor(pg_temp.pick(i, 13) * 10)::int] || 1 + floor(pg_temp.pick(i, 14) * 9)::int || '期',
      '3r2l', 60 + floor(pg_temp.pick(i, 15) * 120)::int, 30000 + floor(pg_temp.pick(i, 16) * 200)::int * 1000,
      case when state = 'pool' then (array['unfollowed', 'released', 'newLead'])[pg_temp.skew(i, 17, 3)] end, case
      when state = 'lost' then 'price' end,
      case when state = 'following' and pg_temp.pick(i, 18) < 0.5
      then date_trunc('second', now() + (pg_temp.pick(i, 19) - 0.3) * interval '20 days') end
    from (
      select i, dealer, store, 1000 + (store - 1) * 10 + pg_temp.skew(i, 20, 10) as guide, at,
        case when share < 0.18 then 'pool' when share < 0.70 then 'following' when share < 0.92 then 'deal'
        else 'lost' end as state
      from generate_series(1, ${rows}::bigint) as i,
        lateral (select width_bucket(pg_temp.pick(i, 21),
        array[0, 0.24, 0.42, 0.56, 0.67, 0.76, 0.83, 0.89, 0.94, 0.98]) as dealer, pg_temp.pick(i, 22) as share,
          date_trunc('second', now() - interval '1 hour' - (1 - i / ${rows}::float8) ^ 1.4
          * interval '1095 days') as at) as a,
        lateral (select (dealer - 1) * 6 + pg_temp.skew(i, 23, 6) as store) as b) as drawn`
}

const followUps = raw(`
  insert into "follow" ("id", "dealer", "version", "state", "stateAt", "createdAt", "createdBy", "customer", "method",
  "content", "intent")
  select row_number() over (), c."dealer", 1, 'done', at, at, coalesce(c."guide", c."dealer"), c."id",
  (array['phone', 'wechat', 'store', 'home'])[pg_temp.skew(c."id" * 10 + n, 31, 4)],
    (select jsonb_build_array(text, text) from (select (array['电话沟通户型和预算', '微信发送设计案例',
      '到店看样品，确认风格', '上门量房，约下周看方案'])[pg_temp.skew(c."id" * 10 + n, 31, 4)] as text) as drawn),
    c."intent"
  from "customer" as c, generate_series(1, pg_temp.skew(c."id", 32, 5)) as n,
  lateral (select pg_temp.moment(c."createdAt" + n * pg_temp.pick(c."id" * 10 + n, 33) * interval '12 days') as at) as a
  where c."state" in ('following', 'deal') and pg_temp.pick(c."id", 34) < 0.45`)

const receipts = raw(`
  insert into "receipt" ("id", "dealer", "version", "state", "stateAt", "createdAt", "createdBy", "no", "kind",
  "customer", "store", "amount", "payMethod", "paidOn")
  select row_number() over (), c."dealer", 1, case when pg_temp.pick(c."id" * 10 + n, 51) < 0.92 then 'approved'
  else 'pending' end, c."stateAt", c."stateAt", c."guide",
    'SK' || to_char(c."stateAt", 'YYMMDD') || lpad((c."id" * 3 + n)::text, 8, '0'),
    (array['earnest', 'progress', 'balance'])[n], c."id", c."store",
    1000 + floor(pg_temp.pick(c."id" * 10 + n, 52) * 30000),
    (array['wechat', 'alipay', 'transfer', 'cash'])[pg_temp.skew(c."id", 53, 4)], c."stateAt"::date
  from "customer" as c, generate_series(1, case when c."state" = 'deal' then pg_temp.skew(c."id", 54, 3)
  else 1 end) as n
  where c."state" = 'deal' or (c."state" = 'following' and pg_temp.pick(c."id", 55) < 0.04)`)

const refunds = raw(`
  insert into "refund" ("id", "dealer", "version", "state", "stateAt", "createdAt", "createdBy", "no", "refundType",
  "customer", "amount", "payMethod", "payee", "reason")
  select row_number() over (), "dealer", 1, 'paid', "stateAt", "stateAt", "guide",
  'TK' || to_char("stateAt", 'YYMMDD') || lpad("id"::text, 8, '0'), 'earnest', "id", 500, 'wechat', "name", '["减项", "减项"]'::jsonb
  from "customer" where "state" = 'deal' and pg_temp.pick("id", 61) < 0.03`)
