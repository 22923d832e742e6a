// Refuses demo data in which a record of one tenant refers to one of another.
// Accounts that reach all tenants may be referenced from anywhere.
import type { App } from '../../../manifest/model/app'
import type { Field } from '../../../manifest/model/field'
import { DemoProblem } from '../../context/startError'
import type { DemoTable } from './files'

interface Owned {
  readonly entity: string
  readonly tenant: unknown
  readonly everywhere: boolean
}

/** @throws DemoProblem which names the file, the row and the field */
export function refuseForeignReferences(app: App, tables: readonly DemoTable[]): void {
  const { accountEntity, tenantEntity, rowScopeField, rowScopes } = app.access.identity
  const records = new Map<string, Owned>()
  for (const { entity, columns, rows } of tables)
    for (const row of rows) {
      const at = (name: string) => row[columns.indexOf(name)]
      const everywhere = entity === accountEntity && rowScopes[String(at(rowScopeField))] === 'all'
      records.set(`$${String(row[0])}`, { entity, tenant: at(tenantEntity), everywhere })
    }
  for (const { file, entity, columns, rows } of tables) {
    const own = app.entities[entity]
    if (!own?.perTenant) continue
    for (const row of rows)
      for (const [index, name] of columns.entries())
        for (const [path, target] of references(own.fields[name], name, row[index])) {
          const referred = records.get(target)
          if (referred === undefined || referred.everywhere || !app.entities[referred.entity]?.perTenant) continue
          const { tenant } = records.get(`$${String(row[0])}`)!
          if (referred.tenant !== tenant)
            throw new DemoProblem(
              [
                `${file}: "${path}" of ${String(row[0])} (${String(tenant)}) refers to`,
                `${target}, which belongs to ${String(referred.tenant)}.`,
              ].join(' '),
            )
        }
  }
}

/** The references of a value by their path, those of lines among them. */
function* references(field: Field | undefined, path: string, value: unknown): Generator<[path: string, key: string]> {
  if (field?.type === 'ref' && typeof value === 'string') yield [path, value]
  if (field?.type !== 'lines' || !Array.isArray(value)) return
  for (const line of value as Record<string, unknown>[])
    for (const cell of Object.values(field.fields ?? {}))
      yield* references(cell, `${path}.${cell.name}`, line[cell.name])
}
