// Presses each transition that a screen offers once, in an order that a seed decides, and collects where a page did not
// show at once what it had done.
import type { Transition } from '../../src/manifest/model/transition'
import { createChance } from '../../scripts/demo/chance'
import { addAdminRecords } from './adminRecords'
import { Pages } from './everywhere'
import { makePressable } from './pressable'
import type { usePlace } from './usePlace'
import { Ways } from './ways'

type ProductPlace = ReturnType<typeof usePlace>

export interface Pressed {
  readonly done: readonly string[]
  /** Those that nobody may press with these data, even once all others were pressed; by name. */
  readonly unreached: readonly string[]
  /** Where a button did something else than the call did. */
  readonly failed: readonly string[]
  readonly different: readonly string[]
}

export interface Extent {
  readonly seed: number
  readonly from: number
  /** As many as are pressed. */
  readonly count: number
  readonly report: (line: string) => void
}

const mostWays = 2

type Numbered = readonly [number, Transition]

/**
 * All transitions of people, in the order of the seed, in groups that are pressed one after the other: those that end a
 * record would take it from others. What was pressed leads records to where others can be pressed: before the records
 * end and once more at last, what was not reached is tried again.
 */
function transitionGroups({ app }: ProductPlace, seed: number): readonly (readonly Numbered[])[] {
  const chance = createChance(seed)
  const ends = ({ entity, to, danger }: Transition) =>
    danger || (to !== undefined && app.entities[entity]!.states[to]!.closed === true)
  const all = Object.values(app.entities)
    .flatMap(({ transitions }) => Object.values(transitions))
    .filter(({ permissions }) => permissions.some(({ permission }) => permission !== 'system'))
    .map((transition) => ({ transition, rank: chance.below(1_000_000) + (ends(transition) ? 1_000_000 : 0) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ transition }, at): Numbered => [at, transition])
  const first = all.filter(([, transition]) => !ends(transition))
  return [first, [], all.slice(first.length), []]
}

export async function pressAll(place: ProductPlace, { seed, from, count, report }: Extent): Promise<Pressed> {
  await addAdminRecords(place, 'admin')
  await makePressable(place.product.server.dependencies.database)
  const pressed = { done: [] as string[], unreached: [] as string[], failed: [] as string[], different: [] as string[] }
  const ways = new Ways(place, seed, Number.isFinite(count))
  const pages = new Pages(place)
  const groups = transitionGroups(place, seed)
  let left: readonly Numbered[] = []
  for (const [at, group] of groups.entries()) {
    const isLast = at === groups.length - 1
    const unreached: Numbered[] = []
    for (const entry of [...left, ...group.filter(([number]) => number >= from)]) {
      if (pressed.done.length + pressed.different.length >= count) return pressed
      const { kind, text } = await pressOne(pages, ways, entry[1])
      const name = `${entry[1].entity}.${entry[1].name}`
      const line = `${entry[0]} ${name} ${text}`
      const isLater = kind === 'unreached' && !isLast
      report(`${isLater ? 'tried again later' : kind}: ${line}`)
      if (isLater) unreached.push(entry)
      else pressed[kind].push(kind === 'unreached' ? name : line)
    }
    left = unreached
  }
  return pressed
}

async function pressOne(
  pages: Pages,
  ways: Ways,
  transition: Transition,
): Promise<{ kind: keyof Pressed; text: string }> {
  const errors: string[] = []
  for (let skipped = 0; skipped < mostWays; skipped += 1) {
    const { press, tried } = await ways.pressOf(transition, skipped)
    if (!press)
      return errors.length > 0
        ? { kind: 'failed', text: errors.join(' | ') }
        : { kind: 'unreached', text: [...new Set(tried)].slice(0, 3).join(' | ') }
    const where = `${press.role} ${press.screen.path} ${press.button}`
    try {
      const differences = await pages.differencesAfter(press)
      const isSame = Object.keys(differences).length === 0
      return { kind: isSame ? 'done' : 'different', text: isSame ? where : `${where} ${JSON.stringify(differences)}` }
    } catch (error) {
      errors.push(`${where} ${String(error).slice(0, 400)}`)
    }
  }
  return { kind: 'failed', text: errors.join(' | ') }
}
