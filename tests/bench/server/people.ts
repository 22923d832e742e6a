// Whose dealers, stores and staff are there, and who calls? Ten dealers of very different size, sixty stores, six
// hundred guides, and three callers with sessions.
import sql from 'sql-template-tag'
import { digestOf } from '../../../src/server/auth/sessions'
import type { Database } from '../../../src/server/database/connection/openDatabase'

export type CallerName = 'operator' | 'owner' | 'guide'
export interface Caller {
  readonly token: string
  readonly account: number
  readonly reach: string
  /** Tokens of others who reach as much: one account may use a share of the server only. */
  readonly colleagues: readonly string[]
}

const colleagueCount = 15
const caller = (account: number, reach: string): Caller => {
  const token = `bench-token-of-${account}`
  return { token, account, reach, colleagues: Array.from({ length: colleagueCount }, (_, at) => `${token}-${at + 1}`) }
}

/**
 * Owners have the ids of their dealers, guides 1001 to 1600, designers 2001 to 2120, the operator 11; colleagues of the
 * operator and of the owner theirs and 3,000 for each of them.
 */
export const callers: Readonly<Record<CallerName, Caller>> = {
  operator: caller(11, 'every dealer'),
  owner: caller(1, 'the largest dealer'),
  guide: caller(1001, 'her own'),
}
const colleagueOf = ({ account }: Caller, number: number) =>
  account === callers.guide.account ? account + number : account + number * 3_000

const guideCodes = [
  'p_pc_customer',
  'p_pc_customerAdd',
  'p_pc_customerList',
  'p_pc_HighSeas',
  'p_pc_customerSubscribe',
  'p_pc_customerDrain',
  'p_pc_Follow',
  'p_pc_Receipt',
  'p_pc_ReceiptInfo',
  'p_pc_order',
  'p_pc_orderList',
]

/** Fills an empty database; `codes` are all permission codes, `administrator` the one that stands for all. */
export async function addPeople(database: Database, codes: readonly string[], administrator: string): Promise<void> {
  const owners = codes.filter((code) => code !== administrator)
  await database.transaction(async (tx) => {
    const [found] = await tx.query<{ count: number }>(sql`select count(*) as "count" from "dealer"`)
    if (found?.count !== 0) throw new Error('The database of a measurement must be empty.')
    await tx.query(sql`
      insert into "dealer" ("id", "version", "state", "stateAt", "createdAt", "createdBy", "joinno", "realname",
      "mobile", "name", "city", "status",
        "isInstallation", "isInvite", "isPicture", "isPiper", "isProgramme", "isReceiptConfirmat", "isScale", "testRun",
        "dmmsOpened")
      select i, 1, 'active', timestamptz '2022-01-01', timestamptz '2022-01-01' + i * interval '11 days', 11,
      'J2' || lpad(i::text, 4, '0'), '老板' || i, '1390000' || lpad(i::text, 4, '0'),
        city || '全屋定制', city, '1', false, true, false, true, false, false, false, false, false
      from generate_series(1, 11) as i,
      lateral (select (array['成都', '杭州', '武汉', '长沙', '南京', '西安', '重庆', '郑州', '青岛', '合肥', '佛山'])[i] as city) as c`)
    await tx.query(sql`
      insert into "store" ("id", "dealer", "version", "state", "stateAt", "createdAt", "createdBy", "storeNo", "name",
      "storeType", "series", "meipingOpened")
      select i, (i - 1) / 6 + 1, 1, 'open', timestamptz '2022-02-01', timestamptz '2022-02-01' + i * interval '5 days',
      11, 'J2' || lpad(((i - 1) / 6 + 1)::text, 4, '0') || lpad(((i - 1) % 6 + 1)::text, 2, '0'),
        (array['红星店', '居然店', '富森店', '万达店', '开发区店', '新城店'])[(i - 1) % 6 + 1], '1', '1', false
      from generate_series(1, 61) as i`)
    await tx.query(sql`
      insert into "role" ("id", "dealer", "version", "state", "stateAt", "createdAt", "createdBy", "name",
      "secondFactor")
      select d + kind * 20, d, 1, 'active', timestamptz '2022-01-01', timestamptz '2022-01-01', 11,
      (array['["老板", "Owner"]', '["导购", "Guide"]'])[kind + 1]::jsonb, false
      from generate_series(1, 11) as d, generate_series(0, 1) as kind`)
    await tx.query(sql`
      insert into "role.codes" ("dealer", "parent", "position", "code")
      select r."dealer", r."id", c.at, c.code from "role" as r,
        lateral unnest(case when r."id" = 11 then ${[administrator]}::text[] when r."id" < 20 then ${owners}::text[]
        else ${guideCodes}::text[] end) with ordinality as c(code, at)`)
    await tx.query(sql`
      insert into "employee" ("id", "dealer", "version", "state", "stateAt", "createdAt", "createdBy", "name", "mobile",
      "store", "employeeType", "role", "dataScope", "regChannel", "canLogin", "weixinBound")
      select id, (store - 1) / 6 + 1, 1, 'active', timestamptz '2022-03-01',
      timestamptz '2022-03-01' + id * interval '3 hours', 11,
        (array['王', '李', '张', '刘', '陈', '杨', '赵', '黄', '周', '吴'])[id % 10 + 1]
        || (array['敏', '静', '丽', '强', '磊', '军', '洋', '艳', '勇', '杰', '娟', '涛'])[id % 12 + 1]
        || (array['', '华', '平', '芳'])[id % 4 + 1],
        '137' || lpad(id::text, 8, '0'), store, type, (store - 1) / 6 + 1 + case when type in ('1', '99') then 0
        else 20 end, scope, 'pc', true, false
      from (
        select i as id, (i - 1) * 6 + 1 as store, case when i = 11 then '99' else '1' end as type, case
        when i = 11 then 'all' else 'dealer' end as scope from generate_series(1, 11) as i
        union all select 1000 + i, (i - 1) / 10 + 1, '3', 'self' from generate_series(1, 600) as i
        union all select 2000 + i, (i - 1) / 2 + 1, '4', 'self' from generate_series(1, 120) as i) as people`)
  })
}

/** Adds colleagues of the operator and of the owner, who have the same role. */
export async function addColleagues(database: Database): Promise<void> {
  for (const { account } of [callers.operator, callers.owner])
    await database.query(sql`
      insert into "employee" ("id", "dealer", "version", "state", "stateAt", "createdAt", "createdBy", "name", "mobile",
      "store", "employeeType", "role", "dataScope", "regChannel", "canLogin", "weixinBound")
      select e."id" + i * 3000, e."dealer", 1, e."state", e."stateAt", e."createdAt", e."createdBy", e."name" || i,
        '137' || lpad((e."id" + i * 3000)::text, 8, '0'), e."store", e."employeeType", e."role", e."dataScope",
        e."regChannel", e."canLogin", e."weixinBound"
      from "employee" as e, generate_series(1, ${colleagueCount}) as i where e."id" = ${account}`)
}

/** Opens the sessions of the callers and their colleagues for a day from now on. */
export async function signIn(database: Database): Promise<void> {
  const sessions = Object.values(callers).flatMap((one) => [
    { token: one.token, account: one.account },
    ...one.colleagues.map((token, at) => ({ token, account: colleagueOf(one, at + 1) })),
  ])
  for (const { token, account } of sessions) {
    await database.query(sql`
      insert into "_session" ("digest", "account", "createdAt", "expiresAt", "usedAt")
      values (${digestOf(token)}, ${account}, now(), now() + interval '1 day', now())
      on conflict ("digest") do update set "expiresAt" = excluded."expiresAt", "usedAt" = excluded."usedAt"`)
  }
}
