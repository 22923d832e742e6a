// Finds the parts that a change of the manifests adds, removes and alters, by module and with
// titles.
import type { App } from '../../model/app'
import { partsIn, type ManifestPart } from './manifestParts'
import { Comparison } from './sameMeaning'
import { successors } from './successors'

/** `keys`: the differing keys of the definition. */
export interface ChangedPart extends ManifestPart {
  readonly keys: readonly string[]
}

/** `former`: the former name or address. */
interface RenamedPart extends ManifestPart {
  readonly former: string
  /** A screen whose former address no other screen has. */
  readonly isLeft?: boolean
}

export interface ChangedParts {
  readonly come: readonly ManifestPart[]
  readonly gone: readonly ManifestPart[]
  readonly renamed: readonly RenamedPart[]
  readonly changed: readonly ChangedPart[]
}

/**
 * Lists each part once: as added, removed, renamed or changed. A part that is both renamed and changed is in both
 * lists, under its present key.
 */
export function changedParts(before: App, after: App): ChangedParts {
  const steps = changedPartsInSteps(before, after)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The work of `changedParts`, part by part: thousands are compared. */
export function* changedPartsInSteps(before: App, after: App): Generator<void, ChangedParts> {
  const renames = successors(before, after)
  const { keys } = renames
  const compare = new Comparison(before, after, renames)
  const has = byKey(partsIn(after))
  const had = new Map<string, ManifestPart>()
  for (const part of partsIn(before)) {
    const key = keyNow(part, { keys, compare, has })
    had.set(key, { ...part, key, ...(part.parentKey && { parentKey: keys.get(part.parentKey) ?? part.parentKey }) })
    yield
  }
  const come = onlyIn(has, had)
  const gone = onlyIn(had, has)
  const renamed = [...has.values()].flatMap((part) => {
    const former = had.get(part.key)
    if (former === undefined || former.name === part.name || part.kind === 'column') return []
    return [
      { ...part, former: former.name, ...(part.kind === 'screen' && { isLeft: !has.has(`screen ${former.name}`) }) },
    ]
  })
  const changed: ChangedPart[] = []
  for (const part of has.values()) {
    const former = had.get(part.key)
    const differing = former && compare.differingKeys(former.definition, part.definition, part.entity)
    if (differing !== undefined) changed.push({ ...part, keys: differing })
    yield
  }
  return { come, gone, renamed, changed }
}

interface Successor {
  readonly keys: ReadonlyMap<string, string>
  readonly compare: Comparison
  readonly has: ReadonlyMap<string, ManifestPart>
}

/** The present key of a former part; a column follows its screen and its field. */
function keyNow({ kind, key, name, parentKey, entity }: ManifestPart, { keys, compare, has }: Successor): string {
  const now = keys.get(key)
  if (now !== undefined || kind !== 'column') return now ?? key
  const screen = (keys.get(parentKey ?? '') ?? parentKey ?? '').slice('screen '.length)
  const sameField = `column ${screen}.${name}`
  return has.has(sameField) ? sameField : `column ${screen}.${compare.renamedPath(name, entity)}`
}

const byKey = (parts: readonly ManifestPart[]) => new Map(parts.map((part) => [part.key, part]))

const onlyIn = (some: ReadonlyMap<string, ManifestPart>, others: ReadonlyMap<string, ManifestPart>): ManifestPart[] =>
  [...some.values()].filter(
    ({ key, parentKey }) =>
      !others.has(key) && (parentKey === undefined || !some.has(parentKey) || others.has(parentKey)),
  )
