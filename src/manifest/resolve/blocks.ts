// What is a dashboard or page made of, and what stands above a list? Blocks in their order; the built-in ones of the face are known by name only.
import type { Block, Figure, Rule, ValueType } from '../app'
import type * as language from '../generated/language'
import { endpointAt, entityNamed, ineffective, permissionsAt, recordsAt, routeAt, sortAt } from '../names'
import { below, each, hintFor, ruleAt, table, tell, type At, type EntityDraft, type World } from '../world'
import { resolveAggregate } from './aggregate'
import { resolveColumns } from './columns'
import { ownTransition } from './effects'

type Key = keyof language.Block

/** Blocks that the engine fills with data, and what they take besides title and width. */
const KEYS: Readonly<Record<string, readonly Key[]>> = {
  queues: [],
  figures: ['figures'],
  latest: ['entity', 'where', 'columns', 'sort', 'rows', 'open'],
  text: ['text'],
  frame: ['outside', 'entity', 'columns', 'takes'],
  call: ['endpoint', 'text', 'values', 'when', 'permission', 'submit', 'confirm', 'done'],
}
const NEEDS: Readonly<Record<string, readonly Key[]>> = {
  figures: ['figures'],
  latest: ['entity', 'columns'],
  text: ['text'],
  call: ['endpoint'],
  frame: ['outside', 'entity', 'columns', 'takes'],
}

export function resolveBlocks(world: World, place: At, blocks: readonly language.Block[] | undefined): Block[] {
  return each(blocks).map(([index, block]) => resolveBlock(world, below(place, index), block))
}

function resolveBlock(world: World, place: At, manifest: language.Block): Block {
  const { block } = manifest
  const keys = Object.hasOwn(KEYS, block) ? KEYS[block] : undefined
  if (keys === undefined) {
    const { blocks } = world.names
    if (blocks !== undefined && !blocks.has(block))
      tell(
        world,
        below(place, 'block'),
        'unknown-block',
        { name: block },
        hintFor(block, [...Object.keys(KEYS), ...blocks]),
      )
  } else {
    const others = (Object.keys(manifest) as Key[]).filter((key) => !['block', 'title', 'width', ...keys].includes(key))
    ineffective(world, place.file, place.path, manifest, others, `on a block ${block}`)
    for (const key of NEEDS[block] ?? [])
      if (manifest[key] === undefined)
        tell(world, below(place, 'block'), 'missing-part', { thing: `a block ${block}`, key })
  }
  const entity = manifest.entity === undefined ? undefined : entityNamed(world, below(place, 'entity'), manifest.entity)
  if (manifest.entity === undefined)
    ineffective(world, place.file, place.path, manifest, ['where', 'columns', 'sort'], 'without `entity`')
  const where =
    entity === undefined || manifest.where === undefined
      ? undefined
      : ruleAt(world, below(place, 'where'), manifest.where, { ...world.base, record: entity.shape }, 'boolean')
  const sort =
    entity === undefined || manifest.sort === undefined
      ? undefined
      : sortAt(world, below(place, 'sort'), entity, manifest.sort)
  if (manifest.open !== undefined) routeAt(world, below(place, 'open'), manifest.open)
  if (block === 'frame' && entity !== undefined) checkFrame(world, place, manifest, entity)
  const endpoint =
    manifest.endpoint === undefined ? undefined : endpointAt(world, below(place, 'endpoint'), manifest.endpoint)
  const holds =
    manifest.when === undefined ? undefined : ruleAt(world, below(place, 'when'), manifest.when, world.base, 'boolean')
  return {
    values: valuesOf(world, below(place, 'values'), manifest.values, endpoint),
    ...(manifest.endpoint !== undefined && { endpoint: manifest.endpoint }),
    ...(holds !== undefined && { when: holds }),
    ...(manifest.permission !== undefined && {
      permission: permissionsAt(world, below(place, 'permission'), manifest.permission, []),
    }),
    ...(manifest.submit !== undefined && { submit: manifest.submit }),
    ...(manifest.confirm !== undefined && { confirm: manifest.confirm }),
    ...(manifest.done !== undefined && { done: manifest.done }),
    block,
    rows: manifest.rows ?? 5,
    width: manifest.width ?? 24,
    figures: resolveFigures(world, below(place, 'figures'), manifest.figures),
    ...(manifest.title !== undefined && { title: manifest.title }),
    ...(manifest.text !== undefined && { text: manifest.text }),
    ...(entity !== undefined && {
      entity: entity.name,
      columns: resolveColumns(world, below(place, 'columns'), entity, manifest.columns),
    }),
    ...(where !== undefined && { where }),
    ...(sort !== undefined && { sort }),
    ...(manifest.open !== undefined && { open: manifest.open }),
    ...(manifest.outside !== undefined && { outside: manifest.outside }),
    ...(manifest.takes !== undefined && { takes: manifest.takes }),
  }
}

/** The system must have a page, and what it hands over must have somewhere to go: a transition of the record that is shown. */
function checkFrame(world: World, place: At, { outside = '', takes }: language.Block, entity: EntityDraft): void {
  const { manifests } = world
  const file = manifests.outside.get(outside)
  if (file === undefined && !manifests.unreadable.outside.has(outside))
    tell(
      world,
      below(place, 'outside'),
      'unknown-name',
      { what: 'outside system', name: outside },
      hintFor(outside, manifests.outside.keys()),
    )
  if (file !== undefined && file.manifest.page === undefined)
    tell(world, below(place, 'outside'), 'missing-part', {
      thing: `The outside system ${outside} in a frame`,
      key: 'page',
    })
  for (const [name, transitions] of Object.entries(takes ?? {}))
    for (const [index, one] of each(transitions)) {
      const transition = ownTransition(world, below(place, 'takes', name, index), entity, one)
      if (transition?.creates === true)
        tell(world, below(place, 'takes', name, index), 'wrong-transition', {
          name: one,
          why: 'it creates, and the page shows a record',
        })
    }
}

/** What stands in a form at first; only what the endpoint takes. */
function valuesOf(
  world: World,
  place: At,
  values: Readonly<Record<string, string>> | undefined,
  endpoint: language.EndpointManifest | undefined,
): Record<string, Rule> {
  const found = table<Rule>()
  for (const [name, source] of Object.entries(values ?? {})) {
    const known = Object.keys(endpoint?.request ?? {})
    if (endpoint !== undefined && !known.includes(name))
      tell(
        world,
        below(place, name),
        'unknown-name',
        { what: 'field of the call', name },
        { ...hintFor(name, known), key: true },
      )
    const rule = ruleAt(world, below(place, name), source, world.base)
    if (rule !== undefined) found[name] = rule
  }
  return found
}

/** Each may compute with the named ones before it, so that none depends on itself. */
function resolveFigures(world: World, place: At, manifest: readonly language.Figure[] | undefined): Figure[] {
  const known = table<ValueType>()
  return each(manifest).flatMap(([index, written]) => {
    const own = below(place, index)
    const figure = resolveFigure(world, own, written, known)
    if (written.name !== undefined && written.name in known)
      tell(world, below(own, 'name'), 'duplicate-entry', { name: written.name })
    if (written.name !== undefined) known[written.name] = 'number'
    return figure === undefined ? [] : [figure]
  })
}

function resolveFigure(
  world: World,
  place: At,
  { name, title, type, open, ...manifest }: language.Figure,
  known: Readonly<Record<string, ValueType>>,
): Figure | undefined {
  if ((manifest.aggregate === undefined) === (manifest.compute === undefined))
    tell(world, place, 'conflicting-keys', { what: 'A figure has either `aggregate` or `compute`' })
  const rest = { title, type, ...(name !== undefined && { name }), ...(open !== undefined && { open }) }
  if (manifest.aggregate === undefined) {
    if (open !== undefined) recordsAt(world, below(place, 'open'), open, undefined)
    const compute =
      manifest.compute === undefined
        ? undefined
        : ruleAt(
            world,
            below(place, 'compute'),
            manifest.compute,
            { ...world.base, me: undefined, tenant: undefined, measures: { ...known } },
            'number',
          )
    return compute && { ...rest, compute }
  }
  const aggregate = resolveAggregate(world, below(place, 'aggregate'), manifest.aggregate, { environment: world.base })
  if (open !== undefined && aggregate !== undefined) recordsAt(world, below(place, 'open'), open, aggregate.entity)
  if (aggregate !== undefined && aggregate.type !== 'number' && aggregate.type !== 'unknown')
    tell(world, below(place, 'aggregate'), 'wrong-value', { expected: type, found: aggregate.type })
  return aggregate && { ...rest, aggregate }
}
