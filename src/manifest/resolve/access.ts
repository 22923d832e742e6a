// Who signs in, and who loses or gains codes? Resolves access.json against the entities it names.
import type { Access, AccessChange, Rule } from '../app'
import type * as language from '../generated/language'
import { entityNamed, fieldNamed, permissionAt, permissionsAt, settingAt, typeAt } from '../names'
import type { File } from '../read'
import { at, below, each, hintFor, ruleAt, table, tell, type At, type EntityDraft, type World } from '../world'

export function resolveAccess(world: World): Access | undefined {
  const file = world.manifests.access
  if (file === undefined) return undefined
  const { manifest } = file
  const identity = resolveIdentity(world, file)
  const changes = each(manifest.changes).map(([index, change]) =>
    resolveChange(world, at(file, 'changes', index), change),
  )
  const lists = table<Access['lists'][string]>()
  for (const [name, list] of Object.entries(manifest.lists ?? {})) {
    const where = resolveList(world, at(file, 'lists', name), list)
    if (where !== undefined) lists[name] = { preset: list.preset, entity: list.entity, field: list.field, where }
  }
  if (manifest.administrator !== 'admin') permissionAt(world, at(file, 'administrator'), manifest.administrator, [])
  return identity && { identity, administrator: manifest.administrator, codes: world.permissions, changes, lists }
}

function resolveIdentity(world: World, file: File<language.AccessManifest>): Access['identity'] | undefined {
  const { identity } = file.manifest
  const place = at(file, 'identity')
  const account = entityNamed(world, below(place, 'account'), identity.account)
  entityNamed(world, below(place, 'tenant'), identity.tenant)
  if (account === undefined) return undefined
  for (const key of ['login', 'name'] as const) {
    const field = fieldNamed(world, below(place, key), account, identity[key])
    if (field !== undefined) typeAt(world, below(place, key), identity[key], field, ['string', 'mobile'], 'a text')
  }
  const refer = (key: 'unit' | 'role'): EntityDraft | undefined => {
    const field = fieldNamed(world, below(place, key), account, identity[key])
    return field !== undefined && typeAt(world, below(place, key), identity[key], field, ['ref'], 'a reference')
      ? world.entities[field.entity ?? '']
      : undefined
  }
  refer('unit')
  const role = refer('role')
  const codes = role && lineField(world, below(place, 'codes'), role, identity.codes)
  const disabled =
    identity.disabled === undefined ? undefined : lineField(world, below(place, 'disabled'), account, identity.disabled)
  checkScopes(world, place, account, identity)
  const active = ruleAt(
    world,
    below(place, 'active'),
    identity.active,
    { ...world.base, record: account.shape, me: undefined, tenant: undefined },
    'boolean',
  )
  if (active === undefined || codes === undefined) return undefined
  const { disabled: _written, ...rest } = identity
  return { ...rest, active, codes, ...(disabled !== undefined && { disabled }) }
}

/** `codes.code` as a lines field and a field of its lines. */
function lineField(world: World, place: At, owner: EntityDraft, path: string): readonly [string, string] | undefined {
  const [lines = '', name = ''] = path.split('.')
  const field = fieldNamed(world, place, owner, lines, { start: 0, end: lines.length })
  if (field === undefined || !typeAt(world, place, lines, field, ['lines'], 'a field of type lines')) return undefined
  const span = { start: lines.length + 1, end: path.length }
  if (field.fields?.[name] === undefined) {
    tell(
      world,
      place,
      'unknown-field',
      { entity: `${owner.name}.${lines}`, name },
      { ...hintFor(name, Object.keys(field.fields ?? {})), ...(name !== '' && { span }) },
    )
    return undefined
  }
  return [lines, name]
}

function checkScopes(world: World, place: At, account: EntityDraft, identity: language.Identity): void {
  const field = fieldNamed(world, below(place, 'scope'), account, identity.scope)
  if (field === undefined || !typeAt(world, below(place, 'scope'), identity.scope, field, ['choice'], 'a choice'))
    return
  const codes = world.dictionaryCodes.get(field.dictionary ?? '')
  if (codes === undefined) return
  for (const code of Object.keys(identity.scopes))
    if (!codes.includes(code))
      tell(
        world,
        below(place, 'scopes', code),
        'unknown-code',
        { name: code, of: `the dictionary ${field.dictionary}` },
        { key: true, ...hintFor(code, codes) },
      )
  for (const code of codes)
    if (!(code in identity.scopes))
      tell(
        world,
        below(place, 'scopes'),
        'missing-part',
        { thing: 'the meaning of the row scopes', key: code },
        { key: true, hint: 'self, unit, tenant or all.' },
      )
}

function resolveChange(world: World, place: At, change: language.AccessChange): AccessChange {
  if (change.add === undefined && change.remove === undefined)
    tell(world, place, 'missing-part', { thing: 'a change', key: 'add` or `remove' })
  const when =
    change.when === undefined
      ? undefined
      : ruleAt(world, below(place, 'when'), change.when, { ...world.base, codes: [] }, 'boolean')
  return {
    remove: permissionsAt(world, below(place, 'remove'), change.remove ?? [], []),
    add: permissionsAt(world, below(place, 'add'), change.add ?? [], []),
    ...(when !== undefined && { when }),
    ...(change.because !== undefined && { because: change.because }),
  }
}

function resolveList(world: World, place: At, list: language.AccessList): Rule | undefined {
  settingAt(world, below(place, 'preset'), list.preset, 'list', 'a setting that is a list of texts')
  const entity = entityNamed(world, below(place, 'entity'), list.entity)
  if (entity === undefined) return undefined
  const field = fieldNamed(world, below(place, 'field'), entity, list.field)
  if (field !== undefined)
    typeAt(world, below(place, 'field'), list.field, field, ['string', 'mobile', 'choice'], 'a text')
  return ruleAt(
    world,
    below(place, 'where'),
    list.where,
    { ...world.base, record: entity.shape, me: undefined, tenant: undefined },
    'boolean',
  )
}
