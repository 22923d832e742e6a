// What is an entity? Declares all of them (fields, states, transitions by name) before any rule is compiled, then resolves each.
import type { Entity, State } from '../app'
import type * as language from '../generated/language'
import { systemFieldNames, systemFields } from '../derive/systemFields'
import type { RuleEnvironment } from '../rule/check'
import { fieldNamed, ineffective, pathFrom, permissionsAt, stateAt, typeAt } from '../names'
import type { File } from '../read'
import {
  at,
  below,
  each,
  ruleAt,
  table,
  tell,
  textAt,
  type At,
  type EntityDraft,
  type FieldDraft,
  type World,
} from '../world'
import { ownTransition } from './effects'
import { declareField, resolveField } from './fields'
import { resolveTimed } from './timed'
import { resolveSync } from './sync'
import { declareTransition, resolveChecks, resolveTransition } from './transitions'
import { resolveView } from './view'

export function declareEntities(world: World): void {
  const prefixes = new Map<string, string>()
  for (const file of world.manifests.entities.values()) {
    world.entities[file.name] = declareEntity(world, file)
    const { number } = file.manifest
    if (number === undefined) continue
    const other = prefixes.get(number)
    if (other !== undefined) tell(world, at(file, 'number'), 'duplicate-number', { prefix: number, other })
    else prefixes.set(number, file.name)
  }
  const shapeOf = (name: string | undefined): EntityDraft['shape'] | undefined =>
    name === undefined ? undefined : world.entities[name]?.shape
  world.base = {
    ...world.base,
    me: shapeOf(world.identity?.account),
    tenant: shapeOf(world.identity?.tenant),
    entities: (name) => world.entities[name]?.shape,
  }
  // A transition may be named by any other: all are known before the first is resolved.
  for (const draft of Object.values(world.entities))
    for (const [name, transition] of Object.entries(draft.file.manifest.transitions ?? {}))
      declareTransition(world, draft, name, transition)
}

function declareEntity(world: World, file: File<language.EntityManifest>): EntityDraft {
  const { manifest, name } = file
  const { account, tenant } = world.identity ?? {}
  const owned = manifest.tenant !== false && tenant !== undefined && name !== tenant
  if (name === tenant && manifest.tenant === true)
    tell(world, at(file, 'tenant'), 'conflicting-keys', { what: `\`${name}\` is the tenant and cannot belong to one` })
  if (name === account && manifest.tenant === false)
    tell(world, at(file, 'tenant'), 'conflicting-keys', {
      what: 'The account says which tenant a caller belongs to: its records have one',
    })
  const own = table<FieldDraft>()
  for (const [field, written] of Object.entries(manifest.fields)) {
    const place = at(file, 'fields', field)
    if (systemFieldNames.has(field) || (field === tenant && owned))
      tell(world, place, 'reserved-name', { name: field, what: 'a field that the engine keeps' }, { key: true })
    own[field] = declareField(world, place, field, written, 'entity')
  }
  if (manifest.number === undefined) ineffective(world, file, [], manifest, ['numberTitle'], 'without `number`')
  const states = declareStates(world, file)
  const tenantFile = tenant === undefined ? undefined : world.manifests.entities.get(tenant)
  const system = systemFields({
    numbered: manifest.number !== undefined,
    numberTitle: manifest.numberTitle,
    hasStates: Object.keys(states).length > 0,
    ...(owned && { tenant: { name: tenant, title: tenantFile?.manifest.title ?? ['?', '?'] } }),
    ...(account !== undefined && { account }),
  })
  // The number and the state are what one looks for first; the rest of the engine's fields stands behind the own ones.
  const { id, no, ...behind } = system
  const fields: Record<string, FieldDraft> = Object.assign(
    table<FieldDraft>(),
    { id },
    no === undefined ? {} : { no },
    own,
    behind,
  )
  const transitions = table<EntityDraft['transitions'][string]>()
  const entity: EntityDraft['entity'] = {
    name,
    module: file.module,
    title: manifest.title,
    label: 'id',
    fields,
    tenant: owned,
    scope: { unit: [], self: [] },
    read: [],
    unique: [],
    states,
    stages: [],
    transitions,
    invariants: [],
    timed: [],
    documents: [],
    detail: { figures: [], sections: [], related: [], frames: [], queues: [] },
    former: { rename: {}, drop: [] },
    source: file.path,
    ...(manifest.number !== undefined && { number: manifest.number }),
  }
  return {
    file,
    name,
    fields,
    states,
    transitions,
    shape: { entity: name, fields, states: Object.keys(states) },
    entity,
  }
}

function declareStates(world: World, file: File<language.EntityManifest>): Record<string, State> {
  const states = table<State>()
  for (const [name, state] of Object.entries(file.manifest.states ?? {})) {
    if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) tell(world, at(file, 'states', name), 'bad-name', { name }, { key: true })
    states[name] = { name, title: state.title, colour: state.colour ?? 'neutral', closed: state.closed === true }
  }
  return states
}

/** Compiles everything of a declared entity but its detail view, which is derived from all entities. */
export function resolveEntity(world: World, draft: EntityDraft): void {
  const { file, entity } = draft
  const { manifest } = file
  for (const [name, written] of Object.entries(manifest.fields))
    resolveField(world, at(file, 'fields', name), draft.fields[name]!, written, { record: draft.shape, own: draft })
  for (const [name, written] of Object.entries(manifest.transitions ?? {}))
    resolveTransition(world, draft, draft.transitions[name]!, written)
  const fact = { ...world.base, record: draft.shape, me: undefined, tenant: undefined }
  entity.scope = resolveScope(world, draft)
  entity.unique = each(manifest.unique).map(([index, unique]) =>
    resolveUnique(world, draft, at(file, 'unique', index), unique),
  )
  entity.stages = resolveStages(world, draft)
  guardAll(world, draft, fact)
  entity.invariants = resolveChecks(world, at(file, 'invariants'), manifest.invariants, fact)
  entity.timed = resolveTimed(world, draft, fact)
  if (manifest.sync !== undefined) entity.sync = resolveSync(world, draft, manifest.sync)
  if (manifest.read !== undefined)
    entity.read = permissionsAt(world, at(file, 'read'), manifest.read, ['public', 'signed-in', 'admin'])
  entity.former = resolveFormer(world, draft)
  if (manifest.view !== undefined) entity.view = resolveView(world, draft, manifest.view)
  nameRecords(world, draft)
}

function resolveScope(world: World, draft: EntityDraft): Entity['scope'] {
  const { scope } = draft.file.manifest
  const account = world.identity?.account
  const unit = world.entities[account ?? '']?.fields[world.identity?.unit ?? '']?.entity
  const holders = (key: 'unit' | 'self', target: string | undefined): string[] =>
    each(scope?.[key]).flatMap(([index, path]) => {
      const place = at(draft.file, 'scope', key, index)
      const reached = pathFrom(world, place, draft, path)
      if (reached === undefined) return []
      const found =
        reached.field.name === 'id'
          ? reached.owner.name
          : reached.field.type === 'ref'
            ? reached.field.entity
            : undefined
      if (target !== undefined && found !== target)
        tell(world, place, 'wrong-field', { name: path, expected: `a reference to ${target}` })
      return [path]
    })
  const rule = (key: 'open' | 'only' | 'shared'): Pick<Entity['scope'], 'open'>['open'] =>
    scope?.[key] === undefined
      ? undefined
      : ruleAt(world, at(draft.file, 'scope', key), scope[key], { ...world.base, record: draft.shape }, 'boolean')
  const [open, only, shared] = [rule('open'), rule('only'), rule('shared')]
  if (scope?.open !== undefined && scope.unit === undefined && scope.self === undefined)
    ineffective(
      world,
      draft.file,
      ['scope'],
      scope,
      ['open'],
      'without `unit` or `self`: the whole tenant reaches every row',
    )
  // What is written by one tenant's rules is never in the reach of another's: only what is made to be shown may be shared.
  if (draft.file.manifest.view === undefined)
    ineffective(
      world,
      draft.file,
      ['scope'],
      scope ?? {},
      ['shared'],
      'on an entity whose records are kept: only a view is shared between tenants',
    )
  return {
    unit: holders('unit', unit),
    self: holders('self', account),
    ...(open !== undefined && { open }),
    ...(only !== undefined && { only }),
    ...(shared !== undefined && { shared }),
  }
}

function resolveUnique(
  world: World,
  draft: EntityDraft,
  place: At,
  manifest: language.Unique,
): Entity['unique'][number] {
  for (const [index, name] of each(manifest.fields)) {
    const field = fieldNamed(world, below(place, 'fields', index), draft, name)
    if (field !== undefined && (!field.stored || ['files', 'lines', 'address'].includes(field.type)))
      tell(world, below(place, 'fields', index), 'wrong-field', { name, expected: 'a stored field with one value' })
  }
  // A database can only look at what stands in the row itself.
  const stored = Object.fromEntries(Object.entries(draft.fields).filter(([, field]) => field.stored))
  const row = { ...world.base, record: { ...draft.shape, fields: stored }, me: undefined, tenant: undefined }
  const where =
    manifest.where === undefined ? undefined : ruleAt(world, below(place, 'where'), manifest.where, row, 'boolean')
  for (const path of where?.reads ?? [])
    if (path.includes('.'))
      tell(world, below(place, 'where'), 'wrong-field', { name: path, expected: 'a field of the record itself' })
  textAt(world, below(place, 'message'), manifest.message, { ...world.base, record: draft.shape })
  return {
    fields: manifest.fields,
    across: manifest.across === true,
    message: manifest.message,
    ...(where !== undefined && { where }),
  }
}

function resolveStages(world: World, draft: EntityDraft): Entity['stages'] {
  const seen = new Set<string>()
  return each(draft.file.manifest.stages).flatMap(([index, stage]) => {
    const place = at(draft.file, 'stages', index)
    if (!stateAt(world, below(place, 'state'), draft, stage.state)) return []
    if (seen.has(stage.state)) tell(world, below(place, 'state'), 'duplicate-entry', { name: stage.state })
    seen.add(stage.state)
    const skip =
      stage.skip === undefined
        ? undefined
        : ruleAt(
            world,
            below(place, 'skip'),
            stage.skip,
            { ...world.base, record: draft.shape, me: undefined },
            'boolean',
          )
    return [{ state: stage.state, ...(skip !== undefined && { skip }) }]
  })
}

function resolveFormer(world: World, draft: EntityDraft): Entity['former'] {
  const { former } = draft.file.manifest
  const rename = table<string>()
  for (const [old, name] of Object.entries(former?.rename ?? {})) {
    rename[old] = name
    if (draft.fields[old]?.stored === true)
      tell(
        world,
        at(draft.file, 'former', 'rename', old),
        'conflicting-keys',
        { what: `\`${old}\` is still a field` },
        { key: true },
      )
    fieldNamed(world, at(draft.file, 'former', 'rename', old), draft, name)
  }
  const drop = each(former?.drop).map(([index, name]) => {
    // What was kept may be worked out now under the same name.
    if (draft.fields[name]?.stored === true)
      tell(world, at(draft.file, 'former', 'drop', index), 'conflicting-keys', { what: `\`${name}\` is still a field` })
    return name
  })
  return { rename, drop }
}

/** What a record is called: as written, else by its number, else by its field `name`, else by its id. */
function nameRecords(world: World, draft: EntityDraft): void {
  const { entity, fields, file } = draft
  const { label, hint } = file.manifest
  entity.label =
    label !== undefined && label in fields ? label : 'no' in fields ? 'no' : 'name' in fields ? 'name' : 'id'
  const second =
    hint !== undefined && hint in fields ? hint : ['no', 'name'].find((name) => name in fields && name !== entity.label)
  if (second !== undefined) entity.hint = second
  for (const key of ['label', 'hint'] as const) {
    const name = file.manifest[key]
    if (name === undefined) continue
    const field = fieldNamed(world, at(file, key), draft, name)
    if (field === undefined) continue
    const place = at(file, key)
    if (
      !typeAt(
        world,
        place,
        name,
        field,
        ['string', 'text', 'mobile', 'choice', 'ref', 'int', 'money', 'decimal', 'date', 'datetime'],
        'a field that can be shown as one text',
      )
    )
      continue
    // A record's name is shown wherever it is referred to, to people who may not read the field.
    if (field.read !== undefined)
      tell(world, place, 'wrong-field', { name, expected: 'a field that everybody may read' })
  }
}

/** The parts that need every entity to be named: labels that lead through references, and records that nobody can call by a name. */
export function checkNames(world: World): void {
  const referred = new Set<string>()
  for (const draft of Object.values(world.entities))
    for (const field of Object.values(draft.fields))
      if (field.type === 'ref' && !field.system && field.entity !== undefined) referred.add(field.entity)
  for (const draft of Object.values(world.entities)) {
    if (draft.entity.label === 'id' && draft.file.manifest.label === undefined && referred.has(draft.name))
      tell(
        world,
        at(draft.file),
        'no-label',
        { entity: draft.name },
        { hint: 'Write `label` with the field that names a record.' },
      )
    const chain = [draft.name]
    for (let next = draft; ;) {
      const field = next.fields[next.entity.label]
      const target = field?.type === 'ref' ? world.entities[field.entity ?? ''] : undefined
      if (target === undefined) break
      if (chain.includes(target.name)) {
        tell(world, at(draft.file, 'label'), 'cycle', { chain: [...chain, target.name].join(' -> ') })
        break
      }
      chain.push(target.name)
      next = target
    }
  }
}

/** What must hold for every transition of a record that is there stands before the guards of each. */
function guardAll(world: World, draft: EntityDraft, environment: RuleEnvironment): void {
  const { guard } = draft.file.manifest
  const checks = each(guard).map(
    ([index]) => resolveChecks(world, at(draft.file, 'guard'), [guard![index]!], environment)[0],
  )
  for (const [index, { except = [] }] of each(guard))
    for (const [inner, name] of each(except))
      ownTransition(world, at(draft.file, 'guard', index, 'except', inner), draft, name)
  for (const transition of Object.values(draft.transitions)) {
    if (transition.creates) continue
    const own = each(guard).flatMap(([index, { except = [] }]) =>
      checks[index] && !except.includes(transition.name) ? [checks[index]] : [],
    )
    transition.guards = [...own, ...transition.guards]
  }
}
