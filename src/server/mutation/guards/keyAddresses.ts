// Refuses to save an API key or service account with unreadable network addresses, at their field.
import { phrase } from '../../context/phrases'
import { wrongAddressIn } from '../../auth/keyAddresses'
import { loadRecords } from '../../query/records/loadRecords'
import { inputError } from '../state/errors'
import { callerContext, type WriteContext } from '../state/writeContext'

/** @throws RequestError input_invalid */
export async function checkKeyAddresses(context: WriteContext): Promise<void> {
  const { identity, apiKeys: keys } = context.app.access
  if (keys) await checkAddresses(context, keys.entity, keys.addressesField)
  await checkAddresses(context, identity.accountEntity, keys?.serviceAccounts?.addressesField)
}

async function checkAddresses(context: WriteContext, entity: string, field: string | undefined): Promise<void> {
  const ids = [...(context.written.get(entity)?.keys() ?? [])]
  if (field === undefined || ids.length === 0) return
  const within = callerContext(context, context.starter)
  for (const record of await loadRecords(within, { entity, paths: [field], where: { ids }, scoped: false })) {
    const address = wrongAddressIn(String(record[field] ?? ''))
    if (address !== undefined) throw inputError({ [field]: phrase('key_address_wrong', { address }) })
  }
}
