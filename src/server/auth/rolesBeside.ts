// Finds which roles have a holder other than certain accounts:
// those who made what a record holds may not approve it.
import { idOf } from '../../manifest/expression/values/value'
import { roleEntityOf } from '../../manifest/model/app'
import type { Context } from '../context/context'
import { callerText, phrase } from '../context/phrases'
import { loadRecords } from '../query/records/loadRecords'

/** Maximum accounts searched. */
const maxAccounts = 500

type RoleFilter = (roles: readonly string[]) => readonly string[]

/**
 * A filter of role names for what the accounts may not do themselves: the role of each is described as another
 * person's, or left out if it has no other holder in the unit.
 */
export async function rolesBeside(context: Context, accounts: readonly (number | null)[]): Promise<RoleFilter> {
  const excluded = new Set(accounts.filter((id) => id !== null))
  const filters: RoleFilter[] = []
  for (const id of excluded) filters.push(await rolesBesideOne(context, id, excluded))
  return (roles) => filters.reduce((left, filter) => filter(left), roles)
}

async function rolesBesideOne(context: Context, id: number, excluded: ReadonlySet<number>): Promise<RoleFilter> {
  const { app } = context
  const { accountEntity, roleField, unitField, activeWhen } = app.access.identity
  const label = `${roleField}.${roleEntityOf(app).labelField}`
  const find = (where: Parameters<typeof loadRecords>[1]['where']) =>
    loadRecords(context, {
      entity: accountEntity,
      paths: [roleField, unitField, label],
      where,
      scoped: false,
      limit: maxAccounts,
    })
  const [account] = await find({ ids: [id] })
  const { tenantEntity } = app.access.identity
  if (!account || typeof account[tenantEntity] !== 'number') return (roles) => roles
  const colleagues = await find({ tenant: account[tenantEntity], rule: activeWhen })
  const isShared = colleagues.some(
    (one) =>
      !excluded.has(one.id) &&
      idOf(one[roleField]) === idOf(account[roleField]) &&
      idOf(one[unitField]) === idOf(account[unitField]),
  )
  const role = String(account[label] ?? '')
  return (roles) =>
    roles.flatMap((name) => {
      if (name !== role) return [name]
      return isShared ? [callerText(context, phrase('another_of_role', { role }))] : []
    })
}
