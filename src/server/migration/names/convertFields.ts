// Moves values of former fields into those that take them over, as `migration.convert` declares.
// Part of the migration's transaction: a start that ends early leaves the former fields unchanged.
import sql, { join } from 'sql-template-tag'
import type { App } from '../../../manifest/model/app'
import type { Conversion, Entity } from '../../../manifest/model/entity'
import { identifier } from '../../database/sql/identifier'
import { columnType } from '../../database/sql/tables'
import { castToField, fieldOf } from '../../query/expression/fieldSql'
import { enginePlanning } from '../../query/expression/planning'
import { RowSource } from '../../query/expression/rowSource'
import { valueSql } from '../../query/expression/ruleSql'
import type { Catalog } from '../databaseCatalog'
import { heldRows, type MigrationContext } from '../heldRows'
import type { MigrationRefusal } from '../refusal'

interface FormerField extends Conversion {
  readonly entity: Entity
  /** The type of its column. */
  readonly type: string
}

/** The former fields that the tables still have. */
function formerFields(app: App, { tables }: Catalog): FormerField[] {
  return Object.values(app.entities)
    .filter(({ view }) => !view)
    .flatMap((entity) =>
      Object.values(entity.migration.convert).flatMap((conversion) => {
        const type = tables.get(entity.name)?.get(conversion.former.name)
        return type === undefined ? [] : [{ ...conversion, entity, type }]
      }),
    )
}

/** The former fields whose columns are of another type than the manifests declare. */
export function unconvertible(app: App, catalog: Catalog): MigrationRefusal[] {
  return formerFields(app, catalog)
    .filter(({ former, type }) => type !== columnType(former))
    .map(({ entity, former, type }) => ({
      source: entity.source,
      path: ['migration', 'convert', former.name, 'type'],
      message: `The former field "${former.name}" of "${entity.name}" is no ${former.type}: its column is ${type}.`,
      hint: 'Write the type that it had.',
    }))
}

/** Fills the fields that take over, then drops the former ones; returns whether there were any. */
export async function convertFields(context: MigrationContext, catalog: Catalog): Promise<boolean> {
  const fields = formerFields(context.app, catalog)
  for (const field of fields) await convertField(context, field)
  return fields.length > 0
}

async function convertField({ tx, app, reportChange }: MigrationContext, field: FormerField): Promise<void> {
  const { entity, former, to } = field
  const [table, before] = [identifier(entity.name), identifier(former.name)]
  const planning = enginePlanning(app)
  const withFormer = { ...entity, fields: { ...entity.fields, [former.name]: former } }
  const source = RowSource.of(planning, withFormer)
  const set = Object.entries(to).map(([name, { node }]) => {
    const value = castToField(valueSql(node, { planning, source }), fieldOf(source, name))
    return sql`${identifier(name)} = coalesce(${source.column(name)}, ${value})`
  })
  const rows = await heldRows(tx, { table: entity.name, record: 'id' }, sql`${before} is not null`)
  await tx.query(sql`update ${table} ${identifier(source.alias)} set ${join(set, ', ')}
    where ${source.column(former.name)} is not null`)
  await tx.query(sql`alter table ${table} drop column ${before}`)
  reportChange({
    kind: 'renamed',
    what: 'field',
    owner: entity.name,
    name: former.name,
    successor: Object.keys(to).join(', '),
    ...rows,
  })
}
