// What has the step before said that whoever runs a transition wants to see: the price that was quoted, the reason for which it came back? What was asked by the
// transitions that lead into the states from which it runs, and what follows from that.
import type { FieldType } from '../app'
import type { EntityDraft, TransitionDraft, World } from '../world'

/** After every field and transition is compiled. */
export function deriveSaid(world: World): void {
  for (const draft of Object.values(world.entities))
    for (const transition of Object.values(draft.transitions)) transition.said = saidBefore(draft, transition)
}

/** A new record is all of what was asked: of it only what was told in words or brought along counts, its reason, its voucher, its parts. */
const told = new Set<FieldType>(['text', 'files', 'lines'])

function saidBefore({ transitions, fields }: EntityDraft, { from }: TransitionDraft): string[] {
  const before = Object.values(transitions).filter(
    (one) => one.to !== undefined && from.includes(one.to) && !one.from.includes(one.to),
  )
  const said = new Set(
    before.flatMap((one) =>
      one.asks
        .filter((ask) => !ask.input && (!one.creates || told.has(fields[ask.field]!.type)))
        .map((ask) => ask.field),
    ),
  )
  for (let known = -1; known !== said.size;) {
    known = said.size
    for (const { name, compute, aggregate } of Object.values(fields)) {
      if (
        compute?.reads.some((path) => said.has(path)) ||
        (aggregate?.lines !== undefined && said.has(aggregate.lines))
      )
        said.add(name)
    }
  }
  return [...said]
}
