// Moves values of former fields into those that take them over, as `migration.convert` declares.
// Part of the migration's transaction: a start that ends early leaves the former fields unchanged.
import sql, { join } from 'sql-template-tag'
import type { App } from '../../../manifest/model/app'
import type { Conversion, Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import { untranslated } from '../../../manifest/model/text'
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
  readonly name: string
  readonly columnType: string
  /** The columns of its table before this migration. */
  readonly columns: ReadonlyMap<string, unknown>
}

/** The former fields that the tables still have. */
function formerFields(app: App, { tables }: Catalog): FormerField[] {
  return Object.values(app.entities)
    .filter(({ view }) => !view)
    .flatMap((entity) =>
      Object.entries(entity.migration.convert).flatMap(([name, conversion]) => {
        const columns = tables.get(entity.name)
        const before = columns?.get(name)
        return columns === undefined || before === undefined
          ? []
          : [{ ...conversion, entity, name, columnType: before, columns }]
      }),
    )
}

/** The former fields whose columns are of another type than the manifests declare. */
export function unconvertible(app: App, catalog: Catalog): MigrationRefusal[] {
  return formerFields(app, catalog)
    .filter((field) => field.columnType !== columnType(field))
    .map(({ entity, name, type, columnType: before }) => ({
      source: entity.source,
      path: ['migration', 'convert', name, 'type'],
      message: `The former field "${name}" of "${entity.name}" is no ${type}: its column is ${before}.`,
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
  const { entity, name, type, to } = field
  const [table, before] = [identifier(entity.name), identifier(name)]
  const planning = enginePlanning(app)
  const former: Field = { name, type, title: untranslated(name), required: false, stored: true, system: false }
  const source = RowSource.of(planning, { ...entity, fields: { ...entity.fields, [name]: former } })
  const set = Object.entries(to).map(([target, { node }]) => {
    const value = castToField(valueSql(node, { planning, source }), fieldOf(source, target))
    const present = source.column(target)
    // A column of this migration holds at most its default, which yields; an older one may hold what was entered.
    return field.columns.has(target)
      ? sql`${identifier(target)} = coalesce(${present}, ${value})`
      : sql`${identifier(target)} = coalesce(${value}, ${present})`
  })
  const rows = await heldRows(tx, { table: entity.name, record: 'id' }, sql`${before} is not null`)
  await tx.query(sql`update ${table} ${identifier(source.alias)} set ${join(set, ', ')}
    where ${source.column(name)} is not null`)
  await tx.query(sql`alter table ${table} drop column ${before}`)
  const successor = Object.keys(to).join(', ')
  reportChange({ kind: 'renamed', what: 'field', owner: entity.name, name, successor, ...rows })
}
