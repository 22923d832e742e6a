// Finds which roles have a holder other than one account:
// the author of a record may not approve it.
import { idOf } from '../../manifest/expression/values/value'
import { roleEntityOf } from '../../manifest/model/app'
import type { Context } from '../context/context'
import { callerText, phrase } from '../context/phrases'
import { loadRecords } from '../query/records/loadRecords'

/** Maximum accounts searched. */
const maxAccounts = 500

/**
 * A filter of role names for what the account may not do itself: its own role is described as another person's, or left
 * out if it has no other holder in the unit. Undefined without such an account.
 */
export async function rolesBeside(
  context: Context,
  account: unknown,
): Promise<((roles: readonly string[]) => string[]) | undefined> {
  const { app } = context
  const { accountEntity, roleField, unitField, activeWhen } = app.access.identity
  const id = idOf(account)
  if (id === null) return undefined
  const label = `${roleField}.${roleEntityOf(app).labelField}`
  const find = (where: Parameters<typeof loadRecords>[1]['where']) =>
    loadRecords(context, {
      entity: accountEntity,
      paths: [roleField, unitField, label],
      where,
      scoped: false,
      limit: maxAccounts,
    })
  const [creator] = await find({ ids: [id] })
  const { tenantEntity } = app.access.identity
  if (!creator || typeof creator[tenantEntity] !== 'number') return undefined
  const colleagues = await find({ tenant: creator[tenantEntity], rule: activeWhen })
  const isShared = colleagues.some(
    (one) =>
      Number(one.id) !== id &&
      idOf(one[roleField]) === idOf(creator[roleField]) &&
      idOf(one[unitField]) === idOf(creator[unitField]),
  )
  const role = String(creator[label] ?? '')
  return (roles) =>
    roles.flatMap((name) => {
      if (name !== role) return [name]
      return isShared ? [callerText(context, phrase('another_of_role', { role }))] : []
    })
}
