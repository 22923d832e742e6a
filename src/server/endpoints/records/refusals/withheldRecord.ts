// Explains why a record of the caller's tenant that is known by its number alone may not be opened.
// Numbers are assigned consecutively, so confirming one reveals no more than its neighbors do.
import sql from 'sql-template-tag'
import { canRead, holdsPermission } from '../../../../manifest/access/permissions'
import { entityOf } from '../../../../manifest/model/app'
import { numberPrefixes, type Entity } from '../../../../manifest/model/entity'
import type { MissingCondition, WhyNot } from '../../../../protocol/records/stepCalls'
import { callerText, phrase } from '../../../context/phrases'
import type { Context } from '../../../context/context'
import { isShownNow } from '../../../context/callerRules'
import { unitEntity, whoseBeyondReach } from '../../../mutation/state/unchoosable'
import { planningFor } from '../../../query/expression/planning'
import { bind } from '../../../query/expression/preparedQuery'
import { RowSource } from '../../../query/expression/rowSource'
import { notFound } from '../record'
import { permissionCondition } from './permissionCondition'
import type { Explaining } from './refusalWording'

interface NumberedRecord {
  readonly entity: Entity
  readonly id: number
}

/** The records of the caller's tenant that have a number, whether it may open them or not. */
export async function withheldIds(context: Context, number: string): Promise<NumberedRecord[]> {
  const tenant = context.caller.tenant.id
  if (typeof tenant !== 'number' || !/^[A-Z]+\d{6,}$/.test(number)) return []
  const entities = Object.values(context.app.entities).filter(
    (entity) => !entity.view && numberPrefixes(entity).some((prefix) => number.startsWith(prefix)),
  )
  const records: NumberedRecord[] = []
  for (const entity of entities) {
    const id = await idOfNumber(context, entity, number, tenant)
    if (id !== undefined) records.push({ entity, id })
  }
  return records
}

async function idOfNumber(context: Context, entity: Entity, number: string, tenant: number) {
  const source = RowSource.of(planningFor(context), entity)
  if (!source.tenantColumn) return undefined
  const [row] = await context.query<{ id: unknown }>(
    bind(
      sql`SELECT ${source.column('id')} AS "id" FROM ${source.from()}
        WHERE ${source.column('no')} = ${number} AND ${source.column(source.tenantColumn)} = ${tenant}::bigint LIMIT 1`,
      { context },
    ),
  )
  return row && Number(row.id)
}

/** @throws RequestError record_not_reachable also for a number of another tenant, as for one that is not assigned */
export async function whyWithheld(explaining: Explaining, entityName: string, number: string): Promise<WhyNot> {
  const { context } = explaining
  const { app, caller } = context
  const record = (await withheldIds(context, number)).find(({ entity }) => entity.name === entityName)
  if (!record) throw notFound()
  const { entity, id } = record
  const conditions: MissingCondition[] = []
  const without = async (codes: readonly string[]) =>
    conditions.push(
      await permissionCondition(
        explaining,
        codes.map((code) => ({ code, held: false, clauses: [] })),
      ),
    )
  if (!canRead(app, caller, entity)) await without(entity.readPermissions)
  if (!holdsPermission(caller, entity.detail)) await without(entity.detail.permissions ?? [])
  const say = (kind: MissingCondition['kind'], message: Parameters<typeof callerText>[1]) =>
    conditions.push({ kind, message: callerText(context, message), details: [] })
  if (!isShownNow(context, entity.detail)) say('withdrawn', phrase('why_record_closed'))
  const whose = await whoseBeyondReach(context, entity, id)
  if (whose === 'unit') say('scope', phrase('why_other_unit', { unit: entityOf(app, unitEntity(app)).title }))
  if (whose === 'account') say('scope', phrase('why_other_account'))
  return { title: entity.title, conditions }
}
