// Finds the fields that row scopes read, and the inputs that fill them.
import { untilStable } from '../../expression/values/lists'
import { pathsRead } from '../../expression/analyze'
import { entityOf, type App } from '../../model/app'
import { transitionOf, type Entity } from '../../model/entity'
import type { Rule } from '../../model/rule'
import { excludingFields, type Transition } from '../../model/transition'

export interface Scoping {
  /** As `entity.field`: everything that row scopes read from rows and accounts. */
  readonly fields: ReadonlySet<string>
  /** As `entity.transition.input`: inputs that set such a field, directly or through an effect. */
  readonly inputs: ReadonlySet<string>
}

export function scopingOf(app: App): Scoping {
  const fields = scopeFields(app)
  const inputs = new Set<string>()
  const scoping = { fields, inputs }
  const transitions = Object.values(app.entities).flatMap((entity) => Object.values(entity.transitions))
  // An input may fill that of another transition, so repeat until nothing new is found.
  untilStable(inputs, () => {
    for (const transition of transitions)
      for (const name of fillingRules(app, transition, scoping).flatMap((rule) => pathsRead(rule.node, 'input')))
        inputs.add(`${transition.entity}.${transition.name}.${name.split('.')[0]}`)
  })
  return scoping
}

/** As `entity.field`: the fields of scopes, those that not everybody reads, and those that permissions depend on. */
export function rightsFields(app: App, { fields }: Scoping): ReadonlySet<string> {
  const result = new Set(fields)
  for (const { name: entity, fields: declared, transitions } of Object.values(app.entities)) {
    for (const { name, readPermissions, mask } of Object.values(declared))
      if (readPermissions ?? mask) result.add(`${entity}.${name}`)
    for (const transition of Object.values(transitions)) {
      const conditions = transition.permissions.flatMap(({ when }) => readBy(when))
      for (const path of [...conditions, ...excludingFields(transition)]) result.add(`${entity}.${path.split('.')[0]}`)
    }
  }
  return result
}

/** Whether a transition's value of this name decides who reaches the record. */
export function givesScope({ fields, inputs }: Scoping, transition: Transition, name: string): boolean {
  return Object.hasOwn(transition.inputs, name)
    ? inputs.has(`${transition.entity}.${transition.name}.${name}`)
    : fields.has(`${transition.entity}.${name}`)
}

function fillingRules(app: App, transition: Transition, scoping: Scoping): Rule[] {
  const set = Object.entries(transition.set).flatMap(([field, rule]) =>
    rule !== null && scoping.fields.has(`${transition.entity}.${field}`) ? [rule] : [],
  )
  const given = transition.effects.flatMap((effect) => {
    if (effect.kind !== 'run') return []
    const run = transitionOf(entityOf(app, effect.entity), effect.transition)
    return Object.entries(effect.values).flatMap(([name, rule]) => (givesScope(scoping, run, name) ? [rule] : []))
  })
  return [...set, ...given]
}

function scopeFields(app: App): ReadonlySet<string> {
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
  followAccount(app, follow)
  return results
}

/** The account's reach: its tenant, unit, role and scope, and the role's codes. */
function followAccount({ access, entities }: App, follow: (entity: Entity | undefined, path: string) => void): void {
  const { accountEntity, tenantEntity, unitField, roleField, rowScopeField, permissionsPath } = access.identity
  const account = entities[accountEntity]
  for (const path of [tenantEntity, unitField, rowScopeField, `${roleField}.${permissionsPath[0]}`])
    follow(account, path)
  const { apiKeys: keys } = access
  for (const path of [keys?.roleField, keys?.rowScopeField, keys?.serviceAccounts?.accountField])
    if (keys !== undefined && path !== undefined) follow(entities[keys.entity], path)
}

const readBy = (rule: Rule | undefined): readonly string[] => rule?.readPaths ?? []
