// How would a developer write the customer list by hand? One statement for a page, one count(*), one count by state:
// plain, good SQL for this one screen,
// prepared once a connection, and an answer of the same shape as ours.
import type pg from 'pg'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { RecordData, ListAnswer, Value } from '../../../src/protocol/calls'
import { createRun } from './prepared'
import type { Person } from './twinSession'

/** What the twin's page sends: every field is known by name here. */
export interface CustomerQuery {
  readonly state?: string
  readonly name?: string
  readonly mobile?: string
  readonly source?: string
  readonly intent?: string
  readonly guide?: number
  readonly store?: number
  readonly createdFrom?: string
  readonly createdTo?: string
  readonly words?: string
  readonly sort?: 'createdAt' | 'nextFollowAt' | 'name' | 'intent'
  readonly ascending?: boolean
  readonly page?: number
  readonly size?: number
  readonly rows?: boolean
  readonly total?: boolean
  readonly tabs?: boolean
  readonly sums?: boolean
  /** How many there are of each intent. */
  readonly groups?: boolean
}

interface Row {
  id: number
  version: number
  state: string
  no: string
  name: string
  mobile: string
  source: string
  intent: string
  createdAt: string
  guide: number | null
  guideName: string | null
  designer: number | null
  designerName: string | null
  nextFollowAt: string | null
  lastFollowAt: string | null
  followCount: number
  orderCount: number
  netReceived: string
}

const sorts = {
  createdAt: raw('c."createdAt"'),
  nextFollowAt: raw('c."nextFollowAt"'),
  name: raw('c.name'),
  intent: raw('c.intent'),
}

export function createList(pool: pg.Pool): (person: Person, query: CustomerQuery) => Promise<ListAnswer> {
  const run = createRun(pool, 'list')

  return async (person, query) => {
    const scope = scopeOf(person)
    const where = join([...scope, ...conditionsOf(query, true)], ' and ')
    const [rows, total, tabs, sums, groups] = await Promise.all([
      query.rows === false ? undefined : run<Row>(pageOf(where, query)),
      query.total ? run<{ count: number }>(sql`select count(*) as count from customer c where ${where}`) : undefined,
      query.tabs
        ? run<{ state: string; count: number }>(
            sql`select c.state, count(*) as count from customer c
              where ${join([...scope, ...conditionsOf(query, false)], ' and ')} group by c.state`,
          )
        : undefined,
      query.sums ? run<{ netReceived: string }>(sumOf(where)) : undefined,
      query.groups
        ? run<{ value: string; count: number }>(
            sql`select c.intent as value, count(*) as count from customer c where ${where} group by 1 order by 1`,
          )
        : undefined,
    ])
    return {
      ...(rows && { rows: rows.map((row) => recordOf(row, person)) }),
      ...(total && { total: { count: total[0]!.count, more: false } }),
      ...(tabs && {
        tabs: { following: 0, deal: 0, ...Object.fromEntries(tabs.map(({ state, count }) => [state, count])) },
      }),
      ...(sums && { sums: { netReceived: sums[0]!.netReceived } }),
      ...(groups && { groups: groups.map((group) => ({ ...group, sums: {} })) }),
    }
  }
}

function scopeOf({ scope, id, dealer, store }: Person): Sql[] {
  const own = sql`c.dealer = ${dealer}`
  if (scope === 'all') return []
  if (scope === 'dealer') return [own]
  if (scope === 'store') return [own, sql`(c.store = ${store} or c.state = 'pool')`]
  return [own, sql`(c.guide = ${id} or c.designer = ${id} or c."createdBy" = ${id} or c.state = 'pool')`]
}

function conditionsOf(query: CustomerQuery, withState: boolean): Sql[] {
  const { name, mobile, source, intent, guide, store, createdFrom, createdTo, words } = query
  const conditions = [withState && query.state ? sql`c.state = ${query.state}` : sql`c.state in ('following', 'deal')`]
  if (name) conditions.push(sql`c.name ilike ${like(name)}`)
  if (mobile) conditions.push(sql`c.mobile ilike ${like(mobile)}`)
  if (source) conditions.push(sql`c.source = ${source}`)
  if (intent) conditions.push(sql`c.intent = ${intent}`)
  if (guide) conditions.push(sql`c.guide = ${guide}`)
  if (store) conditions.push(sql`c.store = ${store}`)
  if (createdFrom) conditions.push(sql`c."createdAt" >= ${createdFrom}`)
  if (createdTo) conditions.push(sql`c."createdAt" <= ${createdTo}`)
  if (words) conditions.push(sql`(c.name ilike ${like(words)} or c.no ilike ${like(words)})`)
  return conditions
}

function like(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

function orderOf({ sort = 'createdAt', ascending }: Pick<CustomerQuery, 'sort' | 'ascending'>): Sql {
  if (sort === 'intent') return sql`c.intent ${raw(ascending ? 'asc' : 'desc')}, c."createdAt" desc, c.id desc`
  if (ascending) return sql`${sorts[sort]} asc, c.id asc`
  // When a customer was made is always known; with "nulls last" its index would be of no use.
  return sort === 'createdAt' ? sql`${sorts[sort]} desc, c.id desc` : sql`${sorts[sort]} desc nulls last, c.id desc`
}

// The page is cut before anything is joined to it or counted for it.
function pageOf(where: Sql, { page = 1, size = 20, ...query }: CustomerQuery): Sql {
  const order = orderOf(query)
  const offset = page > 1 ? sql` offset ${(page - 1) * size}` : empty
  return sql`
    select c.*, g.name as "guideName", d.name as "designerName", f."followCount", f."lastFollowAt", o."orderCount",
    round(r.amount - x.amount, 2)::text as "netReceived"
    from (select c.id, c.version, c.state, c.no, c.name, c.mobile, c.source, c.intent, c.guide, c.designer,
    c."nextFollowAt", c."createdAt" from customer c where ${where} order by ${order} limit ${size}${offset}) c
    left join employee g on g.id = c.guide
    left join employee d on d.id = c.designer
    cross join lateral (select count(*) as "followCount", max("createdAt") as "lastFollowAt" from follow
    where customer = c.id) f
    cross join lateral (select count(*) as "orderCount" from "order" where customer = c.id and state <> 'closed') o
    cross join lateral (select coalesce(sum(amount), 0) as amount from receipt
    where customer = c.id and state = 'approved') r
    cross join lateral (select coalesce(sum(amount), 0) as amount from refund
    where customer = c.id and state = 'paid') x
    order by ${order}`
}

function sumOf(where: Sql): Sql {
  return sql`
    select round((select coalesce(sum(r.amount), 0) from receipt r join customer c on c.id = r.customer
    where r.state = 'approved' and ${where})
      - (select coalesce(sum(r.amount), 0) from refund r join customer c on c.id = r.customer
      where r.state = 'paid' and ${where}), 2)::text as "netReceived"`
}

function recordOf(row: Row, person: Person): RecordData {
  const values: Record<string, Value> = {
    no: row.no,
    name: row.name,
    mobile: row.mobile,
    source: row.source,
    intent: row.intent,
    guide: row.guide === null ? null : { id: row.guide, label: row.guideName ?? '' },
    designer: row.designer === null ? null : { id: row.designer, label: row.designerName ?? '' },
    followCount: row.followCount,
    lastFollowAt: row.lastFollowAt,
    nextFollowAt: row.nextFollowAt,
    orderCount: row.orderCount,
    netReceived: row.netReceived,
    state: row.state,
  }
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    label: row.name,
    values,
    can: buttonsOf(row.state, person),
  }
}

const buttons: readonly { readonly name: string; readonly code: string; readonly states: readonly string[] }[] = [
  { name: 'edit', code: 'p_pc_customerList', states: ['following', 'deal'] },
  { name: 'follow.create', code: 'p_pc_Follow', states: ['following', 'deal'] },
  { name: 'order.create', code: 'p_pc_orderList', states: ['following', 'deal'] },
  { name: 'transfer.applyCustomer', code: 'p_pc_customerList', states: ['following', 'deal'] },
  { name: 'lose', code: 'p_pc_customerList', states: ['following'] },
  { name: 'release', code: 'p_pc_customerList', states: ['following'] },
]

function buttonsOf(state: string, { codes }: Person): string[] {
  const administrator = codes.has('admin')
  return buttons
    .filter((button) => button.states.includes(state) && (administrator || codes.has(button.code)))
    .map(({ name }) => name)
}
