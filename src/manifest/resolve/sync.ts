// How do records follow those of another system? Resolves the names of both sides; what comes in goes through transitions that the system may run.
import type { Sync } from '../app'
import type * as language from '../generated/language'
import { entityNamed, fieldNamed } from '../names'
import { at, below, hintFor, ruleAt, table, tell, type At, type EntityDraft, type World } from '../world'
import { isForSystem, ownTransition } from './effects'

export function resolveSync(world: World, draft: EntityDraft, manifest: language.Sync): Sync | undefined {
  const place = at(draft.file, 'sync')
  const source = callAt(world, below(place, 'from'), manifest.from)
  fieldNamed(world, below(place, 'key'), draft, manifest.key)
  const fields = table<Sync['fields'][string]>()
  for (const [name, written] of Object.entries(manifest.fields)) {
    const detail: { readonly from: string; readonly by?: string } =
      typeof written === 'string' ? { from: written } : written
    const field = fieldNamed(world, below(place, 'fields', name), draft, name)
    if (field?.type === 'ref' && detail.by === undefined)
      tell(world, below(place, 'fields', name), 'missing-part', { thing: `The reference \`${name}\``, key: 'by' })
    if (detail.by !== undefined) {
      if (field !== undefined && field.type !== 'ref')
        tell(
          world,
          below(place, 'fields', name, 'by'),
          'ineffective-key',
          { key: 'by', where: 'on a field that is no reference' },
          { key: true },
        )
      const target =
        field?.entity === undefined ? undefined : entityNamed(world, below(place, 'fields', name), field.entity)
      const found = target && fieldNamed(world, below(place, 'fields', name, 'by'), target, detail.by)
      if (found !== undefined && (!found.stored || !['string', 'mobile', 'choice'].includes(found.type)))
        tell(world, below(place, 'fields', name, 'by'), 'wrong-field', { name: detail.by, expected: 'a stored text' })
    }
    fields[name] = detail
  }
  const key = draft.fields[manifest.key]
  if (key !== undefined && (key.type !== 'string' || !key.stored))
    tell(world, below(place, 'key'), 'wrong-field', { name: manifest.key, expected: 'a stored text' })
  if (!(manifest.key in fields))
    tell(world, below(place, 'fields'), 'missing-part', { thing: '`sync.fields`', key: manifest.key })
  const steps = Object.entries(manifest.steps).flatMap(([name, statuses]) => {
    transitionAt(world, below(place, 'steps', name), draft, name)
    if (statuses.length > 0 && manifest.status === undefined)
      tell(world, below(place, 'steps', name), 'missing-part', { thing: 'A step with statuses', key: 'status' })
    return [{ transition: name, statuses: statuses.filter((status) => status !== undefined) }]
  })
  const send = manifest.send && resolveSend(world, below(place, 'send'), draft, manifest.send, manifest.from)
  if (source === undefined) return undefined
  const [outside, call] = source
  return {
    outside,
    call,
    every: manifest.every,
    key: manifest.key,
    fields,
    steps,
    ...(manifest.status !== undefined && { status: manifest.status }),
    ...(send !== undefined && { send }),
  }
}

function resolveSend(world: World, place: At, draft: EntityDraft, manifest: language.Send, from: string): Sync['send'] {
  const target = callAt(world, below(place, 'to'), manifest.to)
  const when = ruleAt(
    world,
    below(place, 'when'),
    manifest.when,
    { ...world.base, record: draft.shape, me: undefined, tenant: undefined },
    'boolean',
  )
  transitionAt(world, below(place, 'run'), draft, manifest.run, true)
  if (target === undefined || when === undefined) return undefined
  const [outside, call] = target
  if (!from.startsWith(`${outside}.`))
    tell(world, below(place, 'to'), 'conflicting-keys', { what: 'The rows come from another system' })
  const spoken = world.manifests.outside.get(outside)?.manifest.calls?.[call]?.entity
  if (spoken !== draft.name)
    tell(
      world,
      below(place, 'to'),
      'missing-part',
      { thing: `The call \`${call}\``, key: 'entity' },
      { hint: `Its query speaks of a record: "entity": "${draft.name}".` },
    )
  return { call, when, run: manifest.run }
}

function transitionAt(world: World, place: At, draft: EntityDraft, name: string, changes = false): void {
  const transition = ownTransition(world, place, draft, name)
  if (transition !== undefined && !isForSystem(transition))
    tell(world, place, 'not-for-system', { name, by: '`sync`' }, { hint: 'Add "system" to its permissions.' })
  if (changes && transition?.creates === true) tell(world, place, 'wrong-transition', { name, why: 'it creates' })
}

/** `system.call` as the two names, when both are there. */
function callAt(world: World, place: At, path: string): readonly [string, string] | undefined {
  const [outside = '', call = ''] = path.split('.')
  const { manifests } = world
  const file = manifests.outside.get(outside)
  if (file === undefined) {
    if (!manifests.unreadable.outside.has(outside))
      tell(
        world,
        place,
        'unknown-name',
        { what: 'outside system', name: outside },
        hintFor(outside, manifests.outside.keys()),
      )
    return undefined
  }
  const known = Object.keys(file.manifest.calls ?? {})
  if (known.includes(call)) return [outside, call]
  tell(world, place, 'unknown-name', { what: `call of ${outside}`, name: call }, hintFor(call, known))
  return undefined
}
