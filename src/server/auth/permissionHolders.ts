// Finds who holds permission codes in the caller's tenant: roles by name, and some people.
// People are found only for callers who may read accounts.
import { declared } from '../../manifest/expression/values/present'
import { canRead, effectiveCodes } from '../../manifest/access/permissions'
import { roleEntityOf, entityOf } from '../../manifest/model/app'
import { idOf } from '../../manifest/expression/values/value'
import type { Context, RawRecord } from '../context/context'
import { canReadField } from '../query/policy/fieldAccess'
import { loadRecords } from '../query/records/loadRecords'

export interface Holders {
  readonly roles: readonly string[]
  /** A few of them, by name. */
  readonly people: readonly string[]
}

const maxPeople = 3
/** Maximum accounts searched for holders. */
const maxAccounts = 500

/** The holders of each code, as the permission changes of the tenant leave it. */
export async function holdersOf(context: Context, codes: readonly string[]): Promise<ReadonlyMap<string, Holders>> {
  if (codes.length === 0) return new Map()
  const roles = await rolesOfTenant(context)
  const people = await colleagues(context)
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
      id: Number(role.id),
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
