// Compares each measure of a report counted with the others and alone, and its reads with its
// indexes, over random records. Not a test itself; run on the library and the shipped product.
import sql, { raw } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { App } from '../../../src/manifest/model/app'
import type { Field } from '../../../src/manifest/model/field'
import { isCounted, type Measure, type Report } from '../../../src/manifest/model/report'
import { everyScreen } from '../../../src/manifest/access/screenByPath'
import type { RawRecord } from '../../../src/server/context/context'
import { checkFilterValue } from '../../../src/server/query/search/filter'
import { planningOf } from '../../../src/server/query/expression/planning'
import type { AxisFilter, ReportPlan } from '../../../src/server/query/report/axes'
import { dependsOnPeriod, reportStatement, totalsStatement } from '../../../src/server/query/report/statement'
import { bindAnew } from '../../../src/server/query/expression/preparedQuery'
import type { Filled } from './filled'

/** Every report of a product by all of its axes. */
export function describeReports(app: App, filled: Filled): void {
  const period = { from: '2024-02-05', to: '2024-03-05' }
  const cases = everyScreen(app.screens).flatMap(({ path, report }) =>
    report
      ? groupings(report).map(
          (axes) => [`${path} by ${axes.map(({ name }) => name).join(', ')}`, report, axes] as const,
        )
      : [],
  )

  function groupings({ dimensions: groups, chooseDimension: choose }: Report): Field[][] {
    const all = Object.values(groups)
    return choose ? all.map((axis) => [axis]) : [all]
  }

  const countedBy = ({ measures }: Report) => measures.filter(({ aggregate }) => aggregate)

  function statementOf(
    statement: typeof reportStatement,
    report: Report,
    axes: readonly Field[],
    measures: readonly Measure[],
    filters: readonly AxisFilter[] = [],
    scope: ReportPlan['scope'] = 'all',
    tenants?: 'joined',
  ) {
    const plan = { axes, measures: measures.filter(isCounted), filters, scope, rows: 100_000 }
    return bindAnew(statement(planningOf(app, 'zh', false, tenants), plan), {
      context: filled.context,
      values: filters.flatMap(({ values }) => values),
      ...(report.period && { period }),
    })
  }

  /** What each group has of the measures at some places, of totals alike; what it has not is nothing. */
  async function numbersOf(
    ...[statement, report, axes, measures, ...rest]: Parameters<typeof statementOf>
  ): Promise<Map<string, string>> {
    const rows = await filled.context.query<RawRecord>(statementOf(statement, report, axes, measures, ...rest))
    return new Map(
      rows
        .flatMap((row) =>
          measures.map(({ name, aggregate }, at): [string, string] => {
            const empty = aggregate!.operator === 'sum' || aggregate!.operator === 'count' ? '0' : ''
            return [
              JSON.stringify([row.total, axes.map((_, index) => row[`g${index}`]), name]),
              String(Number(row[`m${at}`] ?? empty)),
            ]
          }),
        )
        .filter(([, value]) => value !== '0'),
    )
  }

  async function eachAlone(
    ...[statement, report, axes, measures, ...rest]: Parameters<typeof statementOf>
  ): Promise<Map<string, string>> {
    const all = await Promise.all(measures.map((measure) => numbersOf(statement, report, axes, [measure], ...rest)))
    return new Map(all.flatMap((one) => [...one]))
  }

  const inOrder = (numbers: ReadonlyMap<string, string>) =>
    [...numbers].sort(([one], [other]) => (one < other ? -1 : 1))

  let totals = 0

  describe.each(cases)('%s', (_, report, axes) => {
    const measures = countedBy(report)

    it.each(['all', 'tenant'] as const)(
      'counts the same together as alone, over what is reached of %s',
      async (rowScope) => {
        const together = await numbersOf(reportStatement, report, axes, measures, [], rowScope)
        expect(together.size).toBeGreaterThan(0)
        expect(inOrder(together)).toEqual(
          inOrder(await eachAlone(reportStatement, report, axes, measures, [], rowScope)),
        )
      },
    )

    it('counts the same together as alone as it is planned for a cluster, which unites groups instead of rows', async () => {
      const on = [reportStatement, report, axes, measures, [], 'all', 'joined'] as const
      expect(inOrder(await numbersOf(...on))).toEqual(inOrder(await eachAlone(...on)))
    })

    it('has the same totals of a span together as alone', async () => {
      const spanned = measures.filter(dependsOnPeriod)
      if (!report.period) return expect(spanned).toEqual([])
      const together = await numbersOf(totalsStatement, report, axes, spanned)
      totals += together.size
      expect(inOrder(together)).toEqual(inOrder(await eachAlone(totalsStatement, report, axes, spanned)))
    })

    it('counts the same together as alone where it is narrowed by an axis', async () => {
      for (const axis of Object.values(report.dimensions).filter(({ type }) => type === 'ref')) {
        const filters = [
          { ...checkFilterValue(filled.context, axis, { field: axis.name, operator: 'equals', value: 7 }), axis },
        ]
        const together = await numbersOf(reportStatement, report, axes, measures, filters)
        expect(inOrder(together)).toEqual(inOrder(await eachAlone(reportStatement, report, axes, measures, filters)))
      }
    })
  })

  it('compares totals of spans that hold something', () => expect(totals).toBeGreaterThan(0))

  interface PlanNode {
    readonly 'Node Type': string
    readonly 'Relation Name'?: string
    readonly Plans?: readonly PlanNode[]
  }
  const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

  describe('what reports read', () => {
    it('is in the indexes by which they find it', async () => {
      for (const name of Object.keys(app.entities))
        if (!app.entities[name]!.view) await filled.fresh.database.owner.query(sql`vacuum analyze ${raw(`"${name}"`)}`)
      // Of a few records each index is as good as any other: those are left that hold more than their key.
      const bare = await filled.fresh.database.query<{ name: string }>(
        sql`select indexrelid::regclass::text as "name" from pg_index join pg_class on pg_class.oid = indrelid
          where relnamespace = current_schema()::regnamespace and not indisprimary and indnatts = indnkeyatts`,
      )
      for (const { name } of bare) await filled.fresh.database.owner.query(sql`drop index ${raw(name)}`)
      const opened = new Set<string>()
      await filled.fresh.database.transaction(async (tx) => {
        await tx.query(sql`set local enable_seqscan = off`)
        await tx.query(sql`set local enable_bitmapscan = off`)
        for (const [, report, axes] of cases) {
          for (const measure of countedBy(report)) {
            const [row] = await tx.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
              bindAnew(sql`explain (format json) ${statementOf(reportStatement, report, axes, [measure])}`, {
                context: filled.context,
              }),
            )
            const read = nodesOf(row!['QUERY PLAN'][0].Plan).filter(
              (node) => node['Relation Name'] !== undefined && node['Node Type'] !== 'Index Only Scan',
            )
            for (const node of read)
              if (!axes.some(({ entity }) => entity === node['Relation Name']))
                opened.add(`${node['Relation Name']} for ${measure.name}`)
          }
        }
      })
      expect([...opened]).toEqual([])
    })
  })
}
