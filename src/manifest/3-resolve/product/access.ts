// Resolves access.json against its entities: identity, roles and permission changes.
import type { Access, PermissionChange, PermissionGrant, SecondFactor } from '../../model/access'
import type { Rule } from '../../model/rule'
import type * as language from '../../language/generated'
import { findEntity, findField, permissionAt, permissionsAt, settingAt, typeAt } from '../../context/lookup'
import { ownTransition } from '../../context/transitionLookups'
import { resolveKeys } from './apiKeys'
import { declaredCodes } from '../../context/permissionCodes'
import type { File } from '../../1-read/manifestFiles'
import {
  locationOf,
  childLocation,
  indexed,
  hintFor,
  ruleAt,
  createTable,
  reportProblem,
  type ManifestLocation,
  type EntityDraft,
  type CompileContext,
} from '../../context/compileContext'
import { conditionAt } from '../../context/ruleTypes'

/** Undefined if access.json is missing or its identity was refused; other mistakes are reported and left out. */
export function resolveAccess(context: CompileContext): Access | undefined {
  const file = context.manifests.access
  if (file === undefined) return undefined
  const { manifest } = file
  const identity = resolveIdentity(context, file)
  const changes = indexed(manifest.permissionChanges).map(([index, change]) =>
    resolveChange(locationOf(context, file, 'permissionChanges', index), change),
  )
  const lists = createTable<Access['sessionLists'][string]>()
  for (const [name, list] of Object.entries(manifest.sessionLists ?? {})) {
    const where = resolveList(locationOf(context, file, 'sessionLists', name), list)
    if (where !== undefined)
      lists[name] = { presetSetting: list.presetSetting, entity: list.entity, field: list.field, where }
  }
  const keys =
    manifest.apiKeys && resolveKeys(locationOf(context, file, 'apiKeys'), manifest.apiKeys, manifest.identity)
  const factor =
    manifest.secondFactor && resolveFactor(locationOf(context, file, 'secondFactor'), manifest.secondFactor, manifest)
  if (manifest.administratorPermission !== 'admin')
    permissionAt(locationOf(context, file, 'administratorPermission'), manifest.administratorPermission, [])
  const { sharingPermission } = manifest
  if (sharingPermission !== undefined)
    permissionAt(locationOf(context, file, 'sharingPermission'), sharingPermission, [])
  return (
    identity && {
      identity,
      administratorPermission: manifest.administratorPermission,
      ...(sharingPermission !== undefined && { sharingPermission }),
      permissions: context.permissions,
      grants: resolveGrants(context),
      permissionChanges: changes,
      ...(keys && { apiKeys: keys }),
      ...(factor && { secondFactor: factor }),
      sessionLists: lists,
    }
  )
}

/** Initial grants of all modules; a duplicate code is reported at its second declaration. */
function resolveGrants(context: CompileContext): Access['grants'] {
  const places = new Map<string, string>()
  for (const { code, file, key } of declaredCodes(context.manifests)) {
    const other = places.get(code)
    if (other === undefined) places.set(code, file.path)
    else {
      const location = locationOf(context, file, key, code)
      reportProblem(location, 'duplicate-name', { kind: 'code', name: code, other }, { key: true })
    }
  }
  return [...context.manifests.modules.values()].flatMap((file) =>
    Object.entries(file.manifest.grants ?? {}).map(([code, holders]): PermissionGrant => {
      const location = locationOf(context, file, 'grants', code)
      permissionAt(location, code, [])
      const meant = `Codes stand here, not roles: each role that holds one of them is given \`${code}\` once.`
      return { code, holders: permissionsAt(location, holders, [], meant) }
    }),
  )
}

function resolveIdentity(context: CompileContext, file: File<language.AccessManifest>): Access['identity'] | undefined {
  const { identity } = file.manifest
  const location = locationOf(context, file, 'identity')
  const account = findEntity(childLocation(location, 'accountEntity'), identity.accountEntity)
  findEntity(childLocation(location, 'tenantEntity'), identity.tenantEntity)
  if (account === undefined) return undefined
  for (const key of ['loginField', 'nameField'] as const) {
    const field = findField(childLocation(location, key), account, identity[key])
    if (field !== undefined)
      typeAt(childLocation(location, key), { field, owner: account }, ['string', 'mobile'], 'a text')
  }
  const refer = (key: 'unitField' | 'roleField'): EntityDraft | undefined => {
    const field = findField(childLocation(location, key), account, identity[key])
    return field !== undefined &&
      typeAt(childLocation(location, key), { field, owner: account }, ['ref'], 'a reference')
      ? context.entities[field.entity ?? '']
      : undefined
  }
  refer('unitField')
  const role = refer('roleField')
  const codes = role && lineField(childLocation(location, 'permissionsPath'), role, identity.permissionsPath)
  const disabled =
    identity.disabledScreensPath === undefined
      ? undefined
      : lineField(childLocation(location, 'disabledScreensPath'), account, identity.disabledScreensPath)
  checkScopes(location, account, identity)
  const active = ruleAt(
    childLocation(location, 'activeWhen'),
    identity.activeWhen,
    { ...context.base, record: account.shape, me: undefined, tenant: undefined },
    'boolean',
  )
  if (active === undefined || codes === undefined) return undefined
  const { disabledScreensPath: _written, ...rest } = identity
  return {
    ...rest,
    activeWhen: active,
    permissionsPath: codes,
    ...(disabled !== undefined && { disabledScreensPath: disabled }),
  }
}

/** Splits `codes.code` into a lines field and a field of its lines. */
function lineField(
  location: ManifestLocation,
  owner: EntityDraft,
  path: string,
): readonly [string, string] | undefined {
  const [lines = '', name = ''] = path.split('.')
  const field = findField(location, owner, lines, { span: { start: 0, end: lines.length } })
  if (field === undefined || !typeAt(location, { field, owner }, ['lines'], 'a field of type lines')) return undefined
  const span = { start: lines.length + 1, end: path.length }
  if (field.fields?.[name] === undefined) {
    reportProblem(
      location,
      'unknown-field',
      { entity: `${owner.name}.${lines}`, name },
      { ...hintFor(name, Object.keys(field.fields ?? {})), ...(name !== '' && { span }) },
    )
    return undefined
  }
  return [lines, name]
}

function checkScopes(location: ManifestLocation, account: EntityDraft, identity: language.Identity): void {
  const { context } = location
  const field = findField(childLocation(location, 'rowScopeField'), account, identity.rowScopeField)
  if (field === undefined) return
  const target = { field, owner: account }
  if (!typeAt(childLocation(location, 'rowScopeField'), target, ['choice'], 'a choice')) return
  const codes = context.dictionaryCodes.get(field.dictionary ?? '')
  if (codes === undefined) return
  for (const code of Object.keys(identity.rowScopes))
    if (!codes.includes(code))
      reportProblem(
        childLocation(location, 'rowScopes', code),
        'unknown-code',
        { name: code, of: `the dictionary ${field.dictionary}` },
        { key: true, ...hintFor(code, codes) },
      )
  for (const code of codes)
    if (!(code in identity.rowScopes))
      reportProblem(
        childLocation(location, 'rowScopes'),
        'missing-part',
        { thing: 'the meaning of the row scopes', key: code },
        { key: true, hint: 'self, unit, tenant or all.' },
      )
}

function resolveChange(location: ManifestLocation, change: language.PermissionChange): PermissionChange {
  const { context } = location
  if (change.add === undefined && change.remove === undefined)
    reportProblem(location, 'missing-part', { thing: 'a change', key: 'add` or `remove' })
  const when = conditionAt(location, 'when', change.when, { ...context.base, codes: [] })
  return {
    remove: permissionsAt(childLocation(location, 'remove'), change.remove ?? [], []),
    add: permissionsAt(childLocation(location, 'add'), change.add ?? [], []),
    ...(when !== undefined && { when }),
    ...(change.refusalMessage !== undefined && { refusalMessage: change.refusalMessage }),
  }
}

function resolveList(location: ManifestLocation, list: language.SessionList): Rule | undefined {
  const { context } = location
  settingAt(childLocation(location, 'presetSetting'), list.presetSetting, 'list', 'a setting that is a list of texts')
  const entity = findEntity(childLocation(location, 'entity'), list.entity)
  if (entity === undefined) return undefined
  const field = findField(childLocation(location, 'field'), entity, list.field)
  const target = field && { field, owner: entity }
  if (target) typeAt(childLocation(location, 'field'), target, ['string', 'mobile', 'choice'], 'a text')
  return ruleAt(
    childLocation(location, 'where'),
    list.where,
    { ...context.base, record: entity.shape, me: undefined, tenant: undefined },
    'boolean',
  )
}

/** The rule may read only the account, because it decides before the account may do anything. */
function resolveFactor(
  location: ManifestLocation,
  { requiredWhen, resetTransition }: language.SecondFactor,
  { identity }: language.AccessManifest,
): SecondFactor {
  const { context } = location
  const account = context.entities[identity.accountEntity]
  const transition = account && ownTransition(childLocation(location, 'resetTransition'), account, resetTransition)
  if (transition?.creates === true)
    reportProblem(childLocation(location, 'resetTransition'), 'wrong-transition', {
      name: resetTransition,
      why: 'it creates',
    })
  const rule = conditionAt(location, 'requiredWhen', requiredWhen, context.base)
  return { resetTransition, ...(rule && { requiredWhen: rule }) }
}
