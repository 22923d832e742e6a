// Finds unreachable states and transitions, starting from the transitions that create records.
// Reports only what is certain.
import { untilStable } from '../expression/values/lists'
import { declared } from '../expression/values/present'
import { locationOf, reportProblem, type EntityDraft, type CompileContext } from '../context/compileContext'

/** States that some chain of transitions reaches; all of them for an entity whose records come from another system. */
export function reachableStates(draft: EntityDraft): ReadonlySet<string> {
  const transitions = Object.values(draft.transitions)
  const stages = (draft.file.manifest.stages ?? []).flatMap((stage) => (stage === undefined ? [] : [stage.state]))
  if (!transitions.some((transition) => transition.creates)) return new Set(Object.keys(draft.states))
  const reached = new Set<string>()
  untilStable(reached, () => {
    for (const { creates, from, to, skipsStages } of transitions) {
      if (to === undefined || !(creates || from.some((state) => reached.has(state)))) continue
      reached.add(to)
      if (skipsStages) for (const state of stages.slice(Math.max(0, stages.indexOf(to)))) reached.add(state)
    }
  })
  return reached
}

/** Reports transitions that no record can ever run, and required fields that no record can ever have. */
export function checkLifecycle(context: CompileContext, draft: EntityDraft): void {
  const transitions = Object.values(draft.transitions)
  const reached = reachableStates(draft)
  for (const { name, from, creates } of transitions) {
    if (creates || from.length === 0 || from.some((state) => reached.has(state))) continue
    reportProblem(locationOf(context, draft.file, 'transitions', name, 'from'), 'never-runs', {
      name,
      states: from.join(', '),
    })
  }
  if (!transitions.some((transition) => transition.creates)) return
  const written = fieldsWrittenIn(draft)
  for (const [name, field] of Object.entries(draft.file.manifest.fields)) {
    const computed = field.compute !== undefined || field.aggregate !== undefined
    if (field.required === true && !computed && field.default === undefined && !written.has(name))
      reportProblem(
        locationOf(context, draft.file, 'fields', name, 'required'),
        'never-written',
        { name },
        { key: true },
      )
  }
}

/** The fields that some transition or effect is meant to fill, whether or not what it writes is valid. */
function fieldsWrittenIn({ file, transitions }: EntityDraft): ReadonlySet<string> {
  return new Set(
    Object.entries(file.manifest.transitions ?? {}).flatMap(([name, { set, append, copy, effects = [] }]) => [
      ...declared(transitions, name).form.flatMap(({ field, input }) => (input ? [] : [field])),
      ...[set, append, copy].flatMap((values) => Object.keys(values ?? {})),
      ...effects.flatMap((effect) => (effect !== undefined && 'run' in effect ? (effect.saveToField ?? []) : [])),
    ]),
  )
}
