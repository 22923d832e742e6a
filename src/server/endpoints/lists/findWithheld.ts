// Finds exact numbers and titles that exist but may not be opened, without showing their content.
// Numbers are assigned consecutively, so confirming one reveals no more than its neighbors do.
import sql from 'sql-template-tag'
import { canOpen } from '../../../manifest/access/permissions'
import type { Entity } from '../../../manifest/model/entity'
import type { FindAnswer } from '../../../protocol/findCalls'
import type { Context } from '../../context/context'
import { isShownNow } from '../../context/callerRules'
import { planningFor } from '../../query/expression/planning'
import { bind } from '../../query/expression/preparedQuery'
import { RowSource } from '../../query/expression/rowSource'

const maxScreens = 3

export async function withheldFrom(
  context: Context,
  searchText: string,
  isFound: boolean,
): Promise<FindAnswer['withheld']> {
  const { app, caller } = context
  const sought = searchText.trim().toLowerCase()
  const screens = Object.values(app.screens)
    .filter(
      (screen) =>
        screen.layout === 'main' &&
        !screen.redirect &&
        Object.values(screen.title).some((title) => title.toLowerCase() === sought) &&
        isShownNow(context, screen) &&
        !canOpen(app, caller, screen),
    )
    .slice(0, maxScreens)
    .map(({ title, path }) => ({ title, screen: path }))
  return isFound ? screens : [...screens, ...(await withheldRecords(context, sought.toUpperCase()))]
}

async function withheldRecords(context: Context, number: string): Promise<FindAnswer['withheld']> {
  const tenant = context.caller.tenant.id
  if (typeof tenant !== 'number' || !/^[A-Z]+\d{6,}$/.test(number)) return []
  const entities = Object.values(context.app.entities).filter(
    ({ view, numberPrefix }) => !view && numberPrefix !== undefined && number.startsWith(numberPrefix),
  )
  const answers: { title: Entity['title'] }[] = []
  for (const entity of entities)
    if (await exists(context, entity, number, tenant)) answers.push({ title: entity.title })
  return answers
}

async function exists(context: Context, entity: Entity, number: string, tenant: number): Promise<boolean> {
  const source = RowSource.of(planningFor(context), entity)
  if (!source.tenantColumn) return false
  const rows = await context.query(
    bind(
      sql`SELECT 1 AS "one" FROM ${source.from()}
        WHERE ${source.column('no')} = ${number} AND ${source.column(source.tenantColumn)} = ${tenant}::bigint LIMIT 1`,
      { context },
    ),
  )
  return rows.length > 0
}
