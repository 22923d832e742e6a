// Declares every entity with its states, fields and transitions.
import { untranslated } from '../model/text'
import {
  checkName,
  locationOf,
  createTable,
  indexed,
  reportProblem,
  type EntityDraft,
  type FieldDraft,
  type CompileContext,
  type ManifestLocation,
} from '../context/compileContext'
import { declareStateGroups } from './stateGroups'
import { declareTransition } from './transitions'
import type { File } from '../1-read/manifestFiles'
import type * as language from '../language/generated'
import { systemFieldNames, systemFields } from './systemFields'
import { declareField } from './fields'
import type { Snapshots } from '../expression/environment'
import { ineffective } from '../context/lookup'
import { noMigration, type State } from '../model/entity'

export function declareEntities(context: CompileContext): void {
  const prefixes = new Map<string, string>()
  for (const file of context.manifests.entities.values()) {
    const draft = declareEntity(context, file)
    context.entities[file.name] = draft
    declareStateGroups(context, draft)
    declareNumbers(context, file, prefixes)
  }
  const shapeOf = (name: string | undefined): EntityDraft['shape'] | undefined =>
    name === undefined ? undefined : context.entities[name]?.shape
  context.base = {
    ...context.base,
    me: shapeOf(context.identity?.accountEntity),
    tenant: shapeOf(context.identity?.tenantEntity),
    entities: (name) => context.entities[name]?.shape,
  }
  // Declare every transition before the first is resolved: each may name any other.
  for (const draft of Object.values(context.entities))
    for (const [name, transition] of Object.entries(draft.file.manifest.transitions ?? {}))
      declareTransition(context, draft, name, transition)
}

/** `prefixes`: the entity of each prefix so far. */
function declareNumbers(
  context: CompileContext,
  file: File<language.EntityManifest>,
  prefixes: Map<string, string>,
): void {
  const { numberPrefix, numberPrefixBy } = file.manifest
  const take = (prefix: string, location: ManifestLocation): void => {
    const other = prefixes.get(prefix) ?? file.name
    if (other !== file.name) reportProblem(location, 'duplicate-number', { prefix, other })
    else prefixes.set(prefix, file.name)
  }
  if (numberPrefix !== undefined) take(numberPrefix, locationOf(context, file, 'numberPrefix'))
  for (const [code, prefix] of Object.entries(numberPrefixBy?.prefixes ?? {}))
    take(prefix, locationOf(context, file, 'numberPrefixBy', 'prefixes', code))
}

function declareEntity(context: CompileContext, file: File<language.EntityManifest>): EntityDraft {
  const { manifest, name } = file
  const { accountEntity: account, tenantEntity: tenant } = context.identity ?? {}
  const owned = manifest.perTenant !== false && tenant !== undefined && name !== tenant
  checkTenant(context, file)
  const table = declareFields(context, file, owned ? tenant : undefined)
  if (manifest.numberPrefix === undefined)
    ineffective(locationOf(context, file), manifest, ['numberTitle', 'numberPrefixBy'], 'without `numberPrefix`')
  const states = declareStates(context, file)
  const tenantFile = tenant === undefined ? undefined : context.manifests.entities.get(tenant)
  const system = systemFields({
    spoken: context.manifests.translations.spoken,
    numbered: manifest.numberPrefix !== undefined,
    numberTitle: manifest.numberTitle,
    hasStates: Object.keys(states).length > 0,
    ...(owned && { tenant: { name: tenant, title: tenantFile?.manifest.title ?? untranslated('?') } }),
    ...(account !== undefined && { account }),
  })
  // Put number and state first, because people look for them first; the other system fields follow the entity's own.
  const { id, no, ...others } = system
  const fields: Record<string, FieldDraft> = Object.assign(
    createTable<FieldDraft>(),
    { id },
    no === undefined ? {} : { no },
    table,
    others,
  )
  const transitions = createTable<EntityDraft['transitions'][string]>()
  const entity: EntityDraft['entity'] = {
    ...unresolved(),
    name,
    module: file.module,
    title: manifest.title,
    fields,
    perTenant: owned,
    states,
    transitions,
    source: file.path,
    ...(manifest.numberPrefix !== undefined && { numberPrefix: manifest.numberPrefix }),
    ...(manifest.numberPrefixBy !== undefined && { numberPrefixBy: manifest.numberPrefixBy }),
    ...(manifest.hideInPalette === true && { hideInPalette: true }),
  }
  const stateGroups = createTable<readonly string[]>()
  return {
    file,
    name,
    fields,
    states,
    stateGroups,
    transitions,
    shape: { entity: name, fields, states: Object.keys(states), stateGroups, ...snapshotsOf(manifest) },
    entityChecks: new Set(),
    entity,
  }
}

/** `tenantField`: the one that the engine adds. */
function declareFields(
  context: CompileContext,
  file: File<language.EntityManifest>,
  tenantField: string | undefined,
): Record<string, FieldDraft> {
  const table = createTable<FieldDraft>()
  for (const [name, written] of Object.entries(file.manifest.fields)) {
    const location = locationOf(context, file, 'fields', name)
    if (systemFieldNames.has(name) || name === tenantField)
      reportProblem(location, 'reserved-name', { name, what: 'a field that the engine keeps' }, { key: true })
    table[name] = declareField(location, name, written, 'entity')
    if (file.internalFields?.includes(name)) table[name].internal = true
  }
  return table
}

/** How rules name the fields of the snapshots, which have been expanded. */
function snapshotsOf({ snapshots }: language.EntityManifest): Pick<EntityDraft['shape'], 'snapshots'> {
  if (snapshots === undefined) return {}
  const names = Object.entries(snapshots).map(([name, { fields }]) => [
    name,
    indexed(fields).map(([, sourceField]) => sourceField),
  ])
  return { snapshots: Object.fromEntries(names) as Snapshots }
}

/** The parts of an entity that are filled in when all entities are declared. */
function unresolved() {
  return {
    labelField: 'id',
    facts: [],
    rowScope: { unitFields: [], selfFields: [], selfThrough: [] },
    readPermissions: [],
    unique: [],
    stages: [],
    invariants: [],
    jobs: [],
    documents: [],
    detail: { highlightFields: [], sections: [], related: [], frames: [], queues: [], notes: false },
    migration: noMigration,
  } satisfies Partial<EntityDraft['entity']>
}

/** A tenant belongs to no tenant; an account belongs to one. */
function checkTenant(context: CompileContext, file: File<language.EntityManifest>): void {
  const { perTenant } = file.manifest
  const { accountEntity: account, tenantEntity: tenant } = context.identity ?? {}
  if (file.name === tenant && perTenant === true)
    reportProblem(locationOf(context, file, 'perTenant'), 'conflicting-keys', {
      what: `\`${file.name}\` is the tenant and cannot belong to one`,
    })
  if (file.name === account && perTenant === false)
    reportProblem(locationOf(context, file, 'perTenant'), 'conflicting-keys', {
      what: 'The account says which tenant a caller belongs to: its records have one',
    })
}

function declareStates(context: CompileContext, file: File<language.EntityManifest>): Record<string, State> {
  const states = createTable<State>()
  for (const [name, state] of Object.entries(file.manifest.states ?? {})) {
    checkName(locationOf(context, file, 'states', name), name)
    states[name] = { name, title: state.title, color: state.color ?? 'neutral', closed: state.closed === true }
  }
  return states
}
