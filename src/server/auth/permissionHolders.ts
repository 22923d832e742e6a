// Finds who holds permission codes in the caller's tenant: roles by name, and some people.
// People are found only for callers who may read accounts.
import { declared } from '../../manifest/expression/values/present'
import { once } from '../../manifest/expression/values/once'
import { canRead, effectiveCodes } from '../../manifest/access/permissions'
import { roleEntityOf, entityOf } from '../../manifest/model/app'
import { textIn } from '../../manifest/model/text'
import type { Transition } from '../../manifest/model/transition'
import { idOf } from '../../manifest/expression/values/value'
import type { Context, RawRecord } from '../context/context'
import { canReadField } from '../query/policy/fieldAccess'
import { loadRecords } from '../query/records/loadRecords'

interface Holders {
  readonly roles: readonly string[]
  /** A few of them, by name. */
  readonly people: readonly string[]
}

const maxPeople = 3
/** Maximum accounts searched for holders. */
const maxAccounts = 500

/** Finds holders in the caller's tenant; roles and accounts are read when they are first needed, and once. */
export class HolderSearch {
  private readonly roles = once(() => rolesOfTenant(this.context))
  private readonly people = once(() => colleagues(this.context))

  constructor(private readonly context: Context) {}

  /** The holders of each code, as the permission changes of the tenant leave it. */
  async holdersOf(codes: readonly string[]): Promise<ReadonlyMap<string, Holders>> {
    if (codes.length === 0) return new Map()
    const roles = await this.roles()
    const people = await this.people()
    return new Map(
      codes.map((code) => {
        const holding = roles.filter((role) => role.codes.has(code))
        const ids = new Set(holding.map(({ id }) => id))
        return [
          code,
          {
            roles: holding.map(({ label }) => label),
            people: people
              .filter(({ role }) => role !== null && ids.has(role))
              .slice(0, maxPeople)
              .map(({ name }) => name),
          },
        ]
      }),
    )
  }

  /** Finds the roles that may run a transition; if none of the tenant may, the title of the administrator's code. */
  async rolesTaking(steps: readonly Transition[]): Promise<(step: Transition) => readonly string[]> {
    const { permissions, administratorPermission: administrator } = this.context.app.access
    const codesOf = (step: Transition) =>
      step.permissions.map(({ permission }) => permission).filter((code) => Object.hasOwn(permissions, code))
    const roles = steps.some((step) => codesOf(step).length > 0) ? await this.roles() : []
    return (step) => {
      const needed = codesOf(step)
      const held = roles.filter(({ codes }) => needed.some((code) => codes.has(code))).map(({ label }) => label)
      if (held.length > 0 || !needed.includes(administrator)) return [...new Set(held)]
      return [textIn(declared(permissions, administrator), this.context.caller.language)]
    }
  }
}

async function rolesOfTenant(context: Context) {
  const { app, caller, now } = context
  const [lines, code] = app.access.identity.permissionsPath
  const entity = roleEntityOf(app)
  const { id: tenant } = caller.tenant
  if (typeof tenant !== 'number') return []
  const roles = await loadRecords(context, {
    entity: entity.name,
    paths: [lines, entity.labelField],
    where: { tenant },
    scoped: false,
    limit: maxAccounts,
  })
  return roles
    .filter(({ state }) => entity.states[String(state)]?.closed !== true)
    .map((role) => ({
      id: role.id,
      label: String(role[entity.labelField] ?? role.id),
      codes: effectiveCodes(
        app,
        ((role[lines] ?? []) as readonly RawRecord[]).map((line) => String(line[code])),
        caller,
        now,
      ).codes,
    }))
}

/** Colleagues who may sign in, within the caller's row scope; none for a caller who may not read accounts. */
async function colleagues(context: Context) {
  const { app, caller } = context
  const { accountEntity, roleField, nameField, activeWhen } = app.access.identity
  const entity = entityOf(app, accountEntity)
  const readable = [roleField, nameField].every((name) => canReadField(declared(entity.fields, name), caller))
  if (!readable || !canRead(app, caller, entity)) return []
  const accounts = await loadRecords(context, {
    entity: accountEntity,
    paths: [roleField, nameField],
    where: { rule: activeWhen },
    scoped: true,
    limit: maxAccounts,
  })
  return accounts.map((account) => ({ role: idOf(account[roleField]), name: String(account[nameField] ?? '') }))
}
