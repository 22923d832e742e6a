// How would a developer write the order list by hand? One statement for a page that is cut before anything is joined to
// it, one count(*), one for the sums.
import type pg from 'pg'
import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { ListAnswer, RecordData } from '../../../src/protocol/calls'
import { createRun } from './prepared'
import type { Person } from './twinSession'

/** What the twin's page sends: every field is known by name here. */
export interface OrderQuery {
  readonly state?: string
  readonly words?: string
  readonly page?: number
  readonly size?: number
  readonly rows?: boolean
  readonly total?: boolean
  readonly sums?: boolean
}

interface Row {
  id: number
  version: number
  state: string
  no: string
  category: string
  orderType: string
  overdueDays: number
  agreedAmount: string | null
  netReceived: string
  expectedBalance: string | null
  customerMobile: string | null
  customer: number | null
  customerName: string | null
  guide: number | null
  guideName: string | null
  designer: number | null
  designerName: string | null
  store: number | null
  storeName: string | null
}

// How long an order may stay in a stage.
const days = JSON.stringify({
  assigning: 1,
  measuring: 3,
  drawing: 5,
  inviting: 3,
  caseConfirming: 5,
  signing: 7,
  checking: 1,
  exploding: 2,
  placing: 2,
  ordering: 3,
  producing: 35,
  shipping: 7,
  assigningWork: 2,
  installing: 5,
  evaluating: 7,
})
const money = sql`
  cross join lateral (select coalesce(sum("listAmount" - discount) filter (where state = 'effective'), 0) as amount,
  count(*) filter (where state = 'effective') as effective,
  coalesce(sum("listAmount" - discount) filter (where state in ('draft', 'pending', 'returned')), 0) as proposed
  from contract where "order" = o.id) c
  cross join lateral (select coalesce(sum(round(case kind when 'add' then 1
  else -1 end * (select coalesce(sum(round(qty * "unitPrice", 2)), 0) from "supplement.items" i
  where i.parent = s.id and i.dealer = s.dealer), 2)), 0) as amount from supplement s
  where "order" = o.id and state = 'effective') s
  cross join lateral (select coalesce(sum(amount), 0) as amount from receipt
  where "order" = o.id and state = 'approved') r
  cross join lateral (select coalesce(sum(amount), 0) as amount,
  coalesce(sum(amount) filter (where "refundType" = 'aftersale'), 0) as compensated from refund
  where "order" = o.id and state = 'paid') f
  cross join lateral (select c.effective > 0 or s.amount <> 0 as agreed, c.amount + s.amount as total,
  r.amount - f.amount as net) a
  cross join lateral (select case o.state when 'chargedBack' then 0 else a.total - a.net - f.compensated end as due) b`
const amounts = sql`case when a.agreed then a.total end as "agreedAmount", a.net as "netReceived",
  case when a.agreed or o.state = 'chargedBack' then b.due
  when c.proposed <> 0 then c.proposed + b.due end as "expectedBalance"`

export function createOrders(pool: pg.Pool): (person: Person, query: OrderQuery) => Promise<ListAnswer> {
  const run = createRun(pool, 'orders')

  return async (person, query) => {
    const where = join([sql`true`, ...scopeOf(person), ...conditionsOf(query)], ' and ')
    const [rows, total, sums] = await Promise.all([
      query.rows === false ? undefined : run<Row>(pageOf(where, query)),
      query.total ? run<{ count: number }>(sql`select count(*) as count from "order" o where ${where}`) : undefined,
      query.sums
        ? run<{ agreedAmount: string; netReceived: string; expectedBalance: string }>(
            sql`select coalesce(sum("agreedAmount"), 0)::text as "agreedAmount",
              coalesce(sum("netReceived"), 0)::text as "netReceived",
              coalesce(sum("expectedBalance"), 0)::text as "expectedBalance"
              from (select ${amounts} from (select id, state from "order" o where ${where} limit 10000) o ${money}) a`,
          )
        : undefined,
    ])
    return {
      ...(rows && { rows: rows.map(recordOf) }),
      ...(total && { total: { count: total[0]!.count, more: false } }),
      ...(sums && { sums: { ...sums[0]! } }),
    }
  }
}

function scopeOf({ scope, id, dealer, store }: Person): Sql[] {
  const own = sql`o.dealer = ${dealer}`
  if (scope === 'all') return []
  if (scope === 'dealer') return [own]
  return scope === 'store'
    ? [own, sql`o.store = ${store}`]
    : [own, sql`(o.guide = ${id} or o.designer = ${id} or o."createdBy" = ${id})`]
}

function conditionsOf({ state, words }: OrderQuery): Sql[] {
  const like = `%${(words ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`
  const named = sql`(o.no ilike ${like}
    or o.customer in (select id from customer where name ilike ${like} or no ilike ${like} or mobile ilike ${like})
    or o.guide in (select id from employee where name ilike ${like})
    or o.designer in (select id from employee where name ilike ${like})
    or o.store in (select id from store where name ilike ${like}))`
  return [...(state ? [sql`o.state = ${state}`] : []), ...(words ? [named] : [])]
}

function pageOf(where: Sql, { page = 1, size = 20 }: OrderQuery): Sql {
  const offset = page > 1 ? sql` offset ${(page - 1) * size}` : empty
  return sql`
    select o.*, greatest(0,
    trunc(extract(epoch from now() - o."stateAt") / 86400) - coalesce((${days}::jsonb ->> o.state)::numeric,
    10000))::int as "overdueDays", ${amounts},
      k.name as "customerName", k.mobile as "customerMobile", g.name as "guideName", d.name as "designerName",
      t.name as "storeName"
    from (select id, version, state, no, category, "orderType", customer, guide, designer, store, "createdAt", "stateAt"
    from "order" o where ${where} order by "createdAt" desc, id desc limit ${size}${offset}) o
    left join customer k on k.id = o.customer
    left join employee g on g.id = o.guide
    left join employee d on d.id = o.designer
    left join store t on t.id = o.store
    ${money}
    order by o."createdAt" desc, o.id desc`
}

const reference = (id: number | null, label: string | null) => (id === null ? null : { id, label: label ?? '' })

// What a person may do with an order depends on some rules; here nobody is offered anything.
function recordOf(row: Row): RecordData {
  const { no, state, category, orderType, agreedAmount, netReceived, expectedBalance, customerMobile } = row
  return {
    id: row.id,
    version: row.version,
    state,
    label: no,
    can: [],
    values: {
      no,
      state,
      category,
      orderType,
      agreedAmount,
      netReceived,
      expectedBalance,
      'customer.mobile': customerMobile,
      customer: reference(row.customer, row.customerName),
      guide: reference(row.guide, row.guideName),
      designer: reference(row.designer, row.designerName),
      store: reference(row.store, row.storeName),
    },
  }
}
