// Mutations of manifests that grant more rights, each at one location, and purely formal ones.
// Rights are found from the language: every key of rules and codes except those that only produce values.
import type { Source } from '../../src/manifest/json/source'
import { placesOf, type Path, type Place } from './mutantPlaces'

export interface Mutant {
  readonly file: string
  readonly path: Path
  /** The place, and what was done to it. */
  readonly kind: string
  sources(): Source[]
}

/** Rules that make values, or choose what a queue or a copy is about: no right is in them. */
export const withoutRights: ReadonlySet<string> = new Set([
  ...['.rules', '.sumWhere', 'moreLists.sumWhere', 'actions.values', 'block.values', 'calls.query', 'signIn.query'],
  ...['change.set', 'copy.set', 'change.where', 'copy.where', 'void.values'],
  ...['defaultLines.values', 'defaultLines.when', 'field.default', 'formField.default', 'suggestions.value'],
  ...['figure.compute', 'figure.target', 'measures.compute', 'measures.dimensions', 'unique.where'],
  ...['queue.overdueWhere', 'queue.where', 'migration.rename'],
  // What may be chosen or found anyway, in another order or without its name, and what a queue calls waiting.
  ...['field.optionsFirstWhere', 'field.filterWhere', 'transition.turnWhen'],
  // The forms that ask for the field show it.
  'field.requiredWhen',
])

const gone = Symbol('gone')
interface Facts {
  readonly codes: readonly string[]
  readonly states: readonly string[]
  readonly fields: readonly string[]
  /** Fields by which the rows of the entity, or of the one whose record is made, are reached. */
  readonly scoping: readonly string[]
  /** Whether the file declares the tenants, which are their own. */
  readonly ofTenants: boolean
}
type Changes = readonly (readonly [string, unknown])[]
type Weaken = (value: unknown, facts: Facts) => Changes

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value])
const without: Weaken = (value) =>
  Array.isArray(value)
    ? value.map((_, index) => ['drop one', value.filter((__, other) => other !== index)] as const)
    : Object.keys(value as object).map(
        (key) =>
          ['drop one', Object.fromEntries(Object.entries(value as object).filter(([name]) => name !== key))] as const,
      )
const remove: Weaken = () => [['remove', gone]]
const gain =
  (from: (facts: Facts) => readonly string[]): Weaken =>
  (value, facts) => {
    const held = list(value)
    return from(facts)
      .filter((name) => !held.includes(name))
      .slice(0, 3)
      .map((name) => ['add one', [...held, name]])
  }
const both =
  (...all: readonly Weaken[]): Weaken =>
  (value, facts) =>
    all.flatMap((weaken) => weaken(value, facts))

const rule: Weaken = (value) => {
  if (typeof value !== 'string') return []
  const parts = value.split(' && ')
  const narrower = parts.map((_, index) => parts.filter((__, other) => other !== index).join(' && '))
  return [
    ['remove', gone],
    ['always', 'true'],
    ['other way', `!(${value})`],
    ['or now', `(${value}) || now() == now()`],
    ...(parts.length > 1 ? narrower.map((text) => ['drop a part', text] as const) : []),
    ...(value.includes("'") ? [['another word', value.replace(/'([^']*)'/, "'x$1'")] as const] : []),
  ]
}

const codes: Weaken = (value, facts) => {
  const another = (held: unknown) => facts.codes.find((code) => code !== held && !list(value).includes(code))!
  if (typeof value === 'string')
    return [
      ['another code', another(value)],
      ['everyone', 'signed-in'],
    ]
  if (!Array.isArray(value)) return []
  return [
    ['remove', gone],
    ['empty', []],
    ['everyone', ['signed-in']],
    ['everyone', ['public']],
    ['add one', [...value, another(undefined)]],
    ...value.map((held: unknown, index) => ['another code', value.with(index, another(held))] as const),
    ...(value.length > 1 ? without(value, facts) : []),
  ]
}

/** Counts records instead of their lines. */
const wholeRecords: Weaken = (value) => {
  const [entity, , ...cell] = String(value).split('.')
  return cell.length > 0 ? [['whole records', [entity, ...cell].join('.')]] : []
}

/** Other values of the fields by which rows are reached. */
const otherScope: Weaken = (value, { scoping }) =>
  Object.entries(value as Record<string, unknown>)
    .filter(([name]) => scoping.includes(name))
    .flatMap(([name]) => {
      const { [name]: dropped, ...others } = value as Record<string, unknown>
      return [
        ['drop one', others],
        ['no one', { ...others, [name]: 'null' }],
        ['now and then', { ...others, [name]: `now() == now() ? ${String(dropped)} : null` }],
      ] as const
    })

/** Keys of other types that decide who may do what, or when. */
const others: Readonly<Record<string, Weaken>> = {
  'transition.from': both(
    gain(({ states }) => states),
    remove,
  ),
  // Without its only field the creator stays excluded.
  'transition.fourEyes': both(remove, (value, facts) => (list(value).length > 1 ? without(value, facts) : [])),
  'transition.askFactor': remove,
  'transition.rowScopes': both(
    remove,
    gain(() => ['self', 'unit']),
  ),
  'transition.checks': without,
  'transition.form': gain(({ fields }) => fields),
  'transition.undo': remove,
  'transition.set': (value, { scoping }) =>
    scoping.flatMap((name) => {
      const { [name]: dropped, ...others } = value as Record<string, unknown>
      return dropped === undefined ? [] : [['drop one', others] as const]
    }),
  'transition.effects': without,
  'effect.values': otherScope,
  'view.values': otherScope,
  'field.checks': without,
  'field.mask': remove,
  'field.readPermissions': remove,
  'mask.states': without,
  'mask.unmasked': (value) => [['show more', [Number(list(value)[0]) + 1, list(value)[1]]]],
  'formField.readOnly': remove,
  'formField.required': remove,
  'formField.editOnlyFields': both(remove, without),
  'formField.omitFields': both(remove, without),
  'aggregate.sum': wholeRecords,
  '.export': remove,
  '.perTenant': (_, { ofTenants }) => (ofTenants ? [] : [['remove', gone]]),
  '.rowScope': remove,
  'rowScope.selfFields': both(
    without,
    gain(() => ['createdBy']),
  ),
  'rowScope.unitFields': both(remove, without),
  '.invariants': without,
  '.checks': without,
  'checks.transitions': without,
  'checks.exceptTransitions': both(
    without,
    gain(({ states }) => states),
  ),
  '.columns': gain(({ fields }) => fields),
  '.entity': () => [['widen', gone]],
  '.stateGroups': remove,
  '.allowlists': both(remove, without),
  'allowlists.screens': without,
  '.passthroughOrigins': (value) => [['add one', [...list(value), 'https://example.com']]],
  '.apiKeys': remove,
  'apiKeys.addressesField': remove,
  'apiKeys.rowScopeField': remove,
  'apiKeys.serviceAccounts': remove,
  'serviceAccounts.addressesField': remove,
  'apiKeys.requestsPerMinute': (value) => [['more', Number(value) * 10]],
  '.secondFactor': remove,
  '.permissionChanges': without,
  '.grants': both(remove, without),
  'identity.rowScopes': (value) =>
    Object.keys(value as object).map((key) => ['widen', { ...(value as object), [key]: 'all' }] as const),
  'messageGroup.acrossTenants': remove,
  'block.sentFields': (value) => [['add one', [...list(value), 'createdBy']]],
  'effect.toFields': gain(() => ['createdBy']),
  'effect.toGroup': remove,
  'effect.toPermissions': without,
  'documents.states': both(
    remove,
    without,
    gain(({ states }) => states),
  ),
  '.options': without,
  'sync.statusesByTransition': without,
}
export const otherPlaces: readonly string[] = Object.keys(others)

/** All mutants, place after place in the order of the files. */
export function mutantsOf(sources: readonly Source[]): Mutant[] {
  const manifests = sources.map(({ text }) => JSON.parse(text) as Record<string, unknown>)
  const codesOf = manifests.flatMap((manifest, index) =>
    sources[index]!.path === 'access.json' ? Object.keys(manifest.permissions as object) : [],
  )
  const byEntity = new Map(
    sources.map(({ path }, index) => [path.match(/([^/]+)\.entity\.json$/)?.[1], manifests[index]!] as const),
  )
  const { identity } = manifests.find((manifest) => manifest.identity !== undefined) as {
    readonly identity: { readonly tenantEntity: string }
  }
  return sources.flatMap(({ path: file }, at) => {
    const manifest = manifests[at]!
    const entity = file.endsWith('.entity.json') ? manifest : byEntity.get(manifest.entity as string | undefined)
    const facts = {
      codes: codesOf,
      states: Object.keys((entity?.states as object | undefined) ?? {}),
      fields: Object.keys((entity?.fields as object | undefined) ?? {}),
      ofTenants: file.endsWith(`/${identity.tenantEntity}.entity.json`),
    }
    const { places } = placesOf(manifest)
    return [...places, ...absentPlaces(file, manifest), ...usedRules(manifest, places)].flatMap((found) =>
      weakenings(found, { ...facts, scoping: scopingOf(madeBy(found, manifest, byEntity) ?? entity) })
        // What stands there already is no change.
        .filter(([, value]) => JSON.stringify(value) !== JSON.stringify(found.value))
        .map(([kind, value]) => ({
          file,
          path: found.path,
          kind: `${found.name} ${kind}`,
          sources: () =>
            sources.with(at, {
              path: file,
              text: JSON.stringify(edited(manifest, found.path, value), null, 2),
            }) as Source[],
        })),
    )
  })
}

/** The entity whose record an effect makes or changes. */
function madeBy(
  { name, path }: Place,
  manifest: unknown,
  byEntity: ReadonlyMap<string | undefined, Readonly<Record<string, unknown>>>,
): Readonly<Record<string, unknown>> | undefined {
  if (name !== 'effect.values') return undefined
  const { run } = path
    .slice(0, -1)
    .reduce<unknown>((held, key) => (held as Record<string, unknown>)[key], manifest) as { readonly run: string }
  return byEntity.get(run.split('.')[0])
}

function scopingOf(entity: Readonly<Record<string, unknown>> | undefined): string[] {
  const { selfFields = [], unitFields = [] } = (entity?.rowScope ?? {}) as Readonly<Record<string, readonly string[]>>
  return [...new Set([...selfFields, ...unitFields].map((path) => path.split('.')[0]!))]
}

function weakenings({ name, value, type }: Place, facts: Facts): Changes {
  const other = others[name]
  if (other !== undefined && value !== undefined) return other(value, facts)
  if (name.endsWith('widenRowScope')) return [['add', 'tenant']]
  if (withoutRights.has(name)) return []
  return type === 'rule' ? rule(value, facts) : type === 'permission' ? codes(value, facts) : []
}

/** Keys that a manifest lacks and that would widen a right. */
const absentPlaces = (file: string, manifest: Readonly<Record<string, unknown>>): Place[] =>
  file.endsWith('.screen.json') && manifest.entity !== undefined && manifest.widenRowScope === undefined
    ? [{ name: '.widenRowScope', path: ['widenRowScope'], value: undefined, type: 'other' }]
    : []

/** The named rules of an entity that its guards use. */
function usedRules({ rules = {} }: { readonly rules?: unknown }, places: readonly Place[]): Place[] {
  const guards = places
    .filter(({ type, name }) => type === 'rule' && !withoutRights.has(name))
    .map(({ value }) => String(value))
  return Object.entries(rules as Readonly<Record<string, unknown>>)
    .filter(([name]) => guards.some((guard) => new RegExp(`\\brule\\.${name}\\b`).test(guard)))
    .map(([name, value]) => ({ name: 'rules of guards', path: ['rules', name], value, type: 'rule' }))
}

/** A copy with another value at a path, or without it. */
export function edited(value: unknown, path: Path, by: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return by
  if (Array.isArray(value)) return value.map((item: unknown, index) => (index === key ? edited(item, rest, by) : item))
  const copy = { ...(value as Record<string, unknown>) }
  if (rest.length === 0 && by === gone) delete copy[key]
  else copy[key] = edited(copy[key], rest, by)
  return copy
}
