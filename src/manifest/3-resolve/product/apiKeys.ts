// Resolves the API keys of access.json and the service accounts as which they act.
import { childLocation, ruleAt, type EntityDraft, type ManifestLocation } from '../../context/compileContext'
import { fieldsInstead, isReferenceTo, reportWrongField } from '../../context/fittingFields'
import { findEntity, findField, typeAt } from '../../context/lookup'
import type * as language from '../../language/generated'
import type { ApiKeys, ServiceAccounts } from '../../model/access'

/** API keys: an entity with a role like that of accounts, and a time that only the server writes. */
export function resolveKeys(
  location: ManifestLocation,
  keys: language.ApiKeys,
  { accountEntity, roleField, rowScopeField }: language.Identity,
): ApiKeys | undefined {
  const { context } = location
  const entity = findEntity(childLocation(location, 'entity'), keys.entity)
  if (entity === undefined) return undefined
  const role = findField(childLocation(location, 'roleField'), entity, keys.roleField)
  const expected = context.entities[accountEntity]?.fields[roleField]?.entity
  if (role !== undefined && role.entity !== expected)
    reportWrongField(childLocation(location, 'roleField'), {
      name: keys.roleField,
      expected: `a reference to ${expected}, the role of accounts`,
      fits: fieldsInstead('', entity.fields, isReferenceTo(expected)),
    })
  const used = findField(childLocation(location, 'usedAtField'), entity, keys.usedAtField)
  const target = used && { field: used, owner: entity }
  if (target) typeAt(childLocation(location, 'usedAtField'), target, ['datetime'], 'a moment')
  textAt(childLocation(location, 'addressesField'), entity, keys.addressesField)
  if (keys.rowScopeField !== undefined) {
    const scope = findField(childLocation(location, 'rowScopeField'), entity, keys.rowScopeField)
    const dictionary = context.entities[accountEntity]?.fields[rowScopeField]?.dictionary
    if (scope !== undefined && scope.dictionary !== dictionary)
      reportWrongField(childLocation(location, 'rowScopeField'), {
        name: keys.rowScopeField,
        expected: `a choice of ${dictionary}, the row scope of accounts`,
        fits: fieldsInstead('', entity.fields, (field) => field.stored && field.dictionary === dictionary),
      })
  }
  const names = { ...context.base, record: entity.shape, me: undefined, tenant: undefined }
  const activeWhen = ruleAt(childLocation(location, 'activeWhen'), keys.activeWhen, names, 'boolean')
  const { serviceAccounts: written, ...rest } = keys
  const serviceAccounts =
    written && resolveServiceAccounts(childLocation(location, 'serviceAccounts'), written, entity, accountEntity)
  return activeWhen && { ...rest, activeWhen, ...(serviceAccounts && { serviceAccounts }) }
}

function resolveServiceAccounts(
  location: ManifestLocation,
  { accountField, activeWhen, addressesField }: language.ServiceAccounts,
  keys: EntityDraft,
  accountEntity: string,
): ServiceAccounts | undefined {
  const { context } = location
  const account = context.entities[accountEntity]
  if (account === undefined) return undefined
  const field = findField(childLocation(location, 'accountField'), keys, accountField)
  if (field !== undefined && field.entity !== accountEntity)
    reportWrongField(childLocation(location, 'accountField'), {
      name: accountField,
      expected: `a reference to ${accountEntity}, the accounts`,
      fits: fieldsInstead('', keys.fields, isReferenceTo(accountEntity)),
    })
  textAt(childLocation(location, 'addressesField'), account, addressesField)
  const names = { ...context.base, record: account.shape, me: undefined, tenant: undefined }
  const active = ruleAt(childLocation(location, 'activeWhen'), activeWhen, names, 'boolean')
  return active && { accountField, activeWhen: active, ...(addressesField !== undefined && { addressesField }) }
}

function textAt(location: ManifestLocation, owner: EntityDraft, name: string | undefined): void {
  const field = name === undefined ? undefined : findField(location, owner, name)
  if (field) typeAt(location, { field, owner }, ['text', 'string'], 'a text')
}
