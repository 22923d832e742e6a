// Resolves the blocks of dashboards, pages and lists, in their order.
// Built-in blocks of the page are known by name only.
import { presentOf } from '../../expression/values/present'
import type { AccountFact, Block } from '../../model/block'
import type { Action } from '../../model/column'
import type { Rule } from '../../model/rule'
import { blockKeysFor, writeInstead } from '../../language/formerNames'
import type * as language from '../../language/generated'
import { audienceAt } from '../../context/audience'
import { endpointAt, findEntity, ineffective, routeAt } from '../../context/lookup'
import { sortAt } from '../../context/sorting'
import {
  childLocation,
  indexed,
  hintFor,
  ruleAt,
  createTable,
  reportProblem,
  type ManifestLocation,
  type EntityDraft,
  reportUnknownName,
} from '../../context/compileContext'
import { conditionAt } from '../../context/ruleTypes'
import { findIntegration } from '../../context/integrationLookups'
import { statesOf } from '../../expression/possibleStates'
import { resolveColumns, resolvePaths } from '../fields/columns'
import { resolveActions } from './actions'
import { checkSlots, dashboardParts, figuresIn, type DashboardParts } from './dashboardParts'
import { locatedFigures, resolveFigures, type LocatedFigures } from './figures'
import { resolveSteps } from './checklist'
import { pagePartsOf } from './pageForms'
import { ownTransition } from '../../context/transitionLookups'

type Key = keyof language.Block

/** Maximum records that a reminder shows; it counts all of them. */
const maxReminded = 50

/** The keys of each kind of block besides those of all; other blocks are known by name only. */
const keysOfKind: Readonly<Record<string, readonly Key[]>> = {
  queues: ['folded', 'previews'],
  figures: ['figures'],
  latest: ['entity', 'where', 'columns', 'sort', 'limit', 'moreScreen', 'actions'],
  reminder: ['entity', 'where', 'columns', 'sort', 'actions'],
  checklist: ['text', 'steps'],
  text: ['text'],
  frame: ['integration', 'entity', 'sentFields', 'imports'],
  signIn: ['text', 'image', 'forms', 'links', 'submitTitle'],
  integrationSignIn: ['text', 'image', 'forms', 'links', 'submitTitle'],
  integrationFailed: ['text', 'image', 'forms', 'links', 'submitTitle', 'results'],
  resetPassword: ['text', 'image', 'forms', 'links', 'submitTitle', 'results'],
  authRedirect: ['text', 'image', 'results'],
  notFound: ['text', 'image', 'links'],
  noPermission: ['text', 'image', 'links'],
  account: ['facts'],
  call: ['endpoint', 'text', 'values', 'submitTitle', 'confirmMessage', 'successMessage'],
}
const neededKeys: Readonly<Record<string, readonly Key[]>> = {
  figures: ['figures'],
  latest: ['entity', 'columns'],
  reminder: ['title', 'entity', 'where', 'columns'],
  checklist: ['title', 'steps'],
  text: ['text'],
  call: ['endpoint'],
  signIn: ['title', 'forms', 'submitTitle'],
  integrationSignIn: ['title', 'text', 'forms', 'submitTitle'],
  integrationFailed: ['title', 'text', 'forms', 'links', 'submitTitle', 'results'],
  resetPassword: ['title', 'forms', 'submitTitle', 'results'],
  authRedirect: ['title', 'text', 'results'],
  notFound: ['title', 'text', 'links'],
  noPermission: ['title', 'text', 'links'],
  frame: ['integration', 'entity', 'sentFields', 'imports'],
}

export function resolveBlocks(location: ManifestLocation, blocks: readonly language.Block[] | undefined): Block[] {
  const withName = naming()
  return indexed(blocks).map(([index, block]) => {
    const blockLocation = childLocation(location, index)
    ineffective(blockLocation, block, ['slot'], 'outside of a dashboard')
    return withName(resolveBlock(blockLocation, block))
  })
}

/** The blocks of a dashboard, with those that modules add before one of them or behind all. */
export function resolveDashboard(location: ManifestLocation, { path, blocks }: language.ScreenManifest): Block[] {
  const parts = dashboardParts(location.context, path)
  const located = indexed(blocks).map(([index, block]) => [childLocation(location, 'blocks', index), block] as const)
  checkSlots(parts, located)
  const added = parts.flatMap(addedBlocks)
  const addedAt = (slot: string | undefined) => added.flatMap((one) => (one.slot === slot ? [one.block] : []))
  const withName = naming()
  const ownBlocks = located.flatMap(([blockLocation, block]) => {
    const resolved = withName(resolveBlock(blockLocation, block, figuresIn(parts, block.slot)))
    return block.slot === undefined ? [resolved] : [...addedAt(block.slot), resolved]
  })
  return [...ownBlocks, ...addedAt(undefined)]
}

/** The blocks that a module adds, each with the slot of the block that it precedes, if any. */
function addedBlocks({ module, location, blocks, blocksBefore }: DashboardParts) {
  const withName = naming(` of ${module}`)
  const behind = resolveBlocks(childLocation(location, 'blocks'), blocks).map((block) => ({ slot: undefined, block }))
  const before = Object.entries(blocksBefore).flatMap(([slot, preceding]) =>
    resolveBlocks(childLocation(location, 'blocksBefore', slot), preceding).map((block) => ({ slot, block })),
  )
  return [...behind, ...before].map(({ slot, block }) => ({ slot, block: withName(block) }))
}

/** Names without positions or titles, by which a person's arrangement finds blocks again in changed manifests. */
function naming(suffix = ''): (block: Block) => Block {
  const counts = new Map<string, number>()
  return (block) => {
    const subject = block.entity ?? block.endpoint ?? block.integration ?? []
    const name = [block.kind, subject].flat().join(' ') + suffix
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return { ...block, name: count === 1 ? name : `${name} ${count}` }
  }
}

function resolveBlock(location: ManifestLocation, written: language.Block, added: LocatedFigures = []): Block {
  checkKeys(location, written)
  const { kind } = written
  const entity =
    written.entity === undefined ? undefined : findEntity(childLocation(location, 'entity'), written.entity)
  if (written.entity === undefined)
    ineffective(location, written, ['where', 'columns', 'sort', 'sentFields'], 'without `entity`')
  const records = entity && recordsOf(location, written, entity)
  if (written.moreScreen !== undefined) routeAt(childLocation(location, 'moreScreen'), written.moreScreen)
  if (kind === 'frame' && entity !== undefined) checkFrame(location, written, entity)
  const endpoint =
    written.endpoint === undefined ? undefined : endpointAt(childLocation(location, 'endpoint'), written.endpoint)
  return {
    values: valuesOf(childLocation(location, 'values'), written.values, endpoint),
    ...(written.facts !== undefined && { facts: factsAt(childLocation(location, 'facts'), written.facts) }),
    ...presentOf(
      written,
      'endpoint',
      'submitTitle',
      'confirmMessage',
      'successMessage',
      'title',
      'text',
      'moreScreen',
      'integration',
      'imports',
    ),
    ...audienceAt(location, written),
    kind,
    folded: written.folded ?? false,
    previews: written.previews ?? 0,
    actions: actionsOn(childLocation(location, 'actions'), written.actions, entity, records?.where),
    limit: written.limit ?? (kind === 'reminder' ? maxReminded : 5),
    width: written.width ?? 24,
    ...pagePartsOf(location, written),
    figures: resolveFigures([...locatedFigures(childLocation(location, 'figures'), written.figures), ...added]),
    steps: resolveSteps(childLocation(location, 'steps'), written.steps),
    ...records,
  }
}

/** What of a block concerns the records that it shows. */
function recordsOf(location: ManifestLocation, written: language.Block, entity: EntityDraft) {
  const { base } = location.context
  const where = conditionAt(location, 'where', written.where, { ...base, record: entity.shape })
  const sort = written.sort === undefined ? undefined : sortAt(childLocation(location, 'sort'), entity, written.sort)
  return {
    entity: entity.name,
    ...(written.columns !== undefined && {
      columns: resolveColumns(childLocation(location, 'columns'), entity, written.columns),
    }),
    ...(written.sentFields !== undefined && {
      sentFields: resolvePaths(childLocation(location, 'sentFields'), entity, written.sentFields),
    }),
    ...(where !== undefined && { where }),
    ...(sort !== undefined && { sort }),
  }
}

/** Checks that a block has only the keys of its kind, and the required ones. */
function checkKeys(location: ManifestLocation, written: language.Block): void {
  const { kind } = written
  const keys = Object.hasOwn(keysOfKind, kind) ? keysOfKind[kind] : undefined
  if (keys === undefined) {
    const { blocks } = location.context.names
    if (!blocks.has(kind))
      reportProblem(
        childLocation(location, 'kind'),
        'unknown-block',
        { name: kind },
        hintFor(kind, [...Object.keys(keysOfKind), ...blocks]),
      )
  } else {
    const others = (Object.keys(written) as Key[]).filter(
      (key) => !['kind', 'title', 'width', 'permissions', 'visibleWhen', 'slot', ...keys].includes(key),
    )
    for (const key of others) {
      const hint = writeInstead(blockKeysFor(kind, key))
      const where = `on a block ${kind}`
      reportProblem(
        childLocation(location, key),
        'ineffective-key',
        { key, where },
        { key: true, ...(hint && { hint }) },
      )
    }
    for (const key of neededKeys[kind] ?? [])
      if (written[key] === undefined)
        reportProblem(childLocation(location, 'kind'), 'missing-part', { thing: `a block ${kind}`, key })
  }
}

function actionsOn(
  location: ManifestLocation,
  actions: language.Block['actions'],
  row: EntityDraft | undefined,
  where: Rule | undefined,
): Action[] {
  if (row === undefined) return []
  const states = where && [...statesOf(where.node, Object.keys(row.states))]
  return resolveActions(location, actions, { row, states, refers: true })
}

/**
 * Requires a page of the integration, and for the data that it exports a transition of the shown record that accepts
 * them.
 */
function checkFrame(
  location: ManifestLocation,
  { integration = '', imports: takes }: language.Block,
  entity: EntityDraft,
): void {
  const file = findIntegration(childLocation(location, 'integration'), integration)
  if (file !== undefined && file.manifest.pagePath === undefined)
    reportProblem(childLocation(location, 'integration'), 'missing-part', {
      thing: `The integration ${integration} in a frame`,
      key: 'pagePath',
    })
  for (const [name, transitions] of Object.entries(takes ?? {}))
    for (const [index, item] of indexed(transitions)) {
      const transition = ownTransition(childLocation(location, 'imports', name, index), entity, item)
      if (transition?.creates === true)
        reportProblem(childLocation(location, 'imports', name, index), 'wrong-transition', {
          name: item,
          why: 'it creates, and the page shows a record',
        })
    }
}

function factsAt(location: ManifestLocation, facts: NonNullable<language.Block['facts']>): AccountFact[] {
  return indexed(facts).flatMap(([index, { title, value }]) => {
    const rule = ruleAt(childLocation(location, index, 'value'), value, location.context.base, 'text')
    return rule === undefined ? [] : [{ title, value: rule }]
  })
}

/** Initial values of a form; only inputs of the endpoint. */
function valuesOf(
  location: ManifestLocation,
  values: Readonly<Record<string, string>> | undefined,
  endpoint: language.EndpointManifest | undefined,
): Record<string, Rule> {
  const { context } = location
  const table = createTable<Rule>()
  for (const [name, source] of Object.entries(values ?? {})) {
    const knownNames = Object.keys(endpoint?.request ?? {})
    if (endpoint !== undefined && !knownNames.includes(name))
      reportUnknownName(childLocation(location, name), name, {
        what: 'field of the call',
        among: knownNames,
        key: true,
      })
    const rule = ruleAt(childLocation(location, name), source, context.base)
    if (rule !== undefined) table[name] = rule
  }
  return table
}
