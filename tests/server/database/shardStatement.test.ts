// Proves that a statement of Citus is sent to another machine only when all that it reads lies
// there.
import { describe, expect, it } from 'vitest'
import type { ShardMap } from '../../../src/server/database/connection/machines/shardMap'
import {
  otherValues,
  shardTemplate,
  shardText,
  shardTextOfTenants,
} from '../../../src/server/database/connection/machines/shardStatement'

const map: ShardMap = {
  table: 'loan',
  groups: [0, 1].map((group) => ({
    host: 'localhost',
    port: 5000 + group,
    shard: String(100 + group),
    names: new Map([
      ['loan', `loan_${100 + group}`],
      ['bookCopy', `bookCopy_${200 + group}`],
    ]),
  })),
  shards: new Map([
    ['loan_100', { table: 'loan', group: 0 }],
    ['loan_101', { table: 'loan', group: 1 }],
    ['bookCopy_200', { table: 'bookCopy', group: 0 }],
    ['bookCopy_201', { table: 'bookCopy', group: 1 }],
    ['branch_300', { table: 'branch', group: 'everywhere' }],
  ]),
}
const original = 'select "no" from "loan" where "branch" = $1::bigint and "due" < $2'
const types = ['bigint', 'timestamp with time zone']
const templateOf = (text: string) => shardTemplate(original, { text, types }, { map, group: 0 })
const condition = 'where branch = $1 and due < $2'

describe('a task', () => {
  it('names the shards of another group, and the types of its parameters', () => {
    const template = templateOf(
      `SELECT l.no, 'loan_100 $1' AS t FROM (public.loan_100 l JOIN public."bookCopy_200" c USING (id))
        JOIN public.branch_300 b USING (id) ${condition}`,
    )
    expect(shardText(template!, map.groups[1]!)).toContain(
      `SELECT l.no, 'loan_100 $1' AS t FROM (public."loan_101" l JOIN public."bookCopy_201" c USING (id))
        JOIN public.branch_300 b USING (id) where branch = $1::bigint and due < $2::timestamp with time zone`,
    )
  })
  it('fails where its group has moved away', () => {
    expect(shardText(templateOf(`select no from public.loan_100 ${condition}`)!, map.groups[1]!)).toContain(
      'shardid = 101',
    )
  })
  it('reads the records of several tenants in one statement, whose first parameter lists them', () => {
    const template = templateOf(`SELECT no, 'branch = $1' AS t FROM public.loan_100 ${condition}`)!
    const read = { tenantPositions: [0], values: [7, '2026-01-01'] }
    const text = shardTextOfTenants(template, map.groups[1]!, read)
    expect(text).toContain('from unnest($1::bigint[]) as "each of"("tenant")')
    expect(text).toContain(
      `SELECT no, 'branch = $1' AS t FROM public."loan_101"
        where branch = "each of"."tenant" and due < $2::timestamp with time zone`.replace(/\n +/, ' '),
    )
    expect(text).toContain('shardid = 101')
    expect(otherValues(read)).toEqual(['2026-01-01'])
  })
  it.each([
    ['reads a shard of another group', `select no from public.loan_101 ${condition}`],
    ['reads shards of two groups', `select no from public.loan_100, public."bookCopy_201" ${condition}`],
    ['reads a shard that is not known', `select no from public.loan_100, public.member_400 ${condition}`],
    ['lost a parameter to its value', `select no from public.loan_100 where branch = '7'::bigint and due < $2`],
    ['reads no shard at all', `select no from public.branch_300 ${condition}`],
  ])('is not sent elsewhere when it %s', (_, text) => {
    expect(templateOf(text)).toBeUndefined()
  })
})
