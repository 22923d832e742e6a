// The fields that decide which rows a caller reaches, as `entity.field`: all that row scopes read.
import type { App } from '../../model/app'
import type { Entity } from '../../model/entity'
import type { Rule } from '../../model/rule'

export function scopeFields(app: App): ReadonlySet<string> {
  const results = new Set<string>()
  const follow = (entity: Entity | undefined, path: string): void => {
    const [name = '', ...rest] = path.split('.')
    const field = entity?.fields[name]
    if (entity === undefined || field === undefined) return
    const key = `${entity.name}.${name}`
    if (!results.has(key)) {
      results.add(key)
      for (const read of readBy(field.compute)) follow(entity, read)
    }
    if (rest.length > 0) follow(app.entities[field.entity ?? ''], rest.join('.'))
  }
  for (const entity of Object.values(app.entities)) {
    const { selfFields, unitFields, selfThrough, tenantWhere, where, everyTenantWhere } = entity.rowScope
    const rules = [tenantWhere, where, everyTenantWhere].flatMap(readBy)
    const tenant = entity.perTenant ? [app.access.identity.tenantEntity] : []
    for (const path of [...selfFields, ...unitFields, ...rules, ...tenant]) follow(entity, path)
    for (const { entity: through, referenceField, accountField, where: condition } of selfThrough)
      for (const path of [referenceField, accountField, ...readBy(condition)]) follow(app.entities[through], path)
  }
  return results
}

const readBy = (rule: Rule | undefined): readonly string[] => rule?.readPaths ?? []
